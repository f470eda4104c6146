//! Decides which matrices are kept in 4 bits: those whose tensors the file stores so, all of them.

use super::tensors::{Part, Place};
use crate::gguf::TensorInfo;
use crate::quant::{Bits, is_nibbles};
use std::collections::HashMap;

/// The bits of the matrices of a file; 7 for all others.
#[derive(Debug, Default)]
pub(super) struct Forms {
    layers: HashMap<(usize, Part), Bits>,
    output: Option<Bits>,
}

impl Forms {
    /// Of tensors and where they go.
    pub(super) fn new(tensors: &[TensorInfo], places: &[Place]) -> Self {
        let mut forms = Self::default();
        for (tensor, place) in tensors.iter().zip(places) {
            let bits = if is_nibbles(tensor.kind) { Bits::Four } else { Bits::Seven };
            match place {
                Place::Output => forms.output = Some(bits),
                Place::LayerMatrix(layer, part, _) => forms.narrow(*layer, *part, bits),
                Place::KeysAndValues(layer, ..) => forms.narrow(*layer, Part::Qkv, bits),
                _ => {}
            }
        }
        forms
    }

    fn narrow(&mut self, layer: usize, part: Part, bits: Bits) {
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
