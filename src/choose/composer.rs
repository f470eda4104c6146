//! The driver of a model that was taught to compose (`training/`): see what there is, let it say what to do in one line of JSON,
//! do that, show what came of it.

use super::ahead::{Ahead, only_reads};
use super::around::{Around, Known, Tool, Widget};
use super::engine::{Engine, GenerateRequest, Generated};
use super::history::{Done, History, server_of};
use super::reply::{calls, closing_words, display_tool, refusal, text, usage};
use super::survey::Ask;
use super::words;
use crate::compose::{
    Offer, SHOWN_AS, Table, filled_schema, first_schema, hints, joins, linked, query_lines, query_schema,
    runnable, schema_lines, shown, table_hints, title_of, wish_line,
};
use crate::error::{Code, Error, Result};
use crate::json;
use crate::model::{Block, ProviderTool};
use crate::provider::{ChatRequest, ChatResponse, LOOK_AROUND, Provider};
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::rc::Rc;

/// Tokens of a line's first field, and of all of it.
const FIRST_TOKENS: u32 = 48;
const LINE_TOKENS: u32 = 400;
/// Queries for one wish: the first is the likeliest, the others are drawn.
const MOST_QUERIES: usize = 3;
const DRAWN: (f64, u32) = (0.8, 8);

/// A provider over an [`Engine`] whose model was taught to compose. Clones share their state.
#[derive(Clone)]
pub struct Composer {
    engine: Rc<dyn Engine>,
    next_id: Rc<Cell<u64>>,
    ahead: Ahead,
    known: Known,
}

impl Provider for Composer {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let model = self.clone();
        async move {
            let _wish = (!only_reads(&request)).then(|| model.ahead.wish());
            model.step(request).await
        }
        .boxed_local()
    }
}

impl Composer {
    /// A provider that decides with `engine`.
    pub fn new(engine: Rc<dyn Engine>) -> Self {
        Composer { engine, next_id: Rc::default(), ahead: Ahead::default(), known: Known::default() }
    }

    async fn step(&self, request: ChatRequest) -> Result<ChatResponse> {
        let history = History::read(&request.messages);
        let tools = &request.tools;
        if let Some(refused) = history.refused() {
            return Ok(text(&refusal(&refused)));
        }
        if let Some(last) = history.done.last()
            && server_of(&last.name, "widget_display").is_some()
        {
            return Ok(text(&closing_words(last)));
        }
        let around = match Around::look(&history, tools, &self.known) {
            Ok(around) => around.fitting(&history.wish),
            Err(asks) => {
                return Ok(ChatResponse { stop_reason: LOOK_AROUND.into(), ..self.asking(asks, "") });
            }
        };
        if only_reads(&request) {
            return self.read_ahead(&around).await;
        }
        let turn = Turn { composer: self, history: &history, around: &around, tools };
        match history.done.last().and_then(|last| Some((last, object(&last.thought)?))) {
            Some((last, line)) => turn.go_on(last, &line).await,
            None => turn.begin().await,
        }
    }

    /// Reads what stands in front of a wish.
    async fn read_ahead(&self, around: &Around) -> Result<ChatResponse> {
        let tables = around.tables().map(|table| query_lines(&[table]));
        let prompts: Vec<String> = std::iter::once(around.list()).chain(tables).collect();
        let read = async || {
            for prompt in prompts {
                let prompt = format!("{prompt}\nWish:");
                let request = GenerateRequest { prompt, max_tokens: 1, ..GenerateRequest::default() };
                self.engine.generate(request, Rc::new(|_| {})).await?;
            }
            Ok(())
        };
        self.ahead.read(read).await?;
        Ok(text(""))
    }

    fn asking(&self, asks: Vec<Ask>, thought: &str) -> ChatResponse {
        let thoughts =
            (!thought.is_empty()).then(|| Block::Reasoning { text: thought.to_owned(), opaque: None });
        let made = asks.into_iter().map(|(name, input)| {
            let number = self.next_id.get();
            self.next_id.set(number + 1);
            Block::ToolUse { id: format!("local_{number}"), name, input }
        });
        calls(thoughts.into_iter().chain(made).collect())
    }
}

/// One step behind the look around.
struct Turn<'t> {
    composer: &'t Composer,
    history: &'t History,
    around: &'t Around,
    tools: &'t [Rc<ProviderTool>],
}

impl Turn<'_> {
    fn wish(&self) -> &str {
        &self.history.wish
    }

    /// Lets the model write on behind `begun`.
    async fn write(&self, request: GenerateRequest) -> Result<(Map<String, Value>, Generated)> {
        let begun = request.begun.clone();
        let generated = self.composer.engine.generate(request, Rc::new(|_| {})).await?;
        match object(&format!("{begun}{}", generated.text)) {
            Some(line) => Ok((line, generated)),
            None => Err(Error::new(
                Code::Model,
                "The model's line is no JSON object, although a grammar was set.",
            )),
        }
    }

    /// What to do.
    async fn begin(&self) -> Result<ChatResponse> {
        let tables: Vec<&Table> = self.around.tables().collect();
        let widgets: Vec<&str> = self.around.widgets.iter().map(|widget| widget.name.as_str()).collect();
        let tools: Vec<&str> = self.around.tools.iter().map(|tool| tool.name.as_str()).collect();
        let request = GenerateRequest {
            prompt: format!(
                "{}{}{}",
                self.around.list(),
                table_hints(self.wish(), &tables),
                wish_line(self.wish())
            ),
            schema: Some(first_schema(&widgets, &tools, &self.around.queries())),
            max_tokens: FIRST_TOKENS,
            ..GenerateRequest::default()
        };
        let (line, generated) = self.write(request).await?;
        let reply = match line.iter().next() {
            Some((verb, Value::String(name))) if verb == "show" => {
                let widget = self.around.widgets.iter().find(|widget| widget.name == *name);
                widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], &json::text(&line)))
            }
            Some((verb, Value::String(name))) if verb == "call" => {
                match self.around.tools.iter().find(|tool| tool.name == *name) {
                    Some(tool) => Some(self.call(tool).await?),
                    None => None,
                }
            }
            Some((verb, Value::Array(names))) if verb == "query" => {
                let names = names.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>();
                self.query(&names, None).await?
            }
            Some((_, Value::String(kind))) => Some(text(&words::said(kind, self.wish(), self.around))),
            _ => None,
        };
        let mut reply = reply.unwrap_or_else(|| text(&words::said("cannot", self.wish(), self.around)));
        reply.usage.get_or_insert_with(|| usage(&generated));
        Ok(reply)
    }

    /// What follows from an answered call, which `line` led to.
    async fn go_on(&self, last: &Done, line: &Map<String, Value>) -> Result<ChatResponse> {
        if let Some(name) = line.get("show").and_then(Value::as_str) {
            let found = last.json().and_then(|recipe| recipe.get("schema").cloned());
            let widget = self.around.widgets.iter().find(|widget| widget.name == name);
            if let (Some(schema), Some(widget)) = (found, widget) {
                return self.fill(widget, &schema).await;
            }
            return Ok(text(&words::said("cannot", self.wish(), self.around)));
        }
        if let (Some(Value::Array(names)), Some(form)) =
            (line.get("query"), line.get("as").and_then(Value::as_str))
        {
            let names: Vec<String> = names.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            let rows = last.rows();
            if last.is_error || rows.is_empty() {
                if last.is_error {
                    self.composer.known.forget(&last.name);
                }
                let asked =
                    self.history.done.iter().filter(|call| call.thought.starts_with("{\"query\"")).count();
                let again = if asked < MOST_QUERIES { self.query(&names, Some(last)).await? } else { None };
                return Ok(again.unwrap_or_else(|| text(&words::nothing_found(self.wish(), last))));
            }
            return Ok(self.display(last, form, &rows));
        }
        if last.is_data() {
            let rows = match last.json() {
                Some(object @ Value::Object(_)) if last.rows().is_empty() => vec![object],
                _ => last.rows(),
            };
            if rows.iter().any(Value::is_object) {
                return Ok(self.display(last, if rows.len() == 1 { "kv" } else { "table" }, &rows));
            }
        }
        Ok(text(&last.beginning()))
    }

    /// The widget that fits the rows.
    fn display(&self, last: &Done, form: &str, rows: &[Value]) -> ChatResponse {
        // All rows as they are go by reference: they need not pass through the conversation.
        let path = if last.result.starts_with('[') { "" } else { "/rows" };
        let whole = json!({"$result": last.id, "path": path});
        let made = shown(form, &title_of(self.wish()), rows, &whole);
        match display_tool(self.tools, made.widget) {
            Some(tool) => {
                let input = json!({"name": made.widget, "params": made.params});
                self.composer.asking(vec![(tool, input)], &last.thought)
            }
            None => text(&last.beginning()),
        }
    }

    /// A query over these tables; another one than `failed`, if there is another.
    async fn query(&self, names: &[String], failed: Option<&Done>) -> Result<Option<ChatResponse>> {
        let Some((source, tables)) = self.around.source(names) else { return Ok(None) };
        let on = match tables.as_slice() {
            [one, other] => joins(one, other),
            _ => Vec::new(),
        };
        let known = linked(self.wish(), &tables);
        let (temperature, top_k) = failed.map(|_| DRAWN).unzip();
        let request = GenerateRequest {
            prompt: format!(
                "{}{}{}",
                query_lines(&tables),
                hints(self.wish(), &tables),
                wish_line(self.wish())
            ),
            begun: head("query", &json!(names)),
            schema: Some(query_schema(&tables, &on, self.wish(), &known, &SHOWN_AS)),
            max_tokens: LINE_TOKENS,
            temperature,
            top_k,
            ..GenerateRequest::default()
        };
        let (line, generated) = self.write(request).await?;
        let sql = runnable(line.get("sql").and_then(Value::as_str).unwrap_or_default(), &tables);
        let ask: Ask = (source.tool.clone(), json!({source.argument.as_str(): sql}));
        if self.history.done.iter().any(|call| call.name == ask.0 && call.input == ask.1) {
            return Ok(None);
        }
        let reply = self.composer.asking(vec![ask], &json::text(&line));
        Ok(Some(ChatResponse { usage: Some(usage(&generated)), ..reply }))
    }

    /// A widget with parameters of the wish.
    async fn fill(&self, widget: &Widget, schema: &Value) -> Result<ChatResponse> {
        let Widget { name, description, .. } = widget;
        let offer = Offer { verb: "show", name, description };
        let (line, generated) = self.filled(&offer, "params", schema).await?;
        let Some(tool) = display_tool(self.tools, name) else {
            return Ok(text(&words::said("cannot", self.wish(), self.around)));
        };
        let input = json!({"name": name, "params": line.get("params")});
        let reply = self.composer.asking(vec![(tool, input)], &json::text(&line));
        Ok(ChatResponse { usage: Some(usage(&generated)), ..reply })
    }

    /// A tool with arguments of the wish.
    async fn call(&self, tool: &Tool) -> Result<ChatResponse> {
        let (line, generated) = self.filled(&tool.offer(), "args", &tool.tool.input_schema).await?;
        let args = line.get("args").cloned().unwrap_or_else(|| json!({}));
        let reply = self.composer.asking(vec![(tool.tool.name.clone(), args)], &json::text(&line));
        Ok(ChatResponse { usage: Some(usage(&generated)), ..reply })
    }

    async fn filled(
        &self,
        offer: &Offer<'_>,
        inside: &str,
        schema: &Value,
    ) -> Result<(Map<String, Value>, Generated)> {
        let request = GenerateRequest {
            prompt: format!("{}{}", schema_lines(offer, schema), wish_line(self.wish())),
            begun: head(offer.verb, &json!(offer.name)),
            schema: Some(filled_schema(offer.verb, offer.name, inside, schema, self.wish())),
            max_tokens: LINE_TOKENS,
            ..GenerateRequest::default()
        };
        self.write(request).await
    }
}

/// A line's first field, as it was taught: `{"query": ["visits"]`.
fn head(verb: &str, what: &Value) -> String {
    let list = |names: &Vec<Value>| names.iter().map(json::text).collect::<Vec<_>>().join(", ");
    let what = match what {
        Value::Array(names) => format!("[{}]", list(names)),
        other => json::text(other),
    };
    format!("{{\"{verb}\": {what}")
}

fn object(text: &str) -> Option<Map<String, Value>> {
    match json::parse(text) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    }
}
