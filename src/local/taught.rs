//! The driver of a model that was taught to converse and to call tools: its own chat template, free text, and calls under
//! a grammar from where it begins one.

use super::ahead::{Ahead, only_reads};
use super::engine::{Callable, Chat, Engine, GenerateRequest, Generated};
use super::turns;
use crate::error::{Code, Error, Result};
use crate::json::{self, Fields, FromJson, Read};
use crate::model::{Block, ProviderTool, Usage};
use crate::provider::{ChatRequest, ChatResponse, Delta, Provider, TextFormat, ToolChoice, parse_tool_calls};
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::Value;
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;

/// Tokens of an answer where the request does not say.
const ANSWER_TOKENS: u32 = 1024;
/// The most calls in one answer.
const MAX_CALLS: usize = 8;

/// What the engine says of a model's chat template.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Taught {
    /// Whether the template shows tools; otherwise the system prompt does.
    pub takes_tools: bool,
    /// How the model writes calls.
    pub calls: CallStyle,
}

impl FromJson for Taught {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Taught { takes_tools: from.optional("takesTools")?, calls: from.optional("calls")? })
    }
}

/// How a model writes a call.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CallStyle {
    /// `<tool_call>{"name": …, "arguments": …}</tool_call>`; what models are told whose template shows no way.
    #[default]
    Qwen,
    /// `<|tool_call>call:name{…}<tool_call|>`
    Gemma,
    /// `<start_function_call>call:name{…}<end_function_call>`
    FunctionGemma,
}

impl FromJson for CallStyle {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("qwen", CallStyle::Qwen),
                ("gemma", CallStyle::Gemma),
                ("function-gemma", CallStyle::FunctionGemma),
            ],
        )
    }
}

impl CallStyle {
    /// What begins a call, what ends it, and what the model writes when it expects the result.
    fn marks(self) -> [&'static str; 3] {
        match self {
            CallStyle::Qwen => ["<tool_call>", "</tool_call>", "<tool_response>"],
            CallStyle::Gemma => ["<|tool_call>", "<tool_call|>", "<|tool_response>"],
            CallStyle::FunctionGemma => {
                ["<start_function_call>", "<end_function_call>", "<start_function_response>"]
            }
        }
    }

    /// The token around the texts of a call that is not JSON.
    fn quote(self) -> Option<&'static str> {
        match self {
            CallStyle::Qwen => None,
            CallStyle::Gemma => Some("<|\"|>"),
            CallStyle::FunctionGemma => Some("<escape>"),
        }
    }

    fn format(self) -> TextFormat {
        match self {
            CallStyle::Qwen => TextFormat::Qwen,
            CallStyle::Gemma => TextFormat::Gemma,
            CallStyle::FunctionGemma => TextFormat::FunctionGemma,
        }
    }
}

/// A provider over an [`Engine`] whose model has a chat template. Clones share their state.
#[derive(Clone)]
pub struct TaughtModel {
    engine: Rc<dyn Engine>,
    taught: Taught,
    next_id: Rc<Cell<u64>>,
    ahead: Ahead,
}

impl Provider for TaughtModel {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let model = self.clone();
        async move { model.answer(request).await }.boxed_local()
    }
}

impl TaughtModel {
    /// A provider that asks `engine`, whose model's template is like `taught`.
    pub fn new(engine: Rc<dyn Engine>, taught: Taught) -> Self {
        TaughtModel { engine, taught, next_id: Rc::default(), ahead: Ahead::default() }
    }

    async fn answer(&self, request: ChatRequest) -> Result<ChatResponse> {
        let choice = request.options.tool_choice.as_ref();
        let offered = |tool: &&Rc<ProviderTool>| match choice {
            Some(ToolChoice::None) => false,
            Some(ToolChoice::Name(name)) => tool.name == *name,
            _ => true,
        };
        let tools: Vec<&Rc<ProviderTool>> = request.tools.iter().filter(offered).collect();
        let must = matches!(choice, Some(ToolChoice::Required | ToolChoice::Name(_)));
        if must && tools.is_empty() {
            return Err(Error::new(
                Code::InvalidArgument,
                "toolChoice asks for a tool that was not offered.",
            ));
        }
        let chat = Chat {
            messages: turns::messages(&request, &tools, self.taught.takes_tools),
            tools: if self.taught.takes_tools { turns::declarations(&tools) } else { Vec::new() },
            prefix: String::new(),
        };
        if only_reads(&request) {
            let read = GenerateRequest { chat: Some(chat), max_tokens: 1, ..GenerateRequest::default() };
            self.ahead.read(async || self.engine.generate(read, Rc::new(|_| {})).await).await?;
            return Ok(ChatResponse::new(Vec::new(), "max_tokens", None));
        }
        let _wish = self.ahead.wish();
        let mut answer = Answer {
            model: self,
            request: &request,
            tools,
            chat,
            content: Vec::new(),
            usage: Usage::default(),
        };
        let single = must || request.options.parallel_tool_calls == Some(false);
        let stop_reason = answer.write(must, if single { 1 } else { MAX_CALLS }).await?;
        let Answer { content, usage, .. } = answer;
        (request.on_delta)(&Delta::Usage { usage });
        (request.on_delta)(&Delta::Finish { stop_reason });
        Ok(ChatResponse::new(content, stop_reason, Some(usage)))
    }
}

/// What may be written next.
enum Form {
    /// Anything up to one of these texts.
    Free(Vec<String>),
    /// What stands between a call's marks.
    Call,
}

/// An answer while it is written; what the model wrote, marks included, is the chat's prefix.
struct Answer<'r> {
    model: &'r TaughtModel,
    request: &'r ChatRequest,
    tools: Vec<&'r Rc<ProviderTool>>,
    chat: Chat,
    content: Vec<Block>,
    usage: Usage,
}

impl Answer<'_> {
    /// Words, then calls as long as the model begins another one; with `must` a call at once. The result says why it ended.
    async fn write(&mut self, must: bool, most: usize) -> Result<&'static str> {
        let [open, _, response] = self.model.taught.calls.marks();
        let marks =
            if self.tools.is_empty() { Vec::new() } else { vec![open.to_owned(), response.to_owned()] };
        let mut begun = must;
        if !must {
            let words = self.go_on(Form::Free(marks.clone()), true).await?;
            if !words.text.trim().is_empty() {
                self.content.push(Block::Text { text: words.text.trim().to_owned() });
            }
            begun = words.stopped_at.as_deref() == Some(open);
            if !begun && words.stop_reason == "length" {
                return Ok("max_tokens");
            }
        }
        let mut calls = 0;
        while begun && calls < most {
            self.call().await?;
            calls += 1;
            begun = calls < most
                && self.go_on(Form::Free(marks.clone()), false).await?.stopped_at.as_deref() == Some(open);
        }
        Ok(if calls > 0 { "tool_use" } else { "end_turn" })
    }

    /// One call, from its opening mark to its closing one.
    async fn call(&mut self) -> Result<()> {
        let style = self.model.taught.calls;
        let [open, close, _] = style.marks();
        let in_json = style == CallStyle::Qwen;
        let head = if in_json { "\n" } else { "call:" };
        self.chat.prefix.extend([open, head]);
        let generated = self.go_on(Form::Call, false).await?;
        if generated.stop_reason == "length" {
            let problem = "The model's tool call was cut in half; raise maxTokens or contextSize.";
            return Err(Error::new(Code::Model, problem));
        }
        self.chat.prefix.extend([if in_json { "\n" } else { "" }, close]);
        let (blocks, _) = parse_tool_calls(&format!("{open}{head}{}{close}", generated.text), style.format());
        let called = blocks.into_iter().find_map(|block| match block {
            Block::ToolUse { name, input, .. } => Some((name, input)),
            _ => None,
        });
        // What cannot be read goes back to the model as a call of a tool that there is not.
        let (name, input) =
            called.unwrap_or_else(|| ("unreadable".into(), json!({ "_raw": generated.text })));
        let number = self.model.next_id.get();
        self.model.next_id.set(number + 1);
        let id = format!("local_{number}");
        (self.request.on_delta)(&Delta::CallStart { id: &id, name: &name });
        (self.request.on_delta)(&Delta::Arguments { id: &id, name: &name, delta: &json::text(&input) });
        self.content.push(Block::ToolUse { id, name, input });
        Ok(())
    }

    /// Lets the model write on from what is written.
    async fn go_on(&mut self, form: Form, aloud: bool) -> Result<Generated> {
        let options = &self.request.options;
        let (calls, stop) = match form {
            Form::Free(stop) => (Vec::new(), stop),
            Form::Call => (callables(&self.tools), Vec::new()),
        };
        let asked = GenerateRequest {
            chat: Some(self.chat.clone()),
            quote: self.model.taught.calls.quote().filter(|_| !calls.is_empty()),
            calls,
            max_tokens: options.max_tokens.unwrap_or(ANSWER_TOKENS),
            temperature: options.temperature,
            top_k: options.top_k,
            stop,
            ..GenerateRequest::default()
        };
        let heard = self.request.on_delta.clone();
        let on_text = Rc::new(move |text: &str| {
            if aloud {
                heard(&Delta::Text { text });
            }
        });
        let generated = self.model.engine.generate(asked, on_text).await?;
        if self.chat.prefix.is_empty() {
            self.usage.input_tokens = generated.prompt_tokens;
            self.usage.cache_read_input_tokens = generated.cached_tokens;
        }
        self.usage.output_tokens += generated.output_tokens;
        self.chat.prefix.push_str(&generated.text);
        Ok(generated)
    }
}

/// The tools, one of which is to be called.
fn callables(tools: &[&Rc<ProviderTool>]) -> Vec<Callable> {
    let callable = |tool: &&Rc<ProviderTool>| Callable {
        name: tool.name.clone(),
        parameters: tool.input_schema.clone(),
    };
    tools.iter().map(callable).collect()
}
