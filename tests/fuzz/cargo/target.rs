//! One program of libFuzzer for each target: the program's name says which.
#![no_main]

#[allow(dead_code)] // libFuzzer has its own seeds.
#[path = "../mod.rs"]
mod fuzz_targets;

use fuzz_targets::TARGETS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let target = TARGETS.iter().find(|target| target.name == env!("CARGO_BIN_NAME")).expect("a target of that name");
    (target.run)(bytes);
});
