//! The real weights against llama.cpp: tokens of texts, and greedy continuations. How likely whole texts are is compared in
//! browsers (`tests/browser-engine/engine.test.mjs`), whose builds took 27 s for what took minutes here.

use crate::support::{REAL, real};
use serde_json::{Value, json};
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::{Adapter, Model, Scratch};
use webmcp_engine::session::{Engine, Generation, Request, Step};
use webmcp_engine::tokenizer::Specials;

/// Weights kept in 7 bits may turn a near tie around, so llama.cpp's token must be the best or this close to it, in logits.
const LARGEST_GAP: f32 = 0.5;
/// Tokens of each continuation; the browsers' builds are held to as many.
const TOKENS: usize = 12;

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
        assert_eq!(
            REAL.tokenizer.encode(text, Specials::On),
            ids(&case["special"]),
            "with specials {text:?}"
        );
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

/// Holds greedy continuations, of at most `most` tokens, to what llama.cpp has written; says how many of how many are the same.
fn continues_like(model: &Model, golden: &Value, most: usize) -> (usize, usize) {
    let (mut agreed, mut total, mut worst) = (0, 0, 0f32);
    for case in golden["greedy"].as_array().unwrap() {
        let (prompt, expected) = (case["prompt"].as_str().unwrap(), ids(&case["greedy"]));
        assert_eq!(model.tokenizer.encode_prompt(prompt), ids(&case["ids"]), "the prompt's tokens");
        let mut cache = KvCache::new(&model.config, 2048);
        let mut scratch = Scratch::default();
        let mut next = ids(&case["ids"]);
        for token in expected.into_iter().take(most) {
            for slice in next.chunks(64) {
                model.forward(&mut cache, slice, &mut scratch).unwrap();
            }
            let logits = model.logits(&model.final_state(&scratch), &mut scratch);
            let best = logits.iter().copied().fold(f32::MIN, f32::max);
            let gap = best - logits[token as usize];
            agreed += usize::from(gap == 0.0);
            total += 1;
            worst = worst.max(gap);
            next = vec![token];
        }
    }
    assert!(worst < LARGEST_GAP, "a token of llama.cpp's is {worst} below our best");
    (agreed, total)
}

#[test]
fn greedy_continuations_are_those_of_llama_cpp() {
    let (agreed, total) = continues_like(&REAL, &golden(), TOKENS);
    assert!(agreed * 10 >= total * 9, "only {agreed} of {total} tokens are llama.cpp's");
}

#[test]
fn with_the_composers_adapter_lines_are_those_of_llama_cpp_and_words_as_alike_as_in_training() {
    let mut model = real();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../composer/composer.gguf");
    let adapter = Adapter::read(&std::fs::read(path).unwrap(), &model, 1.0).unwrap();
    assert!(adapter.composes());
    model.adapters.push(adapter);
    let golden = serde_json::from_str(include_str!("../golden/composer.json")).unwrap();
    let (agreed, total) = continues_like(&model, &golden, usize::MAX);
    assert_eq!(agreed, total, "the lines are llama.cpp's, token by token");
    let golden: Value = serde_json::from_str(include_str!("../golden/likeness.json")).unwrap();
    let texts = |key: &str| serde_json::from_value::<Vec<String>>(golden[key].clone()).unwrap();
    let alike = Engine::new(model, 512).compare(&texts("words"), &texts("others"));
    let taught: Vec<Vec<f32>> = serde_json::from_value(golden["taught"].clone()).unwrap();
    for (row, taught) in alike.iter().flatten().zip(taught.iter().flatten()) {
        // Weights kept in 7 bits.
        assert!((row - taught).abs() < 0.04, "{row}, not {taught}");
    }
}

#[test]
fn under_rules_texts_are_written_in_the_tokens_in_which_they_are_read() {
    let sql = "SELECT COUNT(*) FROM visits WHERE species = 'dog'";
    let rule = json!([
        "SELECT ", {"any": ["COUNT(*)", "COUNT(DISTINCT pet)", "*"]}, " FROM visits",
        {"maybe": [" WHERE species = ", {"any": ["'dog'", "'dogfish'", "'cat'"]}]}
    ]);
    let schema = json!({"type": "string", "x-grammar": rule});
    let said = |pet: &str| format!("How many visits were of a {pet}: \"{}\"\n", sql.replace("dog", pet));
    let prompt = format!("{}{}{}How many visits were of a dog: ", said("dog"), said("cat"), said("dog"));
    let request = json!({"op": "generate", "prompt": prompt, "schema": schema, "maxTokens": 60});
    let Ok(Request::Generate(request)) = Request::parse(request.to_string().as_bytes()) else {
        unreachable!()
    };
    let mut engine = Engine::new(real(), 512);
    let mut generation = Generation::new(&mut engine, request).unwrap();
    while generation.step(&mut engine).unwrap() != Step::Done {}
    let written = &generation.drafts()[0];
    assert_eq!(written.text(), format!("\"{sql}\""));
    let read = engine.count_tokens(&written.text());
    assert_eq!(generation.output_tokens(), read, "as many tokens as the text has");
}
