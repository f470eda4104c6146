//! Shortening results: JSON stays JSON, the room is used, and nothing is cut inside a character.

use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::dispatch::truncate;

/// The shortened text before the hint.
fn head(text: &str, limit: usize) -> String {
    let cut = truncate(text, limit, "x");
    cut.rsplit_once("\n... (truncated").map_or(cut.clone(), |(head, _)| head.to_owned())
}

fn parsed(text: &str, limit: usize) -> Value {
    serde_json::from_str(&head(text, limit)).unwrap()
}

#[test]
fn lists_lose_items_from_their_end_and_say_how_many_there_were() {
    let list = json!((0..1000).collect::<Vec<_>>()).to_string();
    let cut = truncate(&list, 100, "call_1");
    assert!(
        cut.ends_with("\n... (truncated, 1000 items total) [recall('call_1') for full result, 3891 chars]")
    );
    let kept = parsed(&list, 100);
    assert_eq!(kept, json!((0..kept.as_array().unwrap().len()).collect::<Vec<_>>()));
}

#[test]
fn objects_share_the_room_so_that_small_values_after_a_long_list_stay() {
    let rows: Vec<Value> = (0..500).map(|n| json!({"n": n})).collect();
    let text = json!({"title": "Votes", "rows": rows, "total": 500, "next": null}).to_string();
    let kept = parsed(&text, 400);
    assert_eq!((&kept["title"], &kept["total"], &kept["next"]), (&json!("Votes"), &json!(500), &Value::Null));
    let count = kept["rows"].as_array().unwrap().len();
    assert!(truncate(&text, 400, "x").contains(&format!("(truncated, /rows {count} of 500 items)")));
}

#[test]
fn one_long_string_is_cut_inside_its_quotes() {
    let text = json!({"rows": 1, "body": "word ".repeat(1000)}).to_string();
    let kept = parsed(&text, 200);
    let body = kept["body"].as_str().unwrap();
    assert!(body.starts_with("word word") && body.ends_with('…') && body.chars().count() > 150);
}

#[test]
fn an_item_that_does_not_fit_whole_is_shown_in_part_where_there_is_room() {
    let text = json!([{"id": 1, "body": "x".repeat(5000)}, {"id": 2}]).to_string();
    let kept = parsed(&text, 300);
    assert_eq!(kept[0]["id"], 1);
    assert!(truncate(&text, 300, "x").contains("/0/body"));
}

#[test]
fn escapes_and_surrogate_pairs_are_never_halved() {
    for letter in ["\\n", "\\ud83d\\ude00", "\\u00e9", "é", "😀", "\\\\"] {
        let text = format!("[\"{}\"]", letter.repeat(300));
        for limit in 60..90 {
            let kept = parsed(&text, limit);
            let word = kept[0].as_str().unwrap().trim_end_matches('…').to_owned();
            let one: String = serde_json::from_str(&format!("\"{letter}\"")).unwrap();
            assert_eq!(word, one.repeat(word.chars().count()));
        }
    }
}

#[test]
fn white_space_goes_before_content_does() {
    let value = json!({"a": [1, 2, 3], "b": "two  words"});
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(truncate(&pretty, value.to_string().len(), "x"), value.to_string());
}

#[test]
fn numbers_keep_their_digits() {
    let text = format!("[1.10,123456789012345678901234567890,{}]", "1,".repeat(200) + "1");
    assert!(head(&text, 60).starts_with("[1.10,123456789012345678901234567890,1"));
}

#[test]
fn prose_ends_at_a_word() {
    let text = "several words ".repeat(40);
    assert_eq!(head(&text, 100), "several words ".repeat(7).trim_end());
    assert_eq!(head(&text, 95), "several words ".repeat(6) + "several");
    assert!(
        truncate(&text, 100, "x").ends_with("\n... (truncated) [recall('x') for full result, 560 chars]")
    );
    assert_eq!(head(&"é".repeat(50), 10), "é".repeat(10));
}

#[test]
fn depth_and_size_do_not_matter() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(serde_json::from_str::<Value>(&head(&deep, 50)).is_ok());
    let text = json!((0..40_000).map(|n| json!({"n": n})).collect::<Vec<_>>()).to_string();
    assert_eq!(parsed(&text, 10_000)[0], json!({"n": 0}));
    let long = "1".repeat(50_000);
    assert_eq!(head(&long, 10).len(), 10);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(|n| json!(n)),
        "\\PC{0,60}".prop_map(Value::String),
        "[a-z \"\\\\\n😀é]{0,400}".prop_map(Value::String),
    ];
    leaf.prop_recursive(5, 120, 12, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::Array),
            prop::collection::vec(("\\PC{0,12}", inner), 0..12)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// True when `part` is `whole` with items, keys and ends of strings missing.
fn is_part_of(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(part, whole)| is_part_of(part, whole))
        }
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, part)| whole.get(key).is_some_and(|whole| is_part_of(part, whole)))
        }
        (Value::String(part), Value::String(whole)) => {
            part == whole || part.strip_suffix('…').is_some_and(|part| whole.starts_with(part))
        }
        (part, whole) => part == whole,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    #[test]
    fn shortened_json_is_json_a_part_of_the_whole_and_within_the_limit(
        value in any_json(), limit in 20..600_usize, pretty in any::<bool>()
    ) {
        let text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let short = head(&text, limit);
        prop_assert!(short.chars().count() <= limit);
        if value.is_array() || value.is_object() || value.is_string() {
            let back: Value = serde_json::from_str(&short).unwrap();
            prop_assert!(is_part_of(&back, &value), "{short}");
        }
    }

    #[test]
    fn at_least_three_quarters_of_the_room_are_used(
        rows in prop::collection::vec(any_json(), 10..20), limit in 400..3_000_usize, nested in 0..3_usize
    ) {
        let filler = "word ".repeat(limit);
        let mut value = json!([rows.clone(), filler.clone()]);
        for level in 0..nested {
            value = json!({"level": level, "inner": value, "filler": filler});
        }
        let text = value.to_string();
        let used = head(&text, limit).chars().count();
        prop_assert!(used * 4 >= limit * 3, "{used} of {limit}");
    }

    #[test]
    fn any_text_is_shortened_without_a_panic(text in "\\PC{0,300}", limit in 0..200_usize) {
        let short = head(&text, limit);
        prop_assert!(short.chars().count() <= limit || short == text);
    }

    #[test]
    fn any_bytes_are_shortened_without_a_panic(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"[]{}\",:\\u d8".to_vec())], 0..400),
        limit in 0..100_usize
    ) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(head(&text, limit).chars().count() <= limit);
    }

    #[test]
    fn broken_json_is_shortened_without_a_panic(
        value in any_json(), at in any::<prop::sample::Index>(), put in "[\\[\\]{}\",:\\\\ 0-9]{0,3}", limit in 0..80_usize
    ) {
        let text = value.to_string();
        let mut letters: Vec<char> = text.chars().collect();
        let at = at.index(letters.len() + 1);
        letters.splice(at..at, put.chars());
        letters.truncate(letters.len().max(1) - usize::from(at % 2 == 0));
        let text: String = letters.into_iter().collect();
        prop_assert!(head(&text, limit).chars().count() <= limit.max(2));
    }
}
