//! Tool calls written as text (reference rules: parseToolCalls; formats: the models' own templates).

use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::model::Block;
use webmcp_auto_ui::provider::{TextFormat, parse_tool_calls};

/// The text that is said, and the calls.
fn parsed(text: &str, format: TextFormat) -> (String, Vec<(String, Value)>) {
    let (content, found) = parse_tool_calls(text, format);
    let (mut said, mut calls) = (String::new(), Vec::new());
    for block in content {
        match block {
            Block::Text { text } => {
                assert!(calls.is_empty(), "text comes first");
                said.push_str(&text);
            }
            Block::ToolUse { name, input, .. } => calls.push((name, input)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found, !calls.is_empty());
    (said, calls)
}

fn call(name: &str, arguments: Value) -> Vec<(String, Value)> {
    vec![(name.to_owned(), arguments)]
}

#[test]
fn gemmas_calls_have_bare_keys_and_texts_that_cannot_be_escaped() {
    let text = r#"Hi <|tool_call>call:a_b{x:1,y:<|"|>z"q<|"|>,o:{k:[1,2]}}<tool_call|> bye"#;
    let expected = call("a_b", json!({"x": 1, "y": "z\"q", "o": {"k": [1, 2]}}));
    assert_eq!(parsed(text, TextFormat::Gemma), ("Hi  bye".into(), expected.clone()));
    assert_eq!(parsed(text, TextFormat::Auto), ("Hi  bye".into(), expected));
    let odd = r#"<|tool_call|>call:show{path:<|"|>C:\new}{]<|"|>,on:true,n:-2.5e3,none:null,list:[<|"|>a,b<|"|>,[]]}<tool_call|>"#;
    let expected = json!({"path": "C:\\new}{]", "on": true, "n": -2500.0, "none": null, "list": ["a,b", []]});
    assert_eq!(parsed(odd, TextFormat::Gemma).1, call("show", expected));
}

#[test]
fn gemmas_calls_may_be_written_as_json_and_close_too_many_braces() {
    for text in [
        r#"<|tool_call>call:f{a:"x","b":2}<tool_call|>"#,
        r#"<|tool_call>call:f{a:"x","b":2}}}} <tool_call|>"#,
        "<|tool_call>call:f {\"a\": \"x\",\n \"b\": 2} ,\n<tool_call|>",
        "<|tool_call>call:f{a:x,b:2}",
    ] {
        assert_eq!(parsed(text, TextFormat::Gemma).1, call("f", json!({"a": "x", "b": 2})), "{text}");
    }
}

#[test]
fn what_only_begins_like_a_call_stays_text() {
    for text in [
        r#"<|tool_call>call:f{a:1} {"extra":1}<tool_call|>"#,
        "<|tool_call>call:f{a:<|\"|>never ended",
        "<|tool_call>call:{a:1}<tool_call|>",
        "<|tool_call>something else<tool_call|>",
        "<tool_call>not json</tool_call>",
        "Write <tool_call> around it.",
        "[TOOL_CALLS] are what Mistral writes",
        "if a <function=b then c",
        "Hi <tool_call>{\"x\":1}</tool_call> bye",
        "<tool_call>{'name': 'f', 'arguments': {}}</tool_call>",
        "<tool_call>{\"name\": \"búsqueda\", \"arguments\": {}}\n</tool_call>",
        "<tool_call>{\"123456789é\":1}</tool_call>",
        "The <think> tag is what Qwen writes. More text.",
        "<",
    ] {
        assert_eq!(parsed(text, TextFormat::Auto), (text.into(), vec![]), "{text}");
    }
}

#[test]
fn arguments_that_cannot_be_read_are_kept_for_the_model_to_hear_of() {
    let (_, calls) = parsed("<|tool_call>call:f{a:{b}}<tool_call|>", TextFormat::Gemma);
    assert_eq!(calls, call("f", json!({"_raw": "{a:{b}}"})));
    let deep = format!("<|tool_call>call:f{{a:{}{}}}<tool_call|>", "[".repeat(9_000), "]".repeat(9_000));
    assert!(parsed(&deep, TextFormat::Gemma).1[0].1["_raw"].is_string());
}

#[test]
fn function_gemma_has_marks_of_its_own() {
    let text = "<start_function_call>call:weather{city:<escape>Paris, \"France\"<escape>,days:3}<end_function_call><start_function_call>call:now{}<end_function_call>";
    let expected = vec![
        ("weather".to_owned(), json!({"city": "Paris, \"France\"", "days": 3})),
        ("now".to_owned(), json!({})),
    ];
    assert_eq!(parsed(text, TextFormat::FunctionGemma).1, expected);
}

#[test]
fn qwen_and_hermes_write_json_between_tags_and_think_before() {
    let text = "<think>\nwhich </b> one?\n</think>\n\n<tool_call>\n{\"name\": \"a\", \"arguments\": {\"rows\": [[1, [2]], []], \"t\": \"</tool_call>\"}}\n</tool_call>\n<tool_call>{\"name\":\"b\",\"arguments\":\"{\\\"x\\\":1}\"}</tool_call> done";
    let (said, calls) = parsed(text, TextFormat::Qwen);
    assert_eq!(said, "done");
    assert_eq!(
        calls,
        [
            ("a".to_owned(), json!({"rows": [[1, [2]], []], "t": "</tool_call>"})),
            ("b".to_owned(), json!({"x": 1}))
        ]
    );
}

#[test]
fn mistral_writes_a_list_with_nested_lists_or_a_name_and_arguments() {
    let list = r#"[TOOL_CALLS][{"name":"table","arguments":{"rows":[["a",1],["b",2]]}},{"name":"b","arguments":{}}]"#;
    let expected =
        vec![("table".to_owned(), json!({"rows": [["a", 1], ["b", 2]]})), ("b".to_owned(), json!({}))];
    assert_eq!(parsed(list, TextFormat::Mistral).1, expected);
    let named = r#"Let me see.[TOOL_CALLS]table[ARGS]{"rows": [["a", 1], ["b", 2]]}[TOOL_CALLS]b[ARGS]{}"#;
    assert_eq!(parsed(named, TextFormat::Mistral), ("Let me see.".into(), expected));
}

#[test]
fn llama_writes_json_behind_a_tag_or_a_function_tag() {
    let expected = call("f", json!({"q": "x"}));
    for text in [
        r#"<|python_tag|>{"name": "f", "parameters": {"q": "x"}}"#,
        r#"<|python_tag|>{"name": "f", "parameters": {"q": "x"}}<|eom_id|>"#,
        r#"<function=f>{"q": "x"}</function>"#,
    ] {
        assert_eq!(parsed(text, TextFormat::Llama), (String::new(), expected.clone()), "{text}");
    }
}

#[test]
fn an_answer_that_is_nothing_but_json_with_a_name_is_a_call_where_json_was_asked_for() {
    let expected = call("f", json!({"q": [1]}));
    for text in [
        r#"{"name": "f", "parameters": {"q": [1]}}"#,
        "```json\n{\"name\": \"f\", \"arguments\": {\"q\": [1]}}\n```",
        r#" [{"name": "f", "arguments": {"q": [1]}}]"#,
        r#"{"type":"function","function":{"name":"f","arguments":"{\"q\":[1]}"}}"#,
    ] {
        assert_eq!(parsed(text, TextFormat::Json), (String::new(), expected.clone()), "{text}");
        assert_eq!(parsed(text, TextFormat::Auto).1, vec![], "nobody said that f is a tool: {text}");
    }
    for text in [r#"{"title": "f"}"#, "```js\nlet a = 1;\n```", "[1, 2]", "{not json"] {
        assert_eq!(parsed(text, TextFormat::Json), (text.into(), vec![]), "{text}");
    }
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[^<\u{0}]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,6}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

/// Gemma's notation, as its template writes it.
fn gemma(value: &Value, quote: &str) -> String {
    let inner = |value| gemma(value, quote);
    match value {
        Value::String(text) => format!("{quote}{text}{quote}"),
        Value::Array(list) => format!("[{}]", list.iter().map(inner).collect::<Vec<_>>().join(",")),
        Value::Object(map) => {
            let fields = map.iter().map(|(key, value)| format!("{key}:{}", inner(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn a_call_behind_brackets_that_are_prose_is_found() {
    let (said, calls) = parsed(r#"[Note] see <tool_call>{"name":"f"}"#, TextFormat::Auto);
    assert_eq!((said.as_str(), calls), ("[Note] see", call("f", json!({}))));
}

/// Work must grow with the text, not with its square: each of these took seconds before.
#[test]
fn text_full_of_marks_that_lead_nowhere_is_read_once() {
    for text in [
        "<tool_call>x".repeat(10_000),
        format!("{}{}", "<tool_call>{".repeat(5_000), "}".repeat(5_000)),
        format!("<think>{}", "a".repeat(200_000)),
        " ".repeat(200_000),
        format!("<tool_call>{{}}{}", " ".repeat(200_000)),
    ] {
        let (said, calls) = parsed(&text, TextFormat::Auto);
        assert!(calls.is_empty() && (said == text || text.starts_with("<think>")), "{} bytes", said.len());
    }
}

proptest! {
    #[test]
    fn what_a_template_writes_is_read_back(arguments in prop::collection::btree_map("[a-z_]{1,6}", json_value(), 0..5)) {
        let arguments = json!(arguments);
        let text = arguments.to_string();
        let (dict, escape) = (gemma(&arguments, "<|\"|>"), gemma(&arguments, "<escape>"));
        for (written, format) in [
            (format!("<|tool_call>call:f{dict}<tool_call|>"), TextFormat::Gemma),
            (format!("<start_function_call>call:f{escape}<end_function_call>"), TextFormat::FunctionGemma),
            (format!("<tool_call>{{\"name\":\"f\",\"arguments\":{text}}}</tool_call>"), TextFormat::Qwen),
            (format!("[TOOL_CALLS][{{\"name\":\"f\",\"arguments\":{text}}}]"), TextFormat::Mistral),
            (format!("[TOOL_CALLS]f[ARGS]{text}"), TextFormat::Mistral),
            (format!("<function=f>{text}</function>"), TextFormat::Llama),
            (format!("{{\"name\":\"f\",\"parameters\":{text}}}"), TextFormat::Json),
        ] {
            prop_assert_eq!(parsed(&written, format), (String::new(), call("f", arguments.clone())), "{}", written);
        }
    }

    #[test]
    fn text_without_marks_is_text(text in "[^<\\[{`]{0,80}") {
        let (said, calls) = parsed(&text, TextFormat::Auto);
        prop_assert_eq!(said, text);
        prop_assert!(calls.is_empty());
    }
}
