//! Decides which matrices are kept in 4 bits: those whose tensors the file stores so, all of them.

use super::part::Part;
use crate::quant::Bits;
use std::collections::HashMap;

/// The bits of the matrices of a file; 7 for all others.
#[derive(Debug, Default)]
pub(super) struct Forms {
    layers: HashMap<(usize, Part), Bits>,
    output: Option<Bits>,
}

impl Forms {
    /// That the output matrix is kept so.
    pub(super) fn set_output(&mut self, bits: Bits) {
        self.output = Some(bits);
    }

    /// That a tensor of a layer's matrix could be kept so.
    pub(super) fn narrow(&mut self, layer: usize, part: Part, bits: Bits) {
        let known = self.layers.entry((layer, part)).or_insert(bits);
        if bits == Bits::Seven {
            *known = bits;
        }
    }

    /// Of a layer's matrix.
    pub(super) fn of(&self, layer: usize, part: Part) -> Bits {
        self.layers.get(&(layer, part)).copied().unwrap_or(Bits::Seven)
    }

    /// Of the output matrix.
    pub(super) fn output(&self) -> Bits {
        self.output.unwrap_or(Bits::Seven)
    }
}
