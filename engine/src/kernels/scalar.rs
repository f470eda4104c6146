//! Decides what every kernel computes, in plain Rust: the native engine, and the oracle of the SIMD twins.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use crate::quant::{Activations, BLOCK, GROUP_PANELS, GROUP_ROWS, PANEL_ROWS, Panels};

/// Panels that are multiplied with two tokens at a time.
pub const WIDE_PANELS: usize = 2;

/// Panels that are multiplied with one token at a time.
pub const NARROW_PANELS: usize = 4;

/// Quantises 32 values to signed bytes; gives their scale and `-64 * sum`.
pub fn quantize_block(values: &[f32], quants: &mut [i8]) -> (f32, i32) {
    let largest = values.iter().fold(0f32, |largest, value| largest.max(value.abs()));
    let inverse = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    let mut sum = 0;
    for (quant, value) in quants.iter_mut().zip(values) {
        *quant = (value * inverse).round_ties_even() as i8;
        sum += i32::from(*quant);
    }
    (largest / 127.0, -64 * sum)
}

/// Products of `R` panels of one group, from `panel`, with `T` tokens from `token`; result `[r][t][row]`.
pub fn tile<const R: usize, const T: usize>(
    weights: &Panels,
    panel: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let (group, first) = (weights.group_of(panel), panel % GROUP_PANELS);
    let (columns, blocks) = (weights.columns(), group.len());
    let mut out = [[[0f32; PANEL_ROWS]; T]; R];
    for (r, out) in out.iter_mut().enumerate() {
        for (t, out) in out.iter_mut().enumerate() {
            let activations = input.quants[(token + t) * columns..][..columns].chunks_exact(BLOCK);
            for (index, (block, activations)) in group.iter().zip(activations).enumerate() {
                let at = (token + t) * blocks + index;
                let mut sums = [input.offsets[at]; PANEL_ROWS];
                let lines = block.values.chunks_exact(GROUP_ROWS * 4);
                for (values, line) in activations.chunks_exact(4).zip(lines) {
                    let quants = line[(first + r) * PANEL_ROWS * 4..].chunks_exact(4);
                    for (sum, quants) in sums.iter_mut().zip(quants) {
                        for (value, quant) in values.iter().zip(quants) {
                            *sum += i32::from(*value) * i32::from(*quant);
                        }
                    }
                }
                for row in 0..PANEL_ROWS {
                    let scale = block.scale((first + r) * PANEL_ROWS + row);
                    out[row] += sums[row] as f32 * (scale * input.scales[at]);
                }
            }
        }
    }
    out
}

/// Dot products of `H` queries (each `key.len()` long, one after the other) with one key.
pub fn dots<const H: usize>(queries: &[f32], key: &[f32]) -> [f32; H] {
    std::array::from_fn(|head| {
        let query = &queries[head * key.len()..][..key.len()];
        query.iter().zip(key).map(|(one, other)| one * other).sum()
    })
}

/// For `H` heads: `out[h] = Σ_j weights[h * stride + j] * values[j]`, each value `width` long.
pub fn weigh<const H: usize>(
    weights: &[f32],
    stride: usize,
    count: usize,
    values: &[f32],
    out: &mut [f32],
    width: usize,
) {
    for head in 0..H {
        let out = &mut out[head * width..][..width];
        out.fill(0.0);
        for (weight, value) in weights[head * stride..][..count].iter().zip(values.chunks_exact(width)) {
            for (out, value) in out.iter_mut().zip(value) {
                *out += weight * value;
            }
        }
    }
}
