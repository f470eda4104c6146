//! Models that several tests share.

use std::path::{Path, PathBuf};
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
    let path = std::env::var_os("GEMMA_GGUF");
    opened(&path.map_or_else(|| cached("gemma-3-270m-q4_k_m.gguf"), PathBuf::from))
}

/// Whether the full gate runs.
pub fn is_full() -> bool {
    std::env::var_os("WEBMCP_FULL").is_some()
}

/// The models that follow instructions; the gate has the first two of them.
pub const INSTRUCT: [&str; 3] = ["smollm2-135m", "qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b"];

/// One of them.
pub fn instruct(name: &str) -> Model {
    opened(&cached(match name {
        "smollm2-135m" => "smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        "qwen2.5-coder-0.5b" => "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        _ => "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    }))
}

fn cached(file: &str) -> PathBuf {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/webmcp-auto-ui");
    std::env::var_os("WEBMCP_CACHE").map_or_else(home, PathBuf::from).join("models").join(file)
}

fn opened(path: &Path) -> Model {
    let bytes = std::fs::read(path).unwrap_or_else(|error| {
        panic!("weights are missing ({}: {error}); run `npm run setup`", path.display())
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
