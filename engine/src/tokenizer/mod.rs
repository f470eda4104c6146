//! Decides how text becomes token ids and ids become bytes: SentencePiece by score as Gemma 3's files carry it, by listed merges
//! as Gemma 4's do, or byte by byte within words as GPT-2 and most since.

mod bytes;
mod encode;
mod letters;
mod merge;
mod ranks;
mod sorted;
mod vocabulary;
mod words;

pub use encode::{Encoding, Specials};
pub use sorted::SortedPieces;
pub use vocabulary::{TokenKind, Vocabulary};

use crate::error::Result;
use crate::gguf::Metadata;

/// Stands for `<` in what was said in a conversation, so that it becomes no control token. `wasm/chat-template` writes it.
pub const STAND_IN: char = '\u{E000}';

/// A vocabulary together with what encoding and masking need.
#[derive(Debug)]
pub struct Tokenizer {
    vocabulary: Vocabulary,
    encoder: encode::Encoder,
}

impl Tokenizer {
    /// Reads the tokenizer arrays of a GGUF header.
    pub fn new(metadata: &Metadata) -> Result<Self> {
        let vocabulary = Vocabulary::new(metadata)?;
        let encoder = encode::Encoder::new(&vocabulary, metadata)?;
        Ok(Self { vocabulary, encoder })
    }

    /// The vocabulary.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Text to ids, without BOS.
    pub fn encode(&self, text: &str, specials: Specials) -> Vec<u32> {
        self.encoder.encode(&self.vocabulary, text, specials)
    }

    /// A prompt: BOS where the model wants one, then the text with specials off, so that no text becomes a control token.
    pub fn encode_prompt(&self, text: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        if self.vocabulary.add_bos {
            ids.push(self.vocabulary.bos);
        }
        ids.extend(self.encode(text, Specials::Off));
        ids
    }

    /// A conversation as its template shows it: control tokens count, each [`STAND_IN`] is a `<` that is none.
    pub fn encode_chat(&self, text: &str) -> Vec<u32> {
        let mut ids = self.encoder.encode(&self.vocabulary, text, Specials::On);
        if self.vocabulary.add_bos && ids.first() != Some(&self.vocabulary.bos) {
            ids.insert(0, self.vocabulary.bos);
        }
        ids
    }

    /// Bytes to ids; what is not UTF-8 becomes byte tokens.
    pub fn encode_bytes(&self, bytes: &[u8]) -> Vec<u32> {
        let mut ids = Vec::new();
        for chunk in bytes.utf8_chunks() {
            ids.extend(self.encode(chunk.valid(), Specials::Off));
            ids.extend(chunk.invalid().iter().filter_map(|byte| self.vocabulary.byte_token(*byte)));
        }
        ids
    }

    /// Ids to bytes; control tokens vanish.
    pub fn decode(&self, ids: &[u32]) -> Vec<u8> {
        ids.iter().flat_map(|id| self.vocabulary.output(*id)).copied().collect()
    }
}
