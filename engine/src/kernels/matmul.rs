//! Decides the order of a matrix product: as many panels at a time as the registers hold, by one token or by two.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use super::fast::{NARROW_PANELS, WIDE_PANELS, tile};
use crate::quant::{Activations, GROUP_PANELS, PANEL_ROWS, Panels};

/// `out[token][row] = weights · input`, rows rounded up to whole panels.
pub fn matmul(weights: &Panels, input: &Activations, out: &mut [f32]) {
    let stride = weights.panels() * PANEL_ROWS;
    matmul_panels(weights, 0..weights.panels(), input, out, stride);
}

/// As [`matmul`] for some panels only; token `t`'s results begin at `out[t * stride]`.
pub fn matmul_panels(
    weights: &Panels,
    panels: std::ops::Range<usize>,
    input: &Activations,
    out: &mut [f32],
    stride: usize,
) {
    let base = panels.start;
    let mut panel = panels.start;
    if input.tokens == 1 {
        while fits::<NARROW_PANELS>(panel, panels.end) {
            put(tile::<NARROW_PANELS, 1>(weights, panel, input, 0), panel - base, 0, out, stride);
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
                    put(tile::<WIDE_PANELS, 2>(weights, panel, input, token), at, token, out, stride);
                }
                (true, false) => {
                    put(tile::<WIDE_PANELS, 1>(weights, panel, input, token), at, token, out, stride);
                }
                (false, true) => put(tile::<1, 2>(weights, panel, input, token), at, token, out, stride),
                (false, false) => put(tile::<1, 1>(weights, panel, input, token), at, token, out, stride),
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
fn put<const R: usize, const T: usize>(
    results: [[[f32; PANEL_ROWS]; T]; R],
    panel: usize,
    token: usize,
    out: &mut [f32],
    stride: usize,
) {
    for (r, tokens) in results.iter().enumerate() {
        for (t, rows) in tokens.iter().enumerate() {
            out[(token + t) * stride + (panel + r) * PANEL_ROWS..][..PANEL_ROWS].copy_from_slice(rows);
        }
    }
}
