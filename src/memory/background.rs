//! How alike an embedder finds texts that have nothing to do with each other: what a cosine is measured against.

use crate::json::{Fields, FromJson, Read};
use serde::Serialize;
use serde_json::Value;

/// Texts about nothing in common, in the forms that questions and chunks have: sentences, questions, rows.
///
/// A fixed list, so that a score means the same whatever a memory holds; that of a small memory would be about one
/// subject. In three models (`all-MiniLM-L6-v2`, `paraphrase-MiniLM-L3-v2`, `WordLlama`) their pairs are as alike as
/// questions and chunks without a common subject: means of 0.04, 0.02, 0.01 beside 0.04, 0.04, 0.01, deviations of
/// 0.07, 0.09, 0.07 beside the same.
pub(super) const UNRELATED: [&str; 24] = [
    "The train to the coast leaves every morning at seven.",
    "She bought apples, bread and cheese at the market.",
    "The committee approved the budget for next year.",
    "How do I reset my password?",
    "The patient was given antibiotics for an infection.",
    "A violin concerto in three movements.",
    "Heavy snow closed the mountain road.",
    "The function returns an empty list when nothing is found.",
    "Goals were scored in the last minutes of the match.",
    "name: Anna; department: sales; since: 2019",
    "A recipe for soup with beans and tomatoes.",
    "The bank raised its interest rates again.",
    "Whales breathe air and live in groups.",
    "The castle was built in the twelfth century.",
    "status: delivered; items: 3; total: 59.90",
    "Which planets can be seen without a telescope?",
    "The contract ends with one month's notice.",
    "Solar panels cover the roof of the school.",
    "He painted the fence green.",
    "The new phone has a better camera.",
    "Voters choose a new mayor in May.",
    "The novel tells the story of two sisters.",
    "Water boils at a lower temperature on high mountains.",
    "The museum shows coins and pottery.",
];

/// An embedder whose cosines vary less cannot tell texts apart: what is left is rounding.
const LEAST_DEVIATION: f64 = 1e-4;

/// Mean and standard deviation of the cosines of unrelated texts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Background {
    mean: f64,
    deviation: f64,
}

impl FromJson for Background {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Background { mean: from.take("mean")?, deviation: from.take("deviation")? })
    }
}

impl Background {
    /// Over all pairs of `vectors`, which have length 1.
    pub fn of(vectors: &[Vec<f32>]) -> Self {
        let mut cosines = Vec::new();
        for (index, one) in vectors.iter().enumerate() {
            for other in vectors.iter().skip(index + 1) {
                cosines.push(f64::from(one.iter().zip(other).map(|(a, b)| a * b).sum::<f32>()));
            }
        }
        let count = cosines.len().max(1) as f64;
        let mean = cosines.iter().sum::<f64>() / count;
        let variance = cosines.iter().map(|cosine| (cosine - mean).powi(2)).sum::<f64>() / count;
        Background { mean, deviation: variance.sqrt() }
    }

    /// False for what no embedder has: a saved one may be anything.
    pub fn is_sound(&self) -> bool {
        self.mean.is_finite() && self.deviation.is_finite() && self.deviation >= 0.0
    }

    /// How many standard deviations `cosine` lies above unrelated texts; 0 for an embedder to which all are alike.
    pub fn deviations(&self, cosine: f64) -> f64 {
        if self.deviation < LEAST_DEVIATION { 0.0 } else { (cosine - self.mean) / self.deviation }
    }
}
