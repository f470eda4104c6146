//! Storage types that only some files have, against their formulas as ggml's documentation of the blocks gives them.

use webmcp_engine::gguf::TensorType;
use webmcp_engine::quant::{dequantize, to_half};

const SCALE: f32 = 0.25;
const MINIMUM: f32 = -1.5;

/// A block's bytes behind its scale and minimum; each byte differs from its neighbours in both halves.
fn payload(length: usize) -> Vec<u8> {
    (0..length).map(|index| (index * 37 + index / 5 * 11 + 3) as u8).collect()
}

fn values(kind: TensorType, bytes: &[u8]) -> Vec<f32> {
    assert_eq!(bytes.len(), kind.block_bytes());
    let mut out = vec![0f32; kind.block_values()];
    dequantize(kind, bytes, &mut out);
    out
}

fn close(found: f32, expected: f32, index: usize) {
    assert!((found - expected).abs() < 1e-3, "value {index} is {found} and should be {expected}");
}

fn block(rest: &[u8]) -> Vec<u8> {
    [&to_half(SCALE).to_le_bytes(), &to_half(MINIMUM).to_le_bytes(), rest].concat()
}

#[test]
fn a_bf16_is_the_upper_half_of_a_float() {
    for value in [0.0f32, 1.0, -2.5, 3.0e38, 1e-40, f32::INFINITY] {
        let upper = f32::from_bits(value.to_bits() & 0xffff_0000);
        assert_eq!(values(TensorType::BF16, &upper.to_le_bytes()[2..]), [upper]);
    }
}

#[test]
fn a_q4_1_value_is_its_nibble_scaled_above_the_minimum() {
    let nibbles = payload(16);
    let found = values(TensorType::Q4_1, &block(&nibbles));
    for (index, found) in found.into_iter().enumerate() {
        let byte = nibbles[index % 16];
        let value = if index < 16 { byte & 15 } else { byte >> 4 };
        close(found, SCALE * f32::from(value) + MINIMUM, index);
    }
}

#[test]
fn a_q5_1_value_has_its_fifth_bit_in_the_word_in_front() {
    let bytes = payload(20);
    let found = values(TensorType::Q5_1, &block(&bytes));
    for (index, found) in found.into_iter().enumerate() {
        let fifth = bytes[index / 8] >> (index % 8) & 1;
        let byte = bytes[4 + index % 16];
        let value = (if index < 16 { byte & 15 } else { byte >> 4 }) + 16 * fifth;
        close(found, SCALE * f32::from(value) + MINIMUM, index);
    }
}

#[test]
fn a_q5_k_value_is_scaled_by_its_sub_block_and_has_its_fifth_bit_apart() {
    let (scales, offsets) = ([63u8, 1, 17, 32, 45, 8, 62, 29], [0u8, 61, 5, 33, 16, 47, 12, 63]);
    // The first four pairs lie whole in eight bytes; the others' low halves lie behind, their high bits above the first.
    let mut packed = [0u8; 12];
    for index in 0..4 {
        packed[index] = scales[index] | (scales[index + 4] >> 4) << 6;
        packed[index + 4] = offsets[index] | (offsets[index + 4] >> 4) << 6;
        packed[index + 8] = (scales[index + 4] & 15) | (offsets[index + 4] & 15) << 4;
    }
    let (fifth, nibbles) = (payload(32), payload(128));
    let bytes = block(&[&packed[..], &fifth, &nibbles].concat());
    for (index, found) in values(TensorType::Q5_K, &bytes).into_iter().enumerate() {
        let (part, at) = (index / 32, index % 32);
        let byte = nibbles[part / 2 * 32 + at];
        let nibble = if part % 2 == 0 { byte & 15 } else { byte >> 4 };
        let value = nibble + 16 * (fifth[at] >> part & 1);
        let expected =
            SCALE * f32::from(scales[part]) * f32::from(value) - MINIMUM * f32::from(offsets[part]);
        close(found, expected, index);
    }
}
