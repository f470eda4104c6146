//! What is told about a value that does not fit: where, what was expected and, in short, what was found.

use crate::json;
use serde::Serialize;
use serde_json::Value;

/// Characters of a quoted part; a schema or a value may hold megabytes.
const MAX_QUOTE_CHARS: usize = 200;

/// One thing that is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// JSON Pointer to the offending value; of a missing property, its own path.
    pub path: String,
    /// What is wrong, without the value itself (a value may be huge).
    pub message: String,
    /// The keyword that failed; `depth` or `size` where checking itself was given up.
    pub keyword: String,
    /// What the keyword asks for, where that is short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// What was found instead, in a word: a type, a length, a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// The same place as `a.b[0].c`.
    #[serde(skip)]
    pub(super) dotted: String,
}

impl Violation {
    /// The same finding as `validateJsonSchema` words it: the path as `a.b[0].c`, below `prefix`, and a missing
    /// property told of the object that lacks it.
    #[must_use]
    pub fn dotted(mut self, prefix: &str) -> Self {
        if self.keyword == "required"
            && let Some(name) = self.expected.as_ref().and_then(Value::as_str)
        {
            self.message = format!("Missing required property \"{name}\"");
        }
        self.path = match (prefix, self.dotted.as_str()) {
            (prefix, "") => prefix.to_owned(),
            ("", below) => below.to_owned(),
            (prefix, below) if below.starts_with('[') => format!("{prefix}{below}"),
            (prefix, below) => format!("{prefix}.{below}"),
        };
        self
    }
}

/// Where in a value the check stands: a list on the stack, so that walking costs nothing.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    /// As a JSON Pointer (RFC 6901).
    pub(super) fn pointer(&self) -> String {
        let mut out = String::new();
        for step in self.steps() {
            out.push('/');
            match step {
                Path::Key(_, key) => out.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Path::Index(_, index) => out.push_str(&index.to_string()),
                Path::Root => {}
            }
        }
        out
    }

    /// As `a.b[0].c`.
    pub(super) fn dotted(&self) -> String {
        let mut out = String::new();
        for step in self.steps() {
            match step {
                Path::Key(_, key) => {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(key);
                }
                Path::Index(_, index) => {
                    out.push('[');
                    out.push_str(&index.to_string());
                    out.push(']');
                }
                Path::Root => {}
            }
        }
        out
    }

    fn steps(&self) -> Vec<Path<'_>> {
        let mut steps = Vec::new();
        let mut here = *self;
        while let Path::Key(parent, _) | Path::Index(parent, _) = here {
            steps.push(here);
            here = *parent;
        }
        steps.reverse();
        steps
    }
}

/// The word for what `value` is; JavaScript's own names, with `null` and `array`.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The beginning of `text`, short enough for a sentence.
pub fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// A schema's own value, where it is short enough to be told.
pub(super) fn short(value: Value) -> Option<Value> {
    (json::text(&value).len() <= MAX_QUOTE_CHARS).then_some(value)
}
