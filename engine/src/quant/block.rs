//! Decides how the simple formats store a block: a scale, then 32 values of 4, 5 or 8 bits.
#![allow(clippy::indexing_slicing, reason = "every block has its format's exact length, cut by chunks_exact")]

use super::half::from_half;
use super::nibbles::Nibbles;

pub(super) fn half_at(bytes: &[u8], at: usize) -> f32 {
    from_half(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

pub(super) fn f32(bytes: &[u8], out: &mut [f32]) {
    out[0] = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
}

pub(super) fn f16(bytes: &[u8], out: &mut [f32]) {
    out[0] = half_at(bytes, 0);
}

pub(super) fn bf16(bytes: &[u8], out: &mut [f32]) {
    out[0] = f32::from_le_bytes([0, 0, bytes[0], bytes[1]]);
}

/// Low nibbles are the first sixteen values, high nibbles the rest: above a minimum, or with 8 added.
pub(super) fn nibbles(bytes: &[u8], has_offset: bool) -> Nibbles {
    let scale = half_at(bytes, 0);
    let (offset, stored) =
        if has_offset { (half_at(bytes, 2), &bytes[4..]) } else { (-8.0 * scale, &bytes[2..]) };
    let value = |at: usize| if at < 16 { stored[at] & 15 } else { stored[at - 16] >> 4 };
    Nibbles { values: std::array::from_fn(value), scale, offset }
}

/// The same sixteen and sixteen, with the fifth bits gathered in one word in front; stored with 16 added.
pub(super) fn q5_0(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 0);
    five_bits(&bytes[2..], out, |value| scale * f32::from(i16::from(value) - 16));
}

/// As `q5_0`, stored above a minimum instead.
pub(super) fn q5_1(bytes: &[u8], out: &mut [f32]) {
    let (scale, minimum) = (half_at(bytes, 0), half_at(bytes, 2));
    five_bits(&bytes[4..], out, |value| scale * f32::from(value) + minimum);
}

fn five_bits(bytes: &[u8], out: &mut [f32], value: impl Fn(u8) -> f32) {
    let fifth = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    for (index, byte) in bytes[4..].iter().enumerate() {
        let bit = |at: usize| (((fifth >> at) & 1) << 4) as u8;
        out[index] = value(byte & 15 | bit(index));
        out[index + 16] = value(byte >> 4 | bit(index + 16));
    }
}

/// What the sixteen values of `IQ4_NL` stand for (ggml's `kvalues_iq4nl`), with 128 added.
const STEPS: [u8; 16] = [1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241];

pub(super) fn iq4_nl(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 0);
    let step = |value: u8| scale * f32::from(i16::from(STEPS[usize::from(value)]) - 128);
    for (index, byte) in bytes[2..].iter().enumerate() {
        (out[index], out[index + 16]) = (step(byte & 15), step(byte >> 4));
    }
}

pub(super) fn q8_0(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 0);
    for (value, byte) in out.iter_mut().zip(&bytes[2..]) {
        *value = scale * f32::from(*byte as i8);
    }
}
