//! Writes the strings that tokenisers are compared on into a file, as a JSON array, for recording what llama.cpp makes of them
//! (`tests/record/instruct.mjs`).

fn main() -> std::io::Result<()> {
    let file = std::env::args_os().nth(1).unwrap_or_else(|| "strings.json".into());
    std::fs::write(file, serde_json::Value::from(webmcp_engine::tiny::strings(1, 10_000)).to_string())
}
