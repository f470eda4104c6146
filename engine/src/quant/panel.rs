//! Decides the form that weights are kept in: 7 bits with a scale per 32, four rows interleaved by four columns.
//!
//! One 16-byte load is `[row 0 k..k+4][row 1 k..k+4][row 2 …][row 3 …]`, so a dot product with four activations in every
//! lane gives four rows at once and needs no horizontal sum. Values are stored with 64 added, because the relaxed-SIMD dot
//! product wants one operand in 0..=127; the kernels take the 64 back through the sum of the activations.
#![allow(
    clippy::indexing_slicing,
    reason = "lengths are fixed at construction; this is the inner loop of loading"
)]

use crate::error::{Result, zeroed};

/// Values under one scale.
pub const BLOCK: usize = 32;
/// Rows in a panel.
pub const PANEL_ROWS: usize = 4;
/// Added to every stored value.
pub const BIAS: i32 = 64;
const LARGEST: f32 = 63.0;

/// A matrix of weights.
#[derive(Debug)]
pub struct Panels {
    rows: usize,
    columns: usize,
    pub(crate) quants: Vec<u8>,
    pub(crate) scales: Vec<f32>,
}

impl Panels {
    /// An empty matrix; rows are rounded up to whole panels. `columns` is a multiple of [`BLOCK`].
    pub fn new(rows: usize, columns: usize) -> Result<Self> {
        let stored = rows.next_multiple_of(PANEL_ROWS);
        let quants = zeroed(stored.saturating_mul(columns))?;
        let scales = zeroed(stored.saturating_mul(columns / BLOCK))?;
        Ok(Self { rows, columns, quants, scales })
    }

    /// Rows that hold weights.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Panels, the last perhaps partly filled.
    pub fn panels(&self) -> usize {
        self.rows.div_ceil(PANEL_ROWS)
    }

    /// Writes one row; the largest magnitude of each block becomes ±63.
    pub fn set_row(&mut self, row: usize, values: &[f32]) {
        let (panel, lane) = (row / PANEL_ROWS, row % PANEL_ROWS);
        let quants = &mut self.quants[panel * PANEL_ROWS * self.columns..][..PANEL_ROWS * self.columns];
        let scales = &mut self.scales[panel * PANEL_ROWS * (self.columns / BLOCK)..];
        for (block, values) in values[..self.columns].chunks_exact(BLOCK).enumerate() {
            let largest = values.iter().fold(0f32, |largest, value| largest.max(value.abs()));
            let inverse = if largest > 0.0 { LARGEST / largest } else { 0.0 };
            scales[block * PANEL_ROWS + lane] = largest / LARGEST;
            for (index, four) in values.chunks_exact(4).enumerate() {
                let at = block * BLOCK * PANEL_ROWS + index * 16 + lane * 4;
                for (quant, value) in quants[at..at + 4].iter_mut().zip(four) {
                    // Rounds to nearest by truncation of a positive number: `round` is a library call in WebAssembly.
                    *quant = (value * inverse + (BIAS as f32 + 0.5)) as u8;
                }
            }
        }
    }

    /// Reads one row back.
    pub fn row(&self, row: usize, out: &mut [f32]) {
        let (panel, lane) = (row / PANEL_ROWS, row % PANEL_ROWS);
        let quants = &self.quants[panel * PANEL_ROWS * self.columns..];
        let scales = &self.scales[panel * PANEL_ROWS * (self.columns / BLOCK)..];
        for (index, value) in out[..self.columns].iter_mut().enumerate() {
            let quant = i32::from(quants[index / 4 * 16 + lane * 4 + index % 4]) - BIAS;
            *value = quant as f32 * scales[index / BLOCK * PANEL_ROWS + lane];
        }
    }
}
