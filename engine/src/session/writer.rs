//! Decides how tokens and the grammar's bytes meet: a quote that is one token is one byte to the grammar.

use crate::error::{EngineError, Result};
use crate::grammar::{Grammar, QUOTE, State};
use crate::tokenizer::{Tokenizer, Vocabulary};
use std::rc::Rc;

/// A position in a grammar, for one vocabulary.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    pub(super) state: State,
    /// The token that quotes texts, where one does.
    pub(super) quote: Option<u32>,
}

impl Writer {
    /// At the grammar's beginning; an error when the vocabulary lacks the quote.
    pub(super) fn new(grammar: &Rc<Grammar>, vocabulary: &Vocabulary) -> Result<Self> {
        let state = State::new(grammar);
        let Some(quote) = state.style().quote() else { return Ok(Self { state, quote: None }) };
        let wanted = quote.text().as_bytes();
        let id = (0..vocabulary.len() as u32).find(|id| vocabulary.piece(*id) == wanted);
        let id = id.filter(|id| !vocabulary.is_end(*id)).ok_or_else(|| {
            EngineError::request(format!(
                "the model has no token {} to quote texts with; give the quote of its own chat template",
                quote.text()
            ))
        })?;
        Ok(Self { state, quote: Some(id) })
    }

    /// Takes a token; `false`, and a position that allows nothing, when it is not allowed.
    pub(super) fn feed(&mut self, vocabulary: &Vocabulary, id: u32) -> bool {
        if self.quote == Some(id) {
            return self.state.feed(&[QUOTE]);
        }
        let bytes = vocabulary.output(id);
        !bytes.is_empty() && self.state.feed_text(bytes)
    }

    /// The tokens of bytes that the grammar asks for.
    pub(super) fn encode(&self, tokenizer: &Tokenizer, bytes: &[u8]) -> Vec<u32> {
        let Some(quote) = self.quote else { return tokenizer.encode_bytes(bytes) };
        let mut ids = Vec::new();
        for (index, text) in bytes.split(|byte| *byte == QUOTE).enumerate() {
            ids.extend((index > 0).then_some(quote));
            ids.extend(tokenizer.encode_bytes(text));
        }
        ids
    }
}
