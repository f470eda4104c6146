//! Which documents a query finds, in which order, and why.

use super::index::{Document, Index, MAX_FIELDS, Term};
use super::terms::{fold, terms};
use super::{B, K1};

/// A document that a query found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The document's number.
    pub index: usize,
    /// How well it fits; comparable within one query only.
    pub score: f64,
    /// Where and why, such as `name: deputy, vote` or `description contains "vot"`.
    pub reasons: Vec<String>,
}

impl Index {
    /// The best `limit` documents for `text`, best first, equal ones in the order of their numbers.
    ///
    /// BM25 over the fields together (BM25F: Robertson, Zaragoza and Taylor 2004). When no word of the query is
    /// in any document: documents that contain the query as a part, without regard to case and accents. A query
    /// without words or signs finds nothing.
    pub fn query(&self, text: &str, limit: usize) -> Vec<Hit> {
        let words = query_words(text);
        let known: Vec<&Term> = words
            .iter()
            .filter_map(|word| self.vocabulary.get(word.as_str()))
            .filter_map(|id| self.terms.get(*id as usize))
            .collect();
        if known.is_empty() {
            return self.containing(&fold(text.trim()), limit);
        }
        let mut hits = best(self.scores(&known), limit);
        for hit in &mut hits {
            hit.reasons = self.reasons(&known, hit.index);
        }
        hits
    }

    /// The score of a document in which each word of `text` stands once, at average length and weight 1: what
    /// turns scores into shares that can be compared between queries.
    pub fn best_score(&self, text: &str) -> f64 {
        let words = query_words(text);
        let holders = |word: &String| {
            let id = self.vocabulary.get(word.as_str()).copied()?;
            self.terms.get(id as usize).map(|term| term.postings.len())
        };
        words.iter().map(|word| self.rarity(holders(word).unwrap_or(0))).sum()
    }

    fn rarity(&self, holders: usize) -> f64 {
        let holders = holders as f64;
        (1.0 + (self.len() as f64 - holders + 0.5) / (holders + 0.5)).ln()
    }

    /// The score of each document that has one of `known`; pairs of number and score.
    fn scores(&self, known: &[&Term]) -> Vec<(u32, f64)> {
        let averages = self.averages();
        let mut sums = vec![0.0; self.documents.len()];
        let mut touched = Vec::new();
        for term in known {
            let rarity = self.rarity(term.postings.len());
            for posting in &term.postings {
                let (Some(sum), Some(document)) =
                    (sums.get_mut(posting.document as usize), self.document(posting.document))
                else {
                    continue;
                };
                let weighted: f64 = self
                    .fields
                    .iter()
                    .zip(&posting.counts)
                    .zip(document.lengths.iter().zip(&averages))
                    .filter(|((_, count), _)| **count > 0)
                    .map(|(((_, weight), count), (length, average))| {
                        weight * f64::from(*count) / (1.0 - B + B * f64::from(*length) / average)
                    })
                    .sum();
                if *sum == 0.0 {
                    touched.push(posting.document);
                }
                *sum += rarity * weighted * (K1 + 1.0) / (weighted + K1);
            }
        }
        let score = |number: u32| sums.get(number as usize).copied().unwrap_or_default();
        touched.into_iter().map(|number| (number, score(number))).collect()
    }

    /// Documents with a word of which `needle` is a part, else those whose text has it anywhere.
    fn containing(&self, needle: &str, limit: usize) -> Vec<Hit> {
        if needle.is_empty() {
            return Vec::new();
        }
        let mut fields: std::collections::BTreeMap<u32, [bool; MAX_FIELDS]> =
            std::collections::BTreeMap::new();
        for term in self.terms.iter().filter(|term| term.word.contains(needle)) {
            for posting in &term.postings {
                let found = fields.entry(posting.document).or_default();
                found.iter_mut().zip(&posting.counts).for_each(|(found, count)| *found |= *count > 0);
            }
        }
        if fields.is_empty() {
            for (number, document) in self.documents.iter().enumerate() {
                let Some(document) = document else { continue };
                let mut found = [false; MAX_FIELDS];
                found
                    .iter_mut()
                    .zip(&document.texts)
                    .for_each(|(found, text)| *found = text.contains(needle));
                if found.contains(&true) {
                    fields.insert(number as u32, found);
                }
            }
        }
        let weight = |found: &[bool; MAX_FIELDS]| -> f64 {
            self.fields.iter().zip(found).filter(|(_, found)| **found).map(|((_, weight), _)| weight).sum()
        };
        let scored = fields.iter().map(|(number, found)| (*number, weight(found))).collect();
        let mut hits = best(scored, limit);
        for hit in &mut hits {
            let found = fields.get(&(hit.index as u32)).into_iter().flatten();
            let named = self.fields.iter().zip(found).filter(|(_, found)| **found);
            hit.reasons = named.map(|((name, _), _)| format!("{name} contains \"{needle}\"")).collect();
        }
        hits
    }

    fn reasons(&self, known: &[&Term], number: usize) -> Vec<String> {
        let counts: Vec<(&str, &[u16; MAX_FIELDS])> = known
            .iter()
            .filter_map(|term| {
                let at =
                    term.postings.binary_search_by_key(&(number as u32), |posting| posting.document).ok()?;
                term.postings.get(at).map(|posting| (term.word.as_ref(), &posting.counts))
            })
            .collect();
        let in_field = |field: usize| -> Vec<&str> {
            let holds = |counts: &[u16; MAX_FIELDS]| counts.get(field).is_some_and(|count| *count > 0);
            counts.iter().filter(|(_, counts)| holds(counts)).map(|(word, _)| *word).collect()
        };
        let named = self.fields.iter().enumerate().map(|(field, (name, _))| (name, in_field(field)));
        named
            .filter(|(_, words)| !words.is_empty())
            .map(|(name, words)| format!("{name}: {}", words.join(", ")))
            .collect()
    }

    fn document(&self, number: u32) -> Option<&Document> {
        self.documents.get(number as usize).and_then(Option::as_ref)
    }
}

/// Words that say nothing about what a question is about, as [`terms`] writes them: English, French, German.
const COMMON: [&str; 95] = [
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "by", "can", "did", "do", "doe", "for",
    "from", "had", "has", "have", "how", "i", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our",
    "that", "the", "their", "there", "they", "thi", "to", "was", "we", "were", "what", "when", "which",
    "who", "whose", "why", "with", "you", "au", "aux", "ce", "cette", "de", "des", "du", "elle", "en", "est",
    "et", "il", "la", "le", "les", "leur", "ou", "par", "pour", "que", "quel", "quelle", "qui", "sur", "un",
    "une", "auf", "das", "dem", "den", "der", "die", "ein", "eine", "fur", "im", "ist", "mit", "und", "von",
    "war", "wer", "wie", "wo", "zu",
];

/// The words of a query, each once; common ones only where there are no others.
fn query_words(text: &str) -> Vec<String> {
    let mut words = terms(text);
    if words.iter().any(|word| !COMMON.contains(&word.as_str())) {
        words.retain(|word| !COMMON.contains(&word.as_str()));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// The first `limit` of `scored`, best first.
fn best(mut scored: Vec<(u32, f64)>, limit: usize) -> Vec<Hit> {
    let order = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if limit == 0 {
        return Vec::new();
    }
    if scored.len() > limit {
        scored.select_nth_unstable_by(limit - 1, order);
        scored.truncate(limit);
    }
    scored.sort_unstable_by(order);
    let hit = |(number, score)| Hit { index: number as usize, score, reasons: Vec::new() };
    scored.into_iter().map(hit).collect()
}
