//! A search index that grows and shrinks: which words stand in which field of which document.

use super::terms::{fold, terms};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// The most fields that an index weighs.
pub(super) const MAX_FIELDS: usize = 4;

/// An index over documents of a few weighted fields.
pub struct Index {
    pub(super) fields: Vec<(String, f64)>,
    pub(super) vocabulary: HashMap<Rc<str>, u32>,
    pub(super) terms: Vec<Term>,
    unused_terms: Vec<u32>,
    /// From the number `first` on; those at the front that are gone take no room.
    pub(super) documents: VecDeque<Option<Document>>,
    pub(super) first: usize,
    live: usize,
    /// Words per field, over all documents.
    totals: [u64; MAX_FIELDS],
}

/// A word and where it stands.
pub(super) struct Term {
    pub word: Rc<str>,
    /// In the order of the documents.
    pub postings: Vec<Posting>,
}

pub(super) struct Posting {
    pub document: u32,
    pub counts: [u16; MAX_FIELDS],
}

pub(super) struct Document {
    terms: Box<[u32]>,
    pub lengths: [u32; MAX_FIELDS],
    /// The folded text of each field.
    pub texts: Vec<String>,
}

impl Index {
    /// An empty index over `fields`: their names and weights, the most telling first. Four fields at most; more
    /// are left out.
    pub fn new(fields: &[(&str, f64)]) -> Self {
        let fields =
            fields.iter().take(MAX_FIELDS).map(|(name, weight)| ((*name).to_owned(), weight.max(0.0)));
        Index {
            fields: fields.collect(),
            vocabulary: HashMap::new(),
            terms: Vec::new(),
            unused_terms: Vec::new(),
            documents: VecDeque::new(),
            first: 0,
            live: 0,
            totals: [0; MAX_FIELDS],
        }
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.live
    }

    /// True without documents.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Adds a document: the text of each field, in the order of the fields. Returns its number, which counts up
    /// from 0 and is never given again.
    pub fn add(&mut self, texts: &[&str]) -> usize {
        let number = self.first + self.documents.len();
        let mut counts: HashMap<u32, [u16; MAX_FIELDS]> = HashMap::new();
        let mut lengths = [0_u32; MAX_FIELDS];
        for (field, text) in texts.iter().enumerate().take(self.fields.len()) {
            for word in terms(text) {
                let term = self.term(word);
                if let (Some(count), Some(length)) =
                    (counts.entry(term).or_default().get_mut(field), lengths.get_mut(field))
                {
                    *count = count.saturating_add(1);
                    *length += 1;
                }
            }
        }
        for (term, counts) in &counts {
            if let Some(term) = self.terms.get_mut(*term as usize) {
                term.postings.push(Posting { document: number as u32, counts: *counts });
            }
        }
        self.count(&lengths, true);
        let texts = texts.iter().take(self.fields.len()).map(|text| fold(text)).collect();
        self.documents.push_back(Some(Document { terms: counts.into_keys().collect(), lengths, texts }));
        number
    }

    /// Takes the document `number` out. False when there is none.
    pub fn remove(&mut self, number: usize) -> bool {
        let place = number.checked_sub(self.first).and_then(|at| self.documents.get_mut(at));
        let Some(document) = place.and_then(Option::take) else { return false };
        while self.documents.front().is_some_and(Option::is_none) {
            self.documents.pop_front();
            self.first += 1;
        }
        for id in &document.terms {
            let Some(term) = self.terms.get_mut(*id as usize) else { continue };
            if let Ok(at) = term.postings.binary_search_by_key(&(number as u32), |posting| posting.document) {
                term.postings.remove(at);
            }
            if term.postings.is_empty() {
                self.vocabulary.remove(&term.word);
                self.unused_terms.push(*id);
            }
        }
        self.count(&document.lengths, false);
        true
    }

    /// The average number of words in each field, at least 1.
    pub(super) fn averages(&self) -> [f64; MAX_FIELDS] {
        self.totals.map(|total| (total as f64 / self.live.max(1) as f64).max(1.0))
    }

    fn count(&mut self, lengths: &[u32; MAX_FIELDS], added: bool) {
        self.live = if added { self.live + 1 } else { self.live - 1 };
        for (total, length) in self.totals.iter_mut().zip(lengths) {
            let length = u64::from(*length);
            *total = if added { *total + length } else { *total - length };
        }
    }

    fn term(&mut self, word: String) -> u32 {
        if let Some(id) = self.vocabulary.get(word.as_str()) {
            return *id;
        }
        let word: Rc<str> = Rc::from(word);
        let term = Term { word: word.clone(), postings: Vec::new() };
        let reused = self.unused_terms.pop();
        let id = reused.unwrap_or(self.terms.len() as u32);
        match self.terms.get_mut(id as usize) {
            Some(place) => *place = term,
            None => self.terms.push(term),
        }
        self.vocabulary.insert(word, id);
        id
    }
}
