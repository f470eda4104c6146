use crate::support::STAT;
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::recipe::{WidgetRecipe, split};

fn fields(yaml: &str) -> Value {
    Value::Object(split(&format!("---\n{yaml}\n---\nbody")).unwrap().fields)
}

#[test]
fn the_published_example_is_read() {
    let recipe = WidgetRecipe::parse(STAT).unwrap();
    assert_eq!(recipe.name, "stat");
    assert_eq!(recipe.schema["required"], json!(["label", "value"]));
    assert_eq!(recipe.schema["properties"]["trend"]["enum"], json!(["up", "down", "stable"]));
    assert_eq!(recipe.examples[0].params["value"], json!("42"));
    assert!(recipe.body.starts_with("## How to use"));
}

#[test]
fn frontmatter_is_lenient_where_recipes_are() {
    assert_eq!(
        fields("widget: w\ndesc: a: b\nv: 1.10\nd: 2024-01-02\ny: yes\ne:\nz: 007"),
        json!({"widget": "w", "desc": "a: b", "v": 1.1, "d": "2024-01-02", "y": "yes", "e": null, "z": "007"})
    );
}

#[test]
fn collections_nest_in_block_and_flow_style() {
    let yaml = "a:\n- 1\n- x: 1\n  y: [p, [q, \"r,s\"]]\n-\n  - deep\nb: {c: {d: 'it''s'}, e: }\nf: |\n  one\n    two\ng: >-\n  one\n  two # kept\nh: plain # gone\n";
    assert_eq!(
        fields(yaml),
        json!({
            "a": [1, {"x": 1, "y": ["p", ["q", "r,s"]]}, ["deep"]],
            "b": {"c": {"d": "it's"}, "e": null},
            "f": "one\n  two\n", "g": "one two # kept", "h": "plain",
        })
    );
}

#[test]
fn crlf_and_text_without_frontmatter_are_fine() {
    assert_eq!(split("---\r\na: 1\r\n---\r\nx\r\n").unwrap().fields["a"], json!(1));
    let plain = split("# Title\n---\n").unwrap();
    assert!(plain.fields.is_empty());
    assert_eq!(plain.body, "# Title\n---\n");
}

#[test]
fn a_key_named_proto_is_a_key_like_any_other() {
    assert_eq!(fields("__proto__: {a: 1}").as_object().unwrap().keys().collect::<Vec<_>>(), ["__proto__"]);
}

#[test]
fn a_recipe_without_widget_or_schema_names_the_field() {
    for (recipe, field) in
        [("---\nschema: {type: object}\n---\n", "'widget'"), ("---\nwidget: w\n---\n", "'schema'")]
    {
        let error = WidgetRecipe::parse(recipe).unwrap_err();
        assert_eq!(error.code, Code::InvalidRecipe);
        assert!(error.message.contains(field), "{}", error.message);
    }
}

#[test]
fn frontmatter_that_cannot_be_read_names_the_line() {
    for (yaml, words) in [
        ("a:\n    b: 1\n  c: 2", "Line 3"),
        ("a: [1, 2", "missing"),
        ("a: 1\na: 2", "twice"),
        ("just words", "list of"),
    ] {
        let problem = split(&format!("---\n{yaml}\n---\n")).unwrap_err();
        assert!(problem.contains(words), "{yaml}: {problem}");
    }
    assert!(split("---\na: 1\n").unwrap_err().contains("not closed"));
}

#[test]
fn nesting_is_bounded() {
    let flow = format!("a: {}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert!(split(&format!("---\n{flow}\n---\n")).unwrap_err().contains("deeper"));
    let block: String = (0..200).map(|depth| " ".repeat(depth) + "k:\n").collect();
    assert!(split(&format!("---\n{block}\n---\n")).unwrap_err().contains("deeper"));
}

proptest! {
    #[test]
    fn frontmatter_never_panics(text in "(---\n)?([ \\-:{}\\[\\],'\"|>#a\n]|é|- |: ){0,120}(\n---\n)?") {
        let _ = split(&text);
    }
}

#[test]
fn json_between_the_lines_is_read_as_json() {
    let text = r#"{"a": "\b\f\u00e9\ud83d\ude42", "b": [1.5, null, {"c": "x, y: z # w"}]}"#;
    assert_eq!(fields(&format!("v: {text}"))["v"], serde_json::from_str::<Value>(text).unwrap());
    for half in [r#""\ud83d""#, r#""\ud83d\u0041""#, r#""\ude42""#, r#""\ud83dx""#] {
        let error = split(&format!("---\nv: {half}\n---\n")).unwrap_err();
        assert!(error.contains("half a character"), "{error}");
    }
}

#[test]
fn a_text_without_frontmatter_is_left_untouched() {
    for text in ["", "\n\n# Title\r\ntext", "\u{feff}x", "--\nno"] {
        let parts = split(text).unwrap();
        assert_eq!((parts.fields.len(), parts.body.as_str()), (0, text));
    }
}
