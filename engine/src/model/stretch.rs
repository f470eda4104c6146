//! Decides how positions beyond those of the training are rotated: pressed together alike, or (`YaRN`, arXiv 2309.00071) the slow
//! pairs alone.

use super::family::Family;
use super::keys::Keys;
use crate::error::{EngineError, Result};

/// How the global layers' positions are stretched over a longer context.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stretch {
    /// Every pair turns this much slower; 1 where nothing is stretched.
    Linear(f32),
    /// Pairs that turn less than once within `original` positions turn `factor` times slower, those that turn often as before,
    /// those in between in between.
    Yarn {
        /// How many times longer the context is.
        factor: f32,
        /// Positions of the training.
        original: usize,
    },
}

/// Turns within the original context above which a pair stays as it is, and below which it is wholly stretched (the paper's, as
/// llama.cpp has them).
const FAST_TURNS: f64 = 32.0;
const SLOW_TURNS: f64 = 1.0;

impl Stretch {
    pub(super) fn read(keys: &Keys<'_>, family: &Family, context_length: usize) -> Result<Self> {
        let (factor, kind) =
            (keys.float("rope.scaling.factor")?, keys.text("rope.scaling.type").unwrap_or("linear"));
        Ok(match (factor, kind) {
            (None, _) | (_, "none") => Self::Linear(1.0),
            (Some(factor), "linear") if family.scalings.contains(&"linear") => Self::Linear(factor),
            (Some(factor), "yarn") if family.scalings.contains(&"yarn") => {
                let original = keys.optional("rope.scaling.original_context_length", 1 << 24)?;
                Self::Yarn { factor, original: original.unwrap_or(context_length) }
            }
            _ => {
                let known = if family.scalings.is_empty() { "none" } else { &family.scalings.join(" or ") };
                return Err(EngineError::model(format!(
                    "{}.rope.scaling.type {kind} is not supported; files of this architecture carry {known}",
                    keys.architecture
                )));
            }
        })
    }

    /// By what the angle of a pair is divided, of so many pairs of a head.
    pub(super) fn divisor(self, pair: usize, pairs: usize, base: f32) -> f64 {
        match self {
            Self::Linear(factor) => f64::from(factor),
            Self::Yarn { factor, original } => {
                let low = border(FAST_TURNS, pairs, original, base).floor().max(0.0);
                let high = border(SLOW_TURNS, pairs, original, base).ceil().min((2 * pairs - 1) as f64);
                let kept = 1.0 - ((pair as f64 - low) / (high - low).max(0.001)).clamp(0.0, 1.0);
                1.0 / (kept + (1.0 - kept) / f64::from(factor))
            }
        }
    }

    /// What the products of queries and keys are multiplied with: attention over more positions is kept as sharp.
    pub(super) fn sharpness(self) -> f32 {
        match self {
            Self::Linear(_) => 1.0,
            Self::Yarn { factor, .. } => (1.0 + 0.1 * factor.max(1.0).ln()).powi(2),
        }
    }
}

/// The pair, as a fraction of pairs counted from the fastest, that turns so often within the original context.
fn border(turns: f64, pairs: usize, original: usize, base: f32) -> f64 {
    pairs as f64 * (original as f64 / (turns * std::f64::consts::TAU)).ln() / f64::from(base).ln()
}
