//! Shapes whose weights cannot be had here, on tiny random files: every token's probability against llama.cpp's.

use crate::support::load;
use serde_json::Value;
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::{Adapter, Model, Scratch, Stretch};
use webmcp_engine::tiny::Shape;
use webmcp_engine::tokenizer::{Specials, TokenKind};

/// Tokens that go through at once: pages are let go and windows move on within the prompt.
const SLICE: usize = 24;

fn golden(shape: &Shape) -> Value {
    recorded(shape.name)
}

fn recorded(name: &str) -> Value {
    let golden: Value = serde_json::from_str(include_str!("../golden/shapes.json")).unwrap();
    golden["shapes"][name].clone()
}

/// The root mean square of the differences of the natural-log probabilities, as a part of their own spread.
fn difference(model: &Model, golden: &Value) -> f64 {
    let ids: Vec<u32> =
        golden["ids"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect();
    let (mut cache, mut scratch) = (KvCache::new(&model.config, 512), Scratch::default());
    let mut states = Vec::new();
    for slice in ids.chunks(SLICE) {
        model.forward(&mut cache, slice, &mut scratch).unwrap();
        states.extend(model.final_states(&scratch));
    }
    let (mut squares, mut spread) = (0.0, 0.0);
    let rows = golden["logProbabilities"].as_array().unwrap();
    assert_eq!(rows.len(), ids.len());
    for (position, (row, state)) in rows.iter().zip(states.chunks_exact(model.config.width)).enumerate() {
        let expected: Vec<f64> =
            row.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
        let tokens: Vec<u32> = (0..expected.len()).map(|k| ((position * 7 + k * 31) % 512) as u32).collect();
        let logits = model.logits(state, &mut scratch);
        let sum = logits.iter().map(|logit| f64::from(*logit).exp()).sum::<f64>().ln();
        let mean = expected.iter().sum::<f64>() / expected.len() as f64;
        for (token, expected) in tokens.iter().zip(&expected) {
            let ours = f64::from(logits[*token as usize]) - sum;
            squares += (ours - expected).powi(2);
            spread += (expected - mean).powi(2);
        }
    }
    (squares / spread).sqrt()
}

/// Weights in 7 bits and activations in 8 (llama.cpp's are in 8 too) move the probabilities by 4.4 to 8.1 hundredths of
/// their spread.
const LARGEST: f64 = 0.09;
/// The mistakes below move them by 18.6 hundredths and more.
const SMALLEST_MISTAKE: f64 = 0.17;

#[test]
fn probabilities_on_every_shape_are_those_of_llama_cpp() {
    for shape in &Shape::ALL {
        let difference = difference(&load(&shape.gguf(1), 1 << 20).unwrap(), &golden(shape));
        assert!(difference < LARGEST, "{}: {difference}", shape.name);
    }
}

#[test]
fn with_an_adapter_too() {
    let golden = recorded("gemma3-small-adapted");
    let with = |alpha: f32| {
        let mut model = load(&Shape::SMALL.gguf(1), 1 << 20).unwrap();
        // That of `examples/tiny.rs`.
        let file = Shape::SMALL.adapter(1, 8, alpha);
        model.adapters.push(Adapter::read(&file, &model, 1.0).unwrap());
        difference(&model, &golden)
    };
    assert!(with(16.0) < LARGEST, "{}", with(16.0));
    assert!(with(32.0) > SMALLEST_MISTAKE, "twice as much of it: only {}", with(32.0));
    let plain = difference(&load(&Shape::SMALL.gguf(1), 1 << 20).unwrap(), &golden);
    assert!(plain > SMALLEST_MISTAKE, "without it: only {plain}");
}

#[test]
fn a_mistaken_shape_does_not_pass_for_the_right_one() {
    let mistakes: [(&str, Shape, fn(&mut Model)); 23] = [
        ("no window", Shape::GEMMA3_1B, |model| model.config.window = 1 << 20),
        ("a window one longer", Shape::GEMMA3_4B, |model| model.config.window += 1),
        ("another base", Shape::GEMMA3_1B, |model| model.config.global_base = 1e4),
        ("no scaling", Shape::GEMMA3_4B, |model| model.config.stretch = Stretch::Linear(1.0)),
        ("a window one shorter", Shape::GEMMA4_E2B, |model| model.config.window -= 1),
        ("no softcap", Shape::GEMMA4_E2B, |model| model.config.softcap = None),
        ("the global base on local layers", Shape::GEMMA4_E2B, |model| model.config.local_base = 1e4),
        ("the whole head rotated", Shape::GEMMA4_E2B, |model| model.weights.rope_factors.fill(1.0)),
        ("keys of the layer before", Shape::GEMMA4_E2B, |model| model.config.layers[6].reads = Some(2)),
        ("queries scaled", Shape::GEMMA4_E2B, |model| {
            model.config.layers.iter_mut().for_each(|layer| layer.query_scale = 0.15);
        }),
        ("values as they are", Shape::GEMMA4_E2B, |model| {
            model.config.layers.iter_mut().for_each(|layer| layer.values_normed = false);
        }),
        ("no layer scale", Shape::GEMMA4_E2B, |model| model.weights.layers[3].scale[0] = 1.0),
        ("no per-layer part in the last layer", Shape::GEMMA4_E2B, |model| {
            model.weights.layers[9].per_layer = None;
        }),
        ("no norm on the projected parts", Shape::GEMMA4_E2B, |model| {
            model.weights.per_layer.as_mut().unwrap().norm.fill(1.0);
        }),
        ("nothing added to keys", Shape::QWEN2, |model| {
            model.weights.layers.iter_mut().for_each(|layer| layer.qkv_bias.fill(0.0));
        }),
        ("heads as they are", Shape::QWEN3, |model| {
            model.weights.layers.iter_mut().for_each(|layer| layer.key_norm.clear());
        }),
        ("no stretching", Shape::QWEN3, |model| model.config.stretch = Stretch::Linear(1.0)),
        ("linear stretching", Shape::QWEN3, |model| model.config.stretch = Stretch::Linear(4.0)),
        ("every pair turned alike", Shape::LLAMA, |model| model.weights.rope_factors.fill(1.0)),
        ("other layers rotated", Shape::SMOLLM3, |model| {
            model.config.layers.iter_mut().for_each(|layer| layer.rotated = !layer.rotated);
        }),
        ("a window one longer", Shape::GEMMA4_12B, |model| model.config.window += 1),
        ("the whole head rotated", Shape::GEMMA4_12B, |model| model.weights.rope_factors.fill(1.0)),
        ("values as they are", Shape::GEMMA4_12B, |model| {
            model.config.layers.iter_mut().for_each(|layer| layer.values_normed = false);
        }),
    ];
    for (mistake, shape, make) in mistakes {
        let mut model = load(&shape.gguf(1), 1 << 20).unwrap();
        make(&mut model);
        let difference = difference(&model, &golden(&shape));
        assert!(difference > SMALLEST_MISTAKE, "{mistake} on {}: only {difference}", shape.name);
    }
}

#[test]
fn texts_become_the_tokens_that_llama_cpp_makes_by_listed_merges() {
    let golden: Value = serde_json::from_str(include_str!("../golden/shapes.json")).unwrap();
    let model = load(&Shape::GEMMA4_E2B.gguf(1), 1 << 20).unwrap();
    let cases = golden["tokenizer"].as_object().unwrap();
    assert!(cases.len() > 10);
    for (text, ids) in cases {
        let ids: Vec<u32> = ids.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect();
        assert_eq!(model.tokenizer.encode(text, Specials::Off), ids, "{text:?}");
        assert_eq!(String::from_utf8(model.tokenizer.decode(&ids)).unwrap(), text.replace('▁', " "));
    }
}

#[test]
fn no_text_becomes_a_mark_of_gemma_4_and_its_marks_end_a_turn() {
    let model = load(&Shape::GEMMA4_E2B.gguf(1), 1 << 20).unwrap();
    let vocabulary = model.tokenizer.vocabulary();
    for mark in
        ["<|tool_call>", "<tool_call|>", "<|tool_response>", "<|\"|>", "<|channel>", "<|turn>", "<turn|>"]
    {
        let id = model.tokenizer.encode(mark, Specials::On);
        assert_eq!(id.len(), 1, "{mark} is a token of the template's");
        assert_eq!(vocabulary.kind(id[0]), TokenKind::Control);
        assert!(model.tokenizer.encode(mark, Specials::Off).len() > 1, "{mark} in a text is text");
        let ends = ["<turn|>", "<|tool_response>"].contains(&mark);
        assert_eq!(vocabulary.is_end(id[0]), ends, "{mark}");
    }
    assert!(vocabulary.add_bos && !vocabulary.add_space_prefix);
}
