//! Writes the tiny random models into a folder, for recording what llama.cpp makes of them (`tests/record/logits.mjs`).

use std::path::PathBuf;
use webmcp_engine::tiny::Shape;

/// Of the file with a template of its own.
const TEMPLATE: &str =
    "{{ bos_token }}{% for message in messages %}{{ message.content }}{{ eos_token }}{% endfor %}";

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    for shape in &Shape::ALL {
        std::fs::write(folder.join(format!("{}.gguf", shape.name)), shape.gguf(1))?;
    }
    std::fs::write(folder.join("taught.gguf"), Shape::SMALL.taught(1, TEMPLATE))?;
    std::fs::write(folder.join("adapter.gguf"), Shape::SMALL.adapter(1, 8, 16.0))
}
