//! A widget's recipe: its schema, and how a model should use it.

use super::frontmatter::split;
use crate::error::{Code, Error, Result};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A wish and the arguments that answer it: the few-shot material of small models.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    /// What a person may type.
    pub wish: String,
    /// The arguments that fit the recipe's schema.
    pub params: Map<String, Value>,
}

/// A widget's recipe (spec "System Architecture", Widget Registry).
#[derive(Clone, Debug, PartialEq)]
pub struct WidgetRecipe {
    /// The widget's name.
    pub name: String,
    /// One line for the model; the name when the recipe has none.
    pub description: String,
    /// JSON Schema of the widget's data.
    pub schema: Value,
    /// A heading for lists of widgets.
    pub group: Option<String>,
    /// Wishes and the data that answers them.
    pub examples: Vec<Example>,
    /// The Markdown below the frontmatter.
    pub body: String,
    /// The recipe as it was given.
    pub source: String,
}

impl WidgetRecipe {
    /// Reads a recipe. Fails with `invalid_recipe`, naming the field and the remedy.
    pub fn parse(source: &str) -> Result<Self> {
        let invalid = |message: String| Error::new(Code::InvalidRecipe, message);
        let front = split(source).map_err(invalid)?;
        let Some(name) = front.text("widget") else {
            return Err(invalid(
                "The recipe has no 'widget' field: add 'widget: <name>' to the frontmatter between '---' lines."
                    .into(),
            ));
        };
        let Some(schema) = front.fields.get("schema") else {
            return Err(invalid(format!(
                "The recipe of widget '{name}' has no 'schema' field: add the JSON Schema of its data."
            )));
        };
        let examples = examples(&front.fields).map_err(|problem| {
            invalid(format!("The recipe of widget '{name}' has an example that cannot be used: {problem}"))
        })?;
        Ok(WidgetRecipe {
            name: name.to_owned(),
            description: front.text("description").unwrap_or(name).to_owned(),
            schema: schema.clone(),
            group: front.text("group").map(str::to_owned),
            examples,
            body: front.body.clone(),
            source: source.to_owned(),
        })
    }

    /// The short form that `list_recipes` and `search_recipes` answer with.
    pub fn summary(&self) -> Value {
        json!({"name": self.name, "description": self.description})
    }
}

/// Reads `examples: [{wish, params}]`.
fn examples(fields: &Map<String, Value>) -> std::result::Result<Vec<Example>, String> {
    let list = match fields.get("examples") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err("'examples' is not a list.".into()),
    };
    list.iter()
        .map(|entry| {
            let wish = entry.get("wish").and_then(Value::as_str);
            let params = entry.get("params").and_then(Value::as_object);
            match (wish, params) {
                (Some(wish), Some(params)) => Ok(Example { wish: wish.to_owned(), params: params.clone() }),
                _ => Err("each needs a text 'wish' and an object 'params'.".into()),
            }
        })
        .collect()
}
