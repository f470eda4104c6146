//! Writes the tiny random models into a folder, for recording what llama.cpp makes of them (`tests/record/logits.mjs`).

use std::path::PathBuf;
use webmcp_engine::tiny::Shape;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    for shape in &Shape::ALL {
        std::fs::write(folder.join(format!("{}.gguf", shape.name)), shape.gguf(1))?;
    }
    Ok(())
}
