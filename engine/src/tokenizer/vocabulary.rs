//! Decides what each token id means: its piece, its score, its kind, and the bytes it puts out.

use super::bytes::bytes_of;
use crate::error::{EngineError, Result};
use crate::gguf::{Metadata, StringTable};

/// The mark that SentencePiece writes for a space.
pub(super) const META_SPACE: &str = "\u{2581}";

/// What a token is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Text.
    Normal,
    /// Text that is matched whole before merging begins.
    UserDefined,
    /// One raw byte.
    Byte,
    /// Structure of the conversation; never made from text with specials off, never put out.
    Control,
}

/// How pieces are written, and what merges into them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Characters, `▁` for a space; by scores.
    Scores,
    /// Characters, `▁` for a space; by listed merges.
    Characters,
    /// A character for each byte; by listed merges.
    Bytes,
}

/// All tokens of a model.
#[derive(Debug)]
pub struct Vocabulary {
    pieces: StringTable,
    outputs: StringTable,
    scores: Vec<f32>,
    kinds: Vec<TokenKind>,
    byte_tokens: Vec<Option<u32>>,
    /// Begin of sequence.
    pub bos: u32,
    /// End of sequence.
    pub eos: u32,
    /// End of turn, where the model has one.
    pub end_of_turn: Option<u32>,
    /// Other tokens after which it is somebody else's turn.
    ends: Vec<u32>,
    /// How its pieces are written.
    pub(super) style: Style,
    /// What an unknown character becomes when there are no byte tokens; nothing where bytes are pieces, as in llama.cpp: such files
    /// give the end of a text as this.
    pub unknown: Option<u32>,
    /// Whether a prompt begins with BOS.
    pub add_bos: bool,
    /// Whether a text gets a space in front.
    pub add_space_prefix: bool,
}

/// Marked as text in published files although they steer the model; text must not be able to make them.
const CONTROL_IN_DISGUISE: [&[u8]; 11] = [
    b"</s>",
    b"[multimodal]",
    b"<start_of_image>",
    b"<end_of_image>",
    b"<|tool_call>",
    b"<tool_call|>",
    b"<|tool_response>",
    b"<tool_response|>",
    b"<|channel>",
    b"<channel|>",
    b"<|\"|>",
];

/// What ends a turn: Gemma 3's mark, Gemma 4's, Qwen's (and `SmolLM`'s), Llama 3's.
const END_OF_TURN: [&[u8]; 4] = [b"<end_of_turn>", b"<turn|>", b"<|im_end|>", b"<|eot_id|>"];
/// Gemma 4 also stops where it waits for a tool's answer (its `generation_config.json`), Llama 3 likewise; and some files give the
/// end of turn as the end of the sequence.
const ENDS: [&[u8]; 5] = [b"<|tool_response>", b"<eos>", b"<|eom_id|>", b"<|endoftext|>", b"<|end_of_text|>"];

impl Vocabulary {
    /// Reads and checks the tokenizer keys.
    pub fn new(metadata: &Metadata) -> Result<Self> {
        let model = metadata.text("tokenizer.ggml.model").ok_or_else(|| missing("tokenizer.ggml.model"))?;
        let style = match model {
            "llama" => Style::Scores,
            "gemma4" => Style::Characters,
            "gpt2" => Style::Bytes,
            _ => {
                return Err(EngineError::model(format!(
                    "the tokenizer kind {model} is not supported; llama, gemma4 and gpt2 are"
                )));
            }
        };
        let pieces =
            metadata.texts("tokenizer.ggml.tokens").ok_or_else(|| missing("tokenizer.ggml.tokens"))?.clone();
        let scores = match metadata.numbers("tokenizer.ggml.scores") {
            Some(scores) => scores.to_vec(),
            None if style != Style::Scores => vec![0.0; pieces.len()],
            None => return Err(missing("tokenizer.ggml.scores")),
        };
        let codes = metadata
            .numbers("tokenizer.ggml.token_type")
            .ok_or_else(|| missing("tokenizer.ggml.token_type"))?;
        if pieces.is_empty() || scores.len() != pieces.len() || codes.len() != pieces.len() {
            return Err(EngineError::model("the GGUF file's token, score and type arrays differ in length"));
        }
        let kinds: Vec<_> = pieces.iter().zip(codes).map(|(piece, code)| kind(piece, *code)).collect();
        let mut outputs = StringTable::default();
        let mut byte_tokens = vec![None; 256];
        for (id, (piece, kind)) in pieces.iter().zip(&kinds).enumerate() {
            let bytes = if style == Style::Bytes { bytes_of(piece) } else { with_spaces(piece) };
            let byte = match (kind, bytes.as_slice()) {
                (TokenKind::Byte, _) => byte_of(piece),
                (TokenKind::Normal, &[byte]) if style == Style::Bytes => Some(byte),
                _ => None,
            };
            if let Some(slot) = byte.and_then(|byte| byte_tokens.get_mut(usize::from(byte))) {
                *slot = Some(id as u32);
            }
            match (kind, byte) {
                (TokenKind::Control, _) => outputs.push(b""),
                (_, Some(byte)) => outputs.push(&[byte]),
                (TokenKind::UserDefined, _) if style == Style::Bytes => outputs.push(piece),
                _ => outputs.push(&bytes),
            }
        }
        let id = |key: &str, default: u64| -> Result<u32> {
            let value = metadata.integer(key).unwrap_or(default);
            if value < pieces.len() as u64 {
                Ok(value as u32)
            } else {
                Err(EngineError::model(format!("{key} is out of range")))
            }
        };
        let (bos, eos) = (id("tokenizer.ggml.bos_token_id", 2)?, id("tokenizer.ggml.eos_token_id", 1)?);
        let unknown = match style {
            Style::Bytes => None,
            _ => Some(id("tokenizer.ggml.unknown_token_id", 3)?),
        };
        let find = |wanted: &[u8]| pieces.iter().position(|piece| piece == wanted).map(|id| id as u32);
        let end_of_turn = END_OF_TURN.into_iter().find_map(find);
        let ends = ENDS.into_iter().filter(|_| style != Style::Scores).filter_map(find).collect();
        let flag = |key: &str, usual: bool| metadata.integer(key).map_or(usual, |value| value != 0);
        // llama.cpp begins every prompt of Gemma 4 with BOS, whatever the file says; of byte-level files Llama 3's want it.
        let usual = style != Style::Bytes || pieces.get(bos as usize) == b"<|begin_of_text|>";
        let add_bos = style == Style::Characters || flag("tokenizer.ggml.add_bos_token", usual);
        let add_space_prefix = flag("tokenizer.ggml.add_space_prefix", style == Style::Scores);
        Ok(Self {
            pieces,
            outputs,
            scores,
            kinds,
            byte_tokens,
            bos,
            eos,
            end_of_turn,
            ends,
            style,
            unknown,
            add_bos,
            add_space_prefix,
        })
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are none (never so after `new`).
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The piece as the file writes it.
    pub fn piece(&self, id: u32) -> &[u8] {
        self.pieces.get(id as usize)
    }

    /// The bytes that this token adds to the output.
    pub fn output(&self, id: u32) -> &[u8] {
        self.outputs.get(id as usize)
    }

    /// The merge score.
    pub fn score(&self, id: u32) -> f32 {
        self.scores.get(id as usize).copied().unwrap_or(f32::MIN)
    }

    /// The token's kind; unknown ids count as control.
    pub fn kind(&self, id: u32) -> TokenKind {
        self.kinds.get(id as usize).copied().unwrap_or(TokenKind::Control)
    }

    /// The token of one raw byte.
    pub fn byte_token(&self, byte: u8) -> Option<u32> {
        self.byte_tokens.get(usize::from(byte)).copied().flatten()
    }

    /// Whether generation stops here.
    pub fn is_end(&self, id: u32) -> bool {
        id == self.eos || Some(id) == self.end_of_turn || self.ends.contains(&id)
    }
}

pub(super) fn missing(key: &str) -> EngineError {
    EngineError::model(format!("the GGUF file lacks {key}"))
}

fn kind(piece: &[u8], code: f32) -> TokenKind {
    if CONTROL_IN_DISGUISE.contains(&piece) {
        return TokenKind::Control;
    }
    match code as u32 {
        1 => TokenKind::Normal,
        4 => TokenKind::UserDefined,
        6 => TokenKind::Byte,
        _ => TokenKind::Control,
    }
}

/// The byte that `<0x0A>` stands for.
fn byte_of(piece: &[u8]) -> Option<u8> {
    let hex = piece.strip_prefix(b"<0x")?.strip_suffix(b">")?;
    u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()
}

fn with_spaces(piece: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(piece) {
        Ok(text) => text.replace(META_SPACE, " ").into_bytes(),
        Err(_) => piece.to_vec(),
    }
}
