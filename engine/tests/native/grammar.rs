//! Random schemas, random logits: whatever a model wants, what comes out parses and satisfies the schema.

use crate::support::TINY;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::rc::Rc;
use webmcp_engine::grammar::{Grammar, QUOTE, Quote, State, Style, allowed_tokens};
use webmcp_engine::sampler::Random;

/// Writes a value the way the engine does, with chance in the place of the model; `None` when the budget cannot suffice.
pub(crate) fn write(schema: &Value, seed: u64, budget: usize) -> Option<String> {
    let grammar = Grammar::from_schema(schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
    let written = write_under(grammar, seed, budget)?;
    Some(String::from_utf8(written).expect("only UTF-8 is written"))
}

/// The same under any grammar; where a token quotes texts, its stand-in is among the bytes.
pub(crate) fn write_under(grammar: Grammar, seed: u64, budget: usize) -> Option<Vec<u8>> {
    let grammar = Rc::new(grammar);
    let mut state = State::new(&grammar);
    let (vocabulary, mut random) = (TINY.tokenizer.vocabulary(), Random::new(seed));
    if state.completion().len() > budget {
        return None;
    }
    let mut written: Vec<u8> = Vec::new();
    while !state.is_complete() {
        let mut allowed: Vec<&[u8]> = allowed_tokens(&state, &TINY.pieces, vocabulary)
            .into_iter()
            .map(|id| vocabulary.output(id))
            .collect();
        assert!(!allowed.iter().any(|bytes| bytes.contains(&QUOTE)), "no text token stands for the quote");
        if state.takes_quote() {
            allowed.push(&[QUOTE]);
        }
        if state.can_end() && (allowed.is_empty() || random.unit() < 0.3) {
            break;
        }
        assert!(
            !allowed.is_empty(),
            "nothing is allowed after {:?} of {grammar:?}",
            String::from_utf8_lossy(&written)
        );
        let mut after = None;
        for _ in 0..4 {
            // Half the time a token of structure, or a string would hardly ever end early.
            let ends = |bytes: &&&[u8]| !bytes[0].is_ascii_alphanumeric();
            let structure: Vec<&[u8]> = allowed.iter().filter(ends).copied().collect();
            let from = if random.unit() < 0.5 && !structure.is_empty() { &structure } else { &allowed };
            let quotes = |bytes: &&&[u8]| matches!(bytes[0], b'"' | QUOTE);
            let likely: Vec<&[u8]> = from.iter().filter(quotes).copied().collect();
            let from = if random.unit() < 0.3 && !likely.is_empty() { &likely } else { from };
            let bytes = from[(random.unit() * from.len() as f32) as usize];
            let mut next = state.clone();
            assert!(next.feed(bytes), "the mask allowed a token that the state refuses");
            // One token per byte is the worst case, as in the engine.
            if written.len() + bytes.len() + next.completion().len() <= budget {
                after = Some((bytes, next));
                break;
            }
        }
        match after {
            Some((bytes, next)) => {
                written.extend(bytes);
                state = next;
            }
            None => {
                let rest = state.completion();
                assert!(state.feed(&rest), "the completion {:?} is refused", String::from_utf8_lossy(&rest));
                written.extend(rest);
                state.close();
            }
        }
    }
    assert!(written.len() <= budget, "{} bytes of {budget}", written.len());
    Some(written)
}

pub(crate) fn check(schema: &Value, seed: u64, budget: usize) {
    let Some(text) = write(schema, seed, budget) else { return };
    let value: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text} for {schema}"));
    if let Err(error) = jsonschema::validate(schema, &value) {
        panic!("{error}: {text} for {schema}");
    }
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "null"})),
        Just(json!({"type": ["string", "null"]})),
        (0u32..4, 0u32..6).prop_map(|(least, more)| json!({"type": "string", "minLength": least, "maxLength": least + more})),
        (-50i64..50, 0i64..100).prop_map(|(low, span)| json!({"type": "integer", "minimum": low, "maximum": low + span})),
        (-50i64..50, 1i64..9).prop_map(|(low, step)| json!({"type": "integer", "exclusiveMinimum": low, "multipleOf": step})),
        (-500i64..500, 1i64..100).prop_map(|(low, span)| {
            json!({"type": "number", "exclusiveMinimum": low as f64 / 100.0, "maximum": (low + span) as f64 / 100.0})
        }),
        Just(json!({"type": "number"})),
        prop::collection::vec("[a-c\"é\\\\]{0,3}", 1..5).prop_map(|values| json!({"enum": values})),
        prop::collection::vec(0i64..200, 1..5).prop_map(|values| json!({"type": "integer", "enum": values})),
        Just(json!({"const": {"a": [1, "x"], "b": null}})),
        Just(json!({})),
        Just(json!(true)),
    ]
}

pub(crate) fn schema() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), 0u32..3, 0u32..3)
                .prop_map(|(items, least, more)| json!({"type": "array", "items": items, "minItems": least, "maxItems": least + more})),
            (prop::collection::vec(inner.clone(), 1..4), inner.clone(), any::<bool>(), 0u32..3).prop_map(|(first, items, closed, least)| {
                let least = least.min(first.len() as u32);
                let items = if closed { json!(false) } else { items };
                json!({"type": "array", "prefixItems": first, "items": items, "minItems": least, "maxItems": 4})
            }),
            (prop::collection::vec((("[ab]{1,3}|é\""), inner.clone(), any::<bool>()), 0..4), any::<bool>(), 0usize..3).prop_map(
                |(fields, open, least)| {
                    let properties: serde_json::Map<_, _> = fields.iter().map(|(name, schema, _)| (name.clone(), schema.clone())).collect();
                    let mut required: Vec<_> = fields.iter().filter(|(.., required)| *required).map(|(name, ..)| name.clone()).collect();
                    required.sort();
                    required.dedup();
                    let least = if properties.len() < least || properties.is_empty() { 0 } else { least };
                    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": open, "minProperties": least})
                }
            ),
            inner.clone().prop_map(|value| json!({"type": "object", "additionalProperties": value, "maxProperties": 3})),
            prop::collection::vec(inner, 2..4).prop_map(|parts| json!({"anyOf": parts})),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_the_logits_the_text_parses_and_satisfies_the_schema(schema in schema(), seed in any::<u64>(), budget in 20usize..400) {
        check(&schema, seed, budget);
    }
}

#[test]
fn references_and_recursion_end() {
    let tree = json!({
        "$ref": "#/$defs/node",
        "$defs": {"node": {"type": "object", "properties": {
            "name": {"type": "string", "maxLength": 5}, "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}
        }, "required": ["name"]}}
    });
    (0..50).for_each(|seed| check(&tree, seed, 300));
    let endless = json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"]}}});
    assert!(Grammar::from_schema(&endless).unwrap_err().message.contains("no value can satisfy"));
}

#[test]
fn joined_schemas_hold_all_their_parts() {
    let schema = json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}}, "required": ["a"]},
        {"properties": {"a": {"type": "integer", "maximum": 9}, "b": {"type": "boolean"}}, "required": ["b"]}
    ]});
    (0..50).for_each(|seed| check(&schema, seed, 60));
}

#[test]
fn properties_come_in_order_with_one_space_after_colons_and_commas() {
    let schema = json!({"type": "object", "properties": {"b": {"const": 1}, "a": {"type": "array", "items": {"const": 2}, "minItems": 2, "maxItems": 2}}, "required": ["a", "b"]});
    assert_eq!(write(&schema, 1, 100).unwrap(), r#"{"b": 1, "a": [2, 2]}"#);
}

#[test]
fn what_is_forced_comes_at_once() {
    let schema = json!({"type": "object", "properties": {"kind": {"const": "chart"}, "rows": {"type": "integer"}}, "required": ["kind", "rows"]});
    let state = State::new(&Rc::new(Grammar::from_schema(&schema).unwrap()));
    assert_eq!(String::from_utf8(state.forced()).unwrap(), r#"{"kind": "chart", "rows": "#);
}

#[test]
fn schemas_that_nothing_satisfies_are_errors() {
    for schema in [
        json!(false),
        json!({"enum": []}),
        json!({"type": "integer", "minimum": 5, "maximum": 4}),
        json!({"type": "string", "minLength": 2, "maxLength": 1}),
        json!({"type": "object", "properties": {"a": false}, "required": ["a"]}),
        json!({"type": "integer", "multipleOf": 10, "minimum": 1, "maximum": 9}),
    ] {
        assert!(
            Grammar::from_schema(&schema).unwrap_err().message.contains("no value can satisfy"),
            "{schema}"
        );
    }
}

#[test]
fn malformed_schemas_are_errors_and_unenforced_keywords_are_named() {
    for schema in [
        json!(3),
        json!({"type": "banana"}),
        json!({"properties": []}),
        json!({"$ref": "#/nowhere"}),
        json!({"minItems": -1, "type": "array"}),
        json!({"enum": 1}),
    ] {
        assert!(Grammar::from_schema(&schema).is_err(), "{schema}");
    }
    let mut deep = json!({"type": "string"});
    for _ in 0..60 {
        deep = json!({"type": "array", "items": deep});
    }
    assert!(Grammar::from_schema(&deep).unwrap_err().message.contains("too deep"));
    assert_eq!(
        Grammar::from_schema(&json!({"type": "string", "pattern": "^a"})).unwrap().warnings,
        ["pattern"]
    );
}

#[test]
fn the_mask_allows_exactly_the_tokens_that_the_state_takes() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string", "maxLength": 4}, "b": {"enum": [1, 12, "né"]}, "c": {"type": "number", "minimum": -2}}, "required": ["a"]});
    let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
    let vocabulary = TINY.tokenizer.vocabulary();
    let text = r#"{"a": "né\n1", "b": 12, "c": -1.5}"#;
    for cut in 0..=text.len() {
        let mut state = State::new(&grammar);
        assert!(state.feed(&text.as_bytes()[..cut]), "{}", &text[..cut]);
        let mut allowed = allowed_tokens(&state, &TINY.pieces, vocabulary);
        allowed.sort_unstable();
        let takes = |id: &u32| {
            let bytes = vocabulary.output(*id);
            !bytes.is_empty() && state.clone().feed(bytes)
        };
        let expected: Vec<u32> = (0..vocabulary.len() as u32).filter(takes).collect();
        assert_eq!(allowed, expected, "after {cut} bytes of {text}");
    }
}

#[test]
fn nested_minima_are_refused_before_they_eat_the_memory() {
    let mut schema = json!({"type": "integer"});
    for _ in 0..20 {
        schema = json!({"type": "array", "items": schema, "minItems": 1000});
    }
    assert!(Grammar::from_schema(&schema).unwrap_err().message.contains("longer than 64 KiB"));
}

#[test]
fn every_member_of_a_wide_union_can_be_written() {
    let members: Vec<Value> = (0..200)
        .map(|at| json!({"type": "object", "properties": {"kind": {"const": format!("kind-{at}")}, "of": {"type": "integer"}}, "required": ["kind", "of"], "additionalProperties": false}))
        .collect();
    let grammar = Rc::new(Grammar::from_schema(&json!({"anyOf": members})).unwrap());
    for at in [0, 100, 199] {
        let mut state = State::new(&grammar);
        let written = format!("{{\"kind\": \"kind-{at}\", \"of\": 1}}");
        assert!(state.feed(written.as_bytes()) && state.is_complete(), "{written}");
    }
}

/// Two columns, a comparison with what was said, and an order: `SELECT a FROM "t" WHERE …`.
fn query() -> Value {
    json!({"type": "string",
        "x-rules": {
            "column": {"any": ["fee", "fee_eur", "`Unit \"Price\"`"]},
            "condition": [{"rule": "column"}, {"any": [[" > ", {"any": ["5", "50"]}], [" = '", {"any": ["Zoë", "O''Hara"]}, "'"]]}],
        },
        "x-grammar": [
            "SELECT ", {"any": ["*", [{"rule": "column"}, {"maybe": [", ", {"rule": "column"}]}]]}, " FROM \"t\"",
            {"maybe": [" WHERE ", {"rule": "condition"}, {"maybe": [" AND ", {"rule": "condition"}]}]},
            {"maybe": [" LIMIT ", {"any": ["1", "10"]}]},
        ],
    })
}

/// Whether a text is one of that query's, read by hand.
fn is_query(text: &str) -> bool {
    let eat = |text: &str, options: &[&str]| -> Vec<String> {
        options.iter().filter_map(|option| text.strip_prefix(option)).map(str::to_owned).collect()
    };
    let each = |rests: Vec<String>, options: &[&str]| -> Vec<String> {
        rests.iter().flat_map(|rest| eat(rest, options)).collect()
    };
    let columns = ["fee", "fee_eur", "`Unit \"Price\"`"];
    let condition =
        |rests: Vec<String>| each(each(rests, &columns), &[" > 5", " > 50", " = 'Zoë'", " = 'O''Hara'"]);
    let with = |rests: &[String], more: Vec<String>| [rests.to_vec(), more].concat();
    let begun = eat(text, &["SELECT "]);
    let one = each(begun.clone(), &columns);
    let two = each(each(one.clone(), &[", "]), &columns);
    let from = each([each(begun, &["*"]), one, two].concat(), &[" FROM \"t\""]);
    let first = condition(each(from.clone(), &[" WHERE "]));
    let second = condition(each(first.clone(), &[" AND "]));
    let before = with(&with(&from, first), second);
    let limited = each(each(before.clone(), &[" LIMIT "]), &["1", "10"]);
    with(&before, limited).iter().any(String::is_empty)
}

#[test]
fn a_string_of_rules_is_one_that_the_rules_allow() {
    let schema = json!({"type": "object", "properties": {"sql": query(), "as": {"enum": ["bar", "table"]}}, "required": ["sql", "as"], "additionalProperties": false});
    let mut different = std::collections::HashSet::new();
    for seed in 0..300 {
        let written = write(&schema, seed, 400).unwrap();
        let value: Value =
            serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
        let sql = value["sql"].as_str().unwrap();
        assert!(is_query(sql), "{sql}");
        different.insert(sql.to_owned());
    }
    assert!(different.len() > 30, "only {} different queries of 300", different.len());
}

#[test]
fn a_rule_that_is_none_or_leads_to_itself_is_refused_in_words() {
    let refused = |schema: Value| Grammar::from_schema(&schema).unwrap_err().message;
    let of = |rule: Value| json!({"type": "string", "x-grammar": rule});
    assert!(refused(of(json!({"some": "x"}))).contains("is no rule of x-grammar"));
    assert!(refused(of(json!({"any": []}))).contains("nothing to choose from"));
    assert!(refused(of(json!({"rule": "lost"}))).contains("no rule named lost"));
    let round = json!({"type": "string", "x-grammar": {"rule": "a"}, "x-rules": {"a": ["b", {"rule": "a"}]}});
    assert!(refused(round).contains("too large or too deep"));
    let calls = Grammar::from_calls(
        &[("a".into(), json!({"properties": {"q": of(json!("x"))}}))],
        Style::Dict(Quote::new("<q>").unwrap()),
    );
    assert!(calls.unwrap_err().message.contains("x-grammar is for JSON"));
}

#[test]
fn a_plain_text_of_rules_has_no_quotes_and_a_rule_may_be_there_many_times() {
    let rule = json!(["\"a\"\n", {"many": [", ", {"any": ["b", "\\"]}]}, "."]);
    let plain = json!({"type": "string", "x-plain": true, "x-grammar": rule});
    let takes = |schema: &Value, text: &str| {
        let mut state = State::new(&Rc::new(Grammar::from_schema(schema).unwrap()));
        state.feed(text.as_bytes()) && state.is_complete()
    };
    let long = format!("\"a\"\n{}.", ", b".repeat(5_000));
    for text in ["\"a\"\n.", "\"a\"\n, b.", "\"a\"\n, \\, b.", &long] {
        assert!(takes(&plain, text), "{text}");
    }
    for text in ["a.", "\"a\"\n, c.", "\"a\"\n, b", "\"\\\"a\\\"\\n.\""] {
        assert!(!takes(&plain, text), "{text}");
    }
    for seed in 0..50 {
        let written = write(&plain, seed, 200).unwrap();
        assert!(written.starts_with("\"a\"\n") && written.ends_with('.'), "{written}");
    }
    // Within a value it stays JSON.
    let within = json!({"type": "array", "items": plain, "minItems": 1, "maxItems": 1});
    assert!(takes(&within, &json!(["\"a\"\n, b."]).to_string()));
    assert!(!takes(&within, "[\"a\"\n, b.]"));
    let nothing = Grammar::from_schema(&json!({"type": "string", "x-grammar": {"many": {"maybe": "a"}}}));
    assert!(nothing.unwrap_err().message.contains("must not be empty"));
}

#[test]
fn a_part_of_a_text_cuts_no_word_in_two() {
    let said = "buy \"red\" apples,\n3,5 kg – today (Zoë's list)";
    let schema = json!({"type": "array", "items": {"type": "string", "x-grammar": {"part": said}}, "minItems": 1, "maxItems": 3});
    let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
    let takes = |part: &str| {
        let mut state = State::new(&grammar);
        state.feed(json!([part]).to_string().as_bytes()) && state.is_complete()
    };
    for part in [
        "buy",
        "red",
        "\"red\"",
        "red\" apples",
        "apples,\n3,5 kg",
        "5",
        "kg – today",
        "Zoë",
        "(Zoë's list)",
        "list",
        said,
    ] {
        assert!(takes(part), "{part}");
    }
    for part in
        ["", "bu", "uy", "Red", "ed", "red apples", "buy ", " buy", "apples, 3", "Zo", "kg -", "list) "]
    {
        assert!(!takes(part), "{part}");
    }
    for seed in 0..200 {
        let written: Vec<String> = serde_json::from_str(&write(&schema, seed, 300).unwrap()).unwrap();
        for part in written {
            assert!(said.contains(&part) && !part.is_empty() && part.trim() == part, "{part:?}");
        }
    }
    let none = Grammar::from_schema(&json!({"type": "string", "x-grammar": {"part": " \n"}}));
    assert!(none.unwrap_err().message.contains("a text with words"));
    let long = "word ".repeat(50_000);
    assert!(Grammar::from_schema(&json!({"type": "string", "x-grammar": {"part": long}})).is_ok());
}
