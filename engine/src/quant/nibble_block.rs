//! Decides the form in which matrices of 4-bit files are kept: their own values, with a scale and an offset per 32, sixteen rows read
//! as one stream. What the file says is kept exactly, but for scales of 11 bits; in 7 bits it would be rounded again and be 1.7
//! times as much to read for every token.
#![allow(
    clippy::indexing_slicing,
    reason = "lengths are fixed at construction; this is the inner loop of loading"
)]

use super::half::{from_half, to_half};
use super::layout::{BLOCK, GROUP_ROWS};
use super::nibbles::Nibbles;

use super::{block, superblock};
use crate::gguf::TensorType;

/// Scales and offsets are kept as halves this many times as large: those of small weights would be no normal halves, which are read
/// slowly. None is above 255.
pub const ENLARGED: f32 = 256.0;
/// Bytes of four columns of all rows, and of the four that lie half a block behind them.
pub const LINE: usize = GROUP_ROWS * 4;

/// Sixteen rows' values of a block, each `scale * value + offset`.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub struct NibbleBlock {
    /// Low halves are columns 0..16 and high ones 16..32, four columns of all rows after four.
    pub values: [u8; GROUP_ROWS * BLOCK / 2],
    /// Halves, not below zero.
    pub scales: [u16; GROUP_ROWS],
    /// Halves.
    pub offsets: [u16; GROUP_ROWS],
}

impl Default for NibbleBlock {
    fn default() -> Self {
        Self { values: [0; GROUP_ROWS * BLOCK / 2], scales: [0; GROUP_ROWS], offsets: [0; GROUP_ROWS] }
    }
}

impl NibbleBlock {
    /// A row's scale and offset.
    pub fn scale(&self, row: usize) -> (f32, f32) {
        (from_half(self.scales[row]) / ENLARGED, from_half(self.offsets[row]) / ENLARGED)
    }

    /// A row's value of a column.
    pub fn value(&self, row: usize, column: usize) -> u8 {
        let within = column % (BLOCK / 2);
        let byte = self.values[within / 4 * LINE + row * 4 + within % 4];
        if column < BLOCK / 2 { byte & 15 } else { byte >> 4 }
    }

    fn set(&mut self, row: usize, block: &Nibbles) {
        let half = |value: f32| to_half((value * ENLARGED).clamp(-65_504.0, 65_504.0));
        (self.scales[row], self.offsets[row]) = (half(block.scale), half(block.offset));
        let (low, high) = block.values.split_at(BLOCK / 2);
        for (column, (low, high)) in low.iter().zip(high).enumerate() {
            self.values[column / 4 * LINE + row * 4 + column % 4] = low | high << 4;
        }
    }
}

/// Whether files store such a type in 4 bits.
pub fn is_nibbles(kind: TensorType) -> bool {
    matches!(kind, TensorType::Q4_0 | TensorType::Q4_1 | TensorType::Q4_K)
}

/// Writes a stored row into the blocks of its group.
pub(super) fn set_row(group: &mut [NibbleBlock], row: usize, kind: TensorType, bytes: &[u8]) {
    let stored = bytes.chunks_exact(kind.block_bytes());
    match kind {
        TensorType::Q4_K => {
            for (blocks, bytes) in group.chunks_exact_mut(superblock::BLOCKS).zip(stored) {
                for (index, block) in blocks.iter_mut().enumerate() {
                    block.set(row, &superblock::nibbles(bytes, index).upright());
                }
            }
        }
        _ => {
            for (block, bytes) in group.iter_mut().zip(stored) {
                let has_offset = kind == TensorType::Q4_1;
                block.set(row, &block::nibbles(bytes, has_offset).upright());
            }
        }
    }
}
