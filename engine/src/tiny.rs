//! Decides a tiny random Gemma 3 file: six layers, 512 tokens, every storage type. For tests that must run without weights.

use crate::gguf::TensorType;
use crate::quant::to_half;
use crate::sampler::Random;

const WIDTH: usize = 256;
const LAYERS: usize = 6;
const HEAD: usize = 128;
const HEADS: usize = 2;
/// Tokens of the tiny vocabulary.
pub const VOCABULARY: usize = 512;
/// Merged pieces beyond the single characters, so that masks meet tokens of many bytes.
const MERGED: &str = "▁▁ in er on an re th he ing tion chart name type title value label true false null ▁the ▁a ▁of 10 00 12 ab cd éé 日本 \
    {\" \": \", ▁\" \"▁ \"} \"] ], }, [\" [] {} :▁ ,▁ \":▁ \",▁ \",▁\" \":▁\" ▁[ ▁{ }] }} ]] \\\" \\n \\u 1, 2, 0. .5 -1 -2 tru fals nul";

/// The bytes of the file; the same for the same seed.
pub fn gguf(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut tensors: Vec<(String, usize, TensorType)> = vec![
        ("output_norm.weight".into(), 1, TensorType::F32),
        ("token_embd.weight".into(), VOCABULARY, TensorType::Q8_0),
    ];
    let kinds = [
        TensorType::Q4_0,
        TensorType::Q5_0,
        TensorType::Q8_0,
        TensorType::Q4_K,
        TensorType::Q6_K,
        TensorType::F16,
    ];
    for layer in 0..LAYERS {
        let mut add =
            |name: &str, rows: usize, kind| tensors.push((format!("blk.{layer}.{name}.weight"), rows, kind));
        for name in
            ["attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm", "attn_q_norm", "attn_k_norm"]
        {
            add(name, 1, TensorType::F32);
        }
        let matrices = [("attn_q", WIDTH), ("attn_k", HEAD), ("attn_v", HEAD), ("attn_output", WIDTH)];
        let feed = [("ffn_gate", WIDTH), ("ffn_up", WIDTH), ("ffn_down", WIDTH)];
        for (index, (name, rows)) in matrices.into_iter().chain(feed).enumerate() {
            add(name, rows, kinds.get((layer + index) % kinds.len()).copied().unwrap_or(TensorType::F32));
        }
    }
    let mut file = Writer::default();
    file.header(tensors.len() as u64);
    let mut data = Vec::new();
    for (name, rows, kind) in tensors {
        let columns = if name.contains("_q_norm") || name.contains("_k_norm") { HEAD } else { WIDTH };
        file.text(&name);
        file.u32(2);
        file.u64(columns as u64);
        file.u64(rows as u64);
        file.u32(kind.code());
        file.u64(data.len() as u64);
        for _ in 0..rows * columns / kind.block_values() {
            block(kind, &mut random, &mut data);
        }
        data.resize(data.len().next_multiple_of(32), 0);
    }
    file.0.resize(file.0.len().next_multiple_of(32), 0);
    file.0.extend_from_slice(&data);
    file.0
}

/// One block of random values of a magnitude near 0.1; norms near 1.
fn block(kind: TensorType, random: &mut Random, out: &mut Vec<u8>) {
    let mut bytes: Vec<u8> = (0..kind.block_bytes()).map(|_| random.next_u64() as u8).collect();
    let mut set = |at: usize, value: f32| {
        let half = to_half(value).to_le_bytes();
        bytes.iter_mut().skip(at).zip(half).for_each(|(byte, new)| *byte = new);
    };
    match kind {
        TensorType::F32 => bytes = (0.5 + random.unit()).to_le_bytes().to_vec(),
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

    fn array(&mut self, key: &str, kind: u32, length: usize) {
        self.text(key);
        self.u32(9);
        self.u32(kind);
        self.u64(length as u64);
    }

    fn header(&mut self, tensors: u64) {
        self.0.extend(b"GGUF");
        self.u32(3);
        self.u64(tensors);
        let numbers = [
            ("context_length", 2048),
            ("embedding_length", WIDTH),
            ("block_count", LAYERS),
            ("feed_forward_length", WIDTH),
            ("attention.head_count", HEADS),
            ("attention.head_count_kv", 1),
            ("attention.key_length", HEAD),
            ("attention.value_length", HEAD),
            ("attention.sliding_window", 16),
        ];
        self.u64(numbers.len() as u64 + 7);
        for (key, value) in
            [("general.architecture", "gemma3"), ("general.name", "tiny"), ("tokenizer.ggml.model", "llama")]
        {
            self.text(key);
            self.u32(8);
            self.text(value);
        }
        for (key, value) in numbers {
            self.text(&format!("gemma3.{key}"));
            self.u32(4);
            self.u32(value as u32);
        }
        self.text("tokenizer.ggml.add_space_prefix");
        self.u32(7);
        self.0.push(0);
        let tokens = tokens();
        self.array("tokenizer.ggml.tokens", 8, tokens.len());
        for (piece, _) in &tokens {
            self.text(piece);
        }
        self.array("tokenizer.ggml.scores", 6, tokens.len());
        (0..tokens.len()).for_each(|index| self.0.extend((-(index as f32)).to_le_bytes()));
        self.array("tokenizer.ggml.token_type", 5, tokens.len());
        for (_, kind) in &tokens {
            self.u32(*kind);
        }
    }
}

/// Pieces and their kinds, in GGUF's numbers.
fn tokens() -> Vec<(String, u32)> {
    let mut tokens: Vec<(String, u32)> =
        ["<pad>", "<eos>", "<bos>", "<unk>"].map(|name| (name.to_owned(), 3)).into();
    tokens.extend((0..256).map(|byte| (format!("<0x{byte:02X}>"), 6)));
    tokens.push(("\n".into(), 4));
    let characters = (33u8..127).map(|byte| char::from(byte).to_string());
    let merged = MERGED.split_whitespace().map(str::to_owned);
    for piece in characters.chain(["▁", "é", "日", "本", "🙂"].map(str::to_owned)).chain(merged) {
        if !tokens.iter().any(|(known, _)| *known == piece) {
            tokens.push((piece, 1));
        }
    }
    while tokens.len() < VOCABULARY {
        tokens.push((format!("<unused{}>", tokens.len()), 3));
    }
    tokens.truncate(VOCABULARY);
    tokens
}
