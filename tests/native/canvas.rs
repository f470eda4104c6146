use serde_json::{Map, Value, json};
use std::collections::HashSet;
use webmcp_auto_ui::canvas::{Action, Canvas, Change};

fn add(canvas: &mut Canvas, kind: &str, data: Value) -> String {
    let data = data.as_object().cloned().unwrap_or_default();
    match canvas.apply(Action::Add { id: None, kind: kind.into(), data, server_name: None }) {
        Change::Added(id) => id,
        other => panic!("{other:?}"),
    }
}

fn order(canvas: &Canvas) -> Vec<&str> {
    canvas.widgets().iter().map(|widget| widget.kind.as_str()).collect()
}

#[test]
fn ids_are_unique_in_a_burst_of_a_hundred_thousand() {
    let mut canvas = Canvas::new(u64::MAX);
    let ids: HashSet<String> = (0..100_000).map(|_| add(&mut canvas, "x", json!({}))).collect();
    assert_eq!(ids.len(), 100_000);
    assert!(ids.iter().all(|id| id.starts_with("w_") && id.len() >= 8));
}

#[test]
fn an_id_that_is_taken_is_not_drawn() {
    let mut first = Canvas::new(1);
    let taken = add(&mut first, "x", json!({}));
    let mut second = Canvas::new(1);
    second.apply(Action::SetAll(first.widgets().to_vec()));
    assert_ne!(add(&mut second, "y", json!({})), taken);
}

#[test]
fn an_update_merges_one_level_deep() {
    let mut canvas = Canvas::new(0);
    let id = add(&mut canvas, "stat", json!({"a": {"x": 1}, "b": 1}));
    let patch = json!({"a": {"y": 2}}).as_object().unwrap().clone();
    assert_eq!(canvas.apply(Action::Update { id: id.clone(), patch }), Change::Updated(id.clone()));
    assert_eq!(Value::Object(canvas.get(&id).unwrap().data.clone()), json!({"a": {"y": 2}, "b": 1}));
}

#[test]
fn widgets_move_resize_and_take_styles() {
    let mut canvas = Canvas::new(0);
    let id = add(&mut canvas, "x", json!({}));
    canvas.apply(Action::Move { id: id.clone(), x: -3.0, y: 4.5 });
    canvas.apply(Action::Resize { id: id.clone(), width: 100.0, height: 50.0 });
    let styles = json!({"color": "red", "opacity": 1}).as_object().unwrap().clone();
    canvas.apply(Action::Style { id: id.clone(), styles });
    canvas
        .apply(Action::Style { id: id.clone(), styles: json!({"color": null}).as_object().unwrap().clone() });
    let widget = canvas.get(&id).unwrap();
    assert_eq!(
        (widget.x, widget.y, widget.width, widget.height),
        (Some(-3.0), Some(4.5), Some(100.0), Some(50.0))
    );
    assert_eq!(Value::Object(widget.style.clone()), json!({"opacity": "1"}));
}

#[test]
fn numbers_that_are_not_finite_change_nothing() {
    let mut canvas = Canvas::new(0);
    let id = add(&mut canvas, "x", json!({}));
    assert_eq!(canvas.apply(Action::Move { id: id.clone(), x: f64::NAN, y: 0.0 }), Change::None);
    assert_eq!(canvas.apply(Action::Resize { id, width: -1.0, height: 0.0 }), Change::None);
}

#[test]
fn places_stay_right_after_removal_and_reordering() {
    let mut canvas = Canvas::new(0);
    let ids: Vec<String> =
        ["a", "b", "c", "d"].iter().map(|kind| add(&mut canvas, kind, json!({}))).collect();
    canvas.apply(Action::Reorder { id: ids[3].clone(), to: ids[1].clone() });
    assert_eq!(order(&canvas), ["a", "d", "b", "c"]);
    canvas.apply(Action::Remove { id: ids[0].clone() });
    assert_eq!(order(&canvas), ["d", "b", "c"]);
    for (id, kind) in ids.iter().zip(["a", "b", "c", "d"]).skip(1) {
        assert_eq!(canvas.get(id).unwrap().kind, kind);
    }
}

#[test]
fn an_unknown_id_changes_nothing() {
    let mut canvas = Canvas::new(0);
    assert_eq!(canvas.apply(Action::Remove { id: "w_no".into() }), Change::None);
    assert_eq!(canvas.apply(Action::Update { id: "w_no".into(), patch: Map::new() }), Change::None);
    canvas.apply(Action::Clear);
    assert!(canvas.widgets().is_empty());
}
