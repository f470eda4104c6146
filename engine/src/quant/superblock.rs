//! Decides how the K formats store 256 values: sub-blocks with small integer scales under one or two half floats.
#![allow(clippy::indexing_slicing, reason = "every block has its format's exact length, cut by chunks_exact")]

use super::block::half_at;

/// Eight sub-blocks of 32, each `scale * value - minimum`; the eight 6-bit pairs are packed into twelve bytes.
pub(super) fn q4_k(bytes: &[u8], out: &mut [f32]) {
    let (scale, minimum) = (half_at(bytes, 0), half_at(bytes, 2));
    let (packed, nibbles) = (&bytes[4..16], &bytes[16..144]);
    for (index, out) in out.chunks_exact_mut(32).enumerate() {
        let (factor, offset) = if index < 4 {
            (packed[index] & 63, packed[index + 4] & 63)
        } else {
            let high = |at: usize| (packed[at] >> 6) << 4;
            ((packed[index + 4] & 15) | high(index - 4), (packed[index + 4] >> 4) | high(index))
        };
        let (factor, offset) = (scale * f32::from(factor), minimum * f32::from(offset));
        let shift = 4 * (index & 1);
        for (value, byte) in out.iter_mut().zip(&nibbles[index / 2 * 32..]) {
            *value = factor * f32::from((byte >> shift) & 15) - offset;
        }
    }
}

/// Sixteen sub-blocks of 16; the low four bits and the high two lie apart, in two halves of 128 values.
pub(super) fn q6_k(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 208);
    for (half, out) in out.chunks_exact_mut(128).enumerate() {
        let (low, high) = (&bytes[half * 64..][..64], &bytes[128 + half * 32..][..32]);
        let factors = &bytes[192 + half * 8..][..8];
        for index in 0..32 {
            for quarter in 0..4 {
                let nibble = low[index + 32 * (quarter & 1)] >> (4 * (quarter >> 1)) & 15;
                let value = i32::from(nibble | ((high[index] >> (2 * quarter) & 3) << 4)) - 32;
                let factor = f32::from(factors[index / 16 + 2 * quarter] as i8);
                out[index + 32 * quarter] = scale * factor * value as f32;
            }
        }
    }
}
