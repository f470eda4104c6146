use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use webmcp_auto_ui::canvas::{Action, Canvas, Change, PERSON, apply, parted_styles};
use webmcp_auto_ui::model::{FRAME, Layout};

fn canvas(seed: u64) -> RefCell<Canvas> {
    RefCell::new(Canvas::new(seed))
}

fn add(canvas: &RefCell<Canvas>, kind: &str, data: Value) -> String {
    let data = data.as_object().cloned().unwrap_or_default();
    match apply(canvas, PERSON, Action::Add { id: None, kind: kind.into(), data, server_name: None }) {
        Change::Added { id, .. } => id,
        other => panic!("{other:?}"),
    }
}

fn order(canvas: &RefCell<Canvas>) -> Vec<String> {
    canvas.borrow().widgets().iter().map(|widget| widget.kind.clone()).collect()
}

#[test]
fn ids_are_unique_in_a_burst_of_a_hundred_thousand() {
    let canvas = canvas(u64::MAX);
    let ids: HashSet<String> = (0..100_000).map(|_| add(&canvas, "x", json!({}))).collect();
    assert_eq!(ids.len(), 100_000);
    assert!(ids.iter().all(|id| id.starts_with("w_") && id.len() >= 8));
}

#[test]
fn an_id_that_is_taken_is_not_drawn() {
    let first = canvas(1);
    let taken = add(&first, "x", json!({}));
    let second = canvas(1);
    apply(&second, PERSON, Action::SetAll(first.borrow().widgets().to_vec()));
    assert_ne!(add(&second, "y", json!({})), taken);
}

#[test]
fn an_update_merges_one_level_deep() {
    let canvas = canvas(0);
    let id = add(&canvas, "stat", json!({"a": {"x": 1}, "b": 1}));
    let patch = json!({"a": {"y": 2}}).as_object().unwrap().clone();
    assert_eq!(apply(&canvas, PERSON, Action::Update { id: id.clone(), patch }), Change::Updated(id.clone()));
    assert_eq!(Value::Object(canvas.borrow().get(&id).unwrap().data.clone()), json!({"a": {"y": 2}, "b": 1}));
}

#[test]
fn widgets_move_resize_and_take_styles() {
    let canvas = canvas(0);
    let id = add(&canvas, "x", json!({}));
    apply(&canvas, PERSON, Action::Move { id: id.clone(), x: -3.0, y: 4.5, alone: false });
    apply(&canvas, PERSON, Action::Resize { id: id.clone(), width: 100.0, height: 50.0 });
    let styles = json!({"color": "red", "opacity": 1}).as_object().unwrap().clone();
    apply(&canvas, PERSON, Action::Style { id: id.clone(), styles });
    apply(
        &canvas,
        PERSON,
        Action::Style { id: id.clone(), styles: json!({"color": null}).as_object().unwrap().clone() },
    );
    let widget = canvas.borrow().get(&id).unwrap().clone();
    let frame = FRAME.map(|key| widget.number(Layout::Flow, key));
    assert_eq!(frame, [Some(-3.0), Some(4.5), Some(100.0), Some(50.0)]);
    assert_eq!(Value::Object(widget.style.clone()), json!({"opacity": "1"}));
}

#[test]
fn a_frame_takes_the_css_that_the_table_says() {
    let table = std::fs::read_to_string("tests/fixtures/css-properties.json").unwrap();
    let table: Value = serde_json::from_str(&table).unwrap();
    let takes = |property: &str, value: &Value| {
        let styles = json!({property: value}).as_object().unwrap().clone();
        let (taken, refused) = parted_styles(styles);
        assert_eq!(taken.len() + refused.len(), 1);
        taken.len() == 1
    };
    for (property, rule) in table["properties"].as_object().unwrap() {
        let colours =
            |key: &str| table["colours"][key].as_array().filter(|_| rule["colour"] == true).cloned();
        for (key, expected) in [("accepted", true), ("refused", false)] {
            let values =
                rule[key].as_array().unwrap().iter().cloned().chain(colours(key).unwrap_or_default());
            for value in values {
                assert_eq!(takes(property, &value), expected, "{property}: {value}");
            }
        }
        for odd in [
            "\0",
            "a\u{0}b",
            "red;",
            "{}",
            "/**/",
            "@import",
            "1px!important",
            "javascript:1",
            "env(a)",
            "\\",
        ] {
            assert!(!takes(property, &json!(odd)), "{property}: {odd:?}");
        }
        for long in ["a".repeat(201), "é".repeat(101), "(".repeat(100), "rgb(".repeat(40), "#".repeat(90)] {
            assert!(!takes(property, &json!(long)), "{property}: {long}");
        }
        assert!(takes(property, &Value::Null), "null takes {property} away");
        assert!(!takes(property, &json!(["red"])) && !takes(property, &json!(true)), "{property}");
    }
    for property in table["unknown"].as_array().unwrap() {
        // A colour is all that most mean by it.
        if property == "background" {
            continue;
        }
        for value in ["0", "none", "1px", "auto"] {
            assert!(!takes(property.as_str().unwrap(), &json!(value)), "{property}: {value}");
        }
    }
}

#[test]
fn a_property_that_is_refused_is_named_with_what_to_use() {
    let styles = json!({"color": "red", "background": "#eee", "width": "300px", "display": "none", "transform": "rotate(3deg)", "z-index": 5, "margin": "-5px", "cursor": "none", "fontSize": 14});
    let (taken, refused) = parted_styles(styles.as_object().unwrap().clone());
    let names: Vec<&str> = taken.keys().map(String::as_str).collect();
    assert_eq!(names, ["color", "background-color", "font-size"]);
    let why = |property: &str| refused.iter().find(|(name, _)| name == property).unwrap().1.clone();
    for (property, words) in [
        ("width", "use the action 'resize'"),
        ("display", "use the action 'remove', or opacity"),
        ("transform", "use the action 'move'"),
        ("z-index", "use the actions 'front' and 'back'"),
        ("margin", "does not take this value"),
        ("cursor", "cannot be set"),
    ] {
        assert!(why(property).contains(words), "{property}: {}", why(property));
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let canvas = canvas(0);
    let id = add(&canvas, "x", json!({}));
    for action in [
        Action::Move { id: id.clone(), x: f64::NAN, y: 0.0, alone: false },
        Action::Resize { id: id.clone(), width: -1.0, height: 0.0 },
    ] {
        assert!(matches!(apply(&canvas, PERSON, action), Change::Refused(_)));
    }
    assert_eq!(canvas.borrow().get(&id).unwrap().number(Layout::Flow, "width"), None);
}

#[test]
fn places_stay_right_after_removal_and_reordering() {
    let canvas = canvas(0);
    let ids: Vec<String> = ["a", "b", "c", "d"].iter().map(|kind| add(&canvas, kind, json!({}))).collect();
    apply(&canvas, PERSON, Action::Reorder { id: ids[3].clone(), to: ids[1].clone() });
    assert_eq!(order(&canvas), ["a", "d", "b", "c"]);
    apply(&canvas, PERSON, Action::Remove { id: ids[0].clone() });
    assert_eq!(order(&canvas), ["d", "b", "c"]);
    for (id, kind) in ids.iter().zip(["a", "b", "c", "d"]).skip(1) {
        assert_eq!(canvas.borrow().get(id).unwrap().kind, kind);
    }
}

#[test]
fn an_unknown_id_changes_nothing() {
    let canvas = canvas(0);
    assert_eq!(apply(&canvas, PERSON, Action::Remove { id: "w_no".into() }), Change::None);
    assert_eq!(apply(&canvas, PERSON, Action::Update { id: "w_no".into(), patch: Map::new() }), Change::None);
    apply(&canvas, PERSON, Action::Clear);
    assert!(canvas.borrow().widgets().is_empty());
}
