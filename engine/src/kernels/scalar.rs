//! Decides what every kernel computes, in plain Rust: the native engine, and the oracle of the SIMD twins.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use crate::quant::{
    Activations, BLOCK, GROUP_PANELS, GROUP_ROWS, Group, GroupBlock, LINE, NibbleBlock, PANEL_ROWS, Panels,
    from_half,
};

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

/// Products of `R` panels of one group, from `panel`, with `T` tokens from `token`; result `[r][t][row]`. `THIN` where the matrix
/// may be: the columns that it does not use are zero, so here they change nothing.
pub fn tile<const R: usize, const T: usize, const THIN: bool>(
    weights: &Panels,
    panel: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let first = panel % GROUP_PANELS;
    match weights.group_of(panel) {
        Group::Seven(group) => products(group, first, input, token),
        Group::Four(group) => nibble_products(group, first, input, token),
    }
}

fn products<const R: usize, const T: usize>(
    group: &[GroupBlock],
    first: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let (columns, blocks) = (group.len() * BLOCK, group.len());
    let mut out = [[[0f32; PANEL_ROWS]; T]; R];
    for (r, out) in out.iter_mut().enumerate() {
        for (t, out) in out.iter_mut().enumerate() {
            let activations = input.quants[(token + t) * columns..][..columns].chunks_exact(BLOCK);
            for (index, (block, activations)) in group.iter().zip(activations).enumerate() {
                let at = (token + t) * blocks + index;
                // A lane for each product of a line, so that compilers take several at a time.
                let mut lanes = [0i32; PANEL_ROWS * 4];
                let lines = block.values.chunks_exact(GROUP_ROWS * 4);
                for (values, line) in activations.chunks_exact(4).zip(lines) {
                    let quants = &line[(first + r) * PANEL_ROWS * 4..][..PANEL_ROWS * 4];
                    for (lane, (sum, quant)) in lanes.iter_mut().zip(quants).enumerate() {
                        *sum += i32::from(values[lane % 4]) * i32::from(*quant);
                    }
                }
                for (row, (out, lanes)) in out.iter_mut().zip(lanes.chunks_exact(4)).enumerate() {
                    let sum = input.offsets[at] + lanes.iter().sum::<i32>();
                    let scale = block.scale((first + r) * PANEL_ROWS + row);
                    *out += sum as f32 * (scale * input.scales[at]);
                }
            }
        }
    }
    out
}

fn nibble_products<const R: usize, const T: usize>(
    group: &[NibbleBlock],
    first: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let (columns, blocks) = (group.len() * BLOCK, group.len());
    let mut out = [[[0f32; PANEL_ROWS]; T]; R];
    for (r, out) in out.iter_mut().enumerate() {
        for (t, out) in out.iter_mut().enumerate() {
            let activations = input.quants[(token + t) * columns..][..columns].chunks_exact(BLOCK);
            for (index, (block, activations)) in group.iter().zip(activations).enumerate() {
                let at = (token + t) * blocks + index;
                let (low, high) = activations.split_at(BLOCK / 2);
                let mut lanes = [0i32; PANEL_ROWS * 4];
                let lines = block.values.chunks_exact(LINE);
                for ((low, high), line) in low.chunks_exact(4).zip(high.chunks_exact(4)).zip(lines) {
                    let bytes = &line[(first + r) * PANEL_ROWS * 4..][..PANEL_ROWS * 4];
                    for (lane, (sum, byte)) in lanes.iter_mut().zip(bytes).enumerate() {
                        *sum += i32::from(low[lane % 4]) * i32::from(byte & 15);
                        *sum += i32::from(high[lane % 4]) * i32::from(byte >> 4);
                    }
                }
                for (row, (out, lanes)) in out.iter_mut().zip(lanes.chunks_exact(4)).enumerate() {
                    let (scale, offset) = block.scale((first + r) * PANEL_ROWS + row);
                    let sum = lanes.iter().sum::<i32>() as f32;
                    *out += sum * (scale * input.scales[at]) + offset * input.sums[at];
                }
            }
        }
    }
    out
}

/// Two halves (IEEE's) in each word: of every eight values, the first four are the lower halves and the others the upper ones. What is too
/// small for a normal half is 0, for such are read slowly; what is too large is the largest one.
pub fn pack(values: &[f32], words: &mut [u32]) {
    for (values, words) in values.chunks_exact(8).zip(words.chunks_exact_mut(4)) {
        for (index, word) in words.iter_mut().enumerate() {
            *word = half_bits(values[index]) | half_bits(values[index + 4]) << 16;
        }
    }
}

/// A value's half.
fn half_bits(value: f32) -> u32 {
    let bits = value.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Rounded to the mantissa's ten bits, and from the exponents of floats to those of halves.
    let half = (magnitude + 0x1000).saturating_sub(112 << 23) >> 13;
    let half = if half < 0x400 { 0 } else { half.min(0x7bff) };
    bits >> 16 & 0x8000 | half
}

/// What [`pack`] put into the words.
fn unpack(words: &[u32]) -> impl Iterator<Item = f32> {
    words.chunks_exact(4).flat_map(|words| {
        let low = words.iter().map(|word| from_half(*word as u16));
        low.chain(words.iter().map(|word| from_half((word >> 16) as u16)))
    })
}

/// Dot products of `H` queries (one after the other) with one packed key.
pub fn dots<const H: usize>(queries: &[f32], key: &[u32]) -> [f32; H] {
    std::array::from_fn(|head| {
        let query = &queries[head * key.len() * 2..][..key.len() * 2];
        query.iter().zip(unpack(key)).map(|(one, other)| one * other).sum()
    })
}

/// For `H` heads: `out[h] += Σ_j weights[h * stride + j] * values[j]`, each packed value `width` long.
pub fn weigh<const H: usize>(weights: &[f32], stride: usize, values: &[u32], out: &mut [f32], width: usize) {
    for head in 0..H {
        let out = &mut out[head * width..][..width];
        for (weight, value) in weights[head * stride..].iter().zip(values.chunks_exact(width / 2)) {
            for (out, value) in out.iter_mut().zip(unpack(value)) {
                *out += weight * value;
            }
        }
    }
}
