//! How the servers of one model want requests otherwise than OpenAI's first models did, told by the model's name:
//! behind a proxy nothing else is known.

use std::borrow::Cow;

/// Mistral's model families.
const MISTRAL: [&str; 9] = [
    "mistral",
    "ministral",
    "magistral",
    "codestral",
    "devstral",
    "pixtral",
    "mixtral",
    "open-mistral",
    "open-mixtral",
];

/// What a model's servers want.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Call ids have nine letters and digits, the person may not speak right after a tool, and `stream_options` is
    /// not known (docs.mistral.ai; "Unexpected role 'user' after role 'tool'").
    pub(super) mistral: bool,
    /// The limit is called `max_completion_tokens`; `max_tokens` is refused (OpenAI's reasoning models).
    pub(super) completion_tokens: bool,
    /// Every assistant message has `reasoning_content`, if only an empty one (api-docs.deepseek.com, thinking mode:
    /// without it requests after tool calls are refused).
    pub(super) always_reasons: bool,
}

/// The dialect of `model`, whose name may have a vendor in front (`mistralai/…`).
pub(super) fn dialect(model: &str) -> Dialect {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let numbered = |prefix: &str, from: char| {
        name.strip_prefix(prefix)
            .and_then(|rest| rest.chars().next())
            .is_some_and(|c| (from..='9').contains(&c))
    };
    Dialect {
        mistral: MISTRAL.iter().any(|family| name.starts_with(family)),
        completion_tokens: numbered("o", '1') || numbered("gpt-", '5'),
        always_reasons: name.starts_with("deepseek"),
    }
}

/// The letters of a short id.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// How many letters Mistral's ids have.
const SHORT: usize = 9;

/// An id as Mistral takes it: itself where it fits, else nine letters that follow from it.
pub(super) fn short_id(id: &str) -> Cow<'_, str> {
    if id.len() == SHORT && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Cow::Borrowed(id);
    }
    // FNV-1a: equal ids stay equal in each request, and others differ.
    let mut hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mut short = String::with_capacity(SHORT);
    for _ in 0..SHORT {
        short.push(char::from(LETTERS.get((hash % 62) as usize).copied().unwrap_or(b'0')));
        hash /= 62;
    }
    Cow::Owned(short)
}
