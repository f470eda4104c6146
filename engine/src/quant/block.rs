//! Decides how the simple formats store a block: a scale, then 32 values of 4, 5 or 8 bits.
#![allow(clippy::indexing_slicing, reason = "every block has its format's exact length, cut by chunks_exact")]

use super::half::from_half;

pub(super) fn half_at(bytes: &[u8], at: usize) -> f32 {
    from_half(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

pub(super) fn f32(bytes: &[u8], out: &mut [f32]) {
    out[0] = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
}

pub(super) fn f16(bytes: &[u8], out: &mut [f32]) {
    out[0] = half_at(bytes, 0);
}

/// Low nibbles are the first sixteen values, high nibbles the rest; stored with 8 added.
pub(super) fn q4_0(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 0);
    for (index, byte) in bytes[2..].iter().enumerate() {
        out[index] = scale * f32::from(i16::from(byte & 15) - 8);
        out[index + 16] = scale * f32::from(i16::from(byte >> 4) - 8);
    }
}

/// As `q4_0`, with the fifth bits gathered in one word in front; stored with 16 added.
pub(super) fn q5_0(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 0);
    let fifth = u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
    for (index, byte) in bytes[6..].iter().enumerate() {
        let low = i32::from(byte & 15) | (((fifth >> index) & 1) << 4) as i32;
        let high = i32::from(byte >> 4) | (((fifth >> (index + 16)) & 1) << 4) as i32;
        out[index] = scale * (low - 16) as f32;
        out[index + 16] = scale * (high - 16) as f32;
    }
}

pub(super) fn q8_0(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 0);
    for (value, byte) in out.iter_mut().zip(&bytes[2..]) {
        *value = scale * f32::from(*byte as i8);
    }
}
