//! Results that no longer fit into the conversation, cut into chunks and found again by words and by meaning.

mod background;
mod chunk;
mod context;
mod embedder;
mod html;
mod json;

mod numbered;
mod saved;
mod score;
mod store;
mod text;
mod vectors;

pub use chunk::{Source, chunk};
pub use context::{Found, context};
pub use embedder::Embedder;
pub use store::{Memory, MemoryOptions};
