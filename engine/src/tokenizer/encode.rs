//! Decides where text is cut before merging: at specials (when trusted) and at user-defined tokens.

use super::STAND_IN;
use super::bytes::bytes_of;
use super::merge::merge;
use super::ranks::{Judge, Ranks};
use super::vocabulary::{META_SPACE, Style, TokenKind, Vocabulary, missing};
use super::words::Words;
use crate::error::Result;
use crate::gguf::Metadata;
use std::collections::HashMap;

/// Whether control tokens may be made from their names in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Specials {
    /// `<bos>` in the text becomes the control token: for trusted templates only.
    On,
    /// `<bos>` in the text stays five characters: for everything else.
    Off,
}

/// Ids, or a stretch of text still to be cut.
#[derive(Debug)]
pub enum Encoding<'a> {
    /// A token matched whole.
    Token(u32),
    /// Text.
    Text(&'a str),
}

#[derive(Debug)]
pub(super) struct Encoder {
    /// From a piece to its id.
    ids: HashMap<Box<[u8]>, u32>,
    /// User-defined and control tokens, longest first.
    whole: Vec<(String, u32, TokenKind)>,
    by: By,
}

/// What merges.
#[derive(Debug)]
enum By {
    /// Characters, by the score of what they make.
    Scores,
    /// Characters, as the file lists it.
    Characters(Ranks),
    /// Bytes within words, as the file lists it; `whole` where a word that is a token is that token.
    Bytes { ranks: Ranks, words: Words, whole: bool },
}

impl Encoder {
    pub(super) fn new(vocabulary: &Vocabulary, metadata: &Metadata) -> Result<Self> {
        let mut ids = HashMap::with_capacity(vocabulary.len());
        let mut whole = Vec::new();
        for id in 0..vocabulary.len() as u32 {
            let (piece, kind) = (vocabulary.piece(id), vocabulary.kind(id));
            if matches!(kind, TokenKind::UserDefined | TokenKind::Control)
                && let Ok(text) = std::str::from_utf8(piece)
                && !text.is_empty()
            {
                whole.push((text.to_owned(), id, kind));
            }
            if kind == TokenKind::Normal || kind == TokenKind::UserDefined {
                let bytes = vocabulary.style == Style::Bytes && kind == TokenKind::Normal;
                ids.insert(if bytes { vocabulary.output(id).into() } else { piece.into() }, id);
            }
        }
        whole.sort_by_key(|(text, ..)| std::cmp::Reverse(text.len()));
        let merges = || {
            let key = "tokenizer.ggml.merges";
            metadata.texts(key).ok_or_else(|| missing(key))
        };
        let by = match vocabulary.style {
            Style::Scores => By::Scores,
            Style::Characters => By::Characters(Ranks::new(merges()?, &|piece| ids.get(piece).copied())),
            Style::Bytes => {
                let key = "tokenizer.ggml.pre";
                let (words, whole) = Words::named(metadata.text(key).ok_or_else(|| missing(key))?)?;
                let id = |piece: &[u8]| ids.get(bytes_of(piece).as_slice()).copied();
                By::Bytes { ranks: Ranks::new(merges()?, &id), words, whole }
            }
        };
        Ok(Self { ids, whole, by })
    }

    pub(super) fn encode(&self, vocabulary: &Vocabulary, text: &str, specials: Specials) -> Vec<u32> {
        let mut ids = Vec::new();
        let stands_in = specials == Specials::On;
        for (index, part) in self.cut(text, specials).into_iter().enumerate() {
            match part {
                Encoding::Token(id) => ids.push(id),
                // With the stand-ins gone, the rest is text like any other.
                Encoding::Text(text) if stands_in && text.contains(STAND_IN) => {
                    let text = text.replace(STAND_IN, "<");
                    ids.extend(self.encode(vocabulary, &text, Specials::Off));
                }
                Encoding::Text(text) if vocabulary.style == Style::Bytes => {
                    self.merge(vocabulary, text, &mut ids);
                }
                Encoding::Text(text) => {
                    let prefix = if vocabulary.add_space_prefix && index == 0 { META_SPACE } else { "" };
                    let escaped = format!("{prefix}{}", text.replace(' ', META_SPACE));
                    self.merge(vocabulary, &escaped, &mut ids);
                }
            }
        }
        ids
    }

    fn merge(&self, vocabulary: &Vocabulary, text: &str, ids: &mut Vec<u32>) {
        let lookup = |piece: &[u8]| self.ids.get(piece).copied();
        let characters = |text: &str| text.chars().map(char::len_utf8).collect::<Vec<_>>().into_iter();
        match &self.by {
            By::Scores => {
                let judge = Judge::Score(vocabulary);
                merge(vocabulary, judge, &lookup, (text.as_bytes(), characters(text)), ids);
            }
            // Such merges never cross the border of a run of line ends, and a run that is a token is that token.
            By::Characters(ranks) => {
                for run in runs(text) {
                    match lookup(run.as_bytes()).filter(|_| run.starts_with('\n')) {
                        Some(id) => ids.push(id),
                        None => {
                            let parts = (run.as_bytes(), characters(run));
                            merge(vocabulary, Judge::Rank(ranks), &lookup, parts, ids);
                        }
                    }
                }
            }
            By::Bytes { ranks, words, whole } => {
                for word in words.of(text).map(str::as_bytes) {
                    match lookup(word).filter(|_| *whole) {
                        Some(id) => ids.push(id),
                        None => {
                            let parts = (word, std::iter::repeat_n(1, word.len()));
                            merge(vocabulary, Judge::Rank(ranks), &lookup, parts, ids);
                        }
                    }
                }
            }
        }
    }

    /// Longest token first over the whole text, as llama.cpp and SentencePiece do, not leftmost first.
    fn cut<'t>(&self, text: &'t str, specials: Specials) -> Vec<Encoding<'t>> {
        let mut parts = if text.is_empty() { Vec::new() } else { vec![Encoding::Text(text)] };
        let wanted = |kind: TokenKind| kind == TokenKind::UserDefined || specials == Specials::On;
        for (token, id, _) in self.whole.iter().filter(|(.., kind)| wanted(*kind)) {
            if !text.contains(token.as_str()) {
                continue;
            }
            let mut next = Vec::with_capacity(parts.len() + 2);
            for part in parts {
                let Encoding::Text(mut rest) = part else {
                    next.push(part);
                    continue;
                };
                while let Some((before, after)) = rest.split_once(token.as_str()) {
                    if !before.is_empty() {
                        next.push(Encoding::Text(before));
                    }
                    next.push(Encoding::Token(*id));
                    rest = after;
                }
                if !rest.is_empty() {
                    next.push(Encoding::Text(rest));
                }
            }
            parts = next;
        }
        parts
    }
}

/// Cuts between line ends and everything else.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let ends = rest.starts_with('\n');
        let length = rest.find(|character| (character == '\n') != ends).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(length).filter(|(run, _)| !run.is_empty())?;
        rest = after;
        Some(run)
    })
}
