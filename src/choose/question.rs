//! What a model is asked, in parts, and the form in which each kind of model reads them: as it was taught, or as a conversation of
//! its own chat template behind worked examples.

use super::line::{Line, head};
use crate::compose::{Task, Turn, query_lines, wish_line};
use crate::json;
use crate::local::{Chat, GenerateRequest};
use crate::sql::{Table, definitions, unquoted};
use serde_json::{Value, json};

/// In which form a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As an adapter has taught it to compose.
    Taught,
    /// As turns of its chat template, behind worked examples.
    Chat,
    /// As a text, behind worked examples: the model has no chat template.
    Text,
}

/// In front of a query, and behind it.
pub(super) const OPEN: &str = "```sql\n";
pub(super) const CLOSE: &str = "\n```\n";

impl Form {
    /// Tables, in front of a query.
    pub(super) fn tables(self, tables: &[&Table]) -> String {
        if self == Form::Taught { query_lines(tables) } else { definitions(tables) }
    }

    /// A line as a model of this form writes it.
    pub(super) fn written(self, line: &Line) -> String {
        let (Some(sql), Some(form)) = (line.text("sql"), line.text("as")) else {
            return line.written.clone();
        };
        if self != Form::Taught {
            return format!("{OPEN}{sql}{CLOSE}{form}");
        }
        let begun = head("query", line.get("query").unwrap_or(&Value::Null));
        let part = |key: &str, text: &str| format!(", \"{key}\": {}", json::text(&json!(text)));
        let title = line.text("title").map(|title| part("title", title)).unwrap_or_default();
        [begun, part("sql", &unquoted(sql)), part("as", form), title, "}".into()].concat()
    }

    /// The query that a model of this form has written behind what was `begun`, how its rows are shown, and under which title if it says so;
    /// nothing where it has no end.
    pub(super) fn query(self, begun: &str, written: &str) -> Option<(String, String, Option<String>)> {
        if self != Form::Taught {
            let (sql, form) = written.split_once(CLOSE)?;
            return Some((sql.to_owned(), form.to_owned(), None));
        }
        let line = Line::read(&format!("{begun}{written}"))?;
        let text = |key: &str| line.text(key).map(str::to_owned);
        Some((text("sql")?, text("as")?, text("title")))
    }
}

/// A wish, and what stands in front of it.
pub(super) struct Question<'q> {
    pub(super) task: Task,
    /// What there is: the same for many wishes, so that it is read ahead.
    pub(super) about: String,
    /// Earlier wishes, and the line for each.
    pub(super) turns: Vec<(String, String)>,
    /// What helps with this wish.
    pub(super) hints: String,
    pub(super) wish: &'q str,
    /// What of the answer is given.
    pub(super) begun: String,
}

impl Question<'_> {
    /// What there is alone, to be read ahead.
    pub(super) fn about(task: Task, about: String) -> Self {
        Question { task, about, turns: Vec::new(), hints: String::new(), wish: "", begun: String::new() }
    }

    /// The request, without what may be written.
    pub(super) fn request(self, form: Form) -> GenerateRequest {
        match form {
            Form::Chat => self.chat(),
            _ => self.text(form),
        }
    }

    fn text(self, form: Form) -> GenerateRequest {
        let line = |wish: &str, line: &str| format!("{}{line}", wish_line(wish));
        let worked = self.task.worked();
        let example = |turn: &Turn| [turn.shown, &line(turn.wish, turn.answer)].concat();
        let examples: String = worked.turns.iter().map(example).collect();
        let worked =
            if form == Form::Text { format!("{}{examples}\n\n", worked.about) } else { String::new() };
        let turns: String = self.turns.iter().map(|(wish, written)| line(wish, written)).collect();
        let asked = if self.wish.is_empty() { "\nWish:".to_owned() } else { wish_line(self.wish) };
        let prompt = format!("{worked}{}{turns}{}{asked}", self.about, self.hints);
        GenerateRequest { prompt, begun: self.begun, ..GenerateRequest::default() }
    }

    fn chat(self) -> GenerateRequest {
        let worked = self.task.worked();
        let mut messages = vec![json!({"role": "system", "content": worked.system})];
        let asked = |wish: &str| format!("\n\n{}: {}", worked.asks, wish.trim());
        let example = |turn: &Turn| (format!("\n{}{}", turn.shown, asked(turn.wish)), turn.answer.to_owned());
        let examples = worked.turns.iter().map(example);
        say(&mut messages, worked.about, examples);
        let turns = self.turns.into_iter().map(|(wish, line)| (asked(&wish), line));
        let last = (format!("{}{}", self.hints, asked(self.wish)), String::new());
        say(&mut messages, &self.about, turns.chain([last]));
        messages.pop();
        let chat = Chat { messages, ..Chat::default() };
        GenerateRequest { chat: Some(chat), begun: self.begun, ..GenerateRequest::default() }
    }
}

/// Adds what there is, and each wish with its answer.
fn say(messages: &mut Vec<Value>, about: &str, turns: impl Iterator<Item = (String, String)>) {
    for (at, (wish, line)) in turns.enumerate() {
        let about = if at == 0 { about } else { "" };
        messages.push(json!({"role": "user", "content": format!("{about}{wish}").trim()}));
        messages.push(json!({"role": "assistant", "content": line}));
    }
}
