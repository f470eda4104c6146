//! How a history becomes smaller: old results shrink to previews, old turns go. Nothing is changed in place.

mod compress;
mod hint;
mod trim;

pub use compress::{CompressOptions, Compressor, compress};
pub use trim::{Kept, json_tokens, trim, trim_plan};
