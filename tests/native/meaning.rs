//! Memories with an embedder: what its vectors must be, and what a score by meaning means.

use futures_util::future::{FutureExt, LocalBoxFuture};
use pollster::block_on;
use proptest::prelude::*;
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::error::{Code, Error, Result};
use webmcp_auto_ui::memory::{Embedder, Found, Memory, MemoryOptions, Source};

const TEXTS: [&str; 4] = [
    "Deputy Mandl voted against pensions",
    "Heavy rain falls over Lyon today",
    "Stock of bicycles fell to twelve",
    "Saffron belongs into fish stew",
];

type Spoil = fn(Vec<Vec<f32>>) -> Vec<Vec<f32>>;

/// A text is the sum of its words of four letters or more, each a direction of its own; some words mean the same.
/// Answers with what `spoil` makes of that, and fails where nothing is left.
struct Words {
    /// Of every cosine, this share is left; the rest is 1, as if all texts had something in common.
    scale: f32,
    spoil: Spoil,
    seen: RefCell<Vec<usize>>,
}

impl Words {
    fn new(scale: f32, spoil: Spoil) -> Rc<Self> {
        Rc::new(Words { scale, spoil, seen: RefCell::default() })
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0_f32; 256];
        for word in text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 3) {
            let word = match word.to_lowercase().as_str() {
                "ballot" => "voted".to_owned(),
                "umbrella" => "rain".to_owned(),
                other => other.to_owned(),
            };
            let mut state = word.bytes().fold(14_695_981_039_346_656_037_u64, |state, byte| {
                (state ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
            });
            for number in &mut sum {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *number += if state >> 63 == 0 { 1.0 } else { -1.0 };
            }
        }
        let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt().max(1.0);
        for number in &mut sum {
            *number *= self.scale.sqrt() / length;
        }
        sum.push((1.0 - self.scale).sqrt());
        sum
    }
}

impl Embedder for Words {
    fn embed(&self, texts: Vec<String>) -> LocalBoxFuture<'static, Result<Vec<Vec<f32>>>> {
        self.seen.borrow_mut().push(texts.len());
        let vectors = (self.spoil)(texts.iter().map(|text| self.vector(text)).collect());
        async move { if vectors.is_empty() { Err(Error::new(Code::Model, "down")) } else { Ok(vectors) } }
            .boxed_local()
    }
}

fn source(id: &str) -> Source {
    Source { tool: "t".into(), query: String::new(), id: id.into() }
}

fn filled(embedder: Option<Rc<Words>>, min_score: f64) -> Memory {
    let options = MemoryOptions { min_score, ..MemoryOptions::default() };
    let memory = Memory::new(options, embedder.map(|embedder| embedder as Rc<dyn Embedder>));
    for text in TEXTS {
        block_on(memory.ingest(text, source(text))).unwrap();
    }
    memory
}

fn default_score() -> f64 {
    MemoryOptions::default().min_score
}

fn texts(found: &[Found]) -> Vec<&str> {
    found.iter().map(|hit| hit.text.as_str()).collect()
}

#[test]
fn what_shares_no_word_is_found_by_its_meaning_and_what_is_strange_finds_nothing() {
    let memory = filled(Some(Words::new(1.0, |vectors| vectors)), default_score());
    let found = block_on(memory.query("ballot")).unwrap();
    assert_eq!(texts(&found), [TEXTS[0]]);
    assert!(found[0].reasons[0].starts_with("meaning 0."), "{:?}", found[0].reasons);
    for strange in ["volcano", "wedding dress size", "How old is the universe?"] {
        assert_eq!(texts(&block_on(memory.query(strange)).unwrap()), [""; 0], "{strange}");
    }
}

#[test]
fn texts_are_embedded_in_batches_and_saved_with_what_they_are_measured_against() {
    let embedder = Words::new(1.0, |vectors| vectors);
    let memory = Memory::new(MemoryOptions::default(), Some(embedder.clone()));
    let long = format!("{} Mandl voted no.", "The stock fell. ".repeat(700));
    block_on(memory.ingest(&long, source("a"))).unwrap();
    assert!(embedder.seen.borrow().iter().all(|count| *count <= 32));
    assert!(embedder.seen.borrow().len() > 1);
    for text in TEXTS {
        block_on(memory.ingest(text, source(text))).unwrap();
    }
    embedder.seen.borrow_mut().clear();
    let found = block_on(memory.query("umbrella")).unwrap();
    assert_eq!(*embedder.seen.borrow(), [1, 24], "the question, and once the texts to compare with");
    embedder.seen.borrow_mut().clear();
    let again =
        Memory::from_json(&memory.to_json(), MemoryOptions::default(), Some(embedder.clone())).unwrap();
    assert_eq!(texts(&block_on(again.query("umbrella")).unwrap()), texts(&found));
    assert_eq!(texts(&found), [TEXTS[1]]);
    assert_eq!(*embedder.seen.borrow(), [1], "only the question");
}

#[test]
fn an_embedder_to_which_all_texts_are_alike_adds_nothing_to_the_words() {
    let same: Spoil = |vectors| vec![vec![0.3, 0.4]; vectors.len()];
    let memory = filled(Some(Words::new(1.0, same)), 0.0);
    assert_eq!(texts(&block_on(memory.query("umbrella")).unwrap()), [""; 0]);
    assert_eq!(texts(&block_on(memory.query("rain")).unwrap()), [TEXTS[1]]);
}

#[test]
fn words_are_worth_less_where_the_meaning_speaks_against_them() {
    let found = |memory: Memory| block_on(memory.query("stock volcano orbit")).unwrap();
    let alone = found(filled(None, 0.0));
    let beside = found(filled(Some(Words::new(1.0, |vectors| vectors)), 0.0));
    let same: Spoil = |vectors| vec![vec![0.3, 0.4]; vectors.len()];
    let against = found(filled(Some(Words::new(1.0, same)), 0.0));
    assert_eq!(texts(&alone), [TEXTS[2]]);
    assert!(against[0].score < alone[0].score && against[0].score < beside[0].score);
}

#[test]
fn vectors_that_cannot_be_used_are_refused_and_the_words_still_work() {
    let spoilt: [(Spoil, &str); 6] = [
        (|vectors| vectors.into_iter().map(|_| vec![f32::NAN, 1.0]).collect(), "not finite"),
        (|vectors| vectors.into_iter().map(|_| vec![0.0, 0.0]).collect(), "zero"),
        (|vectors| vectors.into_iter().map(|_| Vec::new()).collect(), "0 numbers"),
        (
            |vectors| vectors.into_iter().enumerate().map(|(n, _)| vec![1.0; n + 1]).collect(),
            "vector 1 has 2 numbers",
        ),
        (
            |mut vectors| {
                vectors.push(vec![1.0]);
                vectors
            },
            "vectors for",
        ),
        (|_| Vec::new(), "down"),
    ];
    for (spoil, problem) in spoilt {
        let memory = Memory::new(MemoryOptions::default(), Some(Words::new(1.0, spoil)));
        let text = json!(["The deputy voted.", "Rain in Lyon.", {"a": 1}]).to_string();
        let error = block_on(memory.ingest(&text, source("a"))).unwrap_err();
        assert!(error.message.contains(problem), "{}", error.message);
        let words = Memory::from_json(&memory.to_json(), MemoryOptions::default(), None).unwrap();
        assert_eq!(block_on(words.query("deputy")).unwrap().len(), 1);
    }
}

proptest! {
    #[test]
    fn scores_do_not_depend_on_the_scale_and_the_offset_of_an_embedders_cosines(scale in 0.1..1.0_f32) {
        let memories = [1.0, scale].map(|scale| filled(Some(Words::new(scale, |vectors| vectors)), 0.0));
        for question in ["ballot", "umbrella in Lyon", "bicycles", "volcano", "fish stew with saffron"] {
            let [plain, scaled] = [0, 1].map(|index| block_on(memories[index].query(question)).unwrap());
            let score = |found: &[Found], text: &str| {
                found.iter().find(|hit| hit.text == text).map_or(0.0, |hit| hit.score)
            };
            for text in TEXTS {
                let (one, other) = (score(&plain, text), score(&scaled, text));
                prop_assert!((one - other).abs() < 1e-3, "{question} {text}: {one} {other}");
            }
        }
    }
}
