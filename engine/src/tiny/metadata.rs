//! Decides the keys of a tiny file, as the converters of llama.cpp write them for the real ones.

use super::vocabulary::{merges, tokens};
use super::{Shape, Writer};

/// Keys, each with the bytes of its type and value.
pub(super) fn pairs(shape: &Shape, template: Option<&str>) -> Vec<(String, Vec<u8>)> {
    let mut pairs = Pairs { architecture: shape.architecture, pairs: Vec::new() };
    let tokenizer = if shape.architecture == "gemma4" { "gemma4" } else { "llama" };
    pairs.text("general.architecture", shape.architecture);
    pairs.text("general.name", shape.name);
    pairs.text("tokenizer.ggml.model", tokenizer);
    if let Some(template) = template {
        pairs.text("tokenizer.chat_template", template);
    }
    for (key, value) in [
        ("context_length", 2048),
        ("embedding_length", shape.width),
        ("block_count", shape.layers),
        ("attention.head_count", shape.heads),
        ("attention.key_length", shape.head.1),
        ("attention.value_length", shape.head.1),
    ] {
        pairs.integer(key, value);
    }
    if shape.is_gemma() {
        pairs.integer("attention.sliding_window", shape.window);
    } else {
        pairs.integer("rope.dimension_count", shape.head.1);
    }
    if shape.architecture == "gemma4" {
        gemma4(shape, &mut pairs);
    } else {
        pairs.integer("feed_forward_length", shape.feed_forward);
        pairs.integer("attention.head_count_kv", shape.kv_heads.0);
    }
    pairs.float("attention.layer_norm_rms_epsilon", 1e-6);
    pairs.float("rope.freq_base", shape.bases.1);
    if let Some((kind, factor)) = shape.stretch {
        pairs.own("rope.scaling.type", 8, |file| file.text(kind));
        pairs.float("rope.scaling.factor", factor);
    }
    if shape.stretch.is_some_and(|(kind, _)| kind == "yarn") {
        pairs.integer("rope.scaling.original_context_length", 32);
    }
    pairs.add("tokenizer.ggml.add_space_prefix".into(), 7, |file| file.0.push(0));
    let tokens = tokens(shape.architecture);
    pairs.array("tokenizer.ggml.tokens", 8, &tokens, |file, (piece, _)| file.text(piece));
    let numbers: Vec<usize> = (0..tokens.len()).collect();
    pairs.array("tokenizer.ggml.scores", 6, &numbers, |file, index| {
        file.0.extend((-(*index as f32)).to_le_bytes());
    });
    pairs.array("tokenizer.ggml.token_type", 5, &tokens, |file, (_, kind)| file.u32(*kind));
    if tokenizer == "gemma4" {
        pairs.array("tokenizer.ggml.merges", 8, &merges(&tokens), |file, merge| file.text(merge));
    }
    pairs.pairs
}

/// The keys of a LoRA, as llama.cpp's converter writes them.
pub(super) fn of_adapter(shape: &Shape, alpha: f32) -> Vec<(String, Vec<u8>)> {
    let mut pairs = Pairs { architecture: shape.architecture, pairs: Vec::new() };
    pairs.text("general.architecture", shape.architecture);
    pairs.text("general.type", "adapter");
    pairs.text("adapter.type", "lora");
    pairs.add("adapter.lora.alpha".into(), 6, |file| file.0.extend(alpha.to_le_bytes()));
    pairs.pairs
}

/// What only Gemma 4's files say.
fn gemma4(shape: &Shape, pairs: &mut Pairs) {
    for (key, value) in [
        ("attention.key_length_swa", shape.head.0),
        ("attention.value_length_swa", shape.head.0),
        ("rope.dimension_count", shape.head.1),
        ("rope.dimension_count_swa", shape.head.0),
        ("attention.shared_kv_layers", shape.shared_layers),
        ("embedding_length_per_layer_input", shape.per_layer),
    ] {
        pairs.integer(key, value);
    }
    pairs.float("rope.freq_base_swa", shape.bases.0);
    if let Some(cap) = shape.softcap {
        pairs.float("final_logit_softcapping", cap);
    }
    let layers: Vec<usize> = (0..shape.layers).collect();
    let own = |key: &str| format!("gemma4.{key}");
    pairs.array(&own("attention.sliding_window_pattern"), 7, &layers, |file, layer| {
        file.0.push(u8::from(shape.is_local(*layer)));
    });
    pairs.array(&own("feed_forward_length"), 4, &layers, |file, layer| {
        file.u32(shape.feed_forward(*layer) as u32);
    });
    pairs.array(&own("attention.head_count_kv"), 4, &layers, |file, layer| {
        file.u32(shape.of(*layer, shape.kv_heads) as u32);
    });
}

struct Pairs {
    architecture: &'static str,
    pairs: Vec<(String, Vec<u8>)>,
}

impl Pairs {
    fn add(&mut self, key: String, kind: u32, value: impl FnOnce(&mut Writer)) {
        let mut file = Writer::default();
        file.u32(kind);
        value(&mut file);
        self.pairs.push((key, file.0));
    }

    /// A key of the architecture.
    fn own(&mut self, key: &str, kind: u32, value: impl FnOnce(&mut Writer)) {
        self.add(format!("{}.{key}", self.architecture), kind, value);
    }

    fn text(&mut self, key: &str, value: &str) {
        self.add(key.into(), 8, |file| file.text(value));
    }

    fn integer(&mut self, key: &str, value: usize) {
        self.own(key, 4, |file| file.u32(value as u32));
    }

    fn float(&mut self, key: &str, value: f32) {
        self.own(key, 6, |file| file.0.extend(value.to_le_bytes()));
    }

    fn array<T>(&mut self, key: &str, kind: u32, values: &[T], write: impl Fn(&mut Writer, &T)) {
        self.add(key.into(), 9, |file| {
            file.u32(kind);
            file.u64(values.len() as u64);
            for value in values {
                write(file, value);
            }
        });
    }
}
