//! The forward pass on the tiny model: continuing equals starting afresh, and probabilities add up.

use crate::support::{TINY, TINY_GEMMA_4, load};
use webmcp_engine::kv::KvCache;
use webmcp_engine::model::{Model, Scratch};

fn prompt(length: usize) -> Vec<u32> {
    (0..length).map(|index| (261 + index * 7 % 150) as u32).collect()
}

fn both() -> [&'static Model; 2] {
    [&TINY, &TINY_GEMMA_4]
}

#[test]
fn logits_do_not_depend_on_how_the_prompt_is_sliced() {
    for model in both() {
        slices(model);
    }
}

fn slices(model: &Model) {
    let ids = prompt(70);
    let run = |slice: usize| {
        let (mut cache, mut scratch) = (KvCache::new(&model.config, 256), Scratch::default());
        for ids in ids.chunks(slice) {
            model.forward(&mut cache, ids, &mut scratch).unwrap();
        }
        model.logits(&model.final_state(&scratch), &mut scratch).to_vec()
    };
    let whole = run(70);
    for slice in [1, 3, 64] {
        let sliced = run(slice);
        let worst = whole.iter().zip(&sliced).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
        assert!(worst < 1e-3, "slices of {slice} differ by {worst}");
    }
}

#[test]
fn a_truncated_or_forked_cache_continues_as_a_fresh_one() {
    for model in both() {
        forks(model);
    }
}

fn forks(model: &Model) {
    let ids = prompt(60);
    let mut scratch = Scratch::default();
    let mut cache = KvCache::new(&model.config, 256);
    model.forward(&mut cache, &ids, &mut scratch).unwrap();
    let expected = model.logits(&model.final_state(&scratch), &mut scratch).to_vec();
    let mut fork = cache.fork(40);
    assert_eq!(fork.common_prefix(&ids), 40);
    cache.truncate(40);
    for cache in [&mut cache, &mut fork] {
        model.forward(cache, &ids[40..], &mut scratch).unwrap();
        let again = model.logits(&model.final_state(&scratch), &mut scratch);
        let worst = again.iter().zip(&expected).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
        assert!(worst < 1e-3, "differs by {worst}");
    }
}

#[test]
fn the_probabilities_of_all_tokens_add_up_to_one_and_chosen_rows_match_the_whole() {
    for model in both() {
        sums(model);
    }
}

fn sums(model: &Model) {
    let (mut cache, mut scratch) = (KvCache::new(&model.config, 256), Scratch::default());
    model.forward(&mut cache, &prompt(5), &mut scratch).unwrap();
    let state = model.final_state(&scratch);
    let all: Vec<u32> = (0..512).collect();
    let sum: f32 = all.iter().map(|id| model.log_probabilities(&state, &[*id])[0].exp()).sum();
    assert!((sum - 1.0).abs() < 1e-4, "{sum}");
    let whole = model.logits(&state, &mut scratch).to_vec();
    let some = model.logits_of(&state, &[3, 200, 511], &mut scratch);
    assert_eq!(some, [whole[3], whole[200], whole[511]]);
}

#[test]
fn a_full_context_is_an_error() {
    let (mut cache, mut scratch) = (KvCache::new(&TINY.config, 8), Scratch::default());
    let error = TINY.forward(&mut cache, &prompt(9), &mut scratch).unwrap_err();
    assert!(error.message.contains("context of 8 tokens is full"));
}

#[test]
fn a_local_layer_sees_its_window_and_no_further() {
    let mut model = load(&webmcp_engine::tiny::gguf(1), 100_000).unwrap();
    model.weights.layers.truncate(1);
    model.config.layers.truncate(1);
    let last = |changed: usize| {
        let mut ids = prompt(40);
        ids[changed] += 1;
        let (mut cache, mut scratch) = (KvCache::new(&model.config, 64), Scratch::default());
        model.forward(&mut cache, &ids, &mut scratch).unwrap();
        model.final_state(&scratch)
    };
    let window = model.config.window;
    assert_eq!(last(0), last(39 - window), "both lie before the window");
    assert_ne!(last(0), last(40 - window), "the window's first position counts");
}
