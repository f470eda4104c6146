//! Decides a tensor's type, shape and place, and how many bytes a row of it takes.

use super::cursor::{Cursor, Stop};
use super::unread::named;

/// The storage types that the engine reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(non_camel_case_types, reason = "the names that GGUF uses")]
pub enum TensorType {
    /// 32-bit floats.
    F32,
    /// 16-bit floats.
    F16,
    /// The upper halves of 32-bit floats.
    BF16,
    /// 4 bits, blocks of 32.
    Q4_0,
    /// 4 bits and a minimum, blocks of 32.
    Q4_1,
    /// 5 bits, blocks of 32.
    Q5_0,
    /// 5 bits and a minimum, blocks of 32.
    Q5_1,
    /// 8 bits, blocks of 32.
    Q8_0,
    /// 4 bits, superblocks of 256.
    Q4_K,
    /// 5 bits, superblocks of 256.
    Q5_K,
    /// 6 bits, superblocks of 256.
    Q6_K,
    /// 4 bits that stand for sixteen uneven steps, blocks of 32.
    IQ4_NL,
}

impl TensorType {
    fn from_code(code: u32) -> Option<Self> {
        Some(match code {
            0 => Self::F32,
            1 => Self::F16,
            2 => Self::Q4_0,
            3 => Self::Q4_1,
            6 => Self::Q5_0,
            7 => Self::Q5_1,
            8 => Self::Q8_0,
            12 => Self::Q4_K,
            13 => Self::Q5_K,
            14 => Self::Q6_K,
            20 => Self::IQ4_NL,
            30 => Self::BF16,
            _ => return None,
        })
    }

    /// The number that GGUF writes for this type.
    pub fn code(self) -> u32 {
        match self {
            Self::F32 => 0,
            Self::F16 => 1,
            Self::Q4_0 => 2,
            Self::Q4_1 => 3,
            Self::Q5_0 => 6,
            Self::Q5_1 => 7,
            Self::Q8_0 => 8,
            Self::Q4_K => 12,
            Self::Q5_K => 13,
            Self::Q6_K => 14,
            Self::IQ4_NL => 20,
            Self::BF16 => 30,
        }
    }

    /// Values in a block.
    pub fn block_values(self) -> usize {
        match self {
            Self::F32 | Self::F16 | Self::BF16 => 1,
            Self::Q4_0 | Self::Q4_1 | Self::Q5_0 | Self::Q5_1 | Self::Q8_0 | Self::IQ4_NL => 32,
            Self::Q4_K | Self::Q5_K | Self::Q6_K => 256,
        }
    }

    /// Bytes in a block.
    pub fn block_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::BF16 => 2,
            Self::Q4_0 | Self::IQ4_NL => 18,
            Self::Q4_1 => 20,
            Self::Q5_0 => 22,
            Self::Q5_1 => 24,
            Self::Q8_0 => 34,
            Self::Q4_K => 144,
            Self::Q5_K => 176,
            Self::Q6_K => 210,
        }
    }

    /// Bytes that `columns` values take, when they fill whole blocks.
    pub fn row_bytes(self, columns: u64) -> Option<u64> {
        let values = self.block_values() as u64;
        if !columns.is_multiple_of(values) {
            return None;
        }
        (columns / values).checked_mul(self.block_bytes() as u64)
    }
}

/// One tensor's entry in the header.
#[derive(Debug, Clone)]
pub struct TensorInfo {
    /// Its name, such as `blk.0.attn_q.weight`.
    pub name: String,
    /// Values in a row.
    pub columns: usize,
    /// Rows; 1 for a vector.
    pub rows: usize,
    /// How its values are stored.
    pub kind: TensorType,
    /// Where it begins, counted from the start of the tensor data.
    pub offset: u64,
    /// Bytes in a row.
    pub row_bytes: usize,
}

impl TensorInfo {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, Stop> {
        let name = cursor.string()?;
        let dimensions = cursor.u32()?;
        if dimensions > 4 {
            return Err(Stop::Invalid(format!("tensor {name} has {dimensions} dimensions")));
        }
        let (mut columns, mut rows) = (1u64, 1u64);
        for index in 0..dimensions {
            let size = cursor.u64()?;
            if index == 0 { columns = size } else { rows = rows.saturating_mul(size) }
        }
        let code = cursor.u32()?;
        let offset = cursor.u64()?;
        let kind = TensorType::from_code(code).ok_or_else(|| {
            let known = "F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q4_K, Q5_K, Q6_K and IQ4_NL";
            Stop::Invalid(format!(
                "tensor {name} is {}, which the engine does not read; it reads {known}",
                named(code)
            ))
        })?;
        let too_large = || Stop::Invalid(format!("tensor {name} has an impossible shape {columns} x {rows}"));
        let row_bytes =
            kind.row_bytes(columns).filter(|bytes| *bytes > 0 && *bytes <= 1 << 30).ok_or_else(too_large)?;
        let end = row_bytes.checked_mul(rows).and_then(|bytes| bytes.checked_add(offset));
        end.filter(|end| *end <= 1 << 40 && rows > 0 && rows <= 1 << 30).ok_or_else(too_large)?;
        let (columns, rows, row_bytes) = (columns as usize, rows as usize, row_bytes as usize);
        Ok(Self { name, columns, rows, kind, offset, row_bytes })
    }

    /// Where it ends, counted from the start of the tensor data.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add((self.row_bytes as u64).saturating_mul(self.rows as u64))
    }
}
