//! The codec of OpenAI chat completions, as OpenAI, Mistral, DeepSeek, Qwen, Ollama, llama.cpp, vLLM, LM Studio and
//! OpenRouter speak them (platform.openai.com/docs/api-reference/chat; the others differ as noted).

mod dialect;
mod reply;
mod request;
mod slow;
mod thoughts;

pub(super) use reply::event;
pub(super) use request::request;
pub(super) use slow::body;

/// Whose opaque data this codec reads and writes.
const FORMAT: &str = "openai";
