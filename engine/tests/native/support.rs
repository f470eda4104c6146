//! Models that several tests share.

use std::path::PathBuf;
use std::sync::LazyLock;
use webmcp_engine::model::{Loader, Model};
use webmcp_engine::tiny::{self, Shape};

/// A random model of the same shape in every run.
pub static TINY: LazyLock<Model> = LazyLock::new(|| load(&tiny::gguf(1), 10_000).unwrap());

/// A random model of Gemma 4 E2B's proportions.
pub static TINY_GEMMA_4: LazyLock<Model> =
    LazyLock::new(|| load(&Shape::GEMMA4_E2B.gguf(1), 10_000).unwrap());

/// The real 270M model; its absence is a failure with the remedy, never a skip.
pub static REAL: LazyLock<Model> = LazyLock::new(real);

/// The same, for whom needs one of their own.
pub fn real() -> Model {
    let path = std::env::var_os("GEMMA_GGUF").map_or_else(
        || {
            let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
            home.join(".cache/webmcp-auto-ui/models/gemma-3-270m-q4_k_m.gguf")
        },
        PathBuf::from,
    );
    let bytes = std::fs::read(&path).unwrap_or_else(|error| {
        panic!(
            "the Gemma weights are missing ({}: {error}); run `npm run setup` or set GEMMA_GGUF to the file",
            path.display()
        )
    });
    load(&bytes, 1 << 20).unwrap()
}

/// Feeds a file in chunks.
pub fn load(bytes: &[u8], chunk: usize) -> webmcp_engine::error::Result<Model> {
    let mut loader = Loader::new(Some(bytes.len() as u64));
    for chunk in bytes.chunks(chunk) {
        loader.feed(chunk)?;
    }
    loader.finish()
}
