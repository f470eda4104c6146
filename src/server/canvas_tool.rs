//! The `canvas` tool: turns a model's arguments into an [`Action`], or into a text that says what is wrong.

use crate::canvas::{AGENT, Action, Canvas, Change, parted_styles};
use crate::json;
use crate::model::{FRAME, Layout, Widget};
use serde_json::{Map, Value, json};

/// What the tool does, in the order in which a model reads of it.
pub(super) const ACTIONS: [&str; 19] = [
    "clear", "update", "move", "resize", "style", "remove", "focus", "front", "back", "lock", "unlock",
    "group", "ungroup", "link", "unlink", "layout", "undo", "redo", LIST,
];
/// It changes nothing.
const LIST: &str = "list";
/// So many widgets are told of.
const MAX_TOLD: usize = 50;

/// The action that `args` of `actor` ask for. Coordinates, data and styles are taken from `params` or from the top level,
/// data from `params` or `params.data`, styles from `params` or `params.styles`: the published documents show both. A model
/// takes back what it did itself, unless it asks for all.
pub(crate) fn action(args: &Value, actor: &str) -> Result<Action, Value> {
    let name = args.get("action").and_then(Value::as_str).unwrap_or_default();
    let params = args.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
    let given = |field: &str| params.get(field).or_else(|| args.get(field));
    let text = |field: &str| given(field).and_then(Value::as_str).map(str::to_owned);
    // A widget's own data may have a field of that name.
    let named = args.get("id").or_else(|| params.get("id")).and_then(Value::as_str).map(str::to_owned);
    let id = || named.clone().ok_or_else(|| problem(name, "needs 'id', the id that widget_display returned"));
    let ids = |least: usize| {
        let listed = given("ids").and_then(Value::as_array);
        let mut ids: Vec<String> =
            listed.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        ids.extend(named.clone().filter(|id| !ids.contains(id)));
        let what = "needs 'ids', a list of the ids that widget_display returned";
        if ids.len() < least { Err(problem(name, what)) } else { Ok(ids) }
    };
    let number = |field: &str| {
        let number = given(field).and_then(Value::as_f64);
        number.ok_or_else(|| problem(name, &format!("needs the number '{field}' in params (CSS pixels)")))
    };
    let by = || {
        let own = actor == AGENT && given("all") != Some(&Value::Bool(true));
        text("by").or_else(|| own.then(|| AGENT.to_owned()))
    };
    Ok(match name {
        "clear" => Action::Clear,
        "update" => Action::Update {
            id: id()?,
            patch: fields(args, params, "data").ok_or_else(|| nothing(name, "data"))?,
        },
        "move" => {
            let alone = given("alone") == Some(&Value::Bool(true));
            Action::Move { id: id()?, x: number("x")?, y: number("y")?, alone }
        }
        "resize" => Action::Resize { id: id()?, width: number("width")?, height: number("height")? },
        "style" => {
            let styles = fields(args, params, "styles").ok_or_else(|| nothing(name, "styles"))?;
            let (taken, refused) = parted_styles(styles.clone());
            // Where none can be set, the canvas says why.
            Action::Style {
                id: id()?,
                styles: if taken.is_empty() && !refused.is_empty() { styles } else { taken },
            }
        }
        "remove" => Action::Remove { id: id()? },
        "focus" => Action::Select(ids(0)?),
        "front" | "back" => Action::Raise { id: id()?, front: name == "front" },
        "lock" | "unlock" => Action::Lock { id: id()?, locked: name == "lock" },
        "group" => Action::Group { ids: ids(2)?, together: true },
        "ungroup" => Action::Group { ids: ids(1)?, together: false },
        "link" => Action::Link { ids: ids(2)?, group: text("group") },
        "unlink" => Action::Unlink { id: id()?, group: text("group") },
        "layout" => {
            let layout = json::word(given("layout").unwrap_or(&Value::Null), &Layout::ALL);
            Action::Arrange(layout.map_err(|wanted| problem(name, &format!("needs 'layout': {wanted}")))?)
        }
        "undo" => Action::Undo { by: by() },
        "redo" => Action::Redo { by: by() },
        "travel" if actor != AGENT => {
            let to = given("to").and_then(Value::as_u64);
            Action::Travel(
                to.ok_or_else(|| problem(name, "needs 'to', the number of an entry of the history"))?,
            )
        }
        other => {
            return Err(json!({"error": format!("Unknown canvas action '{other}'."), "available": ACTIONS}));
        }
    })
}

/// Whether `args` only ask what is there.
pub(crate) fn is_question(args: &Value) -> bool {
    args.get("action").and_then(Value::as_str) == Some(LIST)
}

/// A widget in few words.
fn told(widget: &Widget, canvas: &Canvas) -> Value {
    let mut told = Map::new();
    told.insert("id".into(), Value::String(widget.id.clone()));
    told.insert("type".into(), Value::String(widget.kind.clone()));
    if let Some(title) = widget.data.get("title").or_else(|| widget.data.get("label")).and_then(Value::as_str)
    {
        told.insert("title".into(), Value::String(title.chars().take(80).collect()));
    }
    for key in FRAME {
        if let Some(number) = widget.number(canvas.layout(), key) {
            told.insert(key.into(), number.into());
        }
    }
    let others =
        ["locked", "group", "links"].into_iter().filter_map(|key| Some((key, widget.state.get(key)?)));
    told.extend(others.map(|(key, value)| (key.to_owned(), value.clone())));
    Value::Object(told)
}

/// What is on `canvas`, in few words.
pub(crate) fn list(canvas: &Canvas) -> Value {
    let widgets: Vec<Value> =
        canvas.widgets().iter().take(MAX_TOLD).map(|widget| told(widget, canvas)).collect();
    let selected: Vec<&str> = canvas.selected().take(MAX_TOLD).collect();
    json!({
        "layout": canvas.layout().name(),
        "count": canvas.widgets().len(),
        "widgets": widgets,
        "selected": selected,
    })
}

/// What the model reads after `change` of `canvas`.
pub(crate) fn answer(change: &Change, args: &Value, canvas: &Canvas) -> Value {
    let ids = || canvas.widgets().iter().map(|widget| widget.id.as_str()).take(MAX_TOLD).collect::<Vec<_>>();
    let action = args.get("action");
    match change {
        Change::None if matches!(action.and_then(Value::as_str), Some("undo" | "redo")) => {
            json!({"error": "There is nothing to take back or to do again."})
        }
        Change::None => {
            let ids_asked = args.get("ids").or_else(|| args.pointer("/params/ids"));
            let asked = args.get("id").or(ids_asked).map(json::text).unwrap_or_default();
            let asked: String = asked.trim_matches('"').chars().take(100).collect();
            json!({
                "error": format!("There is no widget '{asked}' on the canvas, or the numbers do not fit."),
                "available": ids(),
            })
        }
        Change::Refused(problem) => problem.clone(),
        _ if matches!(action.and_then(Value::as_str), Some("undo" | "redo")) => {
            json!({"ok": true, "action": action, "widgets": ids()})
        }
        _ => done(action, args, canvas),
    }
}

/// What has become of what an action was about: the widgets by their ids, or the canvas as a whole.
fn done(action: Option<&Value>, args: &Value, canvas: &Canvas) -> Value {
    let asked = |key: &str| args.get(key).or_else(|| args.pointer(&format!("/params/{key}")));
    let one = asked("id").into_iter();
    let all = asked("ids").and_then(Value::as_array).into_iter().flatten();
    let ids = one.chain(all).filter_map(Value::as_str).take(MAX_TOLD);
    let of = |id: &str| canvas.widgets().iter().find(|widget| widget.id == id);
    let widgets: Vec<Value> = ids.filter_map(of).map(|widget| told(widget, canvas)).collect();
    let mut answer = Map::new();
    answer.insert("ok".into(), Value::Bool(true));
    answer.extend(action.map(|action| ("action".to_owned(), action.clone())));
    answer.extend(args.get("id").map(|id| ("id".to_owned(), id.clone())));
    if widgets.is_empty() {
        answer.insert("layout".into(), canvas.layout().name().into());
        answer.insert("count".into(), canvas.widgets().len().into());
    } else {
        answer.insert("widgets".into(), Value::Array(widgets));
    }
    // What one property is refused for does not undo the others, and is said.
    if action.and_then(Value::as_str) == Some("style") {
        let params = args.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
        let (_, refused) = parted_styles(fields(args, params, "styles").unwrap_or_default());
        if !refused.is_empty() {
            let refused = refused.into_iter().map(|(property, why)| (property, Value::String(why))).collect();
            answer.insert("refused".into(), Value::Object(refused));
        }
    }
    Value::Object(answer)
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
