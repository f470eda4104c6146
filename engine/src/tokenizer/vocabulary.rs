//! Decides what each token id means: its piece, its score, its kind, and the bytes it puts out.

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
    /// Whether the file lists its merges, in place of scores.
    pub(super) listed_merges: bool,
    /// What an unknown character becomes when there are no byte tokens.
    pub unknown: u32,
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

/// What ends a turn: Gemma 3's mark, or Gemma 4's.
const END_OF_TURN: [&[u8]; 2] = [b"<end_of_turn>", b"<turn|>"];
/// Gemma 4 also stops where it waits for a tool's answer (its `generation_config.json`), and some of its files give the end
/// of turn as the end of the sequence.
const ENDS: [&[u8]; 2] = [b"<|tool_response>", b"<eos>"];

impl Vocabulary {
    /// Reads and checks the tokenizer keys.
    pub fn new(metadata: &Metadata) -> Result<Self> {
        let missing = |key: &str| EngineError::model(format!("the GGUF file lacks {key}"));
        let model = metadata.text("tokenizer.ggml.model").ok_or_else(|| missing("tokenizer.ggml.model"))?;
        let listed_merges = match model {
            "llama" => false,
            "gemma4" if metadata.texts("tokenizer.ggml.merges").is_some() => true,
            "gemma4" => return Err(missing("tokenizer.ggml.merges")),
            _ => {
                return Err(EngineError::model(format!(
                    "the tokenizer kind {model} is not supported; Gemma files carry llama or gemma4"
                )));
            }
        };
        let pieces =
            metadata.texts("tokenizer.ggml.tokens").ok_or_else(|| missing("tokenizer.ggml.tokens"))?.clone();
        let scores = match metadata.numbers("tokenizer.ggml.scores") {
            Some(scores) => scores.to_vec(),
            None if listed_merges => vec![0.0; pieces.len()],
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
            let byte = (*kind == TokenKind::Byte).then(|| byte_of(piece)).flatten();
            if let Some(slot) = byte.and_then(|byte| byte_tokens.get_mut(usize::from(byte))) {
                *slot = Some(id as u32);
            }
            match (kind, byte) {
                (TokenKind::Control, _) => outputs.push(b""),
                (_, Some(byte)) => outputs.push(&[byte]),
                _ => outputs.push(&with_spaces(piece)),
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
        let unknown = id("tokenizer.ggml.unknown_token_id", 3)?;
        let find = |wanted: &[u8]| pieces.iter().position(|piece| piece == wanted).map(|id| id as u32);
        let end_of_turn = END_OF_TURN.into_iter().find_map(find);
        let ends = ENDS.into_iter().filter(|_| listed_merges).filter_map(find).collect();
        let flag = |key: &str, usual: bool| metadata.integer(key).map_or(usual, |value| value != 0);
        // llama.cpp begins every prompt of such a file with BOS, whatever the file says.
        let add_bos = listed_merges || flag("tokenizer.ggml.add_bos_token", true);
        let add_space_prefix = flag("tokenizer.ggml.add_space_prefix", !listed_merges);
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
            listed_merges,
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
