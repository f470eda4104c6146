//! One step of composing: what the model reads, the line that it writes, and the calls and words that follow from it.

use super::around::{Around, Tool, Widget};
use super::composer::Composer;
use super::earlier::{Earlier, lines};
use super::engine::{GenerateRequest, Generated};
use super::history::{Done, History, server_of};
use super::line::Line;
use super::reply::{display_tool, text, usage};
use super::survey::Ask;
use super::words;
use crate::compose::{
    Offer, Table, filled_schema, first_schema, hints, joins, linked, query_lines, query_schema, runnable,
    schema_lines, shown, table_hints, title_of, wish_line,
};
use crate::error::{Code, Error, Result};
use crate::json;
use crate::model::ProviderTool;
use crate::provider::ChatResponse;
use serde_json::{Value, json};
use std::rc::Rc;

/// Tokens of a line's first field, and of all of it.
const FIRST_TOKENS: u32 = 48;
const LINE_TOKENS: u32 = 400;
/// Queries for one wish: the first is the likeliest, the others are drawn.
const MOST_QUERIES: usize = 3;
const DRAWN: (f64, u32) = (0.8, 8);

/// A wish, what has come of it, and what there is.
pub(super) struct Composing<'c> {
    pub(super) composer: &'c Composer,
    pub(super) history: &'c History,
    pub(super) around: &'c Around,
    pub(super) tools: &'c [Rc<ProviderTool>],
}

impl Composing<'_> {
    /// The closing words, once a widget was shown, changed or taken away.
    pub(super) fn ended(history: &History) -> Option<String> {
        let is = |call: &Done, tool: &str| server_of(&call.name, tool).is_some();
        let last = history.done.last().filter(|last| is(last, "widget_display") || is(last, "canvas"))?;
        let shown = history.done.iter().rfind(|call| is(call, "widget_display")).unwrap_or(last);
        Some(words::done(&history.wish, if last.is_error { last } else { shown }))
    }

    fn wish(&self) -> &str {
        &self.history.wish
    }

    fn says(&self, kind: &str) -> ChatResponse {
        text(&words::said(kind, self.wish(), self.around))
    }

    /// The next step.
    pub(super) async fn go_on(&self) -> Result<ChatResponse> {
        let followed = self.history.done.last().and_then(|last| Some((last, last.line.as_ref()?)));
        let reply = match followed {
            Some((last, line)) => self.follow(last, line).await?,
            None => self.begin().await?,
        };
        Ok(reply.unwrap_or_else(|| self.says("cannot")))
    }

    /// What to do.
    async fn begin(&self) -> Result<Option<ChatResponse>> {
        let tables: Vec<&Table> = self.around.tables().collect();
        let widgets: Vec<&str> = self.around.widgets.iter().map(|widget| widget.name.as_str()).collect();
        let tools: Vec<&str> = self.around.tools.iter().map(|tool| tool.name.as_str()).collect();
        let earlier = &self.history.earlier;
        let (list, shown, named) = (self.around.list(), lines(earlier), table_hints(self.wish(), &tables));
        let request = GenerateRequest {
            prompt: format!("{list}{shown}{named}{}", wish_line(self.wish())),
            schema: Some(first_schema(&widgets, &tools, &self.around.queries(), earlier.len())),
            max_tokens: FIRST_TOKENS,
            ..GenerateRequest::default()
        };
        let (line, generated) = self.write(request).await?;
        let of_number = |verb: &str| earlier.get(line.number(verb)?.checked_sub(1)?);
        let reply = if let Some(name) = line.text("show") {
            let widget = self.around.widgets.iter().find(|widget| widget.name == name);
            widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], Some(&line)))
        } else if let Some(name) = line.text("call") {
            match self.around.tools.iter().find(|tool| tool.name == name) {
                Some(tool) => self.call(tool).await?,
                None => None,
            }
        } else if let Some(names) = line.tables() {
            self.query(&names, None, None).await?
        } else if let Some(one) = of_number("remove") {
            let ask = (format!("{}_canvas", one.server), json!({"action": "remove", "id": one.id}));
            Some(self.composer.asking(vec![ask], Some(&line)))
        } else if let Some(one) = of_number("change") {
            self.change(one, &line).await?
        } else {
            line.text("say").map(|kind| self.says(kind))
        };
        let usage = usage(&generated);
        Ok(reply.map(|reply| ChatResponse { usage: reply.usage.or(Some(usage)), ..reply }))
    }

    /// What follows from an answered call, which `line` led to.
    async fn follow(&self, last: &Done, line: &Line) -> Result<Option<ChatResponse>> {
        if let Some(schema) = last.json().and_then(|recipe| recipe.get("schema").cloned())
            && server_of(&last.name, "get_recipe").is_some()
        {
            let changed = line
                .number("change")
                .and_then(|number| Some((number, self.history.earlier.get(number - 1)?)));
            let name = line.text("show").or_else(|| changed.map(|(_, one)| one.widget.as_str()));
            let widget = self.around.widgets.iter().find(|widget| Some(widget.name.as_str()) == name);
            return match widget {
                Some(widget) => self.fill(widget, &schema, changed).await,
                None => Ok(None),
            };
        }
        if let (Some(names), Some(form)) = (line.tables(), line.text("as")) {
            let rows = last.rows();
            if !last.is_error && !rows.is_empty() {
                return Ok(Some(self.display(last, line, form, &rows)));
            }
            if last.is_error {
                self.composer.known.forget(&last.name);
            }
            let asked =
                self.history.done.iter().filter(|call| call.name == last.name && call.line.is_some()).count();
            let again =
                if asked < MOST_QUERIES { self.query(&names, Some(last), line.changes).await? } else { None };
            return Ok(Some(again.unwrap_or_else(|| text(&words::nothing_found(self.wish(), last)))));
        }
        let rows = match last.json() {
            Some(object @ Value::Object(_)) if last.rows().is_empty() => vec![object],
            _ => last.rows(),
        };
        if last.is_data() && rows.iter().any(Value::is_object) {
            let form = if rows.len() == 1 { "kv" } else { "table" };
            return Ok(Some(self.display(last, line, form, &rows)));
        }
        Ok(Some(text(&last.beginning())))
    }

    /// The widget that fits the rows: a new one, or in the place of the one that the line changes.
    fn display(&self, last: &Done, line: &Line, form: &str, rows: &[Value]) -> ChatResponse {
        // All rows as they are go by reference: they need not pass through the conversation.
        let path = if last.result.starts_with('[') { "" } else { "/rows" };
        let whole = json!({"$result": last.id, "path": path});
        let changed = line.changes.and_then(|number| self.history.earlier.get(number.checked_sub(1)?));
        let title = match (line.text("title"), changed) {
            (Some(title), _) => title.to_owned(),
            (None, Some(one)) if !one.title.is_empty() => one.title.clone(),
            _ => title_of(self.wish()),
        };
        let made = shown(form, &title, rows, &whole);
        let asks = self.asks_for(made.widget, &made.params, changed);
        if asks.is_empty() { text(&last.beginning()) } else { self.composer.asking(asks, Some(line)) }
    }

    /// The calls that show a widget, in the place of another where there is one; none where no server can.
    fn asks_for(&self, widget: &str, params: &Value, place: Option<&Earlier>) -> Vec<Ask> {
        let canvas = |one: &Earlier, input: Value| (format!("{}_canvas", one.server), input);
        if let Some(one) = place.filter(|one| one.widget == widget) {
            return vec![canvas(one, json!({"action": "update", "id": one.id, "params": params}))];
        }
        let Some(tool) = display_tool(self.tools, widget) else { return Vec::new() };
        let show = (tool, json!({"name": widget, "params": params}));
        let remove = place.map(|one| canvas(one, json!({"action": "remove", "id": one.id})));
        std::iter::once(show).chain(remove).collect()
    }

    /// What a widget that is there is to become.
    async fn change(&self, one: &Earlier, line: &Line) -> Result<Option<ChatResponse>> {
        if let Some(names) = one.line.tables() {
            return self.query(&names, None, line.number("change")).await;
        }
        let widget = self.around.widgets.iter().find(|widget| widget.name == one.widget);
        Ok(widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], Some(line))))
    }

    /// A query over these tables, in the place of that of the `changed` widget; another one than `failed`, if there is another.
    async fn query(
        &self,
        names: &[String],
        failed: Option<&Done>,
        changed: Option<usize>,
    ) -> Result<Option<ChatResponse>> {
        let Some((source, tables)) = self.around.source(names) else { return Ok(None) };
        let one = changed.and_then(|number| self.history.earlier.get(number.checked_sub(1)?));
        let on = match tables.as_slice() {
            [one, other] => joins(one, other),
            _ => Vec::new(),
        };
        let mut known = linked(self.wish(), &tables);
        let earlier = one.map(said);
        known.extend(earlier.as_deref().map(|earlier| linked(earlier, &tables)).unwrap_or_default());
        let (temperature, top_k) = failed.map(|_| DRAWN).unzip();
        let (before, named) = (one.map(before).unwrap_or_default(), hints(self.wish(), &tables));
        let request = GenerateRequest {
            prompt: format!("{}{before}{named}{}", query_lines(&tables), wish_line(self.wish())),
            begun: head("query", &json!(names)),
            schema: Some(query_schema(&tables, &on, (self.wish(), earlier.as_deref()), &known)),
            max_tokens: LINE_TOKENS,
            temperature,
            top_k,
            ..GenerateRequest::default()
        };
        let (line, generated) = self.write(request).await?;
        let sql = runnable(line.text("sql").unwrap_or_default(), &tables);
        let ask: Ask = (source.tool.clone(), json!({source.argument.as_str(): sql}));
        if self.history.done.iter().any(|call| call.name == ask.0 && call.input == ask.1) {
            return Ok(None);
        }
        let reply = self.composer.asking(vec![ask], Some(&line.changing(changed)));
        Ok(Some(ChatResponse { usage: Some(usage(&generated)), ..reply }))
    }

    /// A widget with parameters of the wish, or with others than it has.
    async fn fill(
        &self,
        widget: &Widget,
        schema: &Value,
        changed: Option<(usize, &Earlier)>,
    ) -> Result<Option<ChatResponse>> {
        let Widget { name, description, .. } = widget;
        let offer = Offer { verb: "show", name, description };
        let one = changed.map(|(_, one)| one);
        let Some((line, generated)) = self.filled(&offer, "params", schema, one).await? else {
            return Ok(None);
        };
        let line = line.changing(changed.map(|(number, _)| number));
        let params = line.get("params").cloned().unwrap_or_default();
        let asks = self.asks_for(name, &params, one);
        let reply = (!asks.is_empty()).then(|| self.composer.asking(asks, Some(&line)));
        Ok(reply.map(|reply| ChatResponse { usage: Some(usage(&generated)), ..reply }))
    }

    /// A tool with arguments of the wish.
    async fn call(&self, tool: &Tool) -> Result<Option<ChatResponse>> {
        let filled = self.filled(&tool.offer(), "args", &tool.tool.input_schema, None).await?;
        let Some((line, generated)) = filled else { return Ok(None) };
        let args = line.get("args").cloned().unwrap_or_else(|| json!({}));
        let reply = self.composer.asking(vec![(tool.tool.name.clone(), args)], Some(&line));
        Ok(Some(ChatResponse { usage: Some(usage(&generated)), ..reply }))
    }

    /// A line whose second field is of the schema; nothing where the wish lacks what that needs.
    async fn filled(
        &self,
        offer: &Offer<'_>,
        inside: &str,
        schema: &Value,
        one: Option<&Earlier>,
    ) -> Result<Option<(Line, Generated)>> {
        let before = one.map(before).unwrap_or_default();
        let said =
            one.map_or_else(|| self.wish().to_owned(), |one| format!("{}\n{}", said(one), self.wish()));
        let Some(held) = filled_schema(offer.verb, offer.name, inside, schema, &said) else {
            return Ok(None);
        };
        let request = GenerateRequest {
            prompt: format!("{}{before}{}", schema_lines(offer, schema), wish_line(self.wish())),
            begun: head(offer.verb, &json!(offer.name)),
            schema: Some(held),
            max_tokens: LINE_TOKENS,
            ..GenerateRequest::default()
        };
        self.write(request).await.map(Some)
    }

    /// Lets the model write a line.
    async fn write(&self, request: GenerateRequest) -> Result<(Line, Generated)> {
        let begun = request.begun.clone();
        let generated = self.composer.engine.generate(request, Rc::new(|_| {})).await?;
        match Line::read(&format!("{begun}{}", generated.text)) {
            Some(line) => Ok((line, generated)),
            None => Err(Error::new(
                Code::Model,
                "The model's line is no JSON object, although a grammar was set.",
            )),
        }
    }
}

/// An earlier wish and its line, in front of a change of what they have shown.
fn before(one: &Earlier) -> String {
    format!("{}{}", wish_line(&one.wish), one.line.written)
}

/// What an earlier wish has said, and changes of it, which stand in its line.
fn said(one: &Earlier) -> String {
    format!("{}\n{}", one.wish, one.line.written)
}

/// A line's first field, as it was taught: `{"query": ["visits"]`.
fn head(verb: &str, what: &Value) -> String {
    let what = match what {
        Value::Array(names) => format!("[{}]", names.iter().map(json::text).collect::<Vec<_>>().join(", ")),
        other => json::text(other),
    };
    format!("{{\"{verb}\": {what}")
}
