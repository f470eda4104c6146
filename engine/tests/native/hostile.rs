//! Files that are cut short, foreign or malicious: an error each time, never a panic, never a huge allocation.

use crate::support::load;
use proptest::prelude::*;
use webmcp_engine::error::Code;
use webmcp_engine::model::Loader;
use webmcp_engine::tiny::{self, Shape};

fn refusal(bytes: &[u8]) -> String {
    let error = load(bytes, 4096).expect_err("the file should be refused");
    assert_eq!(error.code, Code::ModelInvalid);
    error.message
}

#[test]
fn a_file_that_is_not_gguf_is_refused_by_name() {
    assert!(refusal(b"<!doctype html><title>404</title>").contains("not GGUF"));
    assert!(refusal(b"").contains("cut short"));
}

#[test]
fn a_file_that_is_not_gguf_is_refused_at_its_first_chunk() {
    let error = Loader::new(None).feed(b"<!do").expect_err("four bytes suffice");
    assert!(error.message.contains("not GGUF"));
}

#[test]
fn a_file_cut_anywhere_is_called_cut_short() {
    let whole = tiny::gguf(1);
    for length in [4, 20, 1000, 5000, whole.len() / 2, whole.len() - 100] {
        let mut loader = Loader::new(None);
        let message = match loader.feed(&whole[..length]).and_then(|()| loader.finish().map(drop)) {
            Err(error) => error.message,
            Ok(()) => panic!("{length} bytes of {} made a model", whole.len()),
        };
        assert!(message.contains("cut short"), "{length}: {message}");
    }
}

#[test]
fn a_header_that_claims_more_than_the_file_holds_is_refused_before_weights_are_allocated() {
    let whole = tiny::gguf(1);
    let mut loader = Loader::new(Some(100_000));
    let error = loader.feed(&whole).expect_err("the claim is longer than the file");
    assert!(error.message.contains("cut short"));
}

/// A header of one tensor that is stored as this type.
fn stored_as(code: u32) -> Vec<u8> {
    let mut bytes = b"GGUF".to_vec();
    bytes.extend(3u32.to_le_bytes());
    bytes.extend([1u64.to_le_bytes(), 0u64.to_le_bytes(), 1u64.to_le_bytes()].concat());
    bytes.push(b't');
    bytes.extend(1u32.to_le_bytes());
    bytes.extend(256u64.to_le_bytes());
    bytes.extend(code.to_le_bytes());
    bytes.extend(0u64.to_le_bytes());
    bytes.resize(4096, 0);
    bytes
}

#[test]
fn a_storage_type_that_is_not_read_is_called_by_its_name() {
    for (code, name) in [
        (10, "Q2_K (type 10), which the engine does not read"),
        (23, "IQ4_XS (type 23), which"),
        (39, "MXFP4 (type 39), which"),
        (31, "Q4_0_4_4 (type 31, which llama.cpp no longer reads either), which"),
        (99, "an unknown type (99), which"),
    ] {
        let message = refusal(&stored_as(code));
        assert!(message.contains(&format!("tensor t is {name}")), "{message}");
    }
}

#[test]
fn the_model_does_not_depend_on_where_the_file_is_cut_into_chunks() {
    let bytes = tiny::gguf(2);
    let (one, other) = (load(&bytes, bytes.len()).unwrap(), load(&bytes, 777).unwrap());
    let (mut a, mut b) = (vec![0f32; 256], vec![0f32; 256]);
    for row in 0..256 {
        one.weights.layers[5].down.row(row, &mut a);
        other.weights.layers[5].down.row(row, &mut b);
        assert_eq!(a, b);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn a_header_with_changed_bytes_never_panics(
        shape in prop::sample::select(vec![Shape::SMALL, Shape::QWEN2, Shape::QWEN3, Shape::LLAMA]),
        changes in prop::collection::vec((0usize..9000, any::<u8>()), 1..8),
    ) {
        let mut bytes = shape.gguf(1);
        for (at, value) in changes {
            bytes[at] = value;
        }
        let _ = load(&bytes, 1 << 16);
    }
}
