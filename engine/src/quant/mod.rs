//! Decides how stored values become floats, and the forms that matrices are kept in: panels of 4 and of 7 bits.

mod activation;
mod block;
mod half;
mod layout;
mod nibble_block;
mod nibbles;
mod panel;
mod stored;
mod superblock;

pub use activation::Activations;
pub use half::{from_half, to_half};
pub use layout::{BLOCK, GROUP_PANELS, GROUP_ROWS, PANEL_ROWS};
pub use nibble_block::{ENLARGED, LINE, NibbleBlock, is_nibbles};
pub use panel::{Bits, Group, GroupBlock, Panels};
pub use stored::StoredRows;

use crate::gguf::TensorType;

/// One stored row to floats. `bytes` holds whole blocks and `out` the same number of values (the loader sees to both).
pub fn dequantize(kind: TensorType, bytes: &[u8], out: &mut [f32]) {
    let blocks = bytes.chunks_exact(kind.block_bytes()).zip(out.chunks_exact_mut(kind.block_values()));
    match kind {
        TensorType::F32 => blocks.for_each(|(bytes, out)| block::f32(bytes, out)),
        TensorType::F16 => blocks.for_each(|(bytes, out)| block::f16(bytes, out)),
        TensorType::BF16 => blocks.for_each(|(bytes, out)| block::bf16(bytes, out)),
        TensorType::Q4_0 => blocks.for_each(|(bytes, out)| block::nibbles(bytes, false).floats(out)),
        TensorType::Q4_1 => blocks.for_each(|(bytes, out)| block::nibbles(bytes, true).floats(out)),
        TensorType::Q5_0 => blocks.for_each(|(bytes, out)| block::q5_0(bytes, out)),
        TensorType::Q5_1 => blocks.for_each(|(bytes, out)| block::q5_1(bytes, out)),
        TensorType::Q8_0 => blocks.for_each(|(bytes, out)| block::q8_0(bytes, out)),
        TensorType::Q4_K => blocks.for_each(|(bytes, out)| superblock::q4_k(bytes, out)),
        TensorType::Q5_K => blocks.for_each(|(bytes, out)| superblock::q5_k(bytes, out)),
        TensorType::IQ4_NL => blocks.for_each(|(bytes, out)| block::iq4_nl(bytes, out)),
        TensorType::Q6_K => blocks.for_each(|(bytes, out)| superblock::q6_k(bytes, out)),
    }
}
