//! The nano-RAG: chunks, what is found, and the block for the model.

use pollster::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::memory::{Memory, MemoryOptions, Source, chunk};

fn source(tool: &str, id: &str) -> Source {
    Source { tool: tool.into(), query: "a question".into(), id: id.into() }
}

fn filled(texts: &[&str]) -> Memory {
    let memory = Memory::new(MemoryOptions::default(), None);
    for (index, text) in texts.iter().enumerate() {
        block_on(memory.ingest(text, source("tool", &format!("c{index}")))).unwrap();
    }
    memory
}

#[test]
fn a_row_is_a_chunk_that_keeps_its_keys() {
    let text =
        json!([{"name": "Mandl", "votes": [1, 2]}, {"name": "Okoye", "born": {"in": "Lyon"}}]).to_string();
    assert_eq!(chunk(&text, 300), ["name: Mandl; votes: 1, 2", "name: Okoye; born: (in: Lyon)"]);
}

#[test]
fn a_row_that_is_too_long_falls_into_chunks_that_each_name_it() {
    let text =
        json!([{"id": 7, "group": "Left", "speech": "One sentence of some length. ".repeat(8)}]).to_string();
    let chunks = chunk(&text, 100);
    assert!(
        chunks.len() >= 3
            && chunks.iter().all(|chunk| chunk.starts_with("id: 7, ") || chunk.starts_with("id: 7:"))
    );
    assert!(chunks.contains(&"id: 7: group: Left".to_owned()), "{chunks:?}");
}

#[test]
fn rows_inside_an_object_are_found_by_the_key_that_holds_them() {
    let rows: Vec<Value> = (0..60).map(|n| json!({"n": n})).collect();
    let chunks = chunk(&json!({"total": 60, "rows": rows}).to_string(), 300);
    assert_eq!(chunks.len(), 61, "not one row is left out");
    assert_eq!((chunks[59].as_str(), chunks[60].as_str()), ("total: 60, rows: n: 59", "total: 60"));
}

#[test]
fn sections_carry_their_headings_and_sentences_are_merged() {
    let text =
        "# Rules\nIntro.\n## Votes\nEach deputy has one vote. Absent ones have none.\n## Empty\n# Last\nEnd.";
    assert_eq!(
        chunk(text, 300),
        [
            "Rules: Intro.",
            "Rules › Votes: Each deputy has one vote. Absent ones have none.",
            "Rules › Empty",
            "Last: End."
        ]
    );
}

#[test]
fn tags_scripts_and_targets_of_links_are_left_out_and_code_is_not() {
    let text = "<p>One &amp; <b>two</b></p><script>if (a < b) steal()</script><!-- no -->[here](http://x.y/z) \
                ![pic](p.png) Vec<String> and a < b";
    assert_eq!(chunk(text, 300), ["One & two here pic Vec<String> and a < b"]);
}

#[test]
fn no_hostile_markup_takes_more_than_linear_time() {
    for unit in ["<!--", "](a)", "](", "[](", "<a", "<script>", "&amp", "[", "# \n", "<a href='", "</"] {
        // What is quadratic would not come to an end here.
        assert!(chunk(&unit.repeat(200_000), 300).len() < 100_000, "{unit}");
    }
    chunk(&format!("{}1{}", "{\"a\":".repeat(120), "}".repeat(120)), 300);
    chunk(&json!({"k".repeat(100_000): vec!["x".repeat(200); 500]}).to_string(), 300);
}

#[test]
fn a_question_finds_its_chunk_with_the_reason_and_the_source() {
    let memory = filled(&[
        "The deputy Anna Mandl voted against the amendment.",
        "Rain is expected over Lyon on Friday.",
        "The stock of bicycles fell to 12.",
    ]);
    let found = block_on(memory.query("who voted on the amendment?")).unwrap();
    assert!(found[0].text.contains("Mandl") && found[0].score <= 1.0);
    assert_eq!(found[0].reasons, ["text: amendment, voted"]);
    assert_eq!(found[0].source.id, "c0");
    let none = block_on(memory.query("quarterly revenue of the subsidiary")).unwrap();
    assert_eq!(none, [], "the threshold keeps chance words out");
}

#[test]
fn the_context_names_sources_keeps_its_budget_and_repeats_nothing() {
    let row = "The deputy Anna Mandl voted against the amendment on pensions";
    let memory =
        filled(&[&format!("{row}."), &format!("{row} today."), "The amendment on pensions was withdrawn."]);
    let block = block_on(memory.build_context("amendment pensions")).unwrap();
    assert!(
        block.starts_with("Relevant parts of earlier results:\n[Tool: tool| Query: a question]\n- "),
        "{block}"
    );
    assert_eq!((block.matches("Mandl").count(), block.matches("withdrawn").count()), (1, 1));
    let small = MemoryOptions { budget_chars: 130, ..MemoryOptions::default() };
    let small = Memory::from_json(&memory.to_json(), small, None).unwrap();
    let cut = block_on(small.build_context("amendment pensions")).unwrap();
    assert!(cut.chars().count() <= 130 && cut.contains("withdrawn"), "{cut}");
    assert_eq!(block_on(memory.build_context("bicycles")).unwrap(), "");
}

#[test]
fn a_result_of_the_same_id_is_replaced_and_the_oldest_chunks_go_first() {
    let memory = Memory::new(MemoryOptions { max_chunks: 3, ..MemoryOptions::default() }, None);
    for text in ["alpha", "beta"] {
        assert_eq!(block_on(memory.ingest(text, source("t", "same"))).unwrap(), 1);
    }
    assert_eq!(memory.len(), 1);
    for n in 0..5 {
        block_on(memory.ingest(&format!("gamma number {n}"), source("t", &n.to_string()))).unwrap();
    }
    assert_eq!(memory.len(), 3);
    assert!(block_on(memory.query("beta")).unwrap().is_empty());
    memory.clear();
    assert!(memory.is_empty());
}

#[test]
fn what_is_no_saved_memory_is_refused_with_the_place() {
    for (saved, place) in [
        (json!({}), "version 1"),
        (json!({"version": 1}), "'chunks'"),
        (json!({"version": 1, "chunks": [], "background": {"mean": 0.1}}), "'background'"),
        (json!({"version": 1, "chunks": [], "background": {"mean": 0.1, "deviation": -1}}), "'background'"),
        (json!({"version": 1, "chunks": [{"text": "x"}]}), "chunks[0].tool"),
        (
            json!({"version": 1, "chunks": [{"text": "x", "tool": "", "query": "", "id": "", "vector": "no"}]}),
            "chunks[0].vector",
        ),
        (
            json!({"version": 1, "chunks": [{"text": "x", "tool": "", "query": "", "id": "", "vector": [0, 0]}]}),
            "is zero",
        ),
    ] {
        let error = Memory::from_json(&saved, MemoryOptions::default(), None).err().unwrap();
        assert!(error.code == Code::InvalidArgument && error.message.contains(place), "{}", error.message);
    }
}

fn rows() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        "[a-z]{1,8}( [a-z]{1,8}){0,40}".prop_map(|text| json!(text)),
        any::<u16>().prop_map(|n| json!(n))
    ];
    leaf.prop_recursive(4, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..6).prop_map(Value::Array),
            prop::collection::vec(("[a-z]{1,10}", inner), 1..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::Object(map) => map.values().for_each(|item| leaves(item, found)),
        Value::String(text) => found.extend(text.split(' ').map(str::to_owned)),
        other => found.push(other.to_string()),
    }
}

proptest! {
    #[test]
    fn every_word_of_a_result_is_in_a_chunk_and_no_chunk_is_too_long(value in rows(), max in 40..300_usize) {
        let chunks = chunk(&value.to_string(), max);
        prop_assert!(chunks.iter().all(|chunk| chunk.chars().count() <= max && !chunk.is_empty()));
        let mut words = Vec::new();
        leaves(&value, &mut words);
        for word in words {
            prop_assert!(chunks.iter().any(|chunk| chunk.contains(&word)), "{word} in {chunks:?}");
        }
    }

    #[test]
    fn any_text_becomes_chunks_that_fit_and_can_be_asked_for(text in "\\PC{0,400}", markup in "[<>a/#\\[\\]()!&;\n .p-]{0,200}", max in 0..120_usize) {
        for text in [&text, &markup] {
            let chunks = chunk(text, max);
            prop_assert!(chunks.iter().all(|chunk| chunk.chars().count() <= max.max(40)), "{chunks:?}");
            block_on(filled(&[text]).query(text)).unwrap();
        }
    }
}
