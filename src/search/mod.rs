//! BM25 over short texts: which of them does a wish mean?

mod index;
mod query;
mod terms;

pub use index::Index;
pub use query::Hit;
pub use terms::terms;

use crate::text::lower;
use std::collections::HashMap;

/// How fast repeated words stop counting (Robertson and Zaragoza 2009, usual value).
const K1: f64 = 1.2;
/// How much long texts are held back (same source).
const B: f64 = 0.75;

/// Lower-case words of letters and digits; a trailing plural `s` is dropped.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let word: String = lower(word).collect();
            match word.strip_suffix('s') {
                Some(stem) if stem.chars().count() > 2 && !stem.ends_with('s') => stem.to_owned(),
                _ => word,
            }
        })
        .collect()
}

/// Scores each of `texts` against `query`; 0 where no word is shared.
pub fn bm25(query: &str, texts: &[String]) -> Vec<f64> {
    let documents: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let total: usize = documents.iter().map(Vec::len).sum();
    let average = (total as f64 / documents.len().max(1) as f64).max(1.0);
    let mut frequency: HashMap<&str, usize> = HashMap::new();
    for document in &documents {
        let mut unique: Vec<&str> = document.iter().map(String::as_str).collect();
        unique.sort_unstable();
        unique.dedup();
        for word in unique {
            *frequency.entry(word).or_default() += 1;
        }
    }
    let mut query_words = words(query);
    query_words.sort_unstable();
    query_words.dedup();
    documents
        .iter()
        .map(|document| {
            query_words
                .iter()
                .map(|word| {
                    let count = document.iter().filter(|other| *other == word).count() as f64;
                    let holders = *frequency.get(word.as_str()).unwrap_or(&0) as f64;
                    let rarity = rarity(documents.len() as f64, holders);
                    let length = document.len() as f64 / average;
                    rarity * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length))
                })
                .sum()
        })
        .collect()
}

/// How much a word says that `holders` of `documents` hold. In single precision: the library's logarithms in double
/// precision bring tables of 4 kB.
fn rarity(documents: f64, holders: f64) -> f64 {
    f64::from(((1.0 + (documents - holders + 0.5) / (holders + 0.5)) as f32).ln())
}
