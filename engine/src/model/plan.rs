//! Decides where each tensor's rows go, and that every tensor the model needs is there in the right shape.

use super::config::Config;
use super::forms::Forms;
use super::part::Part;
use super::tensors::{Place, Wanted, wanted};
use crate::error::{EngineError, Result};
use crate::gguf::TensorInfo;
use crate::quant::{Bits, is_nibbles};

/// The output matrix, where it is not the token embedding.
pub(super) const OUTPUT: &str = "output.weight";

/// One place per tensor, in the tensors' order.
pub(super) fn plan(config: &Config, vocabulary: usize, tensors: &[TensorInfo]) -> Result<Vec<Place>> {
    let has = |name: &str| tensors.iter().any(|tensor| tensor.name == name);
    let mut wanted = wanted(config, vocabulary, has(OUTPUT));
    if config.family.scales_layers {
        take_values_from_keys(config, &mut wanted, &has);
    }
    let mut places = Vec::with_capacity(tensors.len());
    for tensor in tensors {
        if tensor.name.contains("_exps.") || tensor.name.contains("ffn_gate_inp") {
            let name = &tensor.name;
            return Err(EngineError::model(format!(
                "tensor {name} belongs to a mixture of experts, which is not supported"
            )));
        }
        places.push(match wanted.remove(&tensor.name) {
            None => Place::Skip,
            Some(wanted) if (wanted.rows, wanted.columns) == (tensor.rows, tensor.columns) => wanted.place,
            Some(Wanted { rows, columns, .. }) => {
                let (name, r, c) = (&tensor.name, tensor.rows, tensor.columns);
                return Err(EngineError::model(format!(
                    "tensor {name} is {r} x {c} and should be {rows} x {columns}"
                )));
            }
        });
    }
    let missing = wanted.into_iter().filter(|(_, wanted)| wanted.needed).map(|(name, _)| name);
    match missing.min() {
        Some(name) => Err(EngineError::model(format!("the GGUF file lacks the tensor {name}"))),
        None => Ok(places),
    }
}

/// Where a layer has no matrix for values, Gemma 4 makes them with the keys': its rows then go to both.
fn take_values_from_keys(
    config: &Config,
    wanted: &mut std::collections::HashMap<String, Wanted>,
    has: &dyn Fn(&str) -> bool,
) {
    for (layer, shape) in config.layers.iter().enumerate().filter(|(_, shape)| shape.reads.is_none()) {
        let values = format!("blk.{layer}.attn_v.weight");
        if !has(&values)
            && let Some(keys) = wanted.get_mut(&format!("blk.{layer}.attn_k.weight"))
        {
            let first = shape.query_width();
            keys.place = Place::KeysAndValues(layer, first, first + shape.key_width());
            wanted.remove(&values);
        }
    }
}

/// In which form each matrix is kept.
pub(super) fn forms(tensors: &[TensorInfo], places: &[Place]) -> Forms {
    let mut forms = Forms::default();
    for (tensor, place) in tensors.iter().zip(places) {
        let bits = if is_nibbles(tensor.kind) { Bits::Four } else { Bits::Seven };
        match place {
            Place::Output => forms.set_output(bits),
            Place::LayerMatrix(layer, part, _) => forms.narrow(*layer, *part, bits),
            Place::KeysAndValues(layer, ..) => forms.narrow(*layer, Part::Qkv, bits),
            _ => {}
        }
    }
    forms
}
