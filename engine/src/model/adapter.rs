//! Decides what of a LoRA adapter in llama.cpp's form changes which matrix, and what is refused.

use super::likeness::Likeness;
use super::part::Part;
use super::tensors::{Place, Rows, Wanted, wanted};
use super::{Config, Model};
use crate::error::{EngineError, Result, zeroed};
use crate::gguf::{Header, TensorInfo};
use crate::quant::{Bits, Panels, dequantize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};

/// The highest rank; those of published adapters end at 256.
const MAX_RANK: usize = 1024;
/// Where an adapter says that it teaches to compose, and the edition of the lines in which.
const COMPOSES: &str = "webmcp.composer";
const LINES: &str = "4";

/// What an adapter adds to the product of a matrix: that of two thin ones, one after the other.
#[derive(Debug)]
pub(super) struct Change {
    /// The first row of the (fused) matrix that it changes.
    pub(super) first: usize,
    /// From the input to as many values as the rank.
    pub(super) down: Panels,
    /// From there to the rows, scale included.
    pub(super) up: Panels,
}

/// A low-rank adapter for a model.
#[derive(Debug)]
pub struct Adapter {
    /// By layer.
    layers: Vec<Vec<(Part, Change)>>,
    /// Of the file and the scale.
    digest: [u8; 32],
    composes: bool,
    likeness: Option<Likeness>,
}

/// The two halves of a change, as the file has them.
#[derive(Default)]
struct Halves<'h> {
    down: Option<&'h TensorInfo>,
    up: Option<&'h TensorInfo>,
}

impl Adapter {
    /// Reads a whole file for `model`; `scale` is how much of it is taken, 1 what it was made for. Refuses what is no LoRA,
    /// was made for another shape, or changes what cannot be changed.
    pub fn read(bytes: &[u8], model: &Model, scale: f32) -> Result<Self> {
        let short = || EngineError::model("the adapter file is cut short");
        if !scale.is_finite() {
            return Err(EngineError::request(format!("an adapter's scale is a number, not {scale}")));
        }
        let header = Header::parse(bytes)?.ok_or_else(short)?;
        if header.file_length() > bytes.len() as u64 {
            return Err(short());
        }
        check_kind(&header, &model.config)?;
        let alpha = header.metadata.float("adapter.lora.alpha").unwrap_or(0.0);
        let vocabulary = model.tokenizer.vocabulary().len();
        let known = wanted(&model.config, vocabulary, model.weights.embedding.is_some());
        let mut layers: Vec<Vec<_>> = model.config.layers.iter().map(|_| Vec::new()).collect();
        for (name, Halves { down, up }) in halves(&header)? {
            let (Some(down), Some(up)) = (down, up) else {
                let missing = if down.is_some() { "lora_b" } else { "lora_a" };
                return Err(EngineError::model(format!("the adapter has {name} without its {missing}")));
            };
            if is_idle(name, &model.config) {
                continue;
            }
            let (layer, part, rows) = place(name, &known, down, up)?;
            if part == Part::Qkv && model.config.layers.get(layer).is_some_and(|shape| shape.values_from_keys)
            {
                check_alone(name)?;
            }
            let rank = down.rows;
            let factor = if alpha == 0.0 { scale } else { scale * alpha / rank as f32 };
            let data = Data { bytes, start: header.data_start };
            let change = Change {
                first: rows.first,
                down: data.panels(
                    down,
                    Panels::new(rank, down.columns, Bits::Seven)?,
                    1.0,
                    Rows::default(),
                )?,
                up: data.panels(up, Panels::thin(up.rows, rank)?, factor, Rows { first: 0, ..rows })?,
            };
            if let Some(changes) = layers.get_mut(layer) {
                changes.push((part, change));
            }
        }
        let digest = Sha256::new().chain_update(bytes).chain_update(scale.to_le_bytes());
        let composes = header.metadata.text(COMPOSES) == Some(LINES);
        let likeness = Likeness::read(&header, model.config.width)?;
        Ok(Self { layers, digest: digest.finalize().into(), composes, likeness })
    }

    /// The changes of a layer's matrix.
    pub(super) fn changes(&self, layer: usize, part: Part) -> impl Iterator<Item = &Change> {
        let changes = self.layers.get(layer).into_iter().flatten();
        changes.filter(move |(of, _)| *of == part).map(|(_, change)| change)
    }

    /// Whether it teaches to compose, in the lines that this package reads and writes (`training/`).
    pub fn composes(&self) -> bool {
        self.composes
    }

    /// What it was taught of the likeness of words.
    pub(crate) fn likeness(&self) -> Option<&Likeness> {
        self.likeness.as_ref()
    }

    /// What tells it apart from others, and from itself at another scale.
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }
}

fn check_kind(header: &Header, config: &Config) -> Result<()> {
    let text = |key: &str| header.metadata.text(key).unwrap_or("nothing");
    if (text("general.type"), text("adapter.type")) != ("adapter", "lora") {
        return Err(EngineError::model(
            "the file is no LoRA adapter: its general.type is not 'adapter', or its adapter.type not 'lora'",
        ));
    }
    let (made, ours) = (text("general.architecture"), config.family.name);
    if made != ours {
        return Err(EngineError::model(format!("the adapter was made for {made}, and the model is {ours}")));
    }
    Ok(())
}

/// The file's tensors by the name of what they change.
fn halves(header: &Header) -> Result<BTreeMap<&str, Halves<'_>>> {
    let mut found: BTreeMap<&str, Halves<'_>> = BTreeMap::new();
    for tensor in &header.tensors {
        let name = tensor.name.as_str();
        let half = match (name.strip_suffix(".lora_a"), name.strip_suffix(".lora_b")) {
            (Some(name), _) => &mut found.entry(name).or_default().down,
            (_, Some(name)) => &mut found.entry(name).or_default().up,
            _ => return Err(EngineError::model(format!("the adapter's tensor {name} is no part of a LoRA"))),
        };
        if half.replace(tensor).is_some() {
            return Err(EngineError::model(format!("the adapter has the tensor {name} twice")));
        }
    }
    if found.is_empty() {
        return Err(EngineError::model("the adapter changes nothing"));
    }
    Ok(found)
}

/// Whether nothing comes of what `name` is: keys and values of a layer that reads those of another, which files have all the same.
fn is_idle(name: &str, config: &Config) -> bool {
    let part = name.strip_prefix("blk.").and_then(|rest| rest.split_once('.'));
    let Some((layer, "attn_k.weight" | "attn_v.weight")) = part else { return false };
    let shape = layer.parse::<usize>().ok().and_then(|layer| config.layers.get(layer));
    shape.is_some_and(|shape| shape.reads.is_some())
}

/// Refuses a change of a matrix that makes keys and values.
fn check_alone(name: &str) -> Result<()> {
    if !name.ends_with("attn_k.weight") && !name.ends_with("attn_v.weight") {
        return Ok(());
    }
    Err(EngineError::model(format!(
        "the adapter changes {name}, and this model makes keys and values with one matrix, which no adapter can change here"
    )))
}

/// Layer, matrix and rows of what `name` is; an error where it cannot be changed, or not by such halves.
fn place(
    name: &str,
    known: &HashMap<String, Wanted>,
    down: &TensorInfo,
    up: &TensorInfo,
) -> Result<(usize, Part, Rows)> {
    let wanted = known.get(name);
    let Some((&Place::LayerMatrix(layer, part, rows), wanted)) = wanted.map(|wanted| (&wanted.place, wanted))
    else {
        return Err(EngineError::model(format!(
            "the adapter changes {name}, which the model does not have or which cannot be changed; the matrices of attention and feed-forward can"
        )));
    };
    let fits = (down.columns, up.rows) == (wanted.columns, wanted.rows) && down.rows == up.columns;
    if !fits {
        return Err(EngineError::model(format!(
            "the adapter changes {name} by {} x {} and {} x {}, and it is {} x {}: it was made for another model",
            down.rows, down.columns, up.rows, up.columns, wanted.rows, wanted.columns
        )));
    }
    if down.rows > MAX_RANK {
        return Err(EngineError::model(format!(
            "the adapter's rank for {name} is {}; at most {MAX_RANK} is taken",
            down.rows
        )));
    }
    Ok((layer, part, rows))
}

/// The tensors' values in the file.
struct Data<'d> {
    bytes: &'d [u8],
    start: u64,
}

impl Data<'_> {
    /// `panels` with a tensor's values times `factor`, its rows where `rows` has them, and zeros behind its columns.
    fn panels(&self, tensor: &TensorInfo, mut panels: Panels, factor: f32, rows: Rows) -> Result<Panels> {
        let mut values = zeroed::<f32>(panels.columns())?;
        for row in 0..tensor.rows {
            let start = self.start + tensor.offset + (row * tensor.row_bytes) as u64;
            let start = usize::try_from(start).unwrap_or(usize::MAX);
            let stored = self.bytes.get(start..start.saturating_add(tensor.row_bytes)).unwrap_or_default();
            let read = values.get_mut(..tensor.columns).unwrap_or_default();
            dequantize(tensor.kind, stored, read);
            for value in read.iter_mut() {
                *value *= factor;
            }
            if !read.iter().all(|value| value.is_finite()) {
                let name = &tensor.name;
                return Err(EngineError::model(format!(
                    "the adapter's tensor {name} holds no finite numbers"
                )));
            }
            panels.set_row(rows.at(row), &values);
        }
        Ok(panels)
    }
}
