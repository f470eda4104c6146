//! Writes the JavaScript and the types that go with a WebAssembly file of wasm-bindgen's, for browsers without a bundler.
//!
//! `bind INPUT.wasm FOLDER NAME`

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = args.as_slice() else {
        eprintln!("usage: bind INPUT.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // The file lies beside the JavaScript, which finds it by itself.
    bindgen.input_path(input).out_name(name).typescript(true).omit_default_module_path(false);
    let bound = bindgen.web(true).and_then(|web| web.generate(folder));
    match bound {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem:?}");
            ExitCode::FAILURE
        }
    }
}
