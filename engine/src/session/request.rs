//! Decides what a request may say: JSON in, checked fields out.

use crate::error::{EngineError, Result};
use crate::grammar::{Grammar, Quote, Style};
use crate::sampler::Sampling;
use serde_json::Value;
use std::rc::Rc;

/// What the model reads.
#[derive(Debug, Clone)]
pub enum Prompt {
    /// Text, which never becomes control tokens.
    Text(String),
    /// A conversation as the model's chat template shows it, with [`crate::tokenizer::STAND_IN`] for each `<` of what was said.
    Chat(String),
}

impl Default for Prompt {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

/// Text to be written after a prompt.
#[derive(Debug, Clone)]
pub struct Generate {
    /// What the model reads.
    pub prompt: Prompt,
    /// What of the answer is written already: it ends what the model reads, and the grammar goes on behind it.
    pub begun: String,
    /// What it may write; anything when absent.
    pub grammar: Option<Rc<Grammar>>,
    /// Tokens it may write at most.
    pub max_tokens: usize,
    /// How tokens are drawn.
    pub sampling: Sampling,
    /// Seed of the draws.
    pub seed: u64,
    /// How many texts to write together.
    pub count: usize,
    /// Whether the first of them is the likeliest, whatever `sampling` says.
    pub greedy_first: bool,
    /// Texts that end the answer and are not part of it.
    pub stop: Vec<String>,
}

/// A text whose probability is wanted.
#[derive(Debug, Clone)]
pub struct Score {
    /// What comes before, one or the other; its keys and values are kept for the next time.
    pub prefixes: Vec<String>,
    /// The text.
    pub text: String,
}

/// Words whose likeness in meaning is wanted.
#[derive(Debug, Clone)]
pub struct Compare {
    /// Each of these,
    pub words: Vec<String>,
    /// with each of these.
    pub others: Vec<String>,
}

/// One request.
#[derive(Debug)]
pub enum Request {
    /// Write.
    Generate(Generate),
    /// Judge.
    Score(Score),
    /// Compare.
    Compare(Compare),
}

/// Texts that are written together.
const MAX_TEXTS: usize = 8;
const MAX_REQUEST_BYTES: usize = 16 << 20;
/// Words on each side of a comparison.
const MAX_COMPARED: usize = 512;

impl Request {
    /// Reads `{"op": "generate" | "score" | "compare", …}`.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        if bytes.len() > MAX_REQUEST_BYTES {
            return Err(EngineError::request("the request is larger than 16 MiB"));
        }
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| EngineError::request(format!("the request is not JSON: {error}")))?;
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let required =
            |key: &str| text(key).ok_or_else(|| EngineError::request(format!("the request lacks {key}")));
        let number = |key: &str| value.get(key).and_then(Value::as_f64);
        match text("op").as_deref() {
            Some("score") => score(&value, required("text")?).map(Self::Score),
            Some("compare") => compare(&value).map(Self::Compare),
            Some("generate") => {
                let grammar = grammar(&value)?.map(Rc::new);
                let max_tokens = number("maxTokens").filter(|count| *count >= 1.0);
                let max_tokens =
                    max_tokens.ok_or_else(|| EngineError::request("maxTokens must be at least 1"))? as usize;
                let sampling = Sampling {
                    temperature: number("temperature").unwrap_or(0.0) as f32,
                    top_k: number("topK").unwrap_or(0.0) as usize,
                    top_p: number("topP").unwrap_or(1.0) as f32,
                };
                let stop = value.get("stop").and_then(Value::as_array).into_iter().flatten();
                let stop = stop
                    .filter_map(Value::as_str)
                    .filter(|stop| !stop.is_empty())
                    .map(str::to_owned)
                    .collect();
                let seed = number("seed").unwrap_or(0.0) as u64;
                let prompt = match text("rendered") {
                    Some(chat) => Prompt::Chat(chat),
                    None => Prompt::Text(required("prompt")?),
                };
                let begun = text("begun").unwrap_or_default();
                let count = number("n").unwrap_or(1.0) as usize;
                if !(1..=MAX_TEXTS).contains(&count) {
                    return Err(EngineError::request(format!("n must be between 1 and {MAX_TEXTS}")));
                }
                let greedy_first = value.get("greedyFirst").and_then(Value::as_bool).unwrap_or_default();
                Ok(Self::Generate(Generate {
                    prompt,
                    begun,
                    grammar,
                    max_tokens,
                    sampling,
                    seed,
                    count,
                    greedy_first,
                    stop,
                }))
            }
            _ => Err(EngineError::request("the request's op is none of generate, score and compare")),
        }
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
}

fn compare(request: &Value) -> Result<Compare> {
    let list = |key: &str| {
        let found = request.get(key).and_then(texts).filter(|list| list.len() <= MAX_COMPARED);
        let wrong = || format!("{key} must be a list of at most {MAX_COMPARED} texts");
        found.ok_or_else(|| EngineError::request(wrong()))
    };
    Ok(Compare { words: list("words")?, others: list("others")? })
}

fn score(request: &Value, text: String) -> Result<Score> {
    let prefixes = request.get("prefixes").and_then(texts);
    let wrong = || EngineError::request("prefixes must be a list of texts");
    Ok(Score { prefixes: prefixes.ok_or_else(wrong)?, text })
}

/// The grammar of `schema`, or of `calls`: a list of `{name, parameters}`, in JSON or with texts between `quote`.
fn grammar(request: &Value) -> Result<Option<Grammar>> {
    let given = |key: &str| request.get(key).filter(|value| !value.is_null());
    let calls = match (given("schema"), given("calls")) {
        (None, None) => return Ok(None),
        (Some(schema), None) => return Grammar::from_schema(schema).map(Some),
        (Some(_), Some(_)) => {
            return Err(EngineError::request("give either schema or calls: a text cannot satisfy both"));
        }
        (None, Some(calls)) => calls.as_array(),
    };
    let call = |call: &Value| {
        let name = call.get("name").and_then(Value::as_str)?.to_owned();
        Some((name, call.get("parameters").cloned().unwrap_or_default()))
    };
    let calls: Option<Vec<_>> = calls.and_then(|calls| calls.iter().map(call).collect());
    let calls = calls.ok_or_else(|| EngineError::request("calls must be a list of {name, parameters}"))?;
    let style = match given("quote") {
        None => Style::Json,
        Some(Value::String(quote)) => Style::Dict(Quote::new(quote)?),
        Some(_) => return Err(EngineError::request("quote must be a text")),
    };
    Grammar::from_calls(&calls, style).map(Some)
}
