//! The built-in tools' definitions: what a model is told about them.

use super::canvas_tool;
use super::registry::{MOST_NAMED, Registry};
use crate::model::{Layout, ToolDef};
use serde_json::{Value, json};

/// Names of the built-in tools, in the order of the published layer.
pub(super) const NAMES: [&str; 6] =
    ["search_recipes", "list_recipes", "get_recipe", "widget_display", "canvas", "recall"];

/// The definitions for a server with these widgets.
pub(super) fn tools(registry: &Registry) -> Vec<ToolDef> {
    let names = registry.names();
    let (told, name) = if names.len() <= MOST_NAMED {
        let name = json!({"type": "string", "enum": names});
        (String::new(), name)
    } else {
        let name = json!({"type": "string", "description": "As search_recipes names it."});
        (format!(" There are {}: find one by search_recipes.", names.len()), name)
    };
    let layouts: Vec<&str> = Layout::ALL.iter().map(|(name, _)| *name).collect();
    vec![
        tool(
            "search_recipes",
            "Finds the widgets that fit some words and says what each one shows.".into(),
            json!({"query": {"type": "string", "description": "Words of the wish; leave out for all."}}),
            &[],
        ),
        tool("list_recipes", "Lists every widget with one line about it.".into(), json!({}), &[]),
        tool(
            "get_recipe",
            "Reads one widget's recipe: the schema of its data, and when and how to use it.".into(),
            json!({"name": {"type": "string", "description": "The widget's name."}}),
            &["name"],
        ),
        tool(
            "widget_display",
            format!("Shows a widget on the canvas. Read its recipe first: params must fit its schema.{told}"),
            json!({
                "name": name,
                // Open in what the model sees, too: a {"$result": …} may stand for any part of it.
                "params": {"type": "object", "description": "The widget's data.", "additionalProperties": true}
            }),
            &["name", "params"],
        ),
        tool(
            "canvas",
            "Changes widgets that are on the canvas: clear (all), update (params are merged into its data), \
             move (params x, y), resize (params width, height), style (params are CSS properties), remove, \
             focus (shows it to the person), front, back, lock, unlock, group, ungroup, link (lets widgets hear of each \
             other; all take ids or id), unlink, layout (params layout), undo, redo (what you did; of everybody with all), \
             list (what is there)."
                .into(),
            json!({
                "action": {"type": "string", "enum": canvas_tool::ACTIONS},
                "id": {"type": "string", "description": "The widget's id, where the action is about one."},
                "params": {
                    "type": "object",
                    "description": "What the action takes.",
                    // Data, of whatever fields the widget has, may also stand here by itself.
                    "additionalProperties": true,
                    "properties": {
                        "data": {"type": "object", "description": "update: new values of the widget's fields.", "additionalProperties": true},
                        "x": {"type": "number", "description": "move: CSS pixels to the right."},
                        "y": {"type": "number", "description": "move: CSS pixels down."},
                        "width": {"type": "number", "description": "resize: CSS pixels."},
                        "height": {"type": "number", "description": "resize: CSS pixels."},
                        "styles": {"type": "object", "description": "style: CSS properties.", "additionalProperties": true},
                        "ids": {"type": "array", "items": {"type": "string"}, "description": "focus, group, ungroup, link: widgets."},
                        "layout": {"type": "string", "enum": layouts},
                        "all": {"type": "boolean", "description": "undo, redo: of everybody."}
                    }
                }
            }),
            &["action"],
        ),
        recall_tool(),
    ]
}

/// The definition of `recall`, which the dispatcher answers.
pub(crate) fn recall_tool() -> ToolDef {
    tool(
        "recall",
        "Reads again the full result of an earlier tool call of which only a preview was shown.".into(),
        json!({
            "id": {"type": "string", "description": "The id that the preview names."},
            "path": {"type": "string", "description": "A part of the result, as a JSON Pointer such as /rows/0."},
            "offset": {"type": "integer", "minimum": 0, "description": "Items, keys or characters to skip."},
            "limit": {"type": "integer", "minimum": 1, "description": "How many of them to read."}
        }),
        &["id"],
    )
}

fn tool(name: &str, description: String, properties: Value, required: &[&str]) -> ToolDef {
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty()
        && let Some(object) = schema.as_object_mut()
    {
        object.insert("required".into(), json!(required));
    }
    ToolDef {
        name: name.to_owned(),
        description,
        input_schema: schema,
        annotations: Some(hints(name)),
        ..ToolDef::default()
    }
}

/// MCP's hints: showing a widget adds to the canvas and destroys nothing; the canvas tool may clear it.
fn hints(name: &str) -> Value {
    match name {
        "canvas" => json!({"readOnlyHint": false, "destructiveHint": true, "openWorldHint": false}),
        "widget_display" => json!({"readOnlyHint": false, "destructiveHint": false, "openWorldHint": false}),
        _ => json!({"readOnlyHint": true, "openWorldHint": false}),
    }
}
