//! Decides the WebAssembly SIMD of each kernel; with relaxed SIMD one instruction does what takes six without.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use crate::quant::{
    Activations, BLOCK, ENLARGED, GROUP_PANELS, GROUP_ROWS, Group, GroupBlock, LINE, NibbleBlock, PANEL_ROWS,
    Panels,
};
#[allow(clippy::wildcard_imports, reason = "two dozen instructions, all prefixed by their type")]
use core::arch::wasm32::*;

#[inline(always)]
fn load_floats(values: &[f32], at: usize) -> v128 {
    debug_assert!(at + 4 <= values.len());
    // SAFETY: callers stay four values before the end; unaligned loads are allowed.
    unsafe { v128_load(values.as_ptr().add(at).cast()) }
}

#[inline(always)]
fn store_floats(values: &mut [f32], at: usize, lanes: v128) {
    debug_assert!(at + 4 <= values.len());
    // SAFETY: as for `load_floats`.
    unsafe { v128_store(values.as_mut_ptr().add(at).cast(), lanes) }
}

#[inline(always)]
fn splat_at(values: &[f32], at: usize) -> v128 {
    debug_assert!(at < values.len());
    // SAFETY: callers stay before the end.
    unsafe { v128_load32_splat(values.as_ptr().add(at).cast()) }
}

#[inline(always)]
fn lane_sum(lanes: v128) -> f32 {
    let (one, two) = (f32x4_extract_lane::<0>(lanes), f32x4_extract_lane::<1>(lanes));
    one + two + (f32x4_extract_lane::<2>(lanes) + f32x4_extract_lane::<3>(lanes))
}

#[cfg(target_feature = "relaxed-simd")]
#[inline(always)]
fn multiply_add(one: v128, other: v128, sum: v128) -> v128 {
    f32x4_relaxed_madd(one, other, sum)
}

#[cfg(not(target_feature = "relaxed-simd"))]
#[inline(always)]
fn multiply_add(one: v128, other: v128, sum: v128) -> v128 {
    f32x4_add(f32x4_mul(one, other), sum)
}

/// Panels that are multiplied with two tokens at a time: as many as the registers hold.
pub const WIDE_PANELS: usize = if cfg!(target_feature = "relaxed-simd") { 4 } else { 2 };

/// Panels that are multiplied with one token at a time.
pub const NARROW_PANELS: usize = 4;

/// Four running dot products of bytes.
trait Sums: Copy {
    /// Every row begins at `offset`.
    fn start(offset: i32) -> Self;
    /// What four activations in every lane become.
    fn operand(activations: v128) -> v128;
    /// Adds sixteen products.
    fn add(&mut self, weights: v128, operand: v128);
    /// One sum per row.
    fn total(self) -> v128;
}

/// One instruction adds sixteen products. Weights are below 128, so every engine computes the same.
#[cfg(target_feature = "relaxed-simd")]
#[derive(Clone, Copy)]
struct Dots(v128);

#[cfg(target_feature = "relaxed-simd")]
impl Sums for Dots {
    #[inline(always)]
    fn start(offset: i32) -> Self {
        Self(i32x4_splat(offset))
    }

    #[inline(always)]
    fn operand(activations: v128) -> v128 {
        activations
    }

    #[inline(always)]
    fn add(&mut self, weights: v128, operand: v128) {
        self.0 = i32x4_relaxed_dot_i8x16_i7x16_add(operand, weights, self.0);
    }

    #[inline(always)]
    fn total(self) -> v128 {
        self.0
    }
}

/// In 16 bits: rows 0 and 1 in one register and 2 and 3 in the other, two partial sums each.
#[derive(Clone, Copy)]
struct Pairs(v128, v128);

impl Sums for Pairs {
    #[inline(always)]
    fn start(offset: i32) -> Self {
        Self(i32x4(offset, 0, offset, 0), i32x4(offset, 0, offset, 0))
    }

    /// All lanes are alike, so the low half does for the high one too.
    #[inline(always)]
    fn operand(activations: v128) -> v128 {
        i16x8_extend_low_i8x16(activations)
    }

    #[inline(always)]
    fn add(&mut self, weights: v128, operand: v128) {
        self.0 = i32x4_add(self.0, i32x4_dot_i16x8(u16x8_extend_low_u8x16(weights), operand));
        self.1 = i32x4_add(self.1, i32x4_dot_i16x8(u16x8_extend_high_u8x16(weights), operand));
    }

    #[inline(always)]
    fn total(self) -> v128 {
        let even = i32x4_shuffle::<0, 2, 4, 6>(self.0, self.1);
        i32x4_add(even, i32x4_shuffle::<1, 3, 5, 7>(self.0, self.1))
    }
}

/// Twin of [`super::scalar::tile`].
#[inline(always)]
pub fn tile<const R: usize, const T: usize, const THIN: bool>(
    weights: &Panels,
    panel: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let first = panel % GROUP_PANELS;
    match weights.group_of(panel) {
        #[cfg(target_feature = "relaxed-simd")]
        Group::Four(group) => nibble_products::<Dots, R, T>(group, weights.fours() / 2, first, input, token),
        #[cfg(not(target_feature = "relaxed-simd"))]
        Group::Four(group) => nibble_products::<Pairs, R, T>(group, weights.fours() / 2, first, input, token),
        // One token alone waits for memory, and V8 makes three dependent instructions of the one: pairs are faster there.
        #[cfg(target_feature = "relaxed-simd")]
        Group::Seven(group) if T > 1 => {
            let fours = weights.fours();
            products::<Dots, R, T>(group, fours, first, input, token)
        }
        Group::Seven(group) => {
            // A constant where it can be one, so that the loop becomes straight code.
            let fours = if THIN { weights.fours() } else { BLOCK / 4 };
            products::<Pairs, R, T>(group, fours, first, input, token)
        }
    }
}

/// Twin of [`super::scalar::quantize_block`].
#[inline(always)]
pub fn quantize_block(values: &[f32], quants: &mut [i8]) -> (f32, i32) {
    let parts: [v128; 8] = core::array::from_fn(|part| load_floats(values, part * 4));
    let peak = parts.iter().fold(f32x4_splat(0.0), |peak, part| f32x4_max(peak, f32x4_abs(*part)));
    let two = f32x4_extract_lane::<0>(peak).max(f32x4_extract_lane::<1>(peak));
    let largest = two.max(f32x4_extract_lane::<2>(peak)).max(f32x4_extract_lane::<3>(peak));
    let inverse = f32x4_splat(if largest > 0.0 { 127.0 / largest } else { 0.0 });
    let whole = parts.map(|part| i32x4_trunc_sat_f32x4(f32x4_nearest(f32x4_mul(part, inverse))));
    let sum = whole.iter().fold(i32x4_splat(0), |sum, part| i32x4_add(sum, *part));
    for half in 0..2 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|part| whole[half * 4 + part]);
        let bytes = i8x16_narrow_i16x8(i16x8_narrow_i32x4(a, b), i16x8_narrow_i32x4(c, d));
        debug_assert!(quants.len() >= BLOCK);
        // SAFETY: `quants` is one block long.
        unsafe { v128_store(quants.as_mut_ptr().add(half * 16).cast(), bytes) };
    }
    let pairs = i32x4_extract_lane::<0>(sum) + i32x4_extract_lane::<1>(sum);
    (largest / 127.0, -64 * (pairs + i32x4_extract_lane::<2>(sum) + i32x4_extract_lane::<3>(sum)))
}

#[inline(always)]
fn products<S: Sums, const R: usize, const T: usize>(
    group: &[GroupBlock],
    fours: usize,
    first: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let (columns, blocks) = (group.len() * BLOCK, group.len());
    debug_assert!(first + R <= GROUP_PANELS);
    debug_assert!((token + T) * columns <= input.quants.len());
    let mut totals = [[f32x4_splat(0.0); T]; R];
    // SAFETY: the two lines above; offsets below stay inside the group's blocks and the T tokens.
    unsafe {
        let values: [*const i8; T] =
            core::array::from_fn(|t| input.quants.as_ptr().add((token + t) * columns));
        for (index, block) in group.iter().enumerate() {
            let quants = block.values.as_ptr().add(first * PANEL_ROWS * 4);
            let scales = block.scales.as_ptr().add(first * PANEL_ROWS);
            let mut sums = [[S::start(0); T]; R];
            for t in 0..T {
                let offset = S::start(*input.offsets.as_ptr().add((token + t) * blocks + index));
                for sums in &mut sums {
                    sums[t] = offset;
                }
            }
            for four in 0..fours {
                let operands: [v128; T] = core::array::from_fn(|t| {
                    S::operand(v128_load32_splat(values[t].add(index * BLOCK + four * 4).cast()))
                });
                for (r, sums) in sums.iter_mut().enumerate() {
                    let panel = v128_load(quants.add((four * GROUP_ROWS + r * PANEL_ROWS) * 4).cast());
                    for t in 0..T {
                        sums[t].add(panel, operands[t]);
                    }
                }
            }
            for r in 0..R {
                // bfloat16 to floats: the upper halves of the lanes.
                let scale = i32x4_shl(i32x4_load_extend_u16x4(scales.add(r * PANEL_ROWS)), 16);
                for t in 0..T {
                    let factor =
                        v128_load32_splat(input.scales.as_ptr().add((token + t) * blocks + index).cast());
                    let sum = f32x4_convert_i32x4(sums[r][t].total());
                    totals[r][t] = multiply_add(sum, f32x4_mul(scale, factor), totals[r][t]);
                }
            }
        }
    }
    totals.map(|row| row.map(stored))
}

#[inline(always)]
fn stored(lanes: v128) -> [f32; PANEL_ROWS] {
    let mut out = [0f32; PANEL_ROWS];
    store_floats(&mut out, 0, lanes);
    out
}

/// Its square is what halves are multiplied with once their bits stand where a float has its own.
const HALF: f32 = (1u64 << 56) as f32;

/// As [`products`], of values in 4 bits above a minimum.
#[inline(always)]
fn nibble_products<S: Sums, const R: usize, const T: usize>(
    group: &[NibbleBlock],
    fours: usize,
    first: usize,
    input: &Activations,
    token: usize,
) -> [[[f32; PANEL_ROWS]; T]; R] {
    let (columns, blocks) = (group.len() * BLOCK, group.len());
    debug_assert!(first + R <= GROUP_PANELS);
    debug_assert!((token + T) * columns <= input.quants.len());
    let mut totals = [[f32x4_splat(0.0); T]; R];
    let (nibble, larger) = (u8x16_splat(15), f32x4_splat(HALF));
    // SAFETY: the two lines above; offsets below stay inside the group's blocks and the T tokens.
    unsafe {
        let values: [*const i8; T] =
            core::array::from_fn(|t| input.quants.as_ptr().add((token + t) * columns));
        for (index, block) in group.iter().enumerate() {
            let quants = block.values.as_ptr().add(first * PANEL_ROWS * 4);
            let mut sums = [[S::start(0); T]; R];
            for four in 0..fours {
                let operands: [[v128; 2]; T] = core::array::from_fn(|t| {
                    let low = values[t].add(index * BLOCK + four * 4);
                    [low, low.add(BLOCK / 2)].map(|at| S::operand(v128_load32_splat(at.cast())))
                });
                for (r, sums) in sums.iter_mut().enumerate() {
                    let both = v128_load(quants.add(four * LINE + r * PANEL_ROWS * 4).cast());
                    let (low, high) = (v128_and(both, nibble), v128_and(u16x8_shr(both, 4), nibble));
                    for t in 0..T {
                        sums[t].add(low, operands[t][0]);
                        sums[t].add(high, operands[t][1]);
                    }
                }
            }
            let factors: [[v128; 2]; T] = core::array::from_fn(|t| {
                let at = (token + t) * blocks + index;
                [input.scales.as_ptr().add(at), input.sums.as_ptr().add(at)]
                    .map(|at| f32x4_mul(v128_load32_splat(at.cast()), larger))
            });
            for r in 0..R {
                let row = (first + r) * PANEL_ROWS;
                let scale = i32x4_shl(i32x4_load_extend_u16x4(block.scales.as_ptr().add(row)), 13);
                let offset = i32x4_shl(i32x4_load_extend_i16x4(block.offsets.as_ptr().add(row).cast()), 13);
                // The sign is in more bits than the first.
                let offset = v128_and(offset, u32x4_splat(0x8fff_ffff));
                for t in 0..T {
                    let sum = f32x4_convert_i32x4(sums[r][t].total());
                    let more = multiply_add(offset, factors[t][1], totals[r][t]);
                    totals[r][t] = multiply_add(sum, f32x4_mul(scale, factors[t][0]), more);
                }
            }
        }
    }
    totals.map(|row| row.map(|lanes| stored(f32x4_mul(lanes, f32x4_splat(HALF / ENLARGED)))))
}

/// The four halves in the lower parts of the words, and the four in the upper ones.
#[inline(always)]
fn unpack(words: &[u32], at: usize) -> (v128, v128) {
    debug_assert!(at + 4 <= words.len());
    // SAFETY: callers stay four words before the end; unaligned loads are allowed.
    let packed = unsafe { v128_load(words.as_ptr().add(at).cast()) };
    let float = |high: v128| {
        f32x4_mul(v128_and(i32x4_shr(high, 3), u32x4_splat(0x8fff_e000)), f32x4_splat(HALF * HALF))
    };
    (float(i32x4_shl(packed, 16)), float(packed))
}

/// Twin of [`super::scalar::dots`]; the key's length is a multiple of 4 words.
#[inline(always)]
pub fn dots<const H: usize>(queries: &[f32], key: &[u32]) -> [f32; H] {
    let mut sums = [[f32x4_splat(0.0); 2]; H];
    for at in (0..key.len()).step_by(4) {
        let (low, high) = unpack(key, at);
        for (head, sums) in sums.iter_mut().enumerate() {
            let at = (head * key.len() + at) * 2;
            sums[0] = multiply_add(load_floats(queries, at), low, sums[0]);
            sums[1] = multiply_add(load_floats(queries, at + 4), high, sums[1]);
        }
    }
    sums.map(|[one, two]| lane_sum(f32x4_add(one, two)))
}

/// Twin of [`super::scalar::weigh`]; `width` is a multiple of 8.
#[inline(always)]
pub fn weigh<const H: usize>(weights: &[f32], stride: usize, values: &[u32], out: &mut [f32], width: usize) {
    let words = width / 2;
    for column in (0..words).step_by(4) {
        let place = |head: usize| head * width + column * 2;
        let mut sums: [[v128; 2]; H] =
            core::array::from_fn(|head| [load_floats(out, place(head)), load_floats(out, place(head) + 4)]);
        for position in 0..values.len() / words {
            let (low, high) = unpack(values, position * words + column);
            for (head, sums) in sums.iter_mut().enumerate() {
                let weight = splat_at(weights, head * stride + position);
                sums[0] = multiply_add(weight, low, sums[0]);
                sums[1] = multiply_add(weight, high, sums[1]);
            }
        }
        for (head, [low, high]) in sums.into_iter().enumerate() {
            store_floats(out, place(head), low);
            store_floats(out, place(head) + 4, high);
        }
    }
}
