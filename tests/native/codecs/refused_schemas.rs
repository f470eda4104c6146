//! What a provider refuses a whole request over, in the schemas of tools: a table of forms that servers send, and a judge for each provider.

use super::{FORMATS, endpoint, options};
use crate::support::{FakeClock, FakeHttp, answering, layer, tool as definition};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::adapt::{is_plain_name, modern};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layers, Protocol, SchemaOptions, provider_tool};
use webmcp_auto_ui::model::{Message, Role};
use webmcp_auto_ui::provider::{ChatRequest, HttpProvider, Provider, WireFormat};

/// Forms that servers send, each with what is wrong with it.
fn forms() -> Vec<(&'static str, Value)> {
    let of = |property: Value| json!({"type": "object", "properties": {"p": property}});
    vec![
        ("an object without properties", json!({"type": "object"})),
        ("nothing at all", json!({})),
        ("properties that are null", json!({"type": "object", "properties": null, "required": null})),
        ("an array without items", of(json!({"type": "array"}))),
        ("an array within an array", of(json!({"type": "array", "items": {"type": "array"}}))),
        ("an object within", of(json!({"type": "object"}))),
        ("a list or nothing, without items", of(json!({"type": ["array", "null"]}))),
        (
            "a tuple of draft 7",
            of(json!({"type": "array", "items": [{"type": "string"}, {"type": "number"}]})),
        ),
        (
            "a closed tuple of draft 7",
            of(json!({"type": "array", "items": [{"type": "string"}], "additionalItems": false})),
        ),
        ("a limit of draft 4", of(json!({"type": "number", "minimum": 0, "exclusiveMinimum": true}))),
        (
            "a limit of draft 4 that is none",
            of(json!({"type": "number", "maximum": 9, "exclusiveMaximum": false})),
        ),
        ("required within the property", of(json!({"type": "string", "required": true}))),
        ("required as a word", of(json!({"type": "string", "required": "false"}))),
        (
            "a name for OData",
            json!({"type": "object", "properties": {"$filter": {"type": "string"}}, "required": ["$filter"]}),
        ),
        (
            "a name with brackets",
            json!({"type": "object", "properties": {"filter[status]": {"type": "string"}}}),
        ),
        (
            "a name of two words",
            json!({"type": "object", "properties": {"Account Number": {"type": "string"}}}),
        ),
        (
            "a name in another script",
            json!({"type": "object", "properties": {"größe": {"type": "number"}, "数": {"type": "number"}}}),
        ),
        (
            "a name that is too long",
            json!({"type": "object", "properties": {"n".repeat(80): {"type": "string"}}}),
        ),
        ("a name that is empty", json!({"type": "object", "properties": {"": {"type": "string"}}})),
        (
            "a name deep inside",
            of(
                json!({"type": "array", "items": {"type": "object", "properties": {"a b": {"type": "string"}}}}),
            ),
        ),
        ("a nullable of OpenAPI", of(json!({"type": "string", "nullable": true, "enum": ["a"]}))),
        ("a type of draft 3", of(json!({"type": "any"}))),
        ("an enum of nothing", of(json!({"type": "string", "enum": []}))),
        ("an enum that says things twice", of(json!({"enum": ["a", "a"]}))),
        ("a boolean for a schema", of(json!(true))),
        ("a boolean for no value", of(json!(false))),
        ("a description that is none", of(json!({"type": "string", "description": null, "title": 5}))),
        (
            "an old draft's address",
            json!({"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {}}),
        ),
        ("an example that is no list", of(json!({"type": "string", "examples": "a"}))),
        ("a multiple of draft 3", of(json!({"type": "integer", "divisibleBy": 5}))),
        ("an empty choice", of(json!({"anyOf": []}))),
        ("a default that is null", of(json!({"type": "string", "default": null}))),
        (
            "definitions with old forms",
            json!({"type": "object", "definitions": {"d": {"type": "array"}}, "properties": {"p": {"$ref": "#/definitions/d"}}}),
        ),
        ("a choice with old forms", of(json!({"oneOf": [{"type": "array"}, {"type": "object"}]}))),
        (
            "properties called as keywords are",
            json!({"type": "object", "properties": {"required": {"type": "boolean"}, "items": {"type": "array"}, "enum": {"type": "string"}, "properties": {"type": "object"}}, "required": ["required"]}),
        ),
    ]
}

/// Why a provider would refuse the schema, as far as its documentation and what people report say.
fn refusal(format: WireFormat, schema: &Value) -> Option<String> {
    if !jsonschema::draft202012::meta::is_valid(schema) {
        return Some("it is no schema of draft 2020-12".into());
    }
    if format == WireFormat::Anthropic && schema["type"] != "object" {
        return Some("its type is not object".into());
    }
    within(format, schema)
}

fn within(format: WireFormat, schema: &Value) -> Option<String> {
    let Value::Object(map) = schema else {
        return schema.is_boolean().then(|| "a boolean for a schema".into());
    };
    let has = |name: &str| match map.get("type") {
        Some(Value::Array(names)) => names.contains(&json!(name)),
        named => named == Some(&json!(name)),
    };
    let properties = map.get("properties").and_then(Value::as_object);
    if format != WireFormat::Gemini {
        if has("object") && properties.is_none() {
            return Some(format!("object schema missing properties: {schema}"));
        }
        if has("array") && !map.get("items").is_some_and(Value::is_object) {
            return Some(format!("array schema missing items: {schema}"));
        }
    }
    if map.get("enum").is_some_and(|values| values.as_array().is_none_or(Vec::is_empty)) {
        return Some("an enum of nothing".into());
    }
    if let Some(name) =
        properties.into_iter().flatten().map(|(name, _)| name).find(|name| !is_plain_name(name))
    {
        return Some(format!("property keys should match the pattern: {name}"));
    }
    let none = Map::new();
    let named = ["properties", "$defs"].into_iter().flat_map(|key| {
        map.get(key).and_then(Value::as_object).unwrap_or(&none).values().collect::<Vec<_>>()
    });
    let lists = ["anyOf", "oneOf", "allOf", "prefixItems"]
        .into_iter()
        .filter_map(|key| map.get(key)?.as_array())
        .flatten();
    named.chain(lists).chain(map.get("items")).find_map(|one| within(format, one))
}

/// The schema as it goes out to a provider.
fn sent(format: WireFormat, schema: &Value, options_of: &SchemaOptions) -> Option<Value> {
    let data = answering(|_, args| Ok(args));
    let tools = vec![definition("t", schema.clone())];
    let layers = Layers::with_options(vec![layer(Protocol::MCP, "shop", tools, data)], options_of.clone());
    let http = FakeHttp::new(Vec::new());
    let provider = HttpProvider::new(http.clone(), Rc::new(FakeClock::default()), endpoint(format));
    let request = ChatRequest {
        messages: vec![Rc::new(Message::text(Role::User, "hi"))],
        tools: Rc::new(layers.tools_of(0).to_vec()),
        options: options(),
        on_delta: Rc::new(|_| {}),
    };
    let _ = pollster::block_on(provider.chat(request));
    let body = http.bodies().remove(0);
    let places = [
        "/tools/0/input_schema",
        "/tools/0/function/parameters",
        "/tools/0/parameters",
        "/tools/0/functionDeclarations/0/parametersJsonSchema",
    ];
    places.iter().find_map(|place| body.pointer(place).cloned())
}

#[test]
fn no_provider_gets_a_schema_that_it_refuses() {
    for flatten in [false, true] {
        for sanitize in [true, false] {
            let options = SchemaOptions { sanitize, flatten, ..SchemaOptions::default() };
            for (what, schema) in forms() {
                for format in FORMATS {
                    let Some(out) = sent(format, &schema, &options) else {
                        assert!(format == WireFormat::Gemini, "{what}: {format:?} has no schema");
                        continue;
                    };
                    let refused = refusal(format, &out);
                    assert_eq!(
                        refused, None,
                        "{what} ({format:?}, sanitize {sanitize}, flatten {flatten}): {out}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_judge_refuses_what_was_sent_before() {
    let refused = forms()
        .iter()
        .filter(|(_, schema)| FORMATS.iter().any(|format| refusal(*format, schema).is_some()))
        .count();
    assert!(refused >= 28, "{refused} of {} forms", forms().len());
}

#[test]
fn what_a_schema_takes_stays_what_it_took() {
    let of = |property: Value| json!({"type": "object", "properties": {"p": property}});
    for (schema, expected) in [
        (
            of(json!({"type": "number", "minimum": 0, "exclusiveMinimum": true})),
            of(json!({"type": "number", "exclusiveMinimum": 0})),
        ),
        (
            of(json!({"type": "number", "minimum": 0, "exclusiveMinimum": false})),
            of(json!({"type": "number", "minimum": 0})),
        ),
        (
            of(json!({"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "null"}})),
            of(json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "null"}})),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string", "required": true}, "b": {"required": false}}, "required": ["b"]}),
            json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["b", "a"]}),
        ),
        (
            of(json!({"type": "string", "nullable": true, "enum": ["a"]})),
            of(json!({"type": ["string", "null"], "enum": ["a", null]})),
        ),
        (of(json!({"type": "integer", "divisibleBy": 5})), of(json!({"type": "integer", "multipleOf": 5}))),
    ] {
        assert_eq!(modern(&schema), expected);
        assert_eq!(modern(&expected), expected, "nothing is done twice");
    }
    let tuple = provider_tool(
        "t",
        &definition(
            "t",
            of(json!({"type": "array", "items": [{"type": "string"}], "additionalItems": false})),
        ),
        &SchemaOptions::default(),
    );
    let items = &tuple.input_schema["properties"]["p"];
    assert_eq!(
        (&items["prefixItems"], &items["items"], &items["maxItems"]),
        (&json!([{"type": "string"}]), &json!({}), &json!(1))
    );
}

#[test]
fn properties_come_back_under_their_own_names_at_any_depth() {
    let schema = json!({
        "type": "object",
        "properties": {
            "$filter": {"type": "string"},
            "filter": {"type": "string"},
            "filter[status]": {"enum": ["open"]},
            "filter_status": {"type": "string"},
            "größe": {"type": "number"},
            "rows": {"type": "array", "items": {"type": "object", "properties": {"Account Number": {"type": "string"}}, "required": ["Account Number"]}},
        },
        "required": ["$filter"],
    });
    for flatten in [false, true] {
        let seen: Rc<RefCell<Vec<Value>>> = Rc::default();
        let heard = seen.clone();
        let data = answering(move |_, args| {
            heard.borrow_mut().push(args.clone());
            Ok(json!({"content": []}))
        });
        let patches: Rc<RefCell<Vec<String>>> = Rc::default();
        let told = patches.clone();
        let options = SchemaOptions {
            flatten,
            on_patch: Some(Rc::new(move |tool, patch| {
                told.borrow_mut().push(format!("{tool}: {}", patch.reason));
            })),
            ..SchemaOptions::default()
        };
        let layers = || {
            let tools = vec![definition("find", schema.clone())];
            Layers::with_options(vec![layer(Protocol::MCP, "shop", tools, data.clone())], options.clone())
        };
        let offered = layers().tools_of(0)[0].clone();
        let names: Vec<&String> = offered.input_schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["filter_2", "filter", "filter_status_2", "filter_status", "gr_e", "rows"]);
        assert_eq!(offered.input_schema["required"], json!(["filter_2"]));
        assert_eq!(offered.input_schema["properties"]["filter_status_2"]["description"], "filter[status]");
        assert!(
            patches.borrow().iter().any(|one| one.contains("\"$filter\" is \"filter_2\"")),
            "{patches:?}"
        );
        let written = json!({"filter_2": "a eq 1", "filter_status_2": "open", "gr_e": 3, "rows": [{"Account_Number": "7"}]});
        let own = json!({"$filter": "a eq 1", "filter[status]": "open", "größe": 3, "rows": [{"Account Number": "7"}]});
        // Also where nobody has listed the tool, and where the model takes the names out of an error.
        for args in [written, own.clone()] {
            let dispatcher = Dispatcher::new(layers(), Hooks::default(), None);
            let outcome = pollster::block_on(dispatcher.dispatch("id", "shop_mcp_find", args));
            assert!(!outcome.is_error, "{}", outcome.text);
            assert_eq!(seen.borrow_mut().pop().unwrap(), own);
        }
    }
}

#[test]
fn arguments_are_checked_by_what_the_old_forms_mean() {
    let schema = json!({"type": "object", "properties": {
        "n": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "required": true},
        "s": {"type": "string", "nullable": true},
    }, "required": ["s"]});
    let data = answering(|_, args| Ok(json!({"content": [{"type": "text", "text": args.to_string()}]})));
    let layers = Layers::new(vec![layer(Protocol::MCP, "shop", vec![definition("t", schema)], data)]);
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    let call = |args: Value| pollster::block_on(dispatcher.dispatch("id", "shop_mcp_t", args));
    assert!(call(json!({"n": 0, "s": "a"})).is_error, "more than 0");
    assert!(call(json!({"s": "a"})).is_error, "n is required");
    let taken = call(json!({"n": 1, "s": null}));
    assert_eq!(
        (taken.is_error, taken.text.as_str()),
        (false, "{\"n\":1,\"s\":null}"),
        "null is a value here"
    );
}
