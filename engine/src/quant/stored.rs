//! Decides how a table is kept of which only a row per token is read: as the file stores it.
//!
//! Gemma 4's per-layer embeddings are half of a small model, and no product needs them as a matrix. Whoever reads them
//! asks for one row at a time, so that the rows may come to lie elsewhere than in memory.
#![allow(clippy::indexing_slicing, reason = "the loader checked rows and columns against the shape")]

use super::dequantize;
use crate::error::{Result, zeroed};
use crate::gguf::TensorType;

/// Rows in the file's own type.
#[derive(Debug)]
pub struct StoredRows {
    kind: TensorType,
    row_bytes: usize,
    bytes: Vec<u8>,
}

impl StoredRows {
    /// Room for rows of `row_bytes` bytes each, whole blocks of `kind`.
    pub fn new(kind: TensorType, rows: usize, row_bytes: usize) -> Result<Self> {
        Ok(Self { kind, row_bytes, bytes: zeroed(rows.saturating_mul(row_bytes))? })
    }

    /// Keeps one row as it came.
    pub fn set_row(&mut self, row: usize, bytes: &[u8]) {
        self.bytes[row * self.row_bytes..][..self.row_bytes].copy_from_slice(bytes);
    }

    /// One row as floats.
    pub fn row(&self, row: usize, out: &mut [f32]) {
        dequantize(self.kind, &self.bytes[row * self.row_bytes..][..self.row_bytes], out);
    }
}
