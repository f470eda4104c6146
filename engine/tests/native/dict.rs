//! Gemma's notation of calls: whatever a model wants, a reader who knows nothing of the grammar reads it, and it is valid.

use crate::grammar::{schema, write_under};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::rc::Rc;
use webmcp_engine::grammar::{Grammar, QUOTE, Quote, State, Style};

const ESCAPE: &str = "<escape>";

fn quote() -> Quote {
    Quote::new(ESCAPE).unwrap()
}

/// Reads strictly what the notation allows, and nothing else.
struct Reader<'t>(&'t str);

impl Reader<'_> {
    fn take(&mut self, mark: &str) -> bool {
        let rest = self.0.strip_prefix(mark);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn until(&mut self, end: impl Fn(char) -> bool) -> String {
        let (word, rest) = self.0.split_at(self.0.find(end).unwrap_or(self.0.len()));
        self.0 = rest;
        word.to_owned()
    }

    fn value(&mut self) -> Value {
        if self.take(ESCAPE) {
            let (text, rest) = self.0.split_once(ESCAPE).expect("a text ends");
            self.0 = rest;
            return text.into();
        }
        if self.take("[") {
            let mut items = Vec::new();
            while !self.take("]") {
                assert!(items.is_empty() || self.take(","), "no comma before {}", self.0);
                items.push(self.value());
            }
            return items.into();
        }
        if self.take("{") {
            let mut fields = Map::new();
            while !self.take("}") {
                assert!(fields.is_empty() || self.take(","), "no comma before {}", self.0);
                let key =
                    self.until(|character| !(character.is_ascii_alphanumeric() || "_-.".contains(character)));
                assert!(!key.is_empty() && self.take(":"), "no key before {}", self.0);
                let value = self.value();
                assert_eq!(fields.insert(key, value), None, "a key comes once");
            }
            return fields.into();
        }
        let word = self.until(|character| ",]}".contains(character));
        assert_eq!(word.trim(), word, "there are no spaces");
        serde_json::from_str(&word).unwrap_or_else(|error| panic!("{error}: {word}"))
    }
}

fn read(text: &str) -> Value {
    let mut reader = Reader(text);
    let value = reader.value();
    assert_eq!(reader.0, "", "nothing follows in {text}");
    value
}

/// With the quote's text in place of its stand-in.
fn shown(written: &[u8]) -> String {
    let parts: Vec<_> =
        written.split(|byte| *byte == QUOTE).map(|part| std::str::from_utf8(part).unwrap()).collect();
    parts.join(ESCAPE)
}

fn accepts(schema: &Value, text: &str) -> bool {
    let grammar = Rc::new(Grammar::in_style(schema, Style::Dict(quote())).unwrap());
    let mut state = State::new(&grammar);
    let bytes = text.split(ESCAPE).map(str::as_bytes).collect::<Vec<_>>().join(&QUOTE);
    state.feed(&bytes) && (state.is_complete() || state.can_end())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_the_logits_a_reader_of_the_notation_reads_what_the_schema_allows(schema in schema(), seed in any::<u64>(), budget in 20usize..400) {
        // Some schemas need a key or a free-form map that this notation has not: refused, never written wrong.
        match Grammar::in_style(&schema, Style::Dict(quote())) {
            Ok(grammar) => if let Some(written) = write_under(grammar, seed, budget) {
                let text = shown(&written);
                let value = read(&text);
                prop_assert!(jsonschema::validate(&schema, &value).is_ok(), "{text} for {schema}");
            },
            Err(error) => prop_assert!(error.message.contains("no value can satisfy"), "{}", error.message),
        }
    }

    #[test]
    fn whatever_the_logits_a_call_names_a_tool_and_satisfies_its_parameters(
        tools in prop::collection::btree_map("[ab]{1,3}(_mcp_[a-c.-]{1,2})?", schema(), 1..6), seed in any::<u64>(), budget in 40usize..400
    ) {
        let listed: Vec<_> = tools.clone().into_iter().collect();
        let Ok(grammar) = Grammar::from_calls(&listed, Style::Dict(quote())) else { return Ok(()) };
        if let Some(written) = write_under(grammar, seed, budget) {
            let text = shown(&written);
            let (name, arguments) = text.split_at(text.find('{').unwrap());
            let value = read(arguments);
            prop_assert!(value.is_object());
            prop_assert!(jsonschema::validate(&tools[name], &value).is_ok(), "{text} for {}", tools[name]);
        }
    }
}

#[test]
fn keys_are_bare_texts_are_raw_and_nothing_is_spaced() {
    let schema = json!({"type": "object", "properties": {
        "city": {"type": "string"}, "days": {"type": "integer"}, "tags": {"type": "array", "items": {"enum": ["a\nb", 1, null]}}
    }, "required": ["city"]});
    for text in [
        "{city:<escape>Oslo \"é\"\n\\n<escape>}",
        "{city:<escape><escape>,days:-3,tags:[<escape>a\nb<escape>,1,null]}",
    ] {
        assert!(accepts(&schema, text), "{text}");
    }
    for text in [
        "{\"city\":<escape>a<escape>}",
        "{city: <escape>a<escape>}",
        "{city:\"a\"}",
        "{city:<escape>a}",
        "{}",
    ] {
        assert!(!accepts(&schema, text), "{text}");
    }
}

#[test]
fn a_text_never_spells_its_quote_with_other_tokens() {
    let grammar = Rc::new(Grammar::in_style(&json!({"type": "string"}), Style::Dict(quote())).unwrap());
    let after = |text: &str| {
        let mut state = State::new(&grammar);
        state.feed(&[QUOTE]) && state.feed_text(text.as_bytes())
    };
    for spelled in ["a<escape>", "<<escape>", "<esc<escape>"] {
        assert!(!after(spelled), "{spelled}");
        assert!(after(&spelled[..spelled.len() - 1]), "{spelled}");
    }
    assert!(after("<escape >") && after("<escapé>") && after("escape>"));
    let mut state = State::new(&grammar);
    assert!(state.feed(&[QUOTE]) && !state.feed_text(&[QUOTE]), "the byte token FF is no quote");
}

#[test]
fn what_the_notation_cannot_write_is_left_out_or_refused() {
    let spaced = |required: &[&str]| json!({"type": "object", "properties": {"a b": {"type": "null"}, "c": {"const": 1}}, "required": required});
    assert!(accepts(&spaced(&["c"]), "{c:1}") && !accepts(&spaced(&["c"]), "{a b:null,c:1}"));
    for schema in [
        spaced(&["a b"]),
        json!({"const": "an <escape> inside"}),
        json!({"enum": [{"a:b": 1}, ["\u{1}"]]}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1}),
    ] {
        let error = Grammar::in_style(&schema, Style::Dict(quote())).unwrap_err();
        assert!(error.message.contains("no value can satisfy"), "{schema}");
    }
    assert!(accepts(&json!({"type": "object", "additionalProperties": true}), "{}"));
}

#[test]
fn a_quote_is_one_bracketed_word() {
    for text in ["<|\"|>", "<escape>", "<unused46>"] {
        assert_eq!(Quote::new(text).unwrap().text(), text);
    }
    for text in
        ["", "\"", "<>", "<a b>", "<a<b>", "<a>b>", "escape>", "<é>", &format!("<{}>", "a".repeat(63))]
    {
        assert!(Quote::new(text).unwrap_err().message.contains("quote must be"), "{text}");
    }
}

#[test]
fn one_tool_that_cannot_be_called_leaves_the_others_and_is_named() {
    let tool = |name: &str, parameters: Value| (name.to_owned(), parameters);
    let endless = json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"]}}});
    let tools = [
        tool(
            "good",
            json!({"properties": {"at": {"$ref": "#/$defs/at"}}, "required": ["at"], "$defs": {"at": {"const": 1}}}),
        ),
        tool(
            "goodness",
            json!({"$defs": {"at": {"const": 2}}, "properties": {"at": {"$ref": "#/$defs/at"}}, "required": ["at"]}),
        ),
        tool("typed", json!({"type": "banana"})),
        tool("odd name", json!({})),
        tool("endless", endless),
        tool("text", json!({"anyOf": [{"type": "string"}]})),
        tool("free", Value::Null),
    ];
    let grammar = Grammar::from_calls(&tools, Style::Dict(quote())).unwrap();
    assert_eq!(grammar.warnings.len(), 4, "{:?}", grammar.warnings);
    let grammar = Rc::new(grammar);
    let takes = |call: &str| State::new(&grammar).feed(call.as_bytes());
    assert!(takes("good{at:1}") && takes("goodness{at:2}") && takes("free{}"));
    assert!(!takes("good{at:2}") && !takes("typed") && !takes("odd") && !takes("endless") && !takes("text"));
    let error =
        |tools: &[(String, Value)]| Grammar::from_calls(tools, Style::Dict(quote())).unwrap_err().message;
    assert!(error(&tools[2..3]).contains("typed cannot be called: the schema names the unknown type banana"));
    assert!(error(&[]).contains("no tool to call"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn whatever_the_logits_a_call_in_json_names_a_tool_and_satisfies_its_parameters(
        tools in prop::collection::btree_map("[ab]{1,3}( \\PC)?", schema(), 1..6), seed in any::<u64>(), budget in 60usize..400
    ) {
        let listed: Vec<_> = tools.clone().into_iter().collect();
        let Ok(grammar) = Grammar::from_calls(&listed, Style::Json) else { return Ok(()) };
        if let Some(written) = write_under(grammar, seed, budget) {
            let call: Value = serde_json::from_slice(&written).unwrap();
            let schema = &tools[call["name"].as_str().unwrap()];
            prop_assert!(call["arguments"].is_object() && call.as_object().unwrap().len() == 2);
            prop_assert!(jsonschema::validate(schema, &call["arguments"]).is_ok(), "{call} for {schema}");
        }
    }
}

#[test]
fn in_json_each_tool_refers_to_definitions_of_its_own() {
    let refers = |value: u32| {
        json!({"$defs": {"at": {"const": value}}, "type": "object",
            "properties": {"at": {"$ref": "#/$defs/at"}}, "required": ["at"], "additionalProperties": false})
    };
    let tools = [("one".to_owned(), refers(1)), ("two".to_owned(), refers(2))];
    let grammar = Grammar::from_calls(&tools, Style::Json).unwrap();
    let grammar = Rc::new(grammar);
    let takes = |call: &str| {
        let mut state = State::new(&grammar);
        state.feed(call.as_bytes()) && state.is_complete()
    };
    assert!(takes(r#"{"name": "one", "arguments": {"at": 1}}"#));
    assert!(takes(r#"{"name": "two", "arguments": {"at": 2}}"#));
    assert!(!takes(r#"{"name": "one", "arguments": {"at": 2}}"#));
    assert!(!takes(r#"{"name": "one", "arguments": {"at": 1}"#), "the closing brace is missing");
}

#[test]
fn every_one_of_many_tools_can_be_called() {
    let tools: Vec<_> = (0..300).map(|number| (format!("server_mcp_tool_{number}"), json!({}))).collect();
    let grammar = Rc::new(Grammar::from_calls(&tools, Style::Dict(quote())).unwrap());
    for (name, _) in &tools {
        let mut state = State::new(&grammar);
        assert!(state.feed(format!("{name}{{}}").as_bytes()) && state.is_complete(), "{name}");
    }
    assert_eq!(State::new(&grammar).forced(), b"server_mcp_tool_");
}
