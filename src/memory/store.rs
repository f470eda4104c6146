//! The nano-RAG: takes results in, finds what a text is about. Words always, meaning where there is an embedder.

use super::background::{Background, UNRELATED};
use super::chunk::{MIN_CHUNK_CHARS, Source, chunk};
use super::context::{Found, context};
use super::embedder::Embedder;
use super::numbered::Numbered;
use super::score::{HALF, evidence, evidence_for, score};
use super::vectors::Vectors;
use crate::error::{Code, Error, Result};
use crate::json::{Fields, FromJson, Read, digits};
use crate::search::Index;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// How many texts an embedder gets at once.
const EMBED_BATCH: usize = 32;

/// How a memory cuts, finds and forgets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryOptions {
    /// The longest chunk, in characters.
    pub max_chunk_chars: usize,
    /// How many chunks a query gives at most.
    pub top_k: usize,
    /// The least score of a hit, 0 to 1: 0.5 is a quarter of the words, or, with an embedder, four fifths of them, a
    /// cosine of 3.4 standard deviations above unrelated texts, or some of both.
    pub min_score: f64,
    /// The longest context, in characters.
    pub budget_chars: usize,
    /// How many chunks are kept; the oldest go first.
    pub max_chunks: usize,
}

impl FromJson for MemoryOptions {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let default = MemoryOptions::default();
        Ok(MemoryOptions {
            max_chunk_chars: from.or("maxChunkChars", default.max_chunk_chars)?,
            top_k: from.or("topK", default.top_k)?,
            min_score: from.or("minScore", default.min_score)?,
            budget_chars: from.or("budgetChars", default.budget_chars)?,
            max_chunks: from.or("maxChunks", default.max_chunks)?,
        })
    }
}

impl Default for MemoryOptions {
    /// Chunks of 300 characters and the best 5: the published values (reference-behaviour §13.1).
    fn default() -> Self {
        MemoryOptions {
            max_chunk_chars: 300,
            top_k: 5,
            min_score: HALF,
            budget_chars: 2_000,
            max_chunks: 20_000,
        }
    }
}

impl MemoryOptions {
    /// The options, if they make sense. Fails with `invalid_argument`, naming the option.
    pub fn checked(self) -> Result<Self> {
        let refuse =
            |problem: &str| Err(Error::new(Code::InvalidArgument, format!("ContextRAG: {problem}.")));
        if self.max_chunk_chars < MIN_CHUNK_CHARS {
            return refuse("maxChunkChars must be at least 40");
        }
        if !(0.0..=1.0).contains(&self.min_score) {
            return refuse("minScore must be from 0 to 1");
        }
        if self.max_chunks == 0 {
            return refuse("maxChunks must be at least 1");
        }
        Ok(self)
    }
}

/// Chunks of results, searchable. Clones share one memory.
#[derive(Clone)]
pub struct Memory {
    pub(super) inner: Rc<RefCell<Inner>>,
    embedder: Option<Rc<dyn Embedder>>,
    options: MemoryOptions,
}

pub(super) struct Inner {
    index: Index,
    pub(super) vectors: Vectors,
    /// The embedder's, once it was asked.
    pub(super) background: Option<Background>,
    /// By their number in the index.
    pub(super) chunks: Numbered<(String, Rc<Source>)>,
}

impl Memory {
    /// An empty memory; without `embedder` it finds by words alone.
    pub fn new(options: MemoryOptions, embedder: Option<Rc<dyn Embedder>>) -> Self {
        let memory = Memory { inner: Rc::new(RefCell::new(Inner::new())), embedder, options };
        memory.clear();
        memory
    }

    /// Takes `content` in and returns how many chunks it became. A text of the same `source.id` is replaced.
    ///
    /// Fails when the embedder fails or gives vectors that cannot be used; the chunks are then found by their
    /// words.
    pub async fn ingest(&self, content: &str, source: Source) -> Result<usize> {
        let chunks = chunk(content, self.options.max_chunk_chars);
        let numbers = self.inner.borrow_mut().add(&chunks, source, self.options.max_chunks);
        let Some(embedder) = &self.embedder else { return Ok(chunks.len()) };
        for (texts, numbers) in chunks.chunks(EMBED_BATCH).zip(numbers.chunks(EMBED_BATCH)) {
            let vectors = embedder.embed(texts.to_vec()).await?;
            let mut inner = self.inner.borrow_mut();
            let vectors = inner.vectors.check(vectors, texts.len())?;
            for (number, vector) in numbers.iter().zip(vectors) {
                // The chunk may have gone while the embedder worked.
                if inner.chunks.get(*number).is_some() {
                    inner.vectors.set(*number, vector);
                }
            }
        }
        Ok(chunks.len())
    }

    /// The chunks that fit `text` best, best first.
    ///
    /// A score is 1 − 2^(−evidence). The evidence of words is their share of the best imaginable score: 1 when each
    /// word of the query stands in a chunk of average length. That of meaning is how far the cosine lies above those
    /// of texts that have nothing to do with each other, in standard deviations, so that it does not depend on the
    /// model's scale. For that, the first query embeds 24 short texts besides.
    pub async fn query(&self, text: &str) -> Result<Vec<Found>> {
        let meaning = match &self.embedder {
            Some(embedder) if !self.is_empty() && !text.trim().is_empty() => {
                let vectors = embedder.embed(vec![text.to_owned()]).await?;
                let vector = self.inner.borrow().vectors.check(vectors, 1)?.pop();
                vector.zip(Some(self.background(embedder.as_ref()).await?))
            }
            _ => None,
        };
        Ok(self.inner.borrow().find(text, meaning, &self.options))
    }

    async fn background(&self, embedder: &dyn Embedder) -> Result<Background> {
        let known = self.inner.borrow().background;
        if let Some(background) = known {
            return Ok(background);
        }
        let vectors = embedder.embed(UNRELATED.map(str::to_owned).to_vec()).await?;
        let mut inner = self.inner.borrow_mut();
        let background = Background::of(&inner.vectors.check(vectors, UNRELATED.len())?);
        inner.background = Some(background);
        Ok(background)
    }

    /// What [`Memory::query`] finds, as a block for the system prompt within the budget; empty when nothing fits.
    pub async fn build_context(&self, text: &str) -> Result<String> {
        Ok(context(&self.query(text).await?, self.options.budget_chars))
    }

    /// How many chunks there are.
    pub fn len(&self) -> usize {
        self.inner.borrow().chunks.len()
    }

    /// True without chunks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&self) {
        *self.inner.borrow_mut() = Inner::new();
    }
}

impl Inner {
    fn new() -> Self {
        let index = Index::new(&[("text", 1.0), ("source", 0.5)]);
        Inner { index, vectors: Vectors::default(), background: None, chunks: Numbered::default() }
    }

    pub(super) fn add(&mut self, chunks: &[String], source: Source, max_chunks: usize) -> Vec<usize> {
        if !source.id.is_empty() {
            let same = self.chunks.iter().filter(|(_, (_, other))| other.id == source.id);
            for number in same.map(|(number, _)| number).collect::<Vec<_>>() {
                self.forget(number);
            }
        }
        chunks.iter().map(|text| self.append(text, source.clone(), max_chunks)).collect()
    }

    /// Adds one chunk and returns its number; the oldest go when there are too many.
    pub(super) fn append(&mut self, text: &str, source: Source, max_chunks: usize) -> usize {
        let before = self.chunks.iter().next_back().map(|(_, (_, before))| before.clone());
        let source = before.filter(|before| **before == source).unwrap_or_else(|| Rc::new(source));
        let number = self.index.add(&[text, &format!("{} {}", source.tool, source.query)]);
        self.chunks.insert(number, (text.to_owned(), source));
        while self.chunks.len() > max_chunks.max(1) {
            let oldest = self.chunks.iter().next().map_or(number, |(number, _)| number);
            self.forget(oldest);
        }
        number
    }

    fn forget(&mut self, number: usize) {
        self.index.remove(number);
        self.vectors.remove(number);
        self.chunks.remove(number);
    }

    fn find(
        &self,
        text: &str,
        meaning: Option<(Vec<f32>, Background)>,
        options: &MemoryOptions,
    ) -> Vec<Found> {
        let matches = self.index.matches(text);
        let best = self.index.best_score(text);
        let share = |score: f64| if best > 0.0 { (score / best).min(1.0) } else { 0.0 };
        let mut words =
            matches.scores.iter().map(|(number, score)| (*number as usize, share(*score))).peekable();
        let least = evidence_for(options.min_score);
        let fits = |evidence: f64| evidence > 0.0 && evidence >= least;
        // Number, evidence, and the cosine of what lies above unrelated texts. Both lists are in the order of numbers.
        let mut hits: Vec<(usize, f64, Option<f64>)> = Vec::new();
        if let Some((vector, background)) = meaning {
            for (number, cosine) in self.vectors.cosines(&vector) {
                while let Some((before, words)) = words.next_if(|(other, _)| *other < number) {
                    hits.push((before, evidence(words, None), None));
                }
                let words = words.next_if(|(other, _)| *other == number).map_or(0.0, |(_, words)| words);
                let deviations = background.deviations(cosine);
                hits.push((
                    number,
                    evidence(words, Some(deviations)),
                    Some(cosine).filter(|_| deviations > 0.0),
                ));
            }
        }
        hits.extend(words.map(|(number, words)| (number, evidence(words, None), None)));
        hits.retain(|(_, evidence, _)| fits(*evidence));
        hits.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        hits.truncate(options.top_k);
        let found = hits.into_iter().filter_map(|(number, evidence, cosine)| {
            let (text, source) = self.chunks.get(number)?;
            let mut reasons = matches.reasons(number);
            reasons
                .extend(cosine.map(|cosine| format!("meaning {}", digits((cosine * 100.0).round() / 100.0))));
            let score = score(evidence);
            Some(Found { text: text.clone(), source: source.clone(), score, reasons })
        });
        found.collect()
    }
}
