//! The store of full results: its budget, what goes first, and saving it.

use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::model::Results;

#[test]
fn the_result_that_was_not_used_for_longest_goes_first() {
    let results = Results::with_budget(40);
    for id in ["a", "b", "c"] {
        results.insert(id, "0123456789");
    }
    assert_eq!(results.get("a").as_deref(), Some("0123456789"));
    results.insert("d", "0123456789");
    assert_eq!(results.ids(), ["c", "a", "d"]);
    assert!(results.was_evicted("b") && !results.was_evicted("a") && !results.was_evicted("never"));
    results.insert("b", "again");
    assert!(!results.was_evicted("b"), "it is there again");
}

#[test]
fn looking_without_use_does_not_keep_a_result_alive() {
    let results = Results::with_budget(24);
    results.insert("a", "0123456789");
    results.insert("b", "0123456789");
    assert_eq!((results.peek("a").as_deref(), results.chars("a")), (Some("0123456789"), Some(10)));
    results.insert("c", "0123456789");
    assert_eq!(results.ids(), ["b", "c"]);
}

#[test]
fn a_result_larger_than_the_whole_budget_is_not_kept_and_pushes_nothing_out() {
    let results = Results::with_budget(20);
    results.insert("small", "x");
    results.insert("huge", &"y".repeat(100));
    assert_eq!(results.ids(), ["small"]);
    assert!(results.get("huge").is_none() && results.was_evicted("huge"));
}

#[test]
fn clones_share_one_store_and_an_id_holds_one_result() {
    let results = Results::default();
    results.clone().insert("a", "first");
    results.insert("a", "second");
    assert_eq!(results.get("a").as_deref(), Some("second"));
    assert_eq!((results.ids().len(), results.bytes()), (1, "asecond".len()));
}

#[test]
fn a_value_is_the_structured_result_or_the_text_as_json_or_the_text() {
    let results = Results::default();
    results.insert_value("structured", "three rows", Some(json!({"rows": 3})));
    results.insert("json", "[1, 2]");
    results.insert("prose", "no json");
    assert_eq!(*results.value("structured").unwrap(), json!({"rows": 3}));
    assert_eq!(*results.value("json").unwrap(), json!([1, 2]));
    assert_eq!(*results.value("prose").unwrap(), json!("no json"));
    assert!(results.value("none").is_none());
    let again = results.value("json").unwrap();
    assert!(std::rc::Rc::ptr_eq(&again, &results.value("json").unwrap()), "read once");
}

#[test]
fn whole_numbers_that_javascript_would_round_are_texts_of_their_digits() {
    let results = Results::default();
    let text = r#"{"ids":[1436278513418522630,-9007199254740993,9007199254740991,123456789012345678901234567890],"n":1.5e300,"x":1234567890123456.5,"s":"\" 9007199254740993","z":[]}"#;
    results.insert("a", text);
    assert_eq!(
        *results.value("a").unwrap(),
        json!({
            "ids": ["1436278513418522630", "-9007199254740993", 9_007_199_254_740_991_u64, "123456789012345678901234567890"],
            "n": 1.5e300, "x": 1_234_567_890_123_456.5, "s": "\" 9007199254740993", "z": [],
        })
    );
    assert_eq!(results.get("a").as_deref(), Some(text), "the model reads what was sent");
    for odd in ["1436278513418522630", "9007199254740993 and more", "\"open 9007199254740993", "-", ""] {
        results.insert("odd", odd);
        let expected = if odd.starts_with("14") { json!("1436278513418522630") } else { json!(odd) };
        assert_eq!(*results.value("odd").unwrap(), expected);
    }
}

#[test]
fn a_parsed_copy_counts_and_never_pushes_out_its_own_text() {
    let text = json!(vec![0; 100]).to_string();
    let results = Results::with_budget(text.len() + 50);
    results.insert("a", &text);
    assert_eq!(results.value("a").unwrap().as_array().unwrap().len(), 100);
    assert!(results.get("a").is_some() && results.bytes() <= text.len() + 50);
}

#[test]
fn the_memory_of_dropped_ids_is_bounded() {
    let results = Results::with_budget(10);
    for number in 0..5_000 {
        results.insert(&format!("id{number}"), "12345");
    }
    assert!(results.was_evicted("id4990") && !results.was_evicted("id0"));
    results.insert(&"x".repeat(10_000), "12345");
    assert!(!results.was_evicted(&"x".repeat(10_000)), "ids of any length are not hoarded");
}

#[test]
fn a_saved_store_comes_back_within_the_budget_that_it_then_has() {
    let results = Results::with_budget(1_000);
    results.insert("old", "0123456789");
    results.insert_value("rows", "three", Some(json!([1, 2, 3])));
    results.insert("new", "0123456789");
    let saved: Value = serde_json::from_str(&results.to_json(usize::MAX).to_string()).unwrap();
    let whole = Results::from_json(&saved, 1_000).unwrap();
    assert_eq!(whole.ids(), results.ids());
    assert_eq!(*whole.value("rows").unwrap(), json!([1, 2, 3]));
    let small = Results::from_json(&saved, 20).unwrap();
    assert_eq!(small.ids(), ["new"]);
    assert!(small.was_evicted("old") && small.was_evicted("rows"));
    assert_eq!(
        Results::from_json(&small.to_json(usize::MAX), 20).unwrap().to_json(usize::MAX),
        small.to_json(usize::MAX)
    );
}

#[test]
fn of_a_store_that_is_too_long_to_be_saved_the_oldest_results_go_and_are_told_of() {
    let results = Results::with_budget(10_000);
    for id in ["first", "second", "third"] {
        results.insert(id, &"x".repeat(100));
    }
    let whole = results.to_json(usize::MAX).to_string().len();
    let saved = results.to_json(whole - 100);
    let again = Results::from_json(&saved, 10_000).unwrap();
    assert_eq!(again.ids(), ["second", "third"]);
    assert!(again.was_evicted("first"), "whoever asks for it hears that it is gone");
    assert!(results.get("first").is_some(), "what lives is not touched by saving");
    // A shorter one that is older than what did not fit goes, too: what is kept has no holes.
    let results = Results::with_budget(10_000);
    results.insert("short", "x");
    results.insert("long", &"x".repeat(500));
    results.insert("new", "x");
    assert_eq!(Results::from_json(&results.to_json(200), 10_000).unwrap().ids(), ["new"]);
}

#[test]
fn what_is_no_saved_store_is_refused_with_the_place() {
    for (saved, place) in [
        (json!(null), "'results'"),
        (json!({"results": {}}), "'results'"),
        (json!({"results": [{"id": "a", "text": "x"}, {"id": 1, "text": "x"}]}), "results[1].id"),
        (json!({"results": [{"id": "a"}]}), "results[0].text"),
        (json!({"results": [], "evicted": [1]}), "evicted"),
    ] {
        let problem = Results::from_json(&saved, 100).err().unwrap();
        assert!(problem.contains(place), "{problem}");
    }
}

proptest! {
    #[test]
    fn the_store_never_holds_more_than_its_budget_and_never_loses_the_newest(
        steps in prop::collection::vec((0..12_u8, 0..60_usize, any::<bool>()), 1..80)
    ) {
        let results = Results::with_budget(128);
        for (id, length, read) in steps {
            let id = format!("id{id}");
            if read {
                let before = results.get(&id);
                prop_assert_eq!(before.is_some(), results.value(&id).is_some());
                if before.is_some() {
                    prop_assert_eq!(results.ids().pop(), Some(id.clone()));
                }
            } else {
                results.insert(&id, &"x".repeat(length));
                prop_assert_eq!(results.get(&id).map(|text| text.len()), Some(length));
            }
            prop_assert!(results.bytes() <= 128);
            for id in results.ids() {
                prop_assert!(!results.was_evicted(&id));
            }
        }
    }
}
