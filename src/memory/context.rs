//! Which of the chunks that were found go to the model, and in which words.

use super::chunk::Source;
use crate::search::terms;
use serde::{Serialize, Serializer};
use std::rc::Rc;

/// Chunks that share more of their words than this say the same (Jaccard; reference-behaviour §13.1).
const MAX_SHARED: f64 = 0.7;
/// Opens the block.
const TITLE: &str = "Relevant parts of earlier results:";

/// A chunk that a query found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The chunk.
    pub text: String,
    /// Where it came from.
    #[serde(serialize_with = "plain")]
    pub source: Rc<Source>,
    /// How well it fits, 0 to 1.
    pub score: f64,
    /// Why: shared words, and the cosine of the meanings.
    pub reasons: Vec<String>,
}

fn plain<S: Serializer>(source: &Rc<Source>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    source.serialize(serializer)
}

/// A block for the system prompt of at most `budget_chars` characters: chunks under the labels of their sources,
/// without those that repeat a better one. Empty when nothing fits.
pub fn context(found: &[Found], budget_chars: usize) -> String {
    let mut sections: Vec<(String, Vec<&str>)> = Vec::new();
    let mut seen: Vec<Vec<String>> = Vec::new();
    let mut used = TITLE.chars().count();
    for hit in found {
        let mut words = terms(&hit.text);
        words.sort_unstable();
        words.dedup();
        if seen.iter().any(|other| shared(other, &words) > MAX_SHARED) {
            continue;
        }
        let label = hit.source.label();
        let known = sections.iter().position(|(known, _)| *known == label);
        let lines =
            3 + hit.text.chars().count() + if known.is_none() { 1 + label.chars().count() } else { 0 };
        if used + lines > budget_chars {
            continue;
        }
        used += lines;
        seen.push(words);
        match known.and_then(|at| sections.get_mut(at)) {
            Some((_, chunks)) => chunks.push(&hit.text),
            None => sections.push((label, vec![&hit.text])),
        }
    }
    if sections.is_empty() {
        return String::new();
    }
    let sections = sections.iter().map(|(label, chunks)| format!("\n{label}\n- {}", chunks.join("\n- ")));
    format!("{TITLE}{}", sections.collect::<String>())
}

/// The share of all words that both have; each list is sorted.
fn shared(a: &[String], b: &[String]) -> f64 {
    let both = a.iter().filter(|word| b.binary_search(word).is_ok()).count();
    let all = a.len() + b.len() - both;
    if all == 0 { 1.0 } else { both as f64 / all as f64 }
}
