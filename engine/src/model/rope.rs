//! Decides the rotation angles of the positions that go through the model together. A table of all positions would take 67 MB
//! at 32,768 of them.

use super::config::Config;
use super::stretch::Stretch;

/// How the pairs of a kind of layer turn.
#[derive(Debug, Default)]
struct Turns {
    /// By what each pair divides a position, and its frequency.
    pairs: Vec<(f64, f64)>,
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

/// The angles of local and global layers.
#[derive(Debug, Default)]
pub struct Angles {
    local: Turns,
    global: Turns,
}

impl Angles {
    /// Computes those of these positions. `factors` slow the pairs of global heads down: Gemma 4 lets most of
    /// them stand still by a huge one, Llama 3 stretches its context so.
    pub fn set(&mut self, config: &Config, factors: &[f32], positions: impl Iterator<Item = usize> + Clone) {
        if let Some(layer) = config.first(true) {
            self.local.prepare(layer.head_width, config.local_base, Stretch::Linear(1.0), &[]);
        }
        if let Some(layer) = config.first(false) {
            self.global.prepare(layer.head_width, config.global_base, config.stretch, factors);
        }
        self.local.set(positions.clone());
        self.global.set(positions);
    }

    /// Cosines and sines of the pairs at the `index`th of these positions.
    pub fn at(&self, local: bool, index: usize) -> (&[f32], &[f32]) {
        let turns = if local { &self.local } else { &self.global };
        let range = index * turns.pairs.len()..(index + 1) * turns.pairs.len();
        (turns.cosines.get(range.clone()).unwrap_or_default(), turns.sines.get(range).unwrap_or_default())
    }
}

impl Turns {
    /// The pairs of a model, the same at each call.
    fn prepare(&mut self, head_width: usize, base: f32, stretch: Stretch, factors: &[f32]) {
        for pair in self.pairs.len()..head_width / 2 {
            let frequency = f64::from(base).powf(-2.0 * pair as f64 / head_width as f64);
            let factor = factors.get(pair).map_or(1.0, |factor| f64::from(*factor));
            self.pairs.push((stretch.divisor(pair, head_width / 2, base) * factor, frequency));
        }
    }

    fn set(&mut self, positions: impl Iterator<Item = usize>) {
        self.cosines.clear();
        self.sines.clear();
        for position in positions {
            for (slower, frequency) in &self.pairs {
                let (sine, cosine) = (position as f64 / slower * frequency).sin_cos();
                self.cosines.push(cosine as f32);
                self.sines.push(sine as f32);
            }
        }
    }
}
