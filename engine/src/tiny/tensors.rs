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
    /// Middle of the values, which lie between half of it and three halves; only for floats.
    middle: f32,
}

pub(super) fn list(shape: &Shape) -> Vec<Tensor> {
    let mut list = Vec::new();
    let width = shape.width;
    list.push(vector("output_norm.weight".into(), width, shape.output_norm));
    list.push(matrix("token_embd.weight".into(), VOCABULARY, width, TensorType::Q8_0));
    for layer in 0..shape.layers {
        let name = |part: &str| format!("blk.{layer}.{part}.weight");
        let head = shape.of(layer, shape.head);
        for part in ["attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"] {
            list.push(vector(name(part), width, 1.0));
        }
        list.push(vector(name("attn_q_norm"), head, shape.of(layer, shape.attention_norm)));
        list.push(vector(name("attn_k_norm"), head, shape.of(layer, shape.attention_norm)));
        let (queries, keys, feed) =
            (shape.heads * head, shape.of(layer, shape.kv_heads) * head, shape.feed_forward);
        let matrices = [
            ("attn_q", queries, width),
            ("attn_k", keys, width),
            ("attn_v", keys, width),
            ("attn_output", width, queries),
            ("ffn_gate", feed, width),
            ("ffn_up", feed, width),
            ("ffn_down", width, feed),
        ];
        for (index, (part, rows, columns)) in matrices.into_iter().enumerate() {
            let kind = shape.kinds.iter().cycle().nth(layer + index).copied();
            list.push(matrix(name(part), rows, columns, kind.unwrap_or(TensorType::F16)));
        }
    }
    list
}

fn vector(name: String, length: usize, middle: f32) -> Tensor {
    Tensor { name, rows: 1, columns: length, kind: TensorType::F32, middle }
}

fn matrix(name: String, rows: usize, columns: usize, kind: TensorType) -> Tensor {
    Tensor { name, rows, columns, kind, middle: 1.0 }
}

impl Tensor {
    pub(super) fn fill(&self, random: &mut Random, out: &mut Vec<u8>) {
        for _ in 0..self.rows * self.columns / self.kind.block_values() {
            block(self.kind, self.middle, random, out);
        }
    }
}

/// One block of random values.
fn block(kind: TensorType, middle: f32, random: &mut Random, out: &mut Vec<u8>) {
    let mut bytes: Vec<u8> = (0..kind.block_bytes()).map(|_| random.next_u64() as u8).collect();
    let mut set = |at: usize, value: f32| {
        let half = to_half(value).to_le_bytes();
        bytes.iter_mut().skip(at).zip(half).for_each(|(byte, new)| *byte = new);
    };
    match kind {
        TensorType::F32 => bytes = (middle * (0.5 + random.unit())).to_le_bytes().to_vec(),
        TensorType::F16 => set(0, (random.unit() - 0.5) * 0.2),
        TensorType::Q4_0 => set(0, 0.01),
        TensorType::Q5_0 => set(0, 0.006),
        TensorType::Q8_0 => set(0, 0.001),
        TensorType::Q4_K => {
            set(0, 0.0003);
            set(2, 0.002);
        }
        TensorType::Q6_K => set(208, 0.00005),
    }
    out.extend(bytes);
}
