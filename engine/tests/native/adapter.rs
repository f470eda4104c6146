//! LoRA adapters: what they add, what is forgotten when they change, and what is refused.

use crate::session::{Client, PROMPT};
use crate::snapshot::{snapshot, taken};
use crate::support::load;
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_engine::exports::Host;
use webmcp_engine::gguf::{Header, TensorType};
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::{Adapter, Model, Scratch};
use webmcp_engine::quant::{Panels, dequantize};
use webmcp_engine::tiny::Shape;

const RANK: usize = 12;
const ALPHA: f32 = 24.0;

fn small() -> Model {
    load(&Shape::SMALL.gguf(1), 100_000).unwrap()
}

fn logits(model: &Model) -> Vec<f32> {
    let mut scratch = Scratch::default();
    let mut cache = KvCache::new(&model.config, 64);
    let ids: Vec<u32> = (3..40).collect();
    model.forward(&mut cache, &ids, &mut scratch).unwrap();
    let state = model.final_state(&scratch);
    model.logits(&state, &mut scratch).to_vec()
}

/// A tensor of an adapter file, row by row.
fn tensor(file: &[u8], name: &str) -> Vec<Vec<f32>> {
    let header = Header::parse(file).unwrap().unwrap();
    let tensor = header.tensors.iter().find(|tensor| tensor.name == name).unwrap();
    let start = (header.data_start + tensor.offset) as usize;
    let rows = file[start..].chunks_exact(tensor.row_bytes).take(tensor.rows);
    rows.map(|bytes| {
        let mut values = vec![0.0; tensor.columns];
        dequantize(tensor.kind, bytes, &mut values);
        values
    })
    .collect()
}

/// Adds `factor · B · A` to the rows of a matrix from `first` on.
fn merge(matrix: &mut Panels, first: usize, file: &[u8], name: &str, factor: f32) {
    let (down, up) =
        (tensor(file, &format!("{name}.weight.lora_a")), tensor(file, &format!("{name}.weight.lora_b")));
    let mut values = vec![0.0; matrix.columns()];
    for (row, weights) in up.iter().enumerate() {
        matrix.row(first + row, &mut values);
        for (weight, down) in weights.iter().zip(&down) {
            values.iter_mut().zip(down).for_each(|(value, down)| *value += factor * weight * down);
        }
        matrix.set_row(first + row, &values);
    }
}

fn distance(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f32>().sqrt()
}

/// Matrices in 7 bits, into which changes can be merged.
const MERGEABLE: Shape =
    Shape { kinds: &[TensorType::Q8_0, TensorType::Q5_0, TensorType::F16], ..Shape::SMALL };

#[test]
fn an_adapted_model_computes_what_one_with_merged_weights_does() {
    // Of the second rank's columns there are more than one block.
    for (scale, rank) in [(1.0, RANK), (-0.5, 40)] {
        let file = MERGEABLE.adapter(7, rank, ALPHA);
        let model = || load(&MERGEABLE.gguf(1), 100_000).unwrap();
        let (plain, mut adapted, mut merged) = (model(), model(), model());
        adapted.adapters.push(Adapter::read(&file, &plain, scale).unwrap());
        let factor = scale * ALPHA / rank as f32;
        for (index, layer) in merged.weights.layers.iter_mut().enumerate() {
            let shape = &plain.config.layers[index];
            let name = |part: &str| format!("blk.{index}.{part}");
            let (queries, keys) = (shape.query_width(), shape.key_width());
            merge(&mut layer.qkv, 0, &file, &name("attn_q"), factor);
            merge(&mut layer.qkv, queries, &file, &name("attn_k"), factor);
            merge(&mut layer.qkv, queries + keys, &file, &name("attn_v"), factor);
            merge(&mut layer.output, 0, &file, &name("attn_output"), factor);
            merge(&mut layer.gate_up, 0, &file, &name("ffn_gate"), factor);
            merge(&mut layer.gate_up, shape.feed_forward, &file, &name("ffn_up"), factor);
            merge(&mut layer.down, 0, &file, &name("ffn_down"), factor);
        }
        let (plain, adapted, merged) = (logits(&plain), logits(&adapted), logits(&merged));
        let (off, changed) = (distance(&adapted, &merged), distance(&plain, &merged));
        // Merged weights are rounded to 7 bits once more.
        assert!(
            off < 0.12 * changed,
            "at {scale} and rank {rank}: {off} from the merged model, which is {changed} from the plain one"
        );
    }
}

#[test]
fn without_alpha_the_scale_alone_counts_and_several_adapters_add_up() {
    let base = small();
    let of = |alpha: f32, scale: f32, times: usize| {
        let file = Shape::SMALL.adapter(7, RANK, alpha);
        let mut model = small();
        model.adapters.extend((0..times).map(|_| Adapter::read(&file, &base, scale).unwrap()));
        logits(&model)
    };
    let one = of(0.0, 1.0, 1);
    let size = distance(&one, &logits(&base));
    assert!(distance(&one, &of(RANK as f32, 1.0, 1)) < 1e-6 * size);
    assert!(distance(&one, &of(0.0, 0.5, 2)) < 0.05 * size);
    assert_eq!(of(0.0, 0.0, 1), logits(&base));
}

#[test]
fn adapters_of_every_shape_are_read() {
    for shape in &Shape::ALL {
        let model = load(&shape.gguf(1), 1 << 20).unwrap();
        let adapter = Adapter::read(&shape.adapter(3, 4, 8.0), &model, 1.0);
        let told = adapter.err().map(|error| error.message);
        let refused = told.as_ref().is_some_and(|told| told.contains("keys and values with one matrix"));
        assert_eq!(refused, shape.values_from_keys, "{}: {told:?}", shape.name);
        assert!(refused || told.is_none(), "{}: {told:?}", shape.name);
    }
}

/// How likely a text is after a prompt, and how much of that was known.
fn judge(client: &mut Client) -> (Value, u64) {
    let (answer, _) = client.run(json!({"op": "score", "prefixes": [PROMPT], "text": " and so on"}));
    let score = &answer["scores"][0];
    (score["logProb"].clone(), score["cachedTokens"].as_u64().unwrap())
}

fn adapt(client: &mut Client, files: &[(&[u8], f32)]) {
    for (file, scale) in files {
        assert_eq!(client.0.adapter(file, *scale), 0, "{}", String::from_utf8_lossy(&client.0.output));
    }
    assert_eq!(client.0.adapt(), 0);
    let told = String::from_utf8_lossy(&client.0.output);
    assert_eq!(told.len(), if files.is_empty() { 0 } else { 16 }, "{told}");
}

#[test]
fn an_adapter_comes_and_goes_between_requests_and_takes_along_what_was_computed_with_it() {
    let file = Shape::SMALL.adapter(7, RANK, ALPHA);
    let mut client = Client::new();
    let (plain, _) = judge(&mut client);
    let of_plain = snapshot(&mut client, 16 << 20);
    adapt(&mut client, &[(&file, 1.0)]);
    assert_eq!(
        taken(&mut client, &of_plain, 4096),
        -1,
        "a snapshot of the plain model is not the adapted one's"
    );
    let (adapted, cached) = judge(&mut client);
    assert_eq!(cached, 0, "nothing of the plain model is used");
    assert_ne!(adapted, plain);
    adapt(&mut client, &[(&file, 1.0)]);
    let (again, cached) = judge(&mut client);
    assert!(again == adapted && cached > 20, "the same adapter once more forgets nothing: {cached}");
    adapt(&mut client, &[(&file, 0.9)]);
    assert_eq!(judge(&mut client).1, 0, "at another scale it is another one");
    adapt(&mut client, &[]);
    assert_eq!(judge(&mut client), (plain, 0));
}

#[test]
fn an_adapter_waits_for_no_request_and_needs_a_model() {
    let file = Shape::SMALL.adapter(7, RANK, ALPHA);
    assert_eq!(Host::default().adapter(&file, 1.0), -1);
    assert_eq!(Host::default().adapt(), -1);
    let mut client = Client::new();
    client.0.begin(json!({"op": "generate", "prompt": PROMPT, "maxTokens": 4}).to_string().as_bytes());
    assert_eq!((client.0.adapter(&file, 1.0), client.0.adapt()), (-1, -1));
}

#[test]
fn one_that_cannot_be_read_leaves_those_in_use() {
    let file = Shape::SMALL.adapter(7, RANK, ALPHA);
    let mut client = Client::new();
    adapt(&mut client, &[(&file, 1.0)]);
    let (adapted, _) = judge(&mut client);
    assert_eq!(client.0.adapter(&file, 1.0), 0);
    assert_eq!(client.0.adapter(b"GGUF", 1.0), -1);
    assert_eq!(judge(&mut client).0, adapted);
}

fn refusal(file: &[u8], model: &Model, scale: f32) -> String {
    Adapter::read(file, model, scale).expect_err("it should be refused").message
}

/// The file with `new` in place of `old`, which is as long.
fn with(file: &[u8], old: &str, new: &str) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut file = file.to_vec();
    let at = file.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
    file[at..at + new.len()].copy_from_slice(new.as_bytes());
    file
}

#[test]
fn what_is_no_adapter_for_this_model_is_refused_in_words() {
    let model = small();
    let file = Shape::SMALL.adapter(7, RANK, ALPHA);
    for (bad, words) in [
        (Shape::SMALL.gguf(1), "is no LoRA adapter"),
        (with(&file, "lora", "ivec"), "is no LoRA adapter"),
        (with(&file, "gemma3", "llama3"), "was made for llama3, and the model is gemma3"),
        (with(&file, "blk.0.attn_q.weight.lora_a", "blk.0.attn_x.weight.lora_a"), "without its lora_a"),
        (with(&file, "blk.0.attn_q.weight.lora_a", "blk.0.attn_q.weight.lora_x"), "is no part of a LoRA"),
        (with(&file, "blk.0.attn_q.weight.lora_a", "blk.0.attn_q.weight.lora_b"), "twice"),
        (Shape::GEMMA4_E2B.adapter(7, RANK, ALPHA), "was made for gemma4"),
        (Shape::SMALL.adapter(7, 2048, ALPHA), "rank for blk.0.attn_k.weight is 2048"),
        (b"<!doctype html>".to_vec(), "not GGUF"),
    ] {
        let told = refusal(&bad, &model, 1.0);
        assert!(told.contains(words), "{told}");
    }
    let other =
        Shape::ALL.iter().find(|shape| shape.architecture == "gemma3" && shape.width != Shape::SMALL.width);
    assert!(refusal(&other.unwrap().adapter(7, 4, 8.0), &model, 1.0).contains("made for another model"));
    assert!(refusal(&file, &model, f32::NAN).contains("scale"));
    let infinite = Shape::SMALL.adapter(7, RANK, f32::INFINITY);
    assert!(refusal(&infinite, &model, 1.0).contains("no finite numbers"));
    for length in [0, 3, 100, 5_000, file.len() / 2, file.len() - 40] {
        let told = refusal(&file[..length], &model, 1.0);
        assert!(told.contains("cut short"), "{length}: {told}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_bytes_never_panic(at in 0usize..4_000, bytes in prop::collection::vec(any::<u8>(), 1..16)) {
        let mut file = Shape::SMALL.adapter(7, 4, ALPHA);
        for (place, byte) in file.iter_mut().skip(at).zip(bytes) {
            *place = byte;
        }
        let _ = Adapter::read(&file, &crate::support::TINY, 1.0);
    }
}
