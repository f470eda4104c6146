//! The `canvas` tool: turns a model's arguments into an [`Action`], or into a text that says what is wrong.

use crate::canvas::{Action, Change};
use serde_json::{Map, Value, json};

/// The action that `args` ask for. Coordinates, data and styles are taken from `params` or from the top level, data from
/// `params` or `params.data`, styles from `params` or `params.styles`: the published documents show both.
pub(crate) fn action(args: &Value) -> Result<Action, Value> {
    let name = args.get("action").and_then(Value::as_str).unwrap_or_default();
    if name == "clear" {
        return Ok(Action::Clear);
    }
    let id = args.get("id").and_then(Value::as_str).map(str::to_owned);
    let id = id.ok_or_else(|| problem(name, "needs 'id', the id that widget_display returned"));
    let params = args.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
    let number = |field: &str| {
        params
            .get(field)
            .or_else(|| args.get(field))
            .and_then(Value::as_f64)
            .ok_or_else(|| problem(name, &format!("needs the number '{field}' in params (CSS pixels)")))
    };
    match name {
        "update" => Ok(Action::Update {
            id: id?,
            patch: fields(args, params, "data").ok_or_else(|| nothing(name, "data"))?,
        }),
        "move" => Ok(Action::Move { id: id?, x: number("x")?, y: number("y")? }),
        "resize" => Ok(Action::Resize { id: id?, width: number("width")?, height: number("height")? }),
        "style" => Ok(Action::Style {
            id: id?,
            styles: fields(args, params, "styles").ok_or_else(|| nothing(name, "styles"))?,
        }),
        "remove" => Ok(Action::Remove { id: id? }),
        other => Err(json!({
            "error": format!("Unknown canvas action '{other}'."),
            "available": ["clear", "update", "move", "resize", "style", "remove"]
        })),
    }
}

/// What the model reads after `change`. `ids` are the widgets that exist.
pub(crate) fn answer(change: &Change, args: &Value, ids: &[&str]) -> Value {
    match change {
        Change::None => {
            let id: String =
                args.get("id").and_then(Value::as_str).unwrap_or_default().chars().take(100).collect();
            json!({
                "error": format!("There is no widget '{id}' on the canvas, or the numbers do not fit."),
                "available": ids,
            })
        }
        Change::Refused(problem) => problem.clone(),
        _ => json!({"ok": true, "action": args.get("action"), "id": args.get("id")}),
    }
}

/// What an action sets: `params[key]` where that is an object and stands alone, else `params`, else `args[key]`; `None`
/// where there is nothing.
fn fields(args: &Value, params: Map<String, Value>, key: &str) -> Option<Map<String, Value>> {
    let fields = match params.get(key) {
        Some(Value::Object(inner)) if params.len() == 1 => inner.clone(),
        _ if params.is_empty() => args.get(key).and_then(Value::as_object).cloned()?,
        _ => params,
    };
    (!fields.is_empty()).then_some(fields)
}

fn nothing(action: &str, what: &str) -> Value {
    problem(action, &format!("needs something to change: params {{\"{what}\": {{…}}}}"))
}

fn problem(action: &str, what: &str) -> Value {
    json!({"error": format!("The canvas action '{action}' {what}.")})
}
