//! What of a model's arguments reaches the tool: one object, unflattened, references followed, repaired, checked.

use super::layers::Layers;
use super::outcome::Outcome;
use super::reference;
use crate::adapt::modern;
use crate::json;
use crate::model::{Results, ToolDef};
use crate::schema::{Schema, repair};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How much of what is no object an answer repeats, in characters.
const RECEIVED_CHARS: usize = 200;

/// Arguments that may be handed to the tool.
pub(super) struct Ready {
    pub(super) args: Value,
    /// What the model wrote, where references were followed.
    pub(super) written: Option<Value>,
    pub(super) fixes: Vec<String>,
}

/// The schemas of the tools that were called, compiled once.
#[derive(Default)]
pub(super) struct Schemas(RefCell<HashMap<(usize, String), Result<Rc<Schema>, String>>>);

/// Where references lead.
pub(super) struct Earlier<'a> {
    pub(super) results: &'a Results,
    /// The last call of a tool, by any of its names.
    pub(super) last_of: &'a dyn Fn(&str) -> Option<String>,
}

impl Schemas {
    /// The arguments as `definition`, a tool of the layer at `index`, takes them. They are checked against the tool's own
    /// schema, not against the one that was simplified for the provider. What cannot be used is told to the model.
    pub(super) fn ready(
        &self,
        layers: &Layers,
        index: usize,
        definition: &ToolDef,
        args: Value,
        earlier: &Earlier<'_>,
    ) -> Result<Ready, Outcome> {
        if let Some(raw) = unreadable(&args) {
            let text = json!({
                "error": "The arguments are not one JSON object. Write them again.",
                "received": raw.chars().take(RECEIVED_CHARS).collect::<String>(),
                "expected_schema": definition.input_schema,
            });
            return Err(Outcome::failed(json::text(&text)));
        }
        let restored = layers.restore(index, &definition.name, args);
        let args = reference::resolve(restored.clone(), earlier.results, earlier.last_of)
            .map_err(|problem| Outcome::failed(format!("Error: {problem}")))?;
        let written = (args != restored).then_some(restored);
        let ready = |args, mut fixes: Vec<String>| {
            let mend = layers.layer(index).and_then(|layer| layer.mend.as_ref());
            let Some(mend) = mend.filter(|_| definition.name == "widget_display") else {
                return Ok(Ready { args, written, fixes });
            };
            // What the server would mend is mended before anybody judges it.
            let (args, more) = mend(args);
            fixes.extend(more);
            Ok(Ready { args, written, fixes })
        };
        let schema = match self.of(layers, index, definition) {
            Ok(schema) => schema,
            // The server checks as well; that this end did not is said.
            Err(why) => return ready(args, vec![format!("arguments not checked: {why}")]),
        };
        if schema.check(&args).is_empty() {
            return ready(args, Vec::new());
        }
        let repaired = repair(&schema, args);
        let violations = schema.check(&repaired.value);
        if violations.is_empty() {
            return ready(repaired.value, repaired.fixes);
        }
        let text = json!({
            "error": "Validation failed",
            "details": violations,
            "expected_schema": definition.input_schema,
        });
        Err(Outcome { fixes: repaired.fixes, ..Outcome::failed(json::text(&text)) })
    }

    fn of(&self, layers: &Layers, index: usize, definition: &ToolDef) -> Result<Rc<Schema>, String> {
        let compile = || {
            let open = names_are_open(layers, index, definition);
            let schema = open.as_ref().unwrap_or(&definition.input_schema);
            Schema::compile(&modern(schema)).map(Rc::new).map_err(|error| error.message)
        };
        let key = (index, definition.name.clone());
        self.0.borrow_mut().entry(key).or_insert_with(compile).clone()
    }
}

/// The schema of `widget_display` without its list of names: the server may have learnt widgets since its layer was
/// made, and knows best which there are and which was meant.
fn names_are_open(layers: &Layers, index: usize, definition: &ToolDef) -> Option<Value> {
    let displays = layers.layer(index).is_some_and(|layer| layer.protocol.rules().displays);
    if !displays || definition.name != "widget_display" {
        return None;
    }
    let mut schema = definition.input_schema.clone();
    schema.pointer_mut("/properties/name")?.as_object_mut()?.shift_remove("enum");
    Some(schema)
}

/// The text that a model wrote where an object was due.
fn unreadable(args: &Value) -> Option<&str> {
    match args {
        Value::Object(map) if map.len() == 1 => map.get("_raw").and_then(Value::as_str),
        Value::String(text) => Some(text),
        _ => None,
    }
}
