//! Gemma 4 files that contradict themselves: each refused by the name of what is wrong, before anything is computed.

use crate::support::load;
use proptest::prelude::*;
use webmcp_engine::error::Code;
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::Scratch;
use webmcp_engine::tiny::Shape;

/// A change to a file, and what the refusal of it says.
type Case = (fn(&mut Vec<u8>), &'static str);

/// Where the value of a key begins, behind its type.
fn value_of(bytes: &[u8], key: &str) -> usize {
    find(bytes, key) + key.len() + 4
}

fn find(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).position(|part| part == text.as_bytes()).unwrap()
}

fn set(bytes: &mut [u8], key: &str, value: u32) {
    let at = value_of(bytes, &format!("gemma4.{key}"));
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Sets a value of an array of 32-bit numbers.
fn set_of_layer(bytes: &mut [u8], key: &str, layer: usize, value: u32) {
    let at = value_of(bytes, &format!("gemma4.{key}")) + 12 + layer * 4;
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Makes a name one that nobody asks for.
fn hide(bytes: &mut [u8], name: &str) {
    let at = find(bytes, name);
    bytes[at] = b'x';
}

/// Puts a whole number in front of all keys.
fn add(bytes: &mut Vec<u8>, key: &str, value: u32) {
    let length = (key.len() as u64).to_le_bytes();
    let pair = [&length[..], key.as_bytes(), &4u32.to_le_bytes(), &value.to_le_bytes()].concat();
    bytes[16] += 1;
    bytes.splice(24..24, pair);
    bytes.extend([0; 64]);
}

#[test]
fn a_file_that_contradicts_itself_is_refused_by_name() {
    let cases: [Case; 20] = [
        (|file| set(file, "attention.shared_kv_layers", 11), "shared_kv_layers is 11; 1 to 10 is possible"),
        (|file| set(file, "attention.shared_kv_layers", 10), "layer 0 shares the keys of earlier layers"),
        (|file| set(file, "attention.shared_kv_layers", 6), "layer 4 shares the keys of earlier layers"),
        (|file| set(file, "attention.key_length_swa", 0), "key_length_swa is 0; 1 to 1024"),
        (|file| set(file, "attention.key_length_swa", 64), "value_length_swa is 32; only 64"),
        (|file| set(file, "rope.dimension_count", 16), "rope.dimension_count is 16; only 64"),
        (|file| set(file, "embedding_length_per_layer_input", 100), "not multiples of 32"),
        (|file| set(file, "embedding_length_per_layer_input", 96), "should be"),
        (|file| set(file, "embedding_length_per_layer_input", 1 << 20), "1 to 4096 is possible"),
        (|file| set(file, "block_count", 9), "has 10 values for 9 layers"),
        (|file| set(file, "attention.sliding_window", 0), "attention.sliding_window is 0"),
        (|file| set_of_layer(file, "feed_forward_length", 3, 0), "feed_forward_length is 0"),
        (|file| set_of_layer(file, "feed_forward_length", 3, 320), "tensor blk.3.ffn"),
        (|file| set_of_layer(file, "attention.head_count_kv", 0, 3), "do not divide evenly"),
        (|file| set_of_layer(file, "attention.head_count_kv", 2, 2), "layer 2 has 2 key/value heads"),
        (|file| set(file, "final_logit_softcapping", (-8f32).to_bits()), "not a positive number"),
        (
            |file| hide(file, "gemma4.attention.sliding_window_pattern"),
            "lacks gemma4.attention.sliding_window_pattern",
        ),
        (|file| hide(file, "rope_freqs.weight"), "lacks the tensor rope_freqs.weight"),
        (|file| hide(file, "tokenizer.ggml.merges"), "lacks tokenizer.ggml.merges"),
        (|file| add(file, "gemma4.expert_count", 128), "mixture of 128 experts"),
    ];
    let whole = Shape::GEMMA4_E2B.gguf(1);
    for (change, expected) in cases {
        let mut file = whole.clone();
        change(&mut file);
        let error = load(&file, 1 << 20).map(drop).expect_err(expected);
        assert_eq!(error.code, Code::ModelInvalid);
        assert!(error.message.contains(expected), "{expected}: {}", error.message);
    }
}

#[test]
fn a_layer_without_values_of_its_own_is_an_error_in_gemma_3() {
    let mut file = Shape::GEMMA3_1B.gguf(1);
    hide(&mut file, "blk.2.attn_v.weight");
    let error = load(&file, 1 << 20).map(drop).expect_err("only Gemma 4 makes values with the keys' matrix");
    assert!(error.message.contains("lacks the tensor blk.2.attn_v.weight"), "{}", error.message);
}

#[test]
fn keys_of_layers_that_read_earlier_ones_are_passed_over() {
    let names = ["blk.5.attn_k.weight", "blk.9.attn_v.weight", "blk.7.attn_k_norm.weight"];
    let mut file = Shape::GEMMA4_E2B.gguf(1);
    let whole = load(&file, 1 << 20).unwrap();
    for name in names {
        hide(&mut file, name);
    }
    let without = load(&file, 1 << 20).unwrap();
    let (mut one, mut other) = (vec![0f32; 256], vec![0f32; 256]);
    whole.weights.layers[9].qkv.row(100, &mut one);
    without.weights.layers[9].qkv.row(100, &mut other);
    assert_eq!(one, other);
    assert_eq!(whole.weights.layers[9].qkv.rows(), 8 * 64, "queries only");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn a_header_with_changed_bytes_never_panics_nor_does_what_still_loads(
        changes in prop::collection::vec((0usize..2000, any::<u8>()), 1..4),
    ) {
        let mut bytes = FILE.clone();
        for (at, value) in changes {
            bytes[at] = value;
        }
        if let Ok(model) = load(&bytes, 1 << 20) {
            let (mut cache, mut scratch) = (KvCache::new(&model.config, 64), Scratch::default());
            model.forward(&mut cache, &[2, 300, 301], &mut scratch).unwrap();
            model.log_probabilities(&model.final_states(&scratch), &[300, 301, 302]);
        }
    }
}

/// The keys that decide the shape lie in the first two thousand bytes.
static FILE: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| Shape::GEMMA4_E2B.gguf(1));
