//! Decides the form that weights are kept in: 7 bits with a scale per 32, or what 4-bit files store, sixteen rows read as one stream.
//!
//! A *panel* is four rows: one 16-byte load is `[row 0 k..k+4][row 1 k..k+4][row 2 …][row 3 …]`, so a dot product with four
//! activations in every lane gives four rows at once and needs no horizontal sum. Values are stored with 64 added, because
//! the relaxed-SIMD dot product wants one operand in 0..=127; the kernels take the 64 back through the sum of the
//! activations.
//!
//! A *group* is four panels: a cache line holds four columns of its sixteen rows, and the sixteen scales lie behind each
//! 32 columns. So a product walks through memory in one direction. With values and scales of four panels in eight
//! places the processor's prefetcher fell behind: that layout decoded less than half as fast (`tests/bench/README.md`).
#![allow(
    clippy::indexing_slicing,
    reason = "lengths are fixed at construction; this is the inner loop of loading"
)]

use super::dequantize;
use super::layout::{BLOCK, GROUP_PANELS, GROUP_ROWS, PANEL_ROWS};
use super::nibble_block::{self, NibbleBlock};
use crate::error::{Result, zeroed};
use crate::gguf::TensorType;
use crate::kernels::parallel::for_each_row;

/// Added to every stored value.
pub const BIAS: i32 = 64;
const LARGEST: f32 = 63.0;

/// Sixteen rows' values under one scale each. Aligned so that no load straddles two cache lines.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub struct GroupBlock {
    /// Four columns of all rows, then the next four.
    pub values: [u8; GROUP_ROWS * BLOCK],
    /// bfloat16: the upper half of a float.
    pub scales: [u16; GROUP_ROWS],
}

impl Default for GroupBlock {
    fn default() -> Self {
        Self { values: [0; GROUP_ROWS * BLOCK], scales: [0; GROUP_ROWS] }
    }
}

impl GroupBlock {
    /// A row's scale.
    pub fn scale(&self, row: usize) -> f32 {
        f32::from_bits(u32::from(self.scales[row]) << 16)
    }
}

/// A matrix of weights.
#[derive(Debug)]
pub struct Panels {
    rows: usize,
    columns: usize,
    /// Times four columns of each block hold weights.
    fours: usize,
    blocks: Blocks,
}

/// Bits of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bits {
    /// Signed, with a scale.
    Seven,
    /// With a scale and an offset: of files that store them so, exactly.
    Four,
}

#[derive(Debug)]
enum Blocks {
    Seven(Vec<GroupBlock>),
    Four(Vec<NibbleBlock>),
}

/// The blocks of a group.
#[derive(Debug, Clone, Copy)]
pub enum Group<'g> {
    /// Of 7 bits.
    Seven(&'g [GroupBlock]),
    /// Of 4 bits.
    Four(&'g [NibbleBlock]),
}

impl Panels {
    /// An empty matrix; rows are rounded up to whole groups. `columns` is a multiple of [`BLOCK`].
    pub fn new(rows: usize, columns: usize, bits: Bits) -> Result<Self> {
        let count = rows.div_ceil(GROUP_ROWS).saturating_mul(columns / BLOCK);
        let blocks = match bits {
            Bits::Seven => Blocks::Seven(zeroed(count)?),
            Bits::Four => Blocks::Four(zeroed(count)?),
        };
        Ok(Self { rows, columns, fours: BLOCK / 4, blocks })
    }

    /// As [`Self::new`] for any number of columns, rounded up to whole blocks; where they are fewer than a block, products that
    /// know of it ([`crate::kernels::add_thin`]) leave out the rest.
    pub fn thin(rows: usize, columns: usize) -> Result<Self> {
        let fours = columns.min(BLOCK).div_ceil(4);
        Ok(Self { fours, ..Self::new(rows, columns.next_multiple_of(BLOCK), Bits::Seven)? })
    }

    /// What a matrix of this size takes.
    pub fn bytes(rows: usize, columns: usize, bits: Bits) -> u64 {
        let blocks = rows.div_ceil(GROUP_ROWS) as u64 * (columns / BLOCK) as u64;
        blocks.saturating_mul(match bits {
            Bits::Seven => size_of::<GroupBlock>(),
            Bits::Four => size_of::<NibbleBlock>(),
        } as u64)
    }

    /// Rows that hold weights.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How often four columns of each block hold weights.
    pub fn fours(&self) -> usize {
        self.fours
    }

    /// Panels, the last group's perhaps partly filled.
    pub fn panels(&self) -> usize {
        self.rows.div_ceil(GROUP_ROWS) * GROUP_PANELS
    }

    /// The blocks of the group that holds a panel.
    pub fn group_of(&self, panel: usize) -> Group<'_> {
        let count = self.columns / BLOCK;
        let first = panel / GROUP_PANELS * count;
        match &self.blocks {
            Blocks::Seven(blocks) => Group::Seven(&blocks[first..][..count]),
            Blocks::Four(blocks) => Group::Four(&blocks[first..][..count]),
        }
    }

    /// Writes as many rows from `first` on as `bytes` holds, on all threads; the file stores them as `kind`, each in `row_bytes`.
    pub fn store_rows(&mut self, first: usize, kind: TensorType, bytes: &[u8], row_bytes: usize) {
        let (count, columns) = (self.columns / BLOCK, self.columns);
        let end = first + bytes.len() / row_bytes;
        let groups = first / GROUP_ROWS..end.div_ceil(GROUP_ROWS);
        let blocks = groups.start * count..groups.end * count;
        // The rows of a group that are written, as the group numbers them, and their bytes.
        let rows_of = |index: usize| {
            let start = (groups.start + index) * GROUP_ROWS;
            (first.max(start)..end.min(start + GROUP_ROWS))
                .map(move |row| (row - start, &bytes[(row - first) * row_bytes..][..row_bytes]))
        };
        match &mut self.blocks {
            Blocks::Seven(all) => for_each_row(&mut all[blocks], count, &|index, group| {
                let mut values = vec![0.0; columns];
                for (row, bytes) in rows_of(index) {
                    dequantize(kind, bytes, &mut values);
                    set_row(group, row, &values);
                }
            }),
            Blocks::Four(all) => for_each_row(&mut all[blocks], count, &|index, group| {
                for (row, bytes) in rows_of(index) {
                    nibble_block::set_row(group, row, kind, bytes);
                }
            }),
        }
    }

    /// Writes one row of a matrix of 7 bits.
    pub fn set_row(&mut self, row: usize, values: &[f32]) {
        let Blocks::Seven(blocks) = &mut self.blocks else { return };
        let count = self.columns / BLOCK;
        set_row(&mut blocks[row / GROUP_ROWS * count..][..count], row % GROUP_ROWS, &values[..self.columns]);
    }

    /// Reads one row back.
    pub fn row(&self, row: usize, out: &mut [f32]) {
        let (group, row) = (self.group_of(row / PANEL_ROWS), row % GROUP_ROWS);
        let parts = out.chunks_exact_mut(BLOCK);
        match group {
            Group::Seven(blocks) => {
                for (block, out) in blocks.iter().zip(parts) {
                    for (column, value) in out.iter_mut().enumerate() {
                        *value =
                            (i32::from(block.values[place(row, column)]) - BIAS) as f32 * block.scale(row);
                    }
                }
            }
            Group::Four(blocks) => {
                for (block, out) in blocks.iter().zip(parts) {
                    let (scale, offset) = block.scale(row);
                    for (column, value) in out.iter_mut().enumerate() {
                        *value = scale * f32::from(block.value(row, column)) + offset;
                    }
                }
            }
        }
    }
}

/// Writes one row of a group; the largest magnitude of each block becomes about ±63: its scale is rounded up to 16 bits first, and the
/// values are rounded for that scale.
fn set_row(group: &mut [GroupBlock], row: usize, values: &[f32]) {
    for (block, values) in group.iter_mut().zip(values.chunks_exact(BLOCK)) {
        // The bits of magnitudes are ordered as these are, and integers are compared several at a time.
        let bits = values.iter().fold(0, |largest: u32, value| largest.max(value.abs().to_bits()));
        let largest = f32::from_bits(bits);
        block.scales[row] = ((largest / LARGEST).to_bits().saturating_add(0xffff) >> 16) as u16;
        let scale = block.scale(row);
        let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let mut quants = [0u8; BLOCK];
        for (quant, value) in quants.iter_mut().zip(values) {
            // Rounds to nearest by truncation of a positive number: `round` is a library call in WebAssembly. By way of
            // i32, for which there is an instruction that takes four.
            *quant = (value * inverse + (BIAS as f32 + 0.5)) as i32 as u8;
        }
        for (index, four) in quants.chunks_exact(4).enumerate() {
            block.values[place(row, index * 4)..][..4].copy_from_slice(four);
        }
    }
}

/// Where a group's row keeps the value of a column within its block.
fn place(row: usize, column: usize) -> usize {
    column / 4 * GROUP_ROWS * 4 + row * 4 + column % 4
}
