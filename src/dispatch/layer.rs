//! A layer: one connected server with its tools and recipes.

use super::protocol::Protocol;
use crate::json::{Fields, FromJson, Read};
use crate::model::{ToolDef, WidgetRule};
use crate::server::ToolHandler;
use serde::Serialize;
use serde_json::Value;
use std::rc::Rc;

/// A recipe of a server, as far as the host knows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RecipeSummary {
    /// The recipe's name.
    pub name: String,
    /// One line about it.
    pub description: String,
    /// The whole recipe, where the host has read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

impl FromJson for RecipeSummary {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(RecipeSummary {
            name: from.take("name")?,
            description: from.optional("description")?,
            body: from.optional("body")?,
        })
    }
}

/// The arguments of `widget_display` as its server would mend them, and what it mended.
pub type Mend = Rc<dyn Fn(Value) -> (Value, Vec<String>)>;

/// One connected server.
#[derive(Clone)]
pub struct Layer {
    /// How it is reached.
    pub protocol: Protocol,
    /// The name that the host gave it.
    pub server_name: String,
    /// What it is for.
    pub description: String,
    /// Its tools.
    pub tools: Vec<ToolDef>,
    /// Its recipes, where the host knows them.
    pub recipes: Vec<RecipeSummary>,
    /// Runs its tools; `None` when the host connected no client.
    pub handler: Option<Rc<dyn ToolHandler>>,
    /// What its widgets may show, where it has any and says so.
    pub rule: Option<WidgetRule>,
    /// See [`Mend`].
    pub mend: Option<Mend>,
}

impl Layer {
    /// The tool of that bare name.
    pub fn tool(&self, name: &str) -> Option<&ToolDef> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}
