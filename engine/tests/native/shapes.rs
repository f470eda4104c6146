//! Shapes whose weights cannot be had here, on tiny random files: every token's probability against llama.cpp's.

use crate::support::load;
use serde_json::Value;
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::{Model, Scratch};
use webmcp_engine::tiny::Shape;

/// Tokens that go through at once: pages are let go and windows move on within the prompt.
const SLICE: usize = 24;

fn golden(shape: &Shape) -> Value {
    let golden: Value = serde_json::from_str(include_str!("../golden/shapes.json")).unwrap();
    golden["shapes"][shape.name].clone()
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
        let mean = expected.iter().sum::<f64>() / expected.len() as f64;
        for (token, expected) in tokens.iter().zip(&expected) {
            let ours = f64::from(model.log_probabilities(state, &[*token])[0]);
            squares += (ours - expected).powi(2);
            spread += (expected - mean).powi(2);
        }
    }
    (squares / spread).sqrt()
}

/// Weights in 7 bits and activations in 8 (llama.cpp's are in 8 too) move the probabilities by 4.6 to 7.5 hundredths of
/// their spread.
const LARGEST: f64 = 0.09;
/// The mistakes below move them by 26 hundredths and more.
const SMALLEST_MISTAKE: f64 = 0.2;

#[test]
fn probabilities_on_every_shape_are_those_of_llama_cpp() {
    for shape in &Shape::ALL {
        let difference = difference(&load(&shape.gguf(1), 1 << 20).unwrap(), &golden(shape));
        assert!(difference < LARGEST, "{}: {difference}", shape.name);
    }
}

#[test]
fn a_mistaken_shape_does_not_pass_for_the_right_one() {
    let mistakes: [(&str, Shape, fn(&mut Model)); 4] = [
        ("no window", Shape::GEMMA3_1B, |model| model.config.window = 1 << 20),
        ("a window one longer", Shape::GEMMA3_4B, |model| model.config.window += 1),
        ("another base", Shape::GEMMA3_1B, |model| model.config.global_base = 1e4),
        ("no scaling", Shape::GEMMA3_4B, |model| model.config.global_scale = 1.0),
    ];
    for (mistake, shape, make) in mistakes {
        let mut model = load(&shape.gguf(1), 1 << 20).unwrap();
        make(&mut model);
        let difference = difference(&model, &golden(&shape));
        assert!(difference > SMALLEST_MISTAKE, "{mistake} on {}: only {difference}", shape.name);
    }
}
