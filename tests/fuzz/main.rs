//! Runs each fuzz target for a while on stable Rust: `cargo test --profile fuzz --test fuzz`.
//!
//! `FUZZ_SECONDS` says how long each runs (60), `FUZZ_TARGET` which one, `FUZZ_SEED` where chance begins, `FUZZ_INPUT`
//! names a file to be run once instead. What breaks a law is shrunk, printed and left in `target/fuzz`. Built with
//! `-Cpasses=sancov-module` (see `scripts/lib/fuzz.mjs`), inputs that reach new code are kept and changed further;
//! without it, inputs are random or changed seeds.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "mod.rs"]
mod fuzz_targets;

mod coverage;
mod mutate;
mod watch;

use fuzz_targets::{TARGETS, Target};
use mutate::Chance;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The longest input; laws that need more are broken by less.
const MAX_BYTES: usize = 2048;

/// An input that takes longer is worth a look, and is left beside the broken ones.
const SLOW: Duration = Duration::from_millis(300);

fn main() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let seconds = Duration::from_secs(number("FUZZ_SECONDS", 60));
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seed = number("FUZZ_SEED", clock.as_secs());
    let wanted = std::env::var("FUZZ_TARGET").unwrap_or_default();
    if let Ok(file) = std::env::var("FUZZ_INPUT") {
        return again(&wanted, &std::fs::read(file).unwrap());
    }
    println!("seed {seed}, {}", if coverage::is_on() { "led by coverage" } else { "without coverage" });
    let (mut passed, mut failed) = (0, 0);
    for target in TARGETS.iter().filter(|target| wanted.is_empty() || wanted == target.name) {
        if fuzz(target, seconds, Chance::new(seed)) { passed += 1 } else { failed += 1 }
    }
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {word}. {passed} passed; {failed} failed; 0 ignored");
    if failed > 0 || passed == 0 {
        std::process::exit(1);
    }
}

/// Runs one input of a file, and says how long it took.
fn again(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("FUZZ_TARGET names a target");
    let begun = Instant::now();
    (target.run)(input);
    println!("{name}: holds, {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
}

/// Whether nothing was found.
fn fuzz(target: &Target, time: Duration, mut chance: Chance) -> bool {
    coverage::forget();
    let watch = watch::Watch::over(target.name);
    let mut corpus: Vec<Vec<u8>> = target.seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    corpus.push(Vec::new());
    let (start, mut runs, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
    let mut next = 0;
    while start.elapsed() < time {
        let input = if next < corpus.len() {
            corpus[next].clone()
        } else {
            mutate::input(&corpus, &mut chance, MAX_BYTES)
        };
        let is_seed = next < corpus.len() && next <= target.seeds.len();
        next += usize::from(is_seed);
        let begun = Instant::now();
        let held = watch.during(&input, || holds(target, &input));
        if begun.elapsed() > slowest {
            slowest = begun.elapsed();
            if slowest > SLOW {
                watch.note_slow(&input);
            }
        }
        runs += 1;
        if !held {
            let small = shrink(target, input);
            let file = watch.keep(&small);
            println!("{}: broken by {:?}\n  kept in {file}", target.name, small.escape_ascii().to_string());
            return false;
        }
        if coverage::found_new() && !is_seed {
            corpus.push(input);
            next = corpus.len();
        }
    }
    let rate = runs as f64 / start.elapsed().as_secs_f64();
    println!(
        "{}: {runs} inputs, {rate:.0} a second, slowest {:.1} ms, {} kept, {} places reached",
        target.name,
        slowest.as_secs_f64() * 1e3,
        corpus.len(),
        coverage::reached()
    );
    true
}

fn holds(target: &Target, input: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_ok()
}

/// The same failure, or another one, from fewer bytes.
fn shrink(target: &Target, mut input: Vec<u8>) -> Vec<u8> {
    std::panic::set_hook(Box::new(|_| ()));
    let mut size = input.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at + size <= input.len() {
            let mut less = input.clone();
            less.drain(at..at + size);
            if holds(target, &less) { at += size } else { input = less }
        }
        size /= 2;
    }
    drop(std::panic::take_hook());
    let _ = holds(target, &input);
    input
}
