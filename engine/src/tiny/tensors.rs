//! Decides the tensors of a tiny file and their random values: of a magnitude near 0.1, the norms' near 1.

use super::{Shape, VOCABULARY};
use crate::gguf::TensorType;
use crate::quant::to_half;
use crate::sampler::Random;

/// One tensor to be written.
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) kind: TensorType,
    values: Values,
}

/// What the values of a tensor are like.
#[derive(Clone, Copy)]
enum Values {
    /// Floats between half of this and three halves.
    Around(f32),
    /// A quarter of the pairs rotates; the others hardly do.
    RopeFactors,
    /// Pairs turn up to eight times slower, the later ones more.
    Slower,
    /// Whole blocks of random bits, scaled to a magnitude near 0.1.
    Matrix,
}

pub(super) fn list(shape: &Shape) -> Vec<Tensor> {
    let mut list = Vec::new();
    let width = shape.width;
    list.push(vector("output_norm.weight".into(), width, shape.output_norm));
    list.push(matrix("token_embd.weight".into(), VOCABULARY, width, TensorType::Q8_0));
    if shape.own_output {
        list.push(matrix("output.weight".into(), VOCABULARY, width, TensorType::Q6_K));
    }
    let (gemma4, parts) = (shape.architecture == "gemma4", shape.per_layer * shape.layers);
    let factors = match shape.architecture {
        "gemma4" => Some(Values::RopeFactors),
        "llama" => Some(Values::Slower),
        _ => None,
    };
    if let Some(values) = factors {
        list.push(Tensor { values, ..vector("rope_freqs.weight".into(), shape.head.1 / 2, 1.0) });
    }
    if parts > 0 {
        list.push(matrix("per_layer_token_embd.weight".into(), VOCABULARY, parts, TensorType::Q4_K));
        list.push(matrix("per_layer_model_proj.weight".into(), parts, width, TensorType::BF16));
        list.push(vector("per_layer_proj_norm.weight".into(), shape.per_layer, 1.0));
    }
    for layer in 0..shape.layers {
        let name = |part: &str| format!("blk.{layer}.{part}.weight");
        let head = shape.of(layer, shape.head);
        for part in ["attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"] {
            if shape.is_gemma() || !part.starts_with("post") {
                list.push(vector(name(part), width, 1.0));
            }
        }
        if shape.norms_heads() {
            list.push(vector(name("attn_q_norm"), head, shape.of(layer, shape.attention_norm)));
            list.push(vector(name("attn_k_norm"), head, shape.of(layer, shape.attention_norm)));
        }
        let (queries, keys, feed) =
            (shape.heads * head, shape.of(layer, shape.kv_heads) * head, shape.feed_forward(layer));
        if shape.architecture == "qwen2" {
            for (part, length) in [("attn_q", queries), ("attn_k", keys), ("attn_v", keys)] {
                list.push(vector(format!("blk.{layer}.{part}.bias"), length, 0.3));
            }
        }
        let mut matrices = vec![
            ("attn_q", queries, width),
            ("attn_k", keys, width),
            ("attn_v", keys, width),
            ("attn_output", width, queries),
            ("ffn_gate", feed, width),
            ("ffn_up", feed, width),
            ("ffn_down", width, feed),
        ];
        if gemma4 {
            list.push(vector(name("layer_output_scale"), 1, 1.0));
        }
        if shape.per_layer > 0 {
            list.push(vector(name("post_norm"), width, 1.0));
            matrices.push(("inp_gate", shape.per_layer, width));
            matrices.push(("proj", width, shape.per_layer));
        }
        matrices.retain(|(part, ..)| match *part {
            // Files of the real models have the keys of layers that do not use them too.
            "attn_v" => !shape.values_from_keys || shape.is_local(layer),
            _ => true,
        });
        for (index, (part, rows, columns)) in matrices.into_iter().enumerate() {
            let kind = shape.kinds.iter().cycle().nth(layer + index).copied();
            list.push(matrix(name(part), rows, columns, kind.unwrap_or(TensorType::F16)));
        }
    }
    list
}

/// The halves of a LoRA for every matrix of every layer, one in floats and one in half floats.
pub(super) fn of_adapter(shape: &Shape, rank: usize) -> Vec<Tensor> {
    let matrices = list(shape).into_iter().filter(|tensor| {
        let layers = tensor.name.starts_with("blk.") && !tensor.name.contains("norm");
        layers && matches!(tensor.values, Values::Matrix)
    });
    let halves = |Tensor { name, rows, columns, .. }: Tensor| {
        [
            matrix(format!("{name}.lora_a"), rank, columns, TensorType::F32),
            matrix(format!("{name}.lora_b"), rows, rank, TensorType::F16),
        ]
    };
    matrices.flat_map(halves).collect()
}

fn vector(name: String, length: usize, middle: f32) -> Tensor {
    Tensor { name, rows: 1, columns: length, kind: TensorType::F32, values: Values::Around(middle) }
}

fn matrix(name: String, rows: usize, columns: usize, kind: TensorType) -> Tensor {
    Tensor { name, rows, columns, kind, values: Values::Matrix }
}

impl Tensor {
    pub(super) fn fill(&self, random: &mut Random, out: &mut Vec<u8>) {
        let mut float = |value: f32| out.extend(value.to_le_bytes());
        match self.values {
            Values::Around(middle) => {
                (0..self.columns).for_each(|_| float(middle * (0.5 + random.unit())));
            }
            Values::RopeFactors => {
                (0..self.columns).for_each(|pair| float(if pair < self.columns / 4 { 1.0 } else { 1e30 }));
            }
            Values::Slower => {
                (0..self.columns).for_each(|pair| float(1.0 + 7.0 * pair as f32 / self.columns as f32));
            }
            Values::Matrix => {
                for _ in 0..self.rows * self.columns / self.kind.block_values() {
                    block(self.kind, random, out);
                }
            }
        }
    }
}

/// One block of random values.
fn block(kind: TensorType, random: &mut Random, out: &mut Vec<u8>) {
    let mut bytes: Vec<u8> = (0..kind.block_bytes()).map(|_| random.next_u64() as u8).collect();
    let mut set = |at: usize, value: f32| {
        let half = to_half(value).to_le_bytes();
        bytes.iter_mut().skip(at).zip(half).for_each(|(byte, new)| *byte = new);
    };
    match kind {
        TensorType::F32 => bytes = ((random.unit() - 0.5) * 0.2).to_le_bytes().to_vec(),
        TensorType::F16 => set(0, (random.unit() - 0.5) * 0.2),
        TensorType::BF16 => {
            let [.., low, high] = ((random.unit() - 0.5) * 0.2).to_le_bytes();
            bytes = vec![low, high];
        }
        TensorType::Q4_0 => set(0, 0.01),
        TensorType::Q4_1 => {
            set(0, 0.01);
            set(2, -0.075);
        }
        TensorType::Q5_0 => set(0, 0.006),
        TensorType::Q5_1 => {
            set(0, 0.006);
            set(2, -0.093);
        }
        TensorType::Q8_0 => set(0, 0.001),
        TensorType::Q4_K => {
            set(0, 0.0003);
            set(2, 0.002);
        }
        TensorType::Q5_K => {
            set(0, 0.00015);
            set(2, 0.002);
        }
        TensorType::IQ4_NL => set(0, 0.0008),
        TensorType::Q6_K => set(208, 0.00005),
    }
    out.extend(bytes);
}
