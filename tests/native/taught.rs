//! A model that was taught to converse: what its template gets, and how its calls are written.
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::local::{CallStyle, Engine, GenerateRequest, Generated, Taught, TaughtModel};
use webmcp_auto_ui::model::{Block, Message, ProviderTool, Role};
use webmcp_auto_ui::provider::{ChatOptions, ChatRequest, ChatResponse, Provider, ToolChoice};

/// Writes these pieces, each with the stop text that ended it; `!` stands for the token limit.
struct Scripted {
    pieces: RefCell<Vec<(&'static str, &'static str)>>,
    asked: RefCell<Vec<GenerateRequest>>,
}

impl Engine for Scripted {
    fn generate(
        &self,
        request: GenerateRequest,
        on_text: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        let (text, stopped) = self.pieces.borrow_mut().remove(0);
        on_text(text);
        self.asked.borrow_mut().push(request);
        let generated = Generated {
            text: text.into(),
            prompt_tokens: 50,
            output_tokens: 2,
            stop_reason: if stopped == "!" { "length" } else { "stop" }.into(),
            stopped_at: (stopped.len() > 1).then(|| stopped.to_owned()),
            ..Generated::default()
        };
        ready(Ok(generated)).boxed_local()
    }
}

/// As servers describe a tool: most of it says a model nothing. Fields may be called as what says nothing is.
fn schema() -> Value {
    let inner = json!({"type": "object", "description": "", "properties": {}, "additionalProperties": false});
    json!({
        "type": "object",
        "properties": {
            "x": {"type": "integer", "description": ""},
            "description": {"type": "string", "description": "Words"},
            "all": {"type": "array", "items": inner},
            "open": {"type": "object", "additionalProperties": true},
        },
        "required": [],
        "additionalProperties": false,
    })
}

fn ask(
    taught: Taught,
    pieces: &[(&'static str, &'static str)],
    messages: Vec<Message>,
    options: ChatOptions,
) -> (Result<ChatResponse>, Vec<GenerateRequest>, Vec<String>) {
    let engine = Rc::new(Scripted { pieces: RefCell::new(pieces.to_vec()), asked: RefCell::default() });
    let heard: Rc<RefCell<Vec<String>>> = Rc::default();
    let hear = heard.clone();
    let schema = schema();
    let request = ChatRequest {
        messages: messages.into_iter().map(Rc::new).collect(),
        tools: Rc::new(vec![Rc::new(ProviderTool {
            name: "s_mcp_a".into(),
            description: "A tool".into(),
            input_schema: schema,
            strict: false,
        })]),
        options,
        on_delta: Rc::new(move |delta| hear.borrow_mut().push(json!(delta)["type"].as_str().unwrap().into())),
    };
    let reply = pollster::block_on(TaughtModel::new(engine.clone(), taught).chat(request));
    let heard = heard.borrow().clone();
    (reply, engine.asked.take(), heard)
}

const KNOWS: Taught = Taught { takes_tools: true, calls: CallStyle::Qwen };

fn hi() -> Vec<Message> {
    vec![Message::text(Role::User, "hi")]
}

fn calls<'r>(reply: &'r ChatResponse) -> Vec<(&'r str, &'r Value)> {
    let call = |block: &'r Block| match block {
        Block::ToolUse { name, input, .. } => Some((name.as_str(), input)),
        _ => None,
    };
    reply.content.iter().filter_map(call).collect()
}

#[test]
fn words_are_free_and_calls_are_under_a_grammar_from_their_mark_on() {
    let pieces = [
        ("Let me look. ", "<tool_call>"),
        ("{\"name\": \"s_mcp_a\", \"arguments\": {\"x\": 1}}", ""),
        ("\n", "<tool_call>"),
        ("{\"name\": \"s_mcp_a\", \"arguments\": {\"x\": 2}}", ""),
        ("", "<tool_response>"),
    ];
    let (reply, asked, heard) = ask(KNOWS, &pieces, hi(), ChatOptions::default());
    let reply = reply.unwrap();
    assert_eq!(reply.content[0], Block::Text { text: "Let me look.".into() });
    assert_eq!(calls(&reply), [("s_mcp_a", &json!({"x": 1})), ("s_mcp_a", &json!({"x": 2}))]);
    assert_eq!(reply.stop_reason, "tool_use");
    assert_eq!((reply.usage.unwrap().input_tokens, reply.usage.unwrap().output_tokens), (50, 10));
    assert_eq!(heard, ["text", "call-start", "arguments", "call-start", "arguments", "usage", "finish"]);
    assert_eq!(asked[0].schema, None);
    assert_eq!(asked[0].stop, ["<tool_call>", "<tool_response>"]);
    assert!(asked[0].calls.is_empty());
    assert_eq!((asked[1].calls[0].name.as_str(), asked[1].quote), ("s_mcp_a", None));
    let prefix = |index: usize| asked[index].chat.as_ref().unwrap().prefix.as_str();
    assert_eq!(prefix(1), "Let me look. <tool_call>\n");
    let first = "Let me look. <tool_call>\n{\"name\": \"s_mcp_a\", \"arguments\": {\"x\": 1}}\n</tool_call>";
    assert_eq!(prefix(2), first, "each step goes on from what is known already");
}

#[test]
fn a_call_that_must_come_comes_at_once_and_alone() {
    for choice in [ToolChoice::Required, ToolChoice::Name("s_mcp_a".into())] {
        let options = ChatOptions { tool_choice: Some(choice), ..ChatOptions::default() };
        let pieces = [("{\"name\": \"s_mcp_a\", \"arguments\": {}}", "")];
        let (reply, asked, _) = ask(KNOWS, &pieces, hi(), options);
        assert_eq!((calls(&reply.unwrap()).len(), asked.len()), (1, 1));
        assert_eq!(asked[0].chat.as_ref().unwrap().prefix, "<tool_call>\n");
    }
    let options = ChatOptions { tool_choice: Some(ToolChoice::Name("no".into())), ..ChatOptions::default() };
    assert!(ask(KNOWS, &[], hi(), options).0.unwrap_err().message.contains("not offered"));
    let options = ChatOptions { tool_choice: Some(ToolChoice::None), ..ChatOptions::default() };
    let (reply, asked, _) = ask(KNOWS, &[("Fine.", "")], hi(), options);
    assert_eq!((reply.unwrap().stop_reason.as_str(), asked[0].stop.len()), ("end_turn", 0));
}

#[test]
fn the_calls_of_gemma_are_read_in_their_own_way() {
    for (calls_in, marks, quote) in [
        (CallStyle::FunctionGemma, ["<start_function_call>", "<end_function_call>"], "<escape>"),
        (CallStyle::Gemma, ["<|tool_call>", "<tool_call|>"], "<|\"|>"),
    ] {
        let call = if quote == "<escape>" {
            "s_mcp_a{x:<escape>é {<escape>}"
        } else {
            "s_mcp_a{x:<|\"|>é {<|\"|>}"
        };
        let pieces = [("", marks[0]), (call, ""), ("", "")];
        let (reply, asked, _) =
            ask(Taught { takes_tools: true, calls: calls_in }, &pieces, hi(), ChatOptions::default());
        assert_eq!(calls(&reply.unwrap()), [("s_mcp_a", &json!({"x": "é {"}))]);
        let prefix = |index: usize| asked[index].chat.as_ref().unwrap().prefix.clone();
        assert_eq!(prefix(1), format!("{}call:", marks[0]));
        assert_eq!(prefix(2), format!("{}call:{call}{}", marks[0], marks[1]));
        let written = serde_json::to_value(&asked[1]).unwrap();
        assert_eq!(written["calls"], json!([{"name": "s_mcp_a", "parameters": schema()}]));
        assert_eq!(
            (&written["quote"], written.get("schema"), written.get("stop")),
            (&json!(quote), None, None)
        );
        let free = serde_json::to_value(&asked[0]).unwrap();
        assert_eq!((free.get("calls"), free.get("quote")), (None, None), "words are free");
    }
}

#[test]
fn a_call_that_cannot_be_read_goes_back_to_the_model() {
    let taught = Taught { takes_tools: true, calls: CallStyle::Gemma };
    let broken = [("", "<|tool_call>"), ("nothing", ""), ("", "")];
    let reply = ask(taught, &broken, hi(), ChatOptions::default()).0.unwrap();
    assert_eq!(calls(&reply), [("unreadable", &json!({"_raw": "nothing"}))], "the model is told");
}

#[test]
fn a_call_or_answer_that_the_limit_cut_is_said_to_be() {
    let cut = [("", "<tool_call>"), ("{\"name\": \"s_mc", "!")];
    let error = ask(KNOWS, &cut, hi(), ChatOptions::default()).0.unwrap_err();
    assert!(error.message.contains("in half; raise maxTokens"), "{}", error.message);
    let reply = ask(KNOWS, &[("Once upon", "!")], hi(), ChatOptions::default()).0.unwrap();
    assert_eq!(reply.stop_reason, "max_tokens");
}

fn history() -> Vec<Message> {
    let call = Block::ToolUse { id: "c1".into(), name: "s_mcp_a".into(), input: json!({"x": 1}) };
    let result = Block::ToolResult {
        tool_use_id: "c1".into(),
        content: "seven".into(),
        images: Vec::new(),
        is_error: false,
    };
    vec![
        Message::text(Role::User, "one"),
        Message::text(Role::User, "two"),
        Message { role: Role::Assistant, content: vec![call] },
        Message { role: Role::User, content: vec![result] },
    ]
}

#[test]
fn the_template_gets_roles_calls_results_and_tools() {
    let options = ChatOptions { system: Some("Be brief.".into()), ..ChatOptions::default() };
    let (_, asked, _) = ask(KNOWS, &[("ok", "")], history(), options);
    let chat = asked[0].chat.clone().unwrap();
    let function = json!({"name": "s_mcp_a", "arguments": {"x": 1}});
    assert_eq!(
        chat.messages,
        [
            json!({"role": "system", "content": "Be brief."}),
            json!({"role": "user", "content": "one\n\ntwo"}),
            json!({"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "type": "function", "function": function}]}),
            json!({"role": "tool", "name": "s_mcp_a", "tool_call_id": "c1", "content": "seven"}),
        ]
    );
    assert_eq!(chat.tools[0]["function"]["name"], "s_mcp_a");
}

#[test]
fn the_template_gets_of_a_schema_what_tells_a_model_something_and_the_grammar_all_of_it() {
    let options = ChatOptions { tool_choice: Some(ToolChoice::Required), ..ChatOptions::default() };
    let call = "{\"name\": \"s_mcp_a\", \"arguments\": {}}";
    let (_, asked, _) = ask(KNOWS, &[(call, "")], hi(), options);
    let told = &asked[0].chat.as_ref().unwrap().tools[0]["function"]["parameters"];
    assert_eq!(
        *told,
        json!({
            "type": "object",
            "properties": {
                "x": {"type": "integer"},
                "description": {"type": "string", "description": "Words"},
                "all": {"type": "array", "items": {"type": "object", "properties": {}}},
                "open": {"type": "object", "additionalProperties": true},
            },
        })
    );
    assert_eq!(asked[0].calls[0].parameters, schema());
}

#[test]
fn a_template_without_a_place_for_tools_gets_them_in_words() {
    let (_, asked, _) = ask(Taught::default(), &[("ok", "")], history(), ChatOptions::default());
    let chat = asked[0].chat.clone().unwrap();
    let text = |index: usize| chat.messages[index]["content"].as_str().unwrap().to_owned();
    assert!(text(0).contains("\"s_mcp_a\"") && text(0).contains("<tool_call>"), "{}", text(0));
    assert_eq!(text(2), "<tool_call>\n{\"name\":\"s_mcp_a\",\"arguments\":{\"x\":1}}\n</tool_call>");
    assert_eq!(text(3), "<tool_response>\ns_mcp_a: seven\n</tool_response>");
    assert_eq!((chat.messages.len(), chat.tools.len()), (4, 0));
}
