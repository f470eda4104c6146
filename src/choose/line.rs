//! The line of JSON by which a model that was taught to compose says what to do. It stands beside the calls that follow from it, as a
//! thought, so that the conversation alone tells how to go on, also after a reload of the page.

use crate::json;
use crate::model::{Block, Message};
use serde_json::{Map, Value};

const READINGS: &str = "readings";
const VOTES: &str = "votes";

/// One of the queries that were written for a wish, how its rows are to be shown, and how often it was written.
pub(super) struct Vote<'l> {
    pub(super) sql: &'l str,
    pub(super) form: &'l str,
    pub(super) count: u64,
}

impl<'l> Vote<'l> {
    fn read(written: &'l Value) -> Option<Self> {
        let text = |at: usize| written.get(at)?.as_str();
        Some(Vote { sql: text(0)?, form: text(1)?, count: written.get(2)?.as_u64()? })
    }
}

/// A line, as it was written and read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// As the model wrote it.
    pub(super) written: String,
    fields: Map<String, Value>,
    /// The id of the widget that it changes.
    pub(super) changes: Option<String>,
}

impl Line {
    pub(super) fn read(written: &str) -> Option<Self> {
        match json::parse(written) {
            Ok(Value::Object(fields)) => Some(Line { written: written.to_owned(), fields, changes: None }),
            _ => None,
        }
    }

    fn of(fields: Map<String, Value>) -> Self {
        Line { written: json::text(&Value::Object(fields.clone())), fields, changes: None }
    }

    /// A line with its first field alone.
    pub(super) fn of_field(key: &str, value: impl Into<Value>) -> Self {
        Self::of(Map::from_iter([(key.to_owned(), value.into())]))
    }

    /// The line of a query of these tables, how its rows are shown, and how often each of the queries was written that are asked with it.
    pub(super) fn of_query(tables: &[String], (sql, form): (&str, &str), votes: Value) -> Self {
        let fields = [("query", tables.into()), ("sql", sql.into()), ("as", form.into()), (VOTES, votes)];
        Self::of(fields.map(|(key, value)| (key.to_owned(), value)).into_iter().collect())
    }

    /// The queries that were written for it; none where it has none.
    pub(super) fn votes(&self) -> Vec<Vote<'_>> {
        self.get(VOTES).and_then(Value::as_array).into_iter().flatten().filter_map(Vote::read).collect()
    }

    /// The line beside a message's calls.
    pub(super) fn beside(message: &Message) -> Option<Self> {
        let thoughts = message.content.iter().filter_map(|block| match block {
            Block::Reasoning { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let thought: String = thoughts.collect();
        // A change has two: which, and what it is to be.
        match thought.split_once('\n') {
            Some((which, what)) => {
                let changes = Self::read(which)?.text("change").map(str::to_owned);
                Some(Line { changes, ..Self::read(what)? })
            }
            None => Self::read(&thought),
        }
    }

    /// The thought beside a call.
    pub(super) fn thought(&self) -> Block {
        let which = |id: &String| format!("{{\"change\": {}}}\n", json::text(&Value::from(id.as_str())));
        let which = self.changes.as_ref().map(which).unwrap_or_default();
        Block::Reasoning { text: format!("{which}{}", self.written), opaque: None }
    }

    /// The line as a change of that widget.
    pub(super) fn changing(self, id: Option<&str>) -> Self {
        Line { changes: id.map(str::to_owned), ..self }
    }

    /// The line with another value of a field, or without it.
    pub(super) fn with(&self, name: &str, value: Option<&str>) -> Self {
        let mut fields = self.fields.clone();
        match value {
            Some(value) => fields.insert(name.to_owned(), value.into()),
            None => fields.shift_remove(name),
        };
        Self::of(fields).changing(self.changes.as_deref())
    }

    /// The line with another field.
    pub(super) fn with_field(&self, name: &str, value: Value) -> Self {
        let mut fields = self.fields.clone();
        fields.insert(name.to_owned(), value);
        Self::of(fields).changing(self.changes.as_deref())
    }

    /// The line as one whose answer is doubted, with other readings of the wish: of each its words, its query, how its rows are shown, and
    /// its tables.
    pub(super) fn with_readings(&self, readings: Vec<Value>) -> Self {
        self.with_field(READINGS, readings.into())
    }

    /// The other readings of the wish.
    pub(super) fn readings(&self) -> &[Value] {
        self.get(READINGS).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Whether what it shows is doubted, be there other readings or not.
    pub(super) fn is_doubted(&self) -> bool {
        self.get(READINGS).is_some()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    pub(super) fn number(&self, name: &str) -> Option<usize> {
        usize::try_from(self.fields.get(name)?.as_u64()?).ok()
    }

    /// The tables of a query.
    pub(super) fn tables(&self) -> Option<Vec<String>> {
        let names = self.fields.get("query")?.as_array()?;
        Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

/// A line's first field, as it was taught: `{"query": ["visits"]`.
pub(super) fn head(verb: &str, what: &Value) -> String {
    let what = match what {
        Value::Array(names) => format!("[{}]", names.iter().map(json::text).collect::<Vec<_>>().join(", ")),
        other => json::text(other),
    };
    format!("{{\"{verb}\": {what}")
}
