//! Decides what an adapter was taught of the likeness of words: which words of wishes mean which names (`training/alike.py`).

use crate::error::{EngineError, Result};
use crate::gguf::Header;

/// Where an adapter has its two matrices, row by row, and how much a word says: a weight for each value of its vector, and one more.
const WORDS: &str = "webmcp.alike.words";
const NAMES: &str = "webmcp.alike.names";
const GATE: &str = "webmcp.alike.gate";
const MAX_ROWS: usize = 1024;

/// Matrices through which the vectors of words are seen before they are compared.
#[derive(Debug)]
pub(crate) struct Likeness {
    words: Vec<Vec<f32>>,
    names: Vec<Vec<f32>>,
    gate: Vec<f32>,
    bias: f32,
}

impl Likeness {
    /// What the file has of it, for vectors of this width.
    pub(super) fn read(header: &Header, width: usize) -> Result<Option<Self>> {
        let part = |key: &str| header.metadata.numbers(key);
        let (Some(words), Some(names), Some(gate)) = (part(WORDS), part(NAMES), part(GATE)) else {
            return Ok(None);
        };
        let Some((&bias, gate)) = gate.split_last() else { return Err(unfit(GATE, width)) };
        let is_whole = |values: &[f32]| {
            values.len().is_multiple_of(width) && values.iter().all(|value| value.is_finite())
        };
        let fits = is_whole(words) && words.len() == names.len() && words.len() <= MAX_ROWS * width;
        if !fits || !is_whole(names) {
            return Err(unfit(WORDS, width));
        }
        if gate.len() != width || !is_whole(gate) || !bias.is_finite() {
            return Err(unfit(GATE, width));
        }
        let rows = |values: &[f32]| values.chunks(width).map(<[f32]>::to_vec).collect();
        Ok(Some(Likeness { words: rows(words), names: rows(names), gate: gate.to_vec(), bias }))
    }

    /// A word of a wish, as long as it says something: at most 1.
    pub(crate) fn of_word(&self, vector: &[f32]) -> Vec<f32> {
        let says = 1.0 / (1.0 + (-dot(vector, &self.gate) - self.bias).exp());
        let mut seen = seen(vector, &self.words);
        for value in &mut seen {
            *value *= says;
        }
        seen
    }

    /// A name that it may mean, of length 1.
    pub(crate) fn of_name(&self, vector: &[f32]) -> Vec<f32> {
        seen(vector, &self.names)
    }
}

fn unfit(key: &str, width: usize) -> EngineError {
    EngineError::model(format!(
        "the adapter's {key} does not fit vectors of {width} numbers: it was made for another model"
    ))
}

fn seen(vector: &[f32], matrix: &[Vec<f32>]) -> Vec<f32> {
    let mut seen: Vec<f32> = matrix.iter().map(|row| dot(row, vector)).collect();
    normalize(&mut seen);
    seen
}

/// Makes it one of length 1.
pub(crate) fn normalize(vector: &mut [f32]) {
    let length = dot(vector, vector).sqrt();
    for value in vector {
        *value /= length.max(f32::MIN_POSITIVE);
    }
}

pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
