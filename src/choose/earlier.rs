//! What earlier wishes have shown, so that a later one can change it: told by the conversation alone.

use super::call::{Ask, CUT, Done, NO_WIDGET, is_ours, server_of};
use super::line::Line;
use crate::compose::title_of;
use crate::json;
use crate::model::{Block, Message, Role};
use crate::provider::REMINDER;
use crate::search::words;
use crate::sql::tables_asked;
use serde_json::{Value, json};
use std::rc::Rc;

/// So many are told to the model, the latest last, each with so much of its title.
const MOST_TOLD: usize = 4;
const MAX_TITLE_CHARS: usize = 80;

/// Letters of a word that tells one widget from another: "the" and "of" are shorter.
const LEAST_TELLING: usize = 4;

/// A widget that stands on the canvas since an earlier wish.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Earlier {
    /// The wish and the line that led to it.
    pub(super) wish: String,
    pub(super) line: Line,
    /// The widget's name, its id on the canvas, and its title.
    pub(super) widget: String,
    pub(super) id: String,
    pub(super) title: String,
    /// The server that shows it, such as `autoui_webmcp`.
    pub(super) server: String,
    /// The answer of the tool that it shows, where the line called one.
    pub(super) answer: Option<Done>,
}

impl Earlier {
    /// The call that takes it away.
    pub(super) fn removal(&self) -> Ask {
        (format!("{}_canvas", self.server), json!({"action": "remove", "id": self.id}))
    }

    /// Whether an update with these parameters leaves nothing of it that they lack.
    pub(super) fn keeps(&self, params: &Value) -> bool {
        let before = self.line.get("params").and_then(Value::as_object);
        before.is_none_or(|before| before.keys().all(|key| params.get(key).is_some()))
    }

    /// Whether a wish says something that stands in it, besides what it is called: that is to go, and not all of it.
    pub(super) fn holds(&self, wish: &str) -> bool {
        let said = format!(" {} ", words(wish).join(" "));
        let called = words(&format!("{} {}", self.title, self.widget));
        let is_said = |value: &str| {
            let value = words(value);
            let is_name = value.iter().all(|word| called.contains(word));
            !is_name && said.contains(&format!(" {} ", value.join(" ")))
        };
        self.line.get("params").is_some_and(|params| any_text(params, &is_said))
    }

    /// The parameters with those of its own that a change says nothing of. Where a change does nothing but leave some out, they are to go.
    pub(super) fn merged(&self, params: Value) -> Value {
        let (Some(before), Value::Object(mut after)) =
            (self.line.get("params").and_then(Value::as_object), params.clone())
        else {
            return params;
        };
        if after.iter().all(|(key, value)| before.get(key) == Some(value)) {
            return params;
        }
        for (key, value) in before {
            let own = after.entry(key.clone()).or_insert_with(|| value.clone());
            once(own, value);
        }
        Value::Object(after)
    }

    /// Its title, or where it has none that of its wish.
    pub(super) fn called(&self) -> String {
        if self.title.is_empty() { title_of(&self.wish) } else { self.title.clone() }
    }

    /// The tables that its query asks; none where it shows something else.
    pub(super) fn tables(&self) -> Vec<String> {
        self.line.text("sql").map(tables_asked).unwrap_or_default()
    }

    /// How many of the longer words of a wish are of what it is called, or of its tables.
    pub(super) fn shares(&self, wish: &str) -> usize {
        let own = words(&format!("{} {}", self.called(), self.tables().join(" ")));
        let is_long = |word: &&String| word.chars().count() >= LEAST_TELLING;
        words(wish).iter().filter(is_long).filter(|word| own.contains(word)).count()
    }

    /// How it is shown: as the line says, or by the widget's name.
    fn form(&self) -> &str {
        self.line.text("as").unwrap_or(&self.widget)
    }
}

/// The lines in front of a wish that tell what is shown.
pub(super) fn lines(shown: &[Earlier]) -> String {
    let line = |(number, one): (usize, &Earlier)| {
        let title: String = one.title.chars().take(MAX_TITLE_CHARS).collect();
        format!("\nshown {}: {} {}", number + 1, one.form(), json::text(&Value::from(title)))
    };
    shown.iter().enumerate().map(line).collect()
}

/// What was shown before the last wish and is still there.
pub(super) fn earlier(messages: &[Rc<Message>], last_wish: usize) -> Vec<Earlier> {
    let mut found: Vec<Earlier> = Vec::new();
    let mut wish = String::new();
    let mut last: Option<Done> = None;
    for message in messages.iter().take(last_wish) {
        if let Some(words) = wish_of(message) {
            words.clone_into(&mut wish);
            last = None;
        }
        let line = Line::beside(message);
        for block in &message.content {
            let Block::ToolUse { id, name, input } = block else { continue };
            let text = |pointer: &str| input.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
            if let (Some(server), Some(line)) = (server_of(name, "widget_display"), &line) {
                let Some(result) = answer(messages, id).ok().and_then(|told| json::parse(told).ok()) else {
                    continue;
                };
                let Some(id) = result.get("id").and_then(Value::as_str) else { continue };
                // What has come into another's place answers that one's wish, changed.
                let first = found.iter().find(|one| Some(&one.id) == line.changes.as_ref());
                let wish = first.map_or(&wish, |first| &first.wish).clone();
                let of_call = last.clone().filter(|_| line.text("call").is_some());
                found.push(Earlier {
                    wish,
                    line: line.clone(),
                    widget: text("/name").to_owned(),
                    id: id.to_owned(),
                    title: title(input.get("params")),
                    server: server.to_owned(),
                    answer: first.map_or(of_call, |first| first.answer.clone()),
                });
            } else if !is_ours(name) {
                let call = |result| Done::answered((id, name, input), result, line.clone());
                last = answered(messages, id).map(call);
            } else if server_of(name, "canvas").is_some() {
                let is_gone = |told: &str| told.contains(NO_WIDGET);
                match (answer(messages, id), text("/action")) {
                    // The person has taken it away.
                    (Err(told), _) if is_gone(told) => found.retain(|one| one.id != text("/id")),
                    (Err(_), _) => {}
                    (Ok(_), action) => match action {
                        "clear" => found.clear(),
                        "remove" => found.retain(|one| one.id != text("/id")),
                        "update" => {
                            if let (Some(one), Some(line)) =
                                (found.iter_mut().find(|one| one.id == text("/id")), &line)
                            {
                                one.line = line.clone();
                                one.title = title(input.get("params"));
                            }
                        }
                        _ => {}
                    },
                }
            }
        }
    }
    found.split_off(found.len().saturating_sub(MOST_TOLD))
}

/// What the person wishes for in a message: its last words, also beside the results of a run that was stopped, unless they are the loop's
/// own.
pub(super) fn wish_of(message: &Message) -> Option<&str> {
    let mut words = message.content.iter().filter_map(|block| match block {
        Block::Text { text } if message.role == Role::User => Some(text.trim()),
        _ => None,
    });
    words.rfind(|words| !words.is_empty() && !words.starts_with(REMINDER))
}

/// What a call was answered, or how it failed.
fn answer<'m>(messages: &'m [Rc<Message>], call: &str) -> Result<&'m str, &'m str> {
    let Some((content, is_error)) = answered(messages, call) else { return Err("") };
    let told = content.split(CUT).next().unwrap_or_default();
    if is_error || told.starts_with("{\"error\"") { Err(told) } else { Ok(told) }
}

/// The result of a call, and whether it is a failure.
fn answered<'m>(messages: &'m [Rc<Message>], call: &str) -> Option<(&'m str, bool)> {
    let mut blocks = messages.iter().flat_map(|message| &message.content);
    blocks.find_map(|block| match block {
        Block::ToolResult { tool_use_id, content, is_error, .. } if tool_use_id == call => {
            Some((content.as_str(), *is_error))
        }
        _ => None,
    })
}

fn any_text(value: &Value, is_meant: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => is_meant(text),
        Value::Number(number) => is_meant(&number.to_string()),
        Value::Array(parts) => parts.iter().any(|part| any_text(part, is_meant)),
        Value::Object(fields) => fields.values().any(|part| any_text(part, is_meant)),
        _ => false,
    }
}

/// Leaves out what a list of texts says again, unless it did before: models that copy a list do.
fn once(list: &mut Value, before: &Value) {
    let (Some(list), Some(before)) = (list.as_array_mut(), before.as_array()) else { return };
    let is_once = |all: &[Value], at: usize| all.iter().take(at).all(|other| Some(other) != all.get(at));
    if !list.iter().all(Value::is_string) || !(0..before.len()).all(|at| is_once(before, at)) {
        return;
    }
    let all = list.clone();
    let mut at = 0..;
    list.retain(|_| at.next().is_some_and(|at| is_once(&all, at)));
}

fn title(params: Option<&Value>) -> String {
    let text = |key: &str| params?.get(key)?.as_str().filter(|text| !text.is_empty());
    ["title", "label", "name", "heading"].iter().find_map(|key| text(key)).unwrap_or_default().to_owned()
}
