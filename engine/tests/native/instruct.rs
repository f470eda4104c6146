//! Models that follow instructions, on their real weights, against llama.cpp: tokens of ten thousand strings, and what they write.

use crate::support::{INSTRUCT, instruct, is_full};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::{Model, Scratch};
use webmcp_engine::tiny;
use webmcp_engine::tokenizer::Specials;

fn golden(name: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/instruct");
    serde_json::from_str(&std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap()).unwrap()
}

fn ids(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect()
}

#[test]
fn ten_thousand_strings_become_the_tokens_that_llama_cpp_makes() {
    let strings = tiny::strings(1, 10_000);
    for name in INSTRUCT.iter().take(if is_full() { 3 } else { 2 }) {
        let (model, golden) = (instruct(name), golden(name));
        let each = golden["strings"]["each"].as_u64().unwrap() as usize;
        let digests = golden["strings"]["digests"].as_array().unwrap();
        assert_eq!(digests.len() * each, strings.len());
        let wrong = strings.chunks(each).zip(digests).enumerate().filter(|(_, (strings, digest))| {
            let mut hash = Sha256::new();
            for text in *strings {
                let ids = model.tokenizer.encode(text, Specials::Off);
                // SmolLM2 has no token for some bytes.
                let read = model.tokenizer.decode(&ids);
                assert!(name.starts_with("smollm") || read == text.as_bytes(), "{text:?}");
                let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
                hash.update(format!("{}\n", ids.join(" ")));
            }
            let hex = hash.finalize().iter().take(8).fold(String::new(), |mut hex, byte| {
                write!(hex, "{byte:02x}").unwrap();
                hex
            });
            digest.as_str() != Some(&hex)
        });
        let wrong: Vec<usize> = wrong.map(|(index, _)| index).collect();
        assert!(wrong.is_empty(), "{name}: these hundreds of strings differ: {wrong:?}");
    }
}

/// How far llama.cpp's tokens are below our best, in logits, one for each.
fn gaps(model: &Model, case: &Value, most: usize) -> Vec<f32> {
    let chat = model.tokenizer.encode_chat(case["chat"].as_str().unwrap());
    let written: Vec<u32> = ids(&case["written"]).into_iter().take(most).collect();
    let all: Vec<u32> = chat.iter().chain(&written).copied().collect();
    let (mut cache, mut scratch) = (KvCache::new(&model.config, 2048), Scratch::default());
    let mut states = Vec::new();
    for slice in all[..all.len() - 1].chunks(64) {
        model.forward(&mut cache, slice, &mut scratch).unwrap();
        states.extend(model.final_states(&scratch));
    }
    let states = states.chunks_exact(model.config.width).skip(chat.len() - 1);
    let gap = |(state, token): (&[f32], &u32)| {
        let logits = model.logits(state, &mut scratch);
        logits.iter().copied().fold(f32::MIN, f32::max) - logits[*token as usize]
    };
    states.zip(&written).map(gap).collect()
}

/// Activations are rounded in other blocks than llama.cpp's, and matrices of 5 to 8 bits to 7, so a near tie may turn around: of 7,175
/// tokens of the two smaller models 98.6 in a hundred were our best, the first ones of a text less often, and the others at most
/// 0.63 below it, in logits. So do builds of llama.cpp among themselves: of what one has written, its build for AVX2 agreed on 99.06 in a
/// hundred (0.5B) and 98.60 (`SmolLM2`), on 3 of 20 texts to the end each (`tests/record/agree.mjs`, node-llama-cpp 3.22.1).
const LARGEST_GAP: f32 = 0.7;
const LEAST_AGREED: f64 = 0.92;
/// So many tokens of a text, of so many texts, are compared in the gate; in the full one all.
const TOKENS: usize = 24;

#[test]
fn what_models_write_is_what_llama_cpp_writes() {
    for name in INSTRUCT.iter().take(if is_full() { 3 } else { 2 }) {
        let (model, golden) = (instruct(name), golden(name));
        let cases = golden["greedy"].as_array().unwrap();
        // One of each language.
        let every = if is_full() || *name == INSTRUCT[0] { 1 } else { 4 };
        let most = if is_full() { usize::MAX } else { TOKENS };
        let gaps: Vec<f32> = cases.iter().step_by(every).flat_map(|case| gaps(&model, case, most)).collect();
        let agreed = gaps.iter().filter(|gap| **gap == 0.0).count();
        let worst = gaps.iter().copied().fold(0.0, f32::max);
        assert!(worst < LARGEST_GAP, "{name}: a token of llama.cpp's is {worst} below our best");
        assert!(
            agreed as f64 >= LEAST_AGREED * gaps.len() as f64,
            "{name}: {agreed} of {} tokens",
            gaps.len()
        );
    }
}
