//! Bytes that are no snapshot of this engine: none of them panics, makes it allocate, or changes what it remembers.

use super::checksum::Checksum;
use super::*;
use crate::model::Loader;
use crate::session::{Request, Scoring, Step};
use crate::tiny::Shape;
use serde_json::json;

const PREFIXES: [&str; 2] =
    ["the chart of things on the label, so on and on", "the chart of things in the end"];

fn engine(shape: &Shape, seed: u64, context: usize) -> Result<Engine> {
    let mut loader = Loader::new(None);
    loader.feed(&shape.gguf(seed))?;
    Ok(Engine::new(loader.finish()?, context))
}

/// The score's logarithm and how much of the prefix was known.
fn score(engine: &mut Engine, prefix: &str) -> Result<(f64, usize)> {
    let request = json!({ "op": "score", "prefixes": [prefix], "text": " and more" }).to_string();
    let Request::Score(request) = Request::parse(request.as_bytes())? else {
        unreachable!("a score was asked for")
    };
    let mut scoring = Scoring::new(engine, &request)?;
    while scoring.step(engine)? != Step::Done {}
    let scored = scoring.scores();
    scoring.finish(engine);
    let scored = scored.first().map(|scored| (scored.log_probability, scored.cached));
    Ok(scored.unwrap_or_default())
}

fn snapshot(shape: &Shape) -> Result<Vec<u8>> {
    let mut engine = engine(shape, 1, 256)?;
    for prefix in PREFIXES {
        score(&mut engine, prefix)?;
    }
    Ok(engine.snapshot(usize::MAX)?.flatten().collect())
}

fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let mut sum = Checksum::default();
    sum.add(&content);
    content.extend(sum.of());
    content
}

fn restore(engine: &mut Engine, bytes: &[u8]) -> Result<usize> {
    let mut restoring = engine.restoring()?;
    bytes.chunks(5000).try_for_each(|part| restoring.push(part))?;
    engine.restore(restoring)
}

fn refusal(engine: &mut Engine, bytes: &[u8]) -> String {
    restore(engine, bytes).map_or_else(|error| error.message, |count| format!("took {count}"))
}

#[test]
fn a_snapshot_cut_short_anywhere_is_refused_and_the_engine_remembers_what_it_did() -> Result<()> {
    let bytes = snapshot(&Shape::SMALL)?;
    let mut fresh = engine(&Shape::SMALL, 1, 256)?;
    let (expected, _) = score(&mut fresh, PREFIXES[0])?;
    let step = bytes.len() / 100;
    for length in (0..200).step_by(2).chain((200..bytes.len()).step_by(step)) {
        let cut = &bytes[..length];
        assert!(restore(&mut fresh, cut).is_err(), "{length} of {}", bytes.len());
        // With a checksum that is right, the lengths inside still tell.
        assert!(restore(&mut fresh, &sealed(cut.to_vec())).is_err(), "{length} of {}", bytes.len());
    }
    let (again, cached) = score(&mut fresh, PREFIXES[0])?;
    assert!(again.to_bits() == expected.to_bits() && cached > 10);
    Ok(())
}

#[test]
fn a_flipped_bit_is_refused_and_a_forged_one_never_panics() -> Result<()> {
    for shape in [Shape::SMALL, Shape::GEMMA4_E2B] {
        let bytes = snapshot(&shape)?;
        let content = &bytes[..bytes.len() - Checksum::BYTES];
        let mut victim = engine(&shape, 1, 256)?;
        let mut taken = 0;
        for (round, at) in
            (0..300).step_by(11).chain((300..content.len()).step_by(content.len() / 16)).enumerate()
        {
            let mut forged = content.to_vec();
            forged[at] ^= 1 << (round % 8);
            let mut torn = forged.clone();
            torn.extend(&bytes[content.len()..]);
            assert!(restore(&mut victim, &torn).is_err(), "byte {at}");
            if restore(&mut victim, &sealed(forged)).is_ok() {
                taken += 1;
                if taken % 6 == 1 {
                    score(&mut victim, PREFIXES[0])?;
                }
            }
        }
        assert!(taken > 9, "most of the bytes are keys and values, of which any are possible: {taken}");
    }
    Ok(())
}

#[test]
fn numbers_that_promise_more_than_there_is_are_refused() -> Result<()> {
    let bytes = snapshot(&Shape::SMALL)?;
    let content = &bytes[..bytes.len() - Checksum::BYTES];
    let mut victim = engine(&Shape::SMALL, 1, 256)?;
    for at in (44..content.len().min(600)).step_by(16) {
        for number in [u32::MAX, 1025] {
            let mut forged = content.to_vec();
            forged[at..at + 4].copy_from_slice(&number.to_le_bytes());
            if restore(&mut victim, &sealed(forged)).is_ok() {
                score(&mut victim, PREFIXES[0])?;
            }
        }
    }
    let mut forged = content.to_vec();
    forged[48..52].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(refusal(&mut victim, &sealed(forged)).contains("damaged"));
    Ok(())
}

#[test]
fn a_snapshot_of_another_model_version_or_context_is_refused_by_name() -> Result<()> {
    let bytes = snapshot(&Shape::SMALL)?;
    let mut same = engine(&Shape::SMALL, 1, 256)?;
    assert_eq!(restore(&mut same, &bytes)?, 2);
    for other in [&mut engine(&Shape::SMALL, 2, 256)?, &mut engine(&Shape::GEMMA4_E2B, 1, 256)?] {
        assert!(refusal(other, &bytes).contains("another model"));
    }
    assert!(refusal(&mut engine(&Shape::SMALL, 1, 16)?, &bytes).contains("larger context"));
    let mut later = bytes.clone();
    later[8] = 3;
    assert!(refusal(&mut same, &later).contains("has version 3, and this engine reads 2"));
    assert!(refusal(&mut same, b"GGUF, which is something else").contains("no snapshot"));
    assert!(refusal(&mut same, b"").contains("cut short"));
    assert!(score(&mut same, PREFIXES[1])?.1 > 10, "what was restored first is still known");
    Ok(())
}
