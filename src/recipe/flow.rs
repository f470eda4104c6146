//! A flow recipe: a tool to call with arguments to fill in, and the widget that shows the result.

use super::frontmatter::split;
use super::widget::{Example, examples};
use crate::json;
use serde_json::{Map, Value};

/// How the result of a flow's tool is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Display {
    /// The widget's name.
    pub widget: String,
    /// Its data. `{"$rows": "<column>"}` stands for that column of the result's rows,
    /// `{"$rows": ["<column>", …]}` for lists of those columns, `{"$rows": null}` for all rows as they are, by reference to the result.
    pub params: Value,
}

impl Display {
    /// Whether columns of the rows are picked, so that every row must be at hand.
    pub fn takes_columns(&self) -> bool {
        fn picks(value: &Value) -> bool {
            match value {
                Value::Object(map) => {
                    map.get("$rows").is_some_and(|rows| map.len() == 1 && !rows.is_null())
                        || map.values().any(picks)
                }
                Value::Array(items) => items.iter().any(picks),
                _ => false,
            }
        }
        picks(&self.params)
    }
}

/// A recipe whose parameters a model fills and whose steps are then fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowRecipe {
    /// The recipe's name.
    pub name: String,
    /// One line for the model.
    pub description: String,
    /// JSON Schema of the parameters.
    pub parameters: Value,
    /// The bare name of the tool to call.
    pub tool: String,
    /// Its arguments; `{parameter}` inside a text stands for the parameter's value.
    pub arguments: Value,
    /// What to show.
    pub display: Option<Display>,
    /// Wishes and the parameters that answer them.
    pub examples: Vec<Example>,
}

impl FlowRecipe {
    /// Reads a recipe. The error is a sentence that says what is missing.
    pub fn parse(source: &str) -> Result<Self, String> {
        let front = split(source)?;
        let text = |field: &str| {
            front.text(field).map(str::to_owned).ok_or_else(|| format!("The recipe has no '{field}' field."))
        };
        let name = text("name")?;
        let display = front.fields.get("display").and_then(|display| {
            Some(Display {
                widget: display.get("widget")?.as_str()?.to_owned(),
                params: display.get("params")?.clone(),
            })
        });
        Ok(FlowRecipe {
            description: front.text("description").unwrap_or(&name).to_owned(),
            parameters: front.fields.get("parameters").cloned().unwrap_or_else(|| Value::Object(Map::new())),
            tool: text("tool")?,
            arguments: front.fields.get("arguments").cloned().unwrap_or_else(|| Value::Object(Map::new())),
            display,
            examples: examples(&front.fields, "parameters")?,
            name,
        })
    }

    /// The tool's arguments with `parameters` filled in.
    pub fn fill_arguments(&self, parameters: &Map<String, Value>) -> Value {
        fill(&self.arguments, parameters, &[], &Value::Null)
    }

    /// The widget's data with `parameters` and the result's `rows` filled in; `whole` stands for all rows as
    /// they are.
    pub fn fill_display(
        &self,
        parameters: &Map<String, Value>,
        rows: &[Value],
        whole: &Value,
    ) -> Option<Value> {
        self.display.as_ref().map(|display| fill(&display.params, parameters, rows, whole))
    }
}

fn fill(template: &Value, parameters: &Map<String, Value>, rows: &[Value], whole: &Value) -> Value {
    match template {
        Value::String(text) => fill_text(text, parameters),
        Value::Array(items) => items.iter().map(|item| fill(item, parameters, rows, whole)).collect(),
        Value::Object(map) => match map.get("$rows") {
            Some(Value::String(column)) if map.len() == 1 => {
                rows.iter().map(|row| cell(row, column)).collect()
            }
            Some(Value::Array(columns)) if map.len() == 1 => {
                rows.iter().map(|row| cells(row, columns)).collect()
            }
            Some(Value::Null) if map.len() == 1 => whole.clone(),
            _ => map.iter().map(|(key, value)| (key.clone(), fill(value, parameters, rows, whole))).collect(),
        },
        other => other.clone(),
    }
}

fn cell(row: &Value, column: &str) -> Value {
    row.get(column).cloned().unwrap_or(Value::Null)
}

fn cells(row: &Value, columns: &[Value]) -> Value {
    columns.iter().map(|column| cell(row, column.as_str().unwrap_or_default())).collect()
}

/// Replaces `{name}`. A text that is nothing but one placeholder takes the value with its type.
fn fill_text(text: &str, parameters: &Map<String, Value>) -> Value {
    for (name, value) in parameters {
        if text == format!("{{{name}}}") {
            return value.clone();
        }
    }
    let mut filled = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        filled.push_str(before);
        let close = from.find('}');
        let value = close.and_then(|close| from.get(1..close)).and_then(|name| parameters.get(name));
        match (value, close) {
            (Some(value), Some(close)) => {
                match value {
                    Value::String(text) => filled.push_str(text),
                    other => filled.push_str(&json::text(&other)),
                }
                rest = from.get(close + 1..).unwrap_or_default();
            }
            _ => {
                filled.push('{');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    filled.push_str(rest);
    Value::String(filled)
}
