//! Which documents a query finds, in which order, and why.

use super::index::{Document, Index, MAX_FIELDS, Posting, Term};
use super::terms::{fold, terms};
use super::{B, K1};

/// More results than these are sorted with all others.
const FEW: usize = 64;

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

/// All documents that a query found, and what is needed to say why.
pub struct Matches<'a> {
    index: &'a Index,
    words: Vec<&'a Term>,
    needle: String,
    /// Without known words: the fields that contain the needle, by the numbers of the documents.
    parts: Vec<(u32, [bool; MAX_FIELDS])>,
    /// Number and score of each document, in the order of the numbers.
    pub scores: Vec<(u32, f64)>,
}

impl Index {
    /// The best `limit` documents for `text`, best first, equal ones in the order of their numbers.
    ///
    /// BM25 over the fields together (BM25F: Robertson, Zaragoza and Taylor 2004). When no word of the query is
    /// in any document: documents that contain the query as a part, without regard to case and accents. A query
    /// without words or signs finds nothing.
    pub fn query(&self, text: &str, limit: usize) -> Vec<Hit> {
        let mut matches = self.matches(text);
        let scored = best(std::mem::take(&mut matches.scores), limit);
        let hit = |(number, score)| Hit {
            index: number as usize,
            score,
            reasons: matches.reasons(number as usize),
        };
        scored.into_iter().map(hit).collect()
    }

    /// What [`Index::query`] finds, all of it, in the order of the numbers.
    pub fn matches(&self, text: &str) -> Matches<'_> {
        let known = query_words(text);
        let known = known.iter().filter_map(|word| self.vocabulary.get(word.as_str()));
        let words: Vec<&Term> = known.filter_map(|id| self.terms.get(*id as usize)).collect();
        let (needle, parts) = if words.is_empty() {
            let needle = fold(text.trim());
            let parts = self.containing(&needle);
            (needle, parts)
        } else {
            (String::new(), Vec::new())
        };
        let weight = |found: &[bool; MAX_FIELDS]| -> f64 {
            self.fields.iter().zip(found).filter(|(_, found)| **found).map(|((_, weight), _)| weight).sum()
        };
        let scores = match words.as_slice() {
            [] => parts.iter().map(|(number, found)| (*number, weight(found))).collect(),
            words => self.scores(words),
        };
        Matches { index: self, words, needle, parts, scores }
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
        super::rarity(self.len() as f64, holders as f64)
    }

    /// The score of each document that has one of `known`.
    fn scores(&self, known: &[&Term]) -> Vec<(u32, f64)> {
        let averages = self.averages();
        let mut sums = vec![0.0; self.documents.len()];
        for term in known {
            let rarity = self.rarity(term.postings.len());
            for posting in &term.postings {
                let at = (posting.document as usize).wrapping_sub(self.first);
                if let (Some(sum), Some(Some(document))) = (sums.get_mut(at), self.documents.get(at)) {
                    let weighted = self.weighted(posting, document, &averages);
                    *sum += rarity * weighted * (K1 + 1.0) / (weighted + K1);
                }
            }
        }
        let numbered = sums.into_iter().zip(self.first as u32..).filter(|(sum, _)| *sum > 0.0);
        numbered.map(|(sum, number)| (number, sum)).collect()
    }

    /// How often a word stands in a document, by the weights and lengths of the fields.
    fn weighted(&self, posting: &Posting, document: &Document, averages: &[f64; MAX_FIELDS]) -> f64 {
        let fields = self.fields.iter().zip(&posting.counts).zip(document.lengths.iter().zip(averages));
        fields
            .filter(|((_, count), _)| **count > 0)
            .map(|(((_, weight), count), (length, average))| {
                weight * f64::from(*count) / (1.0 - B + B * f64::from(*length) / average)
            })
            .sum()
    }

    /// Documents with a word of which `needle` is a part, else those whose text has it anywhere: which fields.
    fn containing(&self, needle: &str) -> Vec<(u32, [bool; MAX_FIELDS])> {
        let mut fields = vec![[false; MAX_FIELDS]; self.documents.len()];
        if needle.is_empty() {
            return Vec::new();
        }
        for posting in
            self.terms.iter().filter(|term| term.word.contains(needle)).flat_map(|term| &term.postings)
        {
            if let Some(found) = fields.get_mut((posting.document as usize).wrapping_sub(self.first)) {
                found.iter_mut().zip(&posting.counts).for_each(|(found, count)| *found |= *count > 0);
            }
        }
        if !fields.iter().any(|found| found.contains(&true)) {
            for (found, document) in fields.iter_mut().zip(&self.documents) {
                let texts = document.iter().flat_map(|document| &document.texts);
                found.iter_mut().zip(texts).for_each(|(found, text)| *found = text.contains(needle));
            }
        }
        (self.first as u32..).zip(fields).filter(|(_, found)| found.contains(&true)).collect()
    }
}

impl Matches<'_> {
    /// Why the document `number` was found; empty when it was not.
    pub fn reasons(&self, number: usize) -> Vec<String> {
        let names = self.index.fields.iter().map(|(name, _)| name).enumerate();
        let place = self.parts.binary_search_by_key(&(number as u32), |(number, _)| *number);
        if let Some((_, found)) = place.ok().and_then(|place| self.parts.get(place)) {
            let found = names.zip(found).filter(|(_, found)| **found);
            return found.map(|((_, name), _)| format!("{name} contains \"{}\"", self.needle)).collect();
        }
        let counts = self.words.iter().filter_map(|term| {
            let at = term.postings.binary_search_by_key(&(number as u32), |posting| posting.document).ok()?;
            term.postings.get(at).map(|posting| (term.word.as_ref(), &posting.counts))
        });
        let counts: Vec<(&str, &[u16; MAX_FIELDS])> = counts.collect();
        let in_field = |field: usize| -> Vec<&str> {
            let holds = |counts: &[u16; MAX_FIELDS]| counts.get(field).is_some_and(|count| *count > 0);
            counts.iter().filter(|(_, counts)| holds(counts)).map(|(word, _)| *word).collect()
        };
        let named = names.map(|(field, name)| (name, in_field(field))).filter(|(_, words)| !words.is_empty());
        named.map(|(name, words)| format!("{name}: {}", words.join(", "))).collect()
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

/// The first `limit` of `scored`, best first. Of few, each finds its place among the best so far, which most never reach.
fn best(mut scored: Vec<(u32, f64)>, limit: usize) -> Vec<(u32, f64)> {
    let order = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if limit > FEW {
        scored.sort_unstable_by(order);
        scored.truncate(limit);
        return scored;
    }
    let mut best = Vec::with_capacity(limit + 1);
    for one in scored {
        let place = best.partition_point(|other| order(other, &one).is_lt());
        if place < limit {
            best.insert(place, one);
            best.truncate(limit);
        }
    }
    best
}
