//! Decides the order of a matrix product: as many panels at a time as the registers hold, by one token or by two.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use super::fast::{NARROW_PANELS, WIDE_PANELS, tile};
use super::parallel::{HELPERS, Shared};
use crate::quant::{Activations, GROUP_PANELS, PANEL_ROWS, Panels};

/// Parts per thread: enough that the last one to finish is not waited for long.
const PARTS: usize = 6;

/// `out[token][row] = weights · input`, rows rounded up to whole groups, on all threads.
pub fn matmul(weights: &Panels, input: &Activations, out: &mut [f32]) {
    matmul_apart(weights, input, out, weights.panels() * PANEL_ROWS);
}

/// As [`matmul`], where each token has `stride` values in `out`, of which it begins with the results.
pub fn matmul_apart(weights: &Panels, input: &Activations, out: &mut [f32], stride: usize) {
    on_all_threads::<false>(weights, weights.panels(), input, out, stride, &|out, values| {
        out.copy_from_slice(values);
    });
}

/// As [`matmul`] of a matrix with few columns ([`Panels::thin`]), added to the `stride` values that each token has in `out`. Its
/// rows are whole panels.
pub fn add_thin(weights: &Panels, input: &Activations, out: &mut [f32], stride: usize) {
    let panels = weights.rows() / PANEL_ROWS;
    on_all_threads::<true>(weights, panels, input, out, stride, &|out, values| {
        for (out, value) in out.iter_mut().zip(values) {
            *out += value;
        }
    });
}

/// Gives `put` the place of every result and the result; token `t`'s results begin at `out[t * stride]`.
#[inline(always)]
fn on_all_threads<const THIN: bool>(
    weights: &Panels,
    panels: usize,
    input: &Activations,
    out: &mut [f32],
    stride: usize,
    put: &(impl Fn(&mut [f32], &[f32; PANEL_ROWS]) + Sync),
) {
    debug_assert!(out.len() + stride >= input.tokens * stride + panels * PANEL_ROWS);
    let threads = HELPERS.helpers() + 1;
    let parts = if threads == 1 { 1 } else { threads * PARTS };
    let each = panels.div_ceil(parts).next_multiple_of(GROUP_PANELS);
    let out = Shared(out.as_mut_ptr());
    HELPERS.run(panels.div_ceil(each), &|part| {
        let range = part * each..(part * each + each).min(panels);
        let rows = range.len() * PANEL_ROWS;
        // SAFETY: the parts have different rows, and `out` is borrowed until all are done.
        let rows_of = |token: usize| unsafe { out.slice(token * stride + range.start * PANEL_ROWS, rows) };
        multiply::<THIN>(weights, range.clone(), input, &mut |token, row, values| {
            put(&mut rows_of(token)[row..row + PANEL_ROWS], values);
        });
    });
}

/// As [`matmul`] for some panels only, on this thread; token `t`'s results begin at `out[t * stride]`.
pub fn matmul_panels(
    weights: &Panels,
    panels: std::ops::Range<usize>,
    input: &Activations,
    out: &mut [f32],
    stride: usize,
) {
    multiply::<false>(weights, panels, input, &mut |token, row, values| {
        out[token * stride + row..][..PANEL_ROWS].copy_from_slice(values);
    });
}

/// Tells `put` the token, the row counted from the first panel, and a panel's results.
#[inline(always)]
fn multiply<const THIN: bool>(
    weights: &Panels,
    panels: std::ops::Range<usize>,
    input: &Activations,
    put: &mut impl FnMut(usize, usize, &[f32; PANEL_ROWS]),
) {
    let base = panels.start;
    let mut panel = panels.start;
    if input.tokens == 1 {
        while fits::<NARROW_PANELS>(panel, panels.end) {
            tell(tile::<NARROW_PANELS, 1, THIN>(weights, panel, input, 0), panel - base, 0, put);
            panel += NARROW_PANELS;
        }
    }
    while panel < panels.end {
        let (wide, at) = (fits::<WIDE_PANELS>(panel, panels.end), panel - base);
        let mut token = 0;
        while token < input.tokens {
            let pair = token + 2 <= input.tokens;
            match (wide, pair) {
                (true, true) => {
                    tell(tile::<WIDE_PANELS, 2, THIN>(weights, panel, input, token), at, token, put);
                }
                (true, false) => {
                    tell(tile::<WIDE_PANELS, 1, THIN>(weights, panel, input, token), at, token, put);
                }
                (false, true) => tell(tile::<1, 2, THIN>(weights, panel, input, token), at, token, put),
                (false, false) => tell(tile::<1, 1, THIN>(weights, panel, input, token), at, token, put),
            }
            token += if pair { 2 } else { 1 };
        }
        panel += if wide { WIDE_PANELS } else { 1 };
    }
}

/// Whether `R` panels from here are there and lie in one group.
#[inline(always)]
fn fits<const R: usize>(panel: usize, end: usize) -> bool {
    panel + R <= end && panel % GROUP_PANELS + R <= GROUP_PANELS
}

#[inline(always)]
fn tell<const R: usize, const T: usize>(
    results: [[[f32; PANEL_ROWS]; T]; R],
    panel: usize,
    token: usize,
    put: &mut impl FnMut(usize, usize, &[f32; PANEL_ROWS]),
) {
    for (r, tokens) in results.iter().enumerate() {
        for (t, rows) in tokens.iter().enumerate() {
            put(token + t, (panel + r) * PANEL_ROWS, rows);
        }
    }
}
