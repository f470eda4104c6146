//! Tool calls as servers and models get them wrong: numbers that are shared, arguments that come twice, names with something around them.

use super::{Done, endpoint, options, tool};
use crate::support::{FakeClock, FakeHttp};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{ChatRequest, HttpProvider, Provider, TextFormat, WireFormat};

const WEATHER: &str = "town_webmcp_weather";
const NOW: &str = "town_webmcp_now";

/// The reply of a server of chat completions that streams these events, to a request with the two tools.
fn streamed(format: Option<TextFormat>, data: &[Value]) -> Done {
    let data: Vec<String> = data.iter().map(Value::to_string).collect();
    let data: Vec<&str> = data.iter().map(String::as_str).collect();
    let http = FakeHttp::new(vec![super::events(&data)]);
    let endpoint =
        webmcp_auto_ui::provider::Endpoint { tool_call_text: format, ..endpoint(WireFormat::OpenAi) };
    let provider = HttpProvider::new(http.clone(), Rc::new(FakeClock::default()), endpoint);
    let deltas: Rc<RefCell<Vec<Value>>> = Rc::default();
    let heard = deltas.clone();
    let city = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    let request = ChatRequest {
        messages: vec![Rc::new(Message::text(Role::User, "hi"))],
        tools: Rc::new(vec![tool(WEATHER, city), tool(NOW, json!({"type": "object"}))]),
        options: options(),
        on_delta: Rc::new(move |delta| heard.borrow_mut().push(serde_json::to_value(delta).unwrap())),
    };
    let reply = pollster::block_on(provider.chat(request));
    let deltas = deltas.borrow().clone();
    Done { reply, bodies: http.bodies(), deltas, http }
}

/// A piece of a call; `null` is left out.
fn piece(index: Value, id: Value, name: Value, arguments: Value) -> Value {
    let mut call = json!({"index": index, "id": id, "function": {"name": name, "arguments": arguments}});
    let fields = call.as_object_mut().unwrap();
    fields.retain(|_, value| !value.is_null());
    fields["function"].as_object_mut().unwrap().retain(|_, value| !value.is_null());
    json!({"choices": [{"delta": {"tool_calls": [call]}}]})
}

fn end(reason: &str) -> Value {
    json!({"choices": [{"delta": {}, "finish_reason": reason}]})
}

/// The calls of a reply as `name arguments`, with what was told of each.
fn calls(pieces: Vec<Value>) -> Vec<String> {
    let done = streamed(None, &[pieces, vec![end("tool_calls")]].concat());
    let content = done.reply.unwrap().content;
    let mut ids: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for block in &content {
        let Block::ToolUse { id, name, input } = block else { panic!("{block:?}") };
        ids.push(id);
        found.push(format!("{name} {input}"));
        let told = done.deltas.iter().filter(|delta| delta["type"] == "arguments" && delta["id"] == **id);
        let told: String = told.map(|delta| delta["delta"].as_str().unwrap()).collect();
        let told: Option<Value> = serde_json::from_str(&told).ok();
        // Where it was read another way than it came, there is nothing to compare.
        let is_plain = told.as_ref().is_some_and(Value::is_object);
        assert!(!is_plain || told.as_ref() == Some(input), "of {name} {input} something else was told");
    }
    ids.dedup();
    assert_eq!(ids.len(), content.len(), "each has an id of its own");
    found
}

#[test]
fn calls_of_one_number_without_ids_are_told_apart() {
    let (paris, rome) = (json!("{\"city\":\"Paris\"}"), json!("{\"city\": \"Rome\"}"));
    let none = Value::Null;
    let both = [format!("{WEATHER} {{\"city\":\"Paris\"}}"), format!("{WEATHER} {{\"city\":\"Rome\"}}")];
    for (id, index) in [(json!(""), json!(0)), (none.clone(), json!(0)), (json!(""), json!(3))] {
        let first = piece(index.clone(), id.clone(), json!(WEATHER), paris.clone());
        let second = piece(index.clone(), id, json!(WEATHER), rome.clone());
        assert_eq!(calls(vec![first, second]), both);
    }
    let split = |name: Value, arguments: &str| piece(json!(0), none.clone(), name, json!(arguments));
    let in_pieces = [
        split(json!(WEATHER), "{\"ci"),
        split(none.clone(), "ty\":\"Paris\"}"),
        split(json!(WEATHER), "{\"city\":"),
        split(none.clone(), " \"Rome\""),
        split(none.clone(), "}"),
    ];
    assert_eq!(calls(in_pieces.to_vec()), both);
    let two_tools = [split(json!(WEATHER), "{\"city\":\"Paris\"}"), split(json!(NOW), "{}")];
    assert_eq!(calls(two_tools.to_vec()), [both[0].clone(), format!("{NOW} {{}}")]);
    let without_arguments = [split(json!(NOW), ""), split(json!(WEATHER), "{\"city\":\"Paris\"}")];
    assert_eq!(calls(without_arguments.to_vec()), [format!("{NOW} {{}}"), both[0].clone()]);
    let three = [
        split(json!(WEATHER), "{\"city\":\"Paris\"}"),
        split(json!(WEATHER), "{\"city\":\"Rome\"}"),
        split(json!(WEATHER), "{\"city\":\"Lyon\"}"),
    ];
    assert_eq!(calls(three.to_vec()).len(), 3);
}

#[test]
fn arguments_that_come_twice_or_behind_an_empty_object_are_those_of_one_call() {
    let paris = [format!("{WEATHER} {{\"city\":\"Paris\"}}")];
    let none = Value::Null;
    let of = |id: Value, name: Value, arguments: &str| piece(json!(0), id, name, json!(arguments));
    for pieces in [
        vec![
            of(json!("a"), json!(WEATHER), "{\"city\":"),
            of(none.clone(), none.clone(), "\"Paris\"}"),
            of(json!("a"), json!(WEATHER), "{\"city\":\"Paris\"}"),
        ],
        vec![
            of(json!("a"), json!(WEATHER), "{\"city\":\"Paris\"}"),
            of(none.clone(), none.clone(), " {\"city\": \"Paris\"}\n"),
        ],
        vec![
            of(none.clone(), json!(WEATHER), "{\"city\":\"Paris\"}"),
            of(none.clone(), json!(WEATHER), "{\"city\":\"Paris\"}"),
        ],
        vec![
            of(json!("a"), json!(WEATHER), "{}"),
            of(none.clone(), none.clone(), "{\"city\":"),
            of(none.clone(), none.clone(), "\"Paris\"}"),
        ],
        vec![of(json!("a"), json!(WEATHER), "{ }"), of(json!("a"), none.clone(), "{\"city\":\"Paris\"}")],
        vec![of(json!("a"), json!(WEATHER), "\"{\\\"city\\\":\\\"Paris\\\"}\"")],
        // Who repeats the name with every piece repeats no call.
        vec![of(none.clone(), json!(WEATHER), "{\"city\":"), of(none.clone(), json!(WEATHER), "\"Paris\"}")],
        // And a name may come in pieces.
        vec![
            of(json!("a"), json!("town_webmcp_"), ""),
            of(none.clone(), json!("weather"), ""),
            of(none.clone(), none.clone(), "{\"city\":\"Paris\"}"),
        ],
    ] {
        assert_eq!(calls(pieces.clone()), paris, "{pieces:?}");
    }
    let nested = [
        of(json!("a"), json!(WEATHER), "{\"where\":[{\"city\":\"Paris\"}"),
        of(none.clone(), none.clone(), ",{\"city\":\"Rome\"},"),
        of(none.clone(), none, "{\"city\":\"Lyon\"}]}"),
    ];
    let whole = "{\"where\":[{\"city\":\"Paris\"},{\"city\":\"Rome\"},{\"city\":\"Lyon\"}]}";
    assert_eq!(calls(nested.to_vec()), [format!("{WEATHER} {whole}")]);
}

#[test]
fn no_arguments_are_none_however_they_are_written() {
    for written in [json!(""), Value::Null, json!("null"), json!("{}"), json!("\"{}\""), json!(" ")] {
        let told = calls(vec![piece(json!(0), json!("a"), json!(NOW), written.clone())]);
        assert_eq!(told, [format!("{NOW} {{}}")], "{written}");
    }
    let broken = calls(vec![piece(json!(0), json!("a"), json!(WEATHER), json!("\"Paris\""))]);
    assert_eq!(broken, [format!("{WEATHER} {{\"_raw\":\"\\\"Paris\\\"\"}}")], "a text is no record");
}

#[test]
fn a_tool_is_found_in_what_is_written_around_its_name() {
    for name in [
        format!("{WEATHER}<|channel|>commentary"),
        format!("{WEATHER}<|constrain|>json"),
        format!("functions.{WEATHER}"),
        format!("default_api.{WEATHER}"),
        format!("default_api:{WEATHER}"),
        format!("functions.{WEATHER}:0"),
        format!(" {WEATHER}\n"),
    ] {
        let told = calls(vec![piece(json!(0), json!("a"), json!(name), json!("{\"city\":\"Paris\"}"))]);
        assert_eq!(told, [format!("{WEATHER} {{\"city\":\"Paris\"}}")]);
    }
    for unknown in ["functions.other", "town_webmcp_weather2", "town.webmcp.weather"] {
        let told = calls(vec![piece(json!(0), json!("a"), json!(unknown), json!("{}"))]);
        assert_eq!(told, [format!("{unknown} {{}}")], "what names no tool stays as it is");
    }
}

/// Each way of writing a call for Paris as text.
const TEXTS: [&str; 14] = [
    "<tool_call>\n<function=town_webmcp_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>",
    "<tool_call><function=town_webmcp_weather><parameter=city>Paris</parameter></function></tool_call>",
    "<function=town_webmcp_weather>\n<parameter=city>\nParis\n</parameter>\n</function>",
    "<function=town_webmcp_weather>{\"city\": \"Paris\"}</function>",
    "<tool_call>town_webmcp_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>",
    "<think>hm</think>\n<tool_call>town_webmcp_weather<arg_key>city</arg_key><arg_value>Paris</arg_value></tool_call>",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>town_webmcp_weather\n```json\n{\"city\": \"Paris\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>town_webmcp_weather<｜tool▁sep｜>{\"city\": \"Paris\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"town_webmcp_weather\">\n<｜DSML｜parameter name=\"city\" string=\"true\">Paris</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.town_webmcp_weather:0<|tool_call_argument_begin|>{\"city\": \"Paris\"}<|tool_call_end|><|tool_calls_section_end|>",
    "<minimax:tool_call>\n<invoke name=\"town_webmcp_weather\">\n<parameter name=\"city\">Paris</parameter>\n</invoke>\n</minimax:tool_call>",
    "<|channel|>commentary to=functions.town_webmcp_weather <|constrain|>json<|message|>{\"city\":\"Paris\"}<|call|>",
    "<|channel|>analysis<|message|>Weather, then.<|end|><|start|>assistant<|channel|>commentary to=functions.town_webmcp_weather<|message|>{\"city\":\"Paris\"}<|call|>",
    "<|start|>assistant to=functions.town_webmcp_weather<|channel|>commentary json<|message|>{\"city\":\"Paris\"}",
];

/// The text that is said, what is thought, and the calls.
fn parts(pieces: &[&str]) -> (String, String, Vec<String>) {
    let said = |piece: &&str| json!({"choices": [{"delta": {"content": piece}}]});
    let mut data: Vec<Value> = pieces.iter().map(said).collect();
    data.push(end("stop"));
    let done = streamed(Some(TextFormat::Auto), &data);
    let (mut text, mut thought, mut calls) = (String::new(), String::new(), Vec::new());
    for block in done.reply.unwrap().content {
        match block {
            Block::Text { text: piece } => text.push_str(&piece),
            Block::Reasoning { text: piece, .. } => thought.push_str(&piece),
            Block::ToolUse { name, input, .. } => calls.push(format!("{name} {input}")),
            other => panic!("{other:?}"),
        }
    }
    (text, thought, calls)
}

/// The same however the text is cut.
fn however_cut(text: &str) -> (String, String, Vec<String>) {
    let whole = parts(&[text]);
    for at in (1..text.len()).filter(|at| text.is_char_boundary(*at)) {
        let (begin, rest) = text.split_at(at);
        assert_eq!(parts(&[begin, rest]), whole, "{text} cut at {at}");
    }
    let letters: Vec<String> = text.chars().map(String::from).collect();
    let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
    assert_eq!(parts(&letters), whole, "{text} by letters");
    whole
}

#[test]
fn calls_with_tags_are_calls_however_their_text_is_cut() {
    for text in TEXTS {
        let (said, _, calls) = however_cut(text);
        assert_eq!(calls, [format!("{WEATHER} {{\"city\":\"Paris\"}}")], "{text}");
        assert_eq!(said.trim(), "", "{text}");
        let (said, _, calls) = however_cut(&format!("I shall look.\n{text}"));
        let (expected, thinks) = ("I shall look.", text.starts_with("<think>"));
        // This tag in the middle of an answer is one that is talked about.
        assert!(calls.len() == 1 && (said.trim() == expected || thinks), "{text}: {said}");
    }
}

#[test]
fn several_calls_several_arguments_and_lines_within_them_are_read() {
    let text = "<tool_call>\n<function=town_webmcp_weather>\n<parameter=city>\nParis\nTexas\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=town_webmcp_now>\n</function>\n</tool_call>";
    let expected =
        [format!("{WEATHER} {{\"city\":\"Paris\\nTexas\",\"days\":\"3\"}}"), format!("{NOW} {{}}")];
    assert_eq!(however_cut(text).2, expected);
    let glm = "<tool_call>town_webmcp_now\n</tool_call>\n<tool_call>town_webmcp_weather\n<arg_key>a</arg_key>\n<arg_value>1.10</arg_value>\n<arg_key>b</arg_key>\n<arg_value>[1, 2]</arg_value>\n</tool_call>";
    let (said, _, calls) = however_cut(glm);
    assert_eq!(calls, [format!("{NOW} {{}}"), format!("{WEATHER} {{\"a\":\"1.10\",\"b\":\"[1, 2]\"}}")]);
    assert_eq!(said.trim(), "");
    let typed = "<｜DSML｜function_calls><｜DSML｜invoke name=\"town_webmcp_weather\"><｜DSML｜parameter name=\"n\" string=\"false\">[1, 2]</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>";
    assert_eq!(however_cut(typed).2, [format!("{WEATHER} {{\"n\":[1,2]}}")]);
    let deepseek = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>town_webmcp_now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁call▁begin｜>town_webmcp_weather<｜tool▁sep｜>{\"city\":\"Rome\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>";
    assert_eq!(however_cut(deepseek).2, [format!("{NOW} {{}}"), format!("{WEATHER} {{\"city\":\"Rome\"}}")]);
    let final_channel = "<|channel|>analysis<|message|>easy<|end|><|start|>assistant<|channel|>final<|message|>It is sunny.<|return|>";
    assert_eq!(however_cut(final_channel), ("It is sunny.".into(), "easy".into(), vec![]));
}

#[test]
fn tags_that_are_talked_about_stay_text() {
    for text in [
        "Write <tool_call> around it, and a <function=…> within.",
        "The tag <tool_call> opens a call; </tool_call> ends it.",
        "if a <b and c> d",
        "<function=f>x</function>",
        "<tool_call>no call at all</tool_call>",
        "A tag `</think>` ends a thought.",
        "The mark </think> ends one.",
        "```\n<think>\n</think>\n```\nis how it looks.",
        "Magistral uses [THINK] for thoughts, and it never ends.",
        "Gemma begins one with <|channel>thought and a line.",
    ] {
        assert_eq!(however_cut(text), (text.into(), String::new(), vec![]), "{text}");
    }
    let call = r#"<tool_call>{"name":"town_webmcp_weather","arguments":{"city":"Rome"}}</tool_call>"#;
    for (before, after) in [
        ("You would write:\n```xml\n", "\n```\nThat is how."),
        ("Write `", "` for it."),
        ("`", "` is a call."),
        ("Write `a ", "`."),
        ("Write ``", "`` for it."),
        ("It said:\n> ", "\nand ended."),
    ] {
        let text = format!("{before}{call}{after}");
        assert_eq!(however_cut(&text), (text.clone(), String::new(), vec![]), "{text}");
    }
    // What is nothing but code is meant, and so is what comes behind code.
    for text in [
        format!("```xml\n{call}\n```"),
        format!("I use `weather`.\n{call}"),
        format!("```\na\n```\n{call}"),
        format!("All right~~~\n{call}"),
    ] {
        assert_eq!(however_cut(&text).2, [format!("{WEATHER} {{\"city\":\"Rome\"}}")], "{text}");
    }
}

#[test]
fn a_bare_list_of_calls_is_read_however_it_is_cut() {
    let text = r#"[{"name":"town_webmcp_weather","arguments":{"city":"Paris"}}]"#;
    assert_eq!(however_cut(text).2, [format!("{WEATHER} {{\"city\":\"Paris\"}}")]);
    for text in ["[", "[1] says so.", "[Today] it rains."] {
        assert_eq!(however_cut(text), (text.into(), String::new(), vec![]), "{text}");
    }
}

#[test]
fn a_thought_whose_beginning_stood_in_the_prompt_is_one() {
    let text = "The person wants the weather; I keep this to myself.\n</think>\n\nIt is sunny.";
    let (said, thought, _) = however_cut(text);
    assert_eq!(
        (said.trim(), thought.trim()),
        ("It is sunny.", "The person wants the weather; I keep this to myself.")
    );
    let (said, thought, calls) = however_cut(&format!("So.</think>\n\n{}", TEXTS[0]));
    assert_eq!((said.trim(), thought.trim(), calls.len()), ("", "So.", 1));
    let (said, thought, _) = however_cut("One.\n</think>\nTwo.\n</think>\nThree.");
    assert_eq!(
        (said.as_str(), thought.trim()),
        ("\nTwo.\n</think>\nThree.", "One."),
        "only the first ends one"
    );
    let (said, thought, _) = however_cut("<think>\nOne.\n</think>\nTwo.\n</think>\nThree.");
    assert_eq!((said.as_str(), thought.trim()), ("\nTwo.\n</think>\nThree.", "One."));
}
