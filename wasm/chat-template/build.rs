//! Bounds the memory of the WebAssembly file: a template is a stranger's, and may double a text until there is none left.

const MAX_MEMORY_BYTES: u32 = 256 << 20;

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MAX_MEMORY_BYTES}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
