//! The real weights against llama.cpp: tokens of texts, and greedy continuations.

use crate::support::REAL;
use serde_json::Value;
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::Scratch;
use webmcp_engine::tokenizer::Specials;

/// Tokens that must agree; later ones may part where two logits nearly tie, because weights are kept in 7 bits.
const COMPARED: usize = 12;

fn golden() -> Value {
    serde_json::from_str(include_str!("../golden/gemma-3-270m.json")).unwrap()
}

fn ids(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect()
}

#[test]
fn texts_become_the_tokens_that_llama_cpp_makes() {
    for case in golden()["tokenizer"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        assert_eq!(REAL.tokenizer.encode(text, Specials::Off), ids(&case["plain"]), "plain {text:?}");
        assert_eq!(REAL.tokenizer.encode(text, Specials::On), ids(&case["special"]), "with specials {text:?}");
    }
}

#[test]
fn tokens_become_the_text_again() {
    for case in golden()["tokenizer"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap().replace('\u{2581}', " ");
        let ids = REAL.tokenizer.encode(&text, Specials::Off);
        assert_eq!(String::from_utf8(REAL.tokenizer.decode(&ids)).unwrap(), text);
    }
}

#[test]
fn greedy_continuations_are_those_of_llama_cpp() {
    for case in golden()["greedy"].as_array().unwrap() {
        let (prompt, expected) = (case["prompt"].as_str().unwrap(), ids(&case["greedy"]));
        assert_eq!(REAL.tokenizer.encode_prompt(prompt), ids(&case["ids"]), "the prompt's tokens");
        let mut cache = KvCache::new(&REAL.config, 2048);
        let mut scratch = Scratch::default();
        let mut next = ids(&case["ids"]);
        let mut made = Vec::new();
        for _ in 0..expected.len() {
            for slice in next.chunks(64) {
                REAL.forward(&mut cache, slice, &mut scratch).unwrap();
            }
            let logits = REAL.logits(&REAL.final_state(&scratch), &mut scratch);
            let best = (0..logits.len()).reduce(|best, id| if logits[id] > logits[best] { id } else { best }).unwrap();
            made.push(best as u32);
            next = vec![best as u32];
        }
        let same = made.iter().zip(&expected).take_while(|(one, other)| one == other).count();
        assert!(same >= COMPARED.min(expected.len()), "{same} tokens agree after {prompt:?}: {made:?} and {expected:?}");
    }
}
