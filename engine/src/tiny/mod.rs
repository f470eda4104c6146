//! Decides tiny random Gemma files: the proportions of the real sizes, 512 tokens, every storage type. For tests that must
//! run without weights, and for comparing with llama.cpp where no weights can be had.

mod metadata;
mod shape;
mod strings;
mod tensors;
mod vocabulary;

pub use shape::Shape;
pub use strings::strings;

use crate::sampler::Random;
use tensors::Tensor;

/// Tokens of the tiny vocabulary.
pub const VOCABULARY: usize = 512;

/// The bytes of a Gemma 3 file of six layers; the same for the same seed.
pub fn gguf(seed: u64) -> Vec<u8> {
    Shape::SMALL.gguf(seed)
}

impl Shape {
    /// The bytes of a file of this shape with random weights; the same for the same seed.
    pub fn gguf(&self, seed: u64) -> Vec<u8> {
        self.file(seed, None)
    }

    /// The same with a chat template, as models have that were taught to converse.
    pub fn taught(&self, seed: u64, template: &str) -> Vec<u8> {
        self.file(seed, Some(template))
    }

    /// A LoRA for it in llama.cpp's form, of this rank and alpha, which changes all that one can change.
    pub fn adapter(&self, seed: u64, rank: usize, alpha: f32) -> Vec<u8> {
        written(seed, &metadata::of_adapter(self, alpha), &tensors::of_adapter(self, rank))
    }

    fn file(&self, seed: u64, template: Option<&str>) -> Vec<u8> {
        written(seed, &metadata::pairs(self, template), &tensors::list(self))
    }
}

/// A file of these keys and tensors.
fn written(seed: u64, pairs: &[(String, Vec<u8>)], tensors: &[Tensor]) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut file = Writer::default();
    file.0.extend(b"GGUF");
    file.u32(3);
    file.u64(tensors.len() as u64);
    file.u64(pairs.len() as u64);
    for (key, value) in pairs {
        file.text(key);
        file.0.extend(value);
    }
    let mut data = Vec::new();
    for tensor in tensors {
        file.text(&tensor.name);
        file.u32(2);
        file.u64(tensor.columns as u64);
        file.u64(tensor.rows as u64);
        file.u32(tensor.kind.code());
        file.u64(data.len() as u64);
        tensor.fill(&mut random, &mut data);
        data.resize(data.len().next_multiple_of(32), 0);
    }
    file.0.resize(file.0.len().next_multiple_of(32), 0);
    file.0.extend_from_slice(&data);
    file.0
}

/// Bytes as GGUF writes them: little-endian, texts with their length in front.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.u64(text.len() as u64);
        self.0.extend(text.as_bytes());
    }
}
