//! `wasm-pack`, as its own crate starts it, but that it looks for no newer version of itself.

use clap::Parser;
use wasm_pack::{Cli, PBAR, command::run_wasm_pack};

fn main() -> anyhow::Result<()> {
    let arguments = Cli::parse();
    PBAR.set_log_level(arguments.log_level);
    PBAR.set_quiet(arguments.quiet);
    run_wasm_pack(arguments.cmd)
}
