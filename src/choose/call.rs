//! Calls of tools: to be made, and answered; and what the tools' names say.

use super::line::Line;
use crate::json;
use crate::sql::python;
use serde_json::Value;

/// The most characters of a result that are said as they are.
const MAX_SAID_CHARS: usize = 400;
/// How the dispatcher marks a result of which only the beginning is told.
pub(super) const CUT: &str = "\n... (truncated";
/// How the loop begins its answer to a call that the person refused.
const DENIED: &str = "Error: the person did not allow this call";
/// How the canvas begins its answer about a widget that it has not (`src/server/canvas_tool.rs`).
pub(super) const NO_WIDGET: &str = "There is no widget";
/// The tools that look for others, show things or keep results.
const OURS: [&str; 8] = [
    "search_recipes",
    "list_recipes",
    "get_recipe",
    "list_tools",
    "search_tools",
    "widget_display",
    "canvas",
    "recall",
];

/// A call to be made.
pub(super) type Ask = (String, Value);

/// A call that was answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Done {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) input: Value,
    pub(super) result: String,
    pub(super) is_error: bool,
    /// The line that led to it, where a model was taught to write some.
    pub(super) line: Option<Line>,
    /// Which reply of the turn made it.
    pub(super) round: usize,
}

impl Done {
    /// A call by its id, name and input, with its result and whether that is a failure.
    pub(super) fn answered(
        (id, name, input): (&str, &str, &Value),
        (result, is_error): (&str, bool),
        line: Option<Line>,
    ) -> Self {
        let (id, name, result) = (id.to_owned(), name.to_owned(), result.to_owned());
        Done { id, name, input: input.clone(), result, is_error, line, round: 0 }
    }

    /// The id of the widget that it has shown or changed.
    pub(super) fn widget_id(&self) -> Option<String> {
        let of_answer = self.json().and_then(|answer| Some(answer.get("id")?.as_str()?.to_owned()));
        of_answer.or_else(|| Some(self.input.get("id")?.as_str()?.to_owned()))
    }

    /// Whether the person did not let the call run.
    pub(super) fn was_denied(&self) -> bool {
        self.is_error && self.result.starts_with(DENIED)
    }

    fn told(&self) -> &str {
        self.result.split(CUT).next().unwrap_or_default()
    }

    /// The result as JSON says it or Python prints it, as far as it was told; `None` for prose.
    pub(super) fn json(&self) -> Option<Value> {
        python::value(self.told())
    }

    /// Whether the result is JSON as it stands, so that a reference into it can be followed.
    pub(super) fn is_json(&self) -> bool {
        json::parse(self.told()).is_ok()
    }

    /// The result in words, as far as it is short.
    pub(super) fn beginning(&self) -> String {
        let told = self.result.strip_prefix("Error: ").filter(|_| self.is_error).unwrap_or(&self.result);
        match told.char_indices().nth(MAX_SAID_CHARS) {
            Some((end, _)) => format!("{} …", told.get(..end).unwrap_or_default()),
            None => told.to_owned(),
        }
    }

    /// Why it failed, for a person: what an error says in words, without the schema that a model reads.
    pub(super) fn failure(&self) -> String {
        let told = self.json().unwrap_or_default();
        let text = |pointer: &str| told.pointer(pointer).and_then(Value::as_str);
        let Some(error) = text("/error") else { return self.beginning() };
        match (text("/details/0/path"), text("/details/0/message")) {
            (Some(path), Some(message)) => format!("{error}: {path}: {message}."),
            _ => error.to_owned(),
        }
    }

    /// Whether it would have changed a widget that the person has taken away.
    pub(super) fn has_no_widget(&self) -> bool {
        server_of(&self.name, "canvas").is_some() && self.told().contains(NO_WIDGET)
    }

    /// Whether only the beginning of the result was told.
    pub(super) fn is_cut(&self) -> bool {
        self.result.contains(CUT)
    }

    /// How many items the list at `path` has, where only some were told: as the dispatcher says it, "/rows 20 of 500 items" or
    /// "500 items total".
    pub(super) fn count(&self, path: &str) -> Option<usize> {
        let mut parts = self.result.rsplit_once(CUT)?.1.split([',', ')']).map(str::trim);
        parts.find_map(|part| {
            let part = part.strip_suffix(" items").or_else(|| part.strip_suffix(" items total"))?;
            let (at, count) = part.rsplit_once(" of ").unwrap_or(("", part));
            let is_here =
                if path.is_empty() { at.is_empty() } else { at.strip_prefix(path)?.starts_with(' ') };
            is_here.then(|| count.parse().ok())?
        })
    }
}

/// Whether a tool of that full name is one of those that every server has, and no data comes of it.
pub(super) fn is_ours(name: &str) -> bool {
    OURS.contains(&own_name(name))
}

/// The tool's own part of its full name.
pub(super) fn own_name(name: &str) -> &str {
    ["_mcp_", "_webmcp_"].iter().find_map(|mark| Some(name.split_once(mark)?.1)).unwrap_or(name)
}

/// `weather_mcp` for the tool `list_recipes` of `weather_mcp_list_recipes`.
pub(super) fn server_of<'a>(name: &'a str, tool: &str) -> Option<&'a str> {
    name.strip_suffix(tool)?.strip_suffix('_')
}
