//! What two actors do on one canvas is taken back and done again: against models that copy everything, and replayed.

use crate::support::FakeClock;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use webmcp_auto_ui::canvas::{AGENT, Action, Canvas, Change, PERSON, apply};
use webmcp_auto_ui::model::{Layout, Widget};

const ACTORS: [&str; 2] = [PERSON, AGENT];

struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

/// A canvas that remembers, and its clock.
fn canvas(seed: u64) -> (RefCell<Canvas>, Rc<FakeClock>) {
    let clock = Rc::new(FakeClock::default());
    (RefCell::new(Canvas::new(seed).remembering(clock.clone())), clock)
}

fn pass(clock: &FakeClock, ms: f64) {
    clock.0.set(clock.0.get() + ms);
}

fn map(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// Anything that changes a canvas, about any of its widgets or about one that is not there.
fn action(draw: &mut Draw, canvas: &Canvas, number: usize) -> Action {
    let ids: Vec<String> = canvas.widgets().iter().map(|widget| widget.id.clone()).collect();
    let mut id = || draw.of(&ids).cloned().unwrap_or_else(|| "w_none".into());
    let (one, other) = (id(), id());
    let value = number as f64;
    match draw.below(20) {
        0..=4 => {
            Action::Add { id: None, kind: "t".into(), data: map(json!({"n": number})), server_name: None }
        }
        5..=8 => {
            let key = ["n", "title", "rows"][draw.below(3)];
            Action::Update { id: one, patch: map(json!({key: number})) }
        }
        9 => Action::Move { id: one, x: value, y: -value, alone: false },
        10 => Action::Resize { id: one, width: value, height: value },
        11 => Action::Style {
            id: one,
            styles: map(json!({"color": if number.is_multiple_of(2) { "red" } else { "" }})),
        },
        12 => Action::Reorder { id: one, to: other },
        13 => Action::Raise { id: one, front: number.is_multiple_of(2) },
        14 => Action::Lock { id: one, locked: number.is_multiple_of(3) },
        15 => Action::Group { ids: vec![one, other], together: !number.is_multiple_of(3) },
        16 => Action::Link { ids: vec![one, other], group: None },
        17 => Action::Unlink { id: one, group: None },
        18 => Action::Remove { id: one },
        _ => match draw.below(6) {
            0 => Action::Clear,
            1 => Action::SetAll(canvas.widgets().iter().rev().cloned().collect()),
            n => Action::Arrange(Layout::ALL[n % Layout::ALL.len()].1),
        },
    }
}

type Seen = (Vec<Widget>, Layout);

fn seen(canvas: &RefCell<Canvas>) -> Seen {
    let canvas = canvas.borrow();
    (canvas.widgets().to_vec(), canvas.layout())
}

#[test]
fn all_that_two_actors_did_is_taken_back_and_done_again_step_by_step() {
    let mut steps = 0;
    for seed in 0..50 {
        let mut draw = Draw(seed);
        let (canvas, clock) = canvas(seed);
        // What a model that copies everything holds: the canvas after each thing done, and where in it we are.
        let (mut states, mut here) = (vec![seen(&canvas)], 0_usize);
        for number in 0..200 {
            steps += 1;
            pass(&clock, 2_000.0);
            match draw.below(4) {
                0 => {
                    let change = apply(&canvas, PERSON, Action::Undo { by: None });
                    assert_eq!(change == Change::None, here == 0);
                    here = here.saturating_sub(1);
                }
                1 => {
                    let change = apply(&canvas, PERSON, Action::Redo { by: None });
                    assert_eq!(change == Change::None, here + 1 == states.len());
                    here = (here + 1).min(states.len() - 1);
                }
                _ => {
                    let (wanted, actor) =
                        (action(&mut draw, &canvas.borrow(), number), ACTORS[draw.below(2)]);
                    let before = canvas.borrow().history().0.len();
                    apply(&canvas, actor, wanted);
                    if canvas.borrow().history().0.len() > before {
                        states.truncate(here + 1);
                        states.push(seen(&canvas));
                        here += 1;
                    }
                }
            }
            assert_eq!(seen(&canvas), states[here], "seed {seed}, step {number}");
        }
        let first = canvas.borrow().history().0.iter().map(|entry| entry.number).collect::<Vec<_>>();
        for _ in 0..20 {
            let to = draw.below(first.len() + 1);
            let number = if to == 0 { 0 } else { first[to - 1] };
            apply(&canvas, PERSON, Action::Travel(number));
            assert_eq!(seen(&canvas), states[to], "seed {seed}, to {to}");
        }
    }
    assert_eq!(steps, 10_000);
}

#[derive(Clone, Debug)]
enum Op {
    Add(String, Map<String, Value>),
    Set(String, String, Value),
    Remove(String),
}

type Model = BTreeMap<String, Map<String, Value>>;

/// Does `op`, and says whether there was anything to do.
fn fold(model: &mut Model, op: &Op) -> bool {
    match op {
        Op::Add(id, data) => !model.contains_key(id) && model.insert(id.clone(), data.clone()).is_none(),
        Op::Set(id, key, value) => {
            model.get_mut(id).map(|data| data.insert(key.clone(), value.clone())).is_some()
        }
        Op::Remove(id) => model.remove(id).is_some(),
    }
}

/// What everybody did that stands, in order; the canvas is what comes of it.
#[derive(Default)]
struct Log {
    done: Vec<(&'static str, Op)>,
    undone: Vec<(&'static str, Op)>,
}

impl Log {
    fn state(&self, steps: usize) -> Model {
        let mut model = Model::new();
        for (_, op) in &self.done[..steps] {
            fold(&mut model, op);
        }
        model
    }

    fn act(&mut self, actor: &'static str, op: Op) {
        self.undone.retain(|(other, _)| *other != actor);
        self.done.push((actor, op));
    }

    fn undo(&mut self, actor: &str) {
        while let Some(at) = self.done.iter().rposition(|(other, _)| *other == actor) {
            let did_something = fold(&mut self.state(at), &self.done[at].1);
            // A widget comes back as it was last seen, with what others made of it.
            if let Op::Add(id, _) = self.done[at].1.clone() {
                let last = (at + 1..=self.done.len()).rev().find_map(|steps| self.state(steps).remove(&id));
                self.done[at].1 = Op::Add(id, last.unwrap_or_default());
            }
            let entry = self.done.remove(at);
            if did_something {
                self.undone.push(entry);
                return;
            }
        }
    }

    fn redo(&mut self, actor: &str) {
        while let Some(at) = self.undone.iter().rposition(|(other, _)| *other == actor) {
            let entry = self.undone.remove(at);
            let did_something = fold(&mut self.state(self.done.len()), &entry.1);
            if did_something {
                self.done.push(entry);
                return;
            }
        }
    }
}

#[test]
fn what_one_actor_takes_back_leaves_the_canvas_as_if_the_other_had_been_alone() {
    let mut steps = 0;
    for seed in 0..100 {
        let mut draw = Draw(1_000 + seed);
        let (canvas, clock) = canvas(seed);
        let mut log = Log::default();
        for number in 0..100 {
            steps += 1;
            pass(&clock, 2_000.0);
            let actor = ACTORS[draw.below(2)];
            let by = Some(actor.to_owned());
            let ids: Vec<String> = log.state(log.done.len()).into_keys().collect();
            let id = draw.of(&ids).cloned();
            match (draw.below(10), id) {
                (0..=1, _) => {
                    apply(&canvas, actor, Action::Undo { by });
                    log.undo(actor);
                }
                (2..=3, _) => {
                    apply(&canvas, actor, Action::Redo { by });
                    log.redo(actor);
                }
                (4..=7, Some(id)) => {
                    let key = ["n", "title"][draw.below(2)];
                    apply(
                        &canvas,
                        actor,
                        Action::Update { id: id.clone(), patch: map(json!({key: number})) },
                    );
                    log.act(actor, Op::Set(id, key.into(), number.into()));
                }
                (8, Some(id)) => {
                    apply(&canvas, actor, Action::Remove { id: id.clone() });
                    log.act(actor, Op::Remove(id));
                }
                _ => {
                    let data = map(json!({"n": number}));
                    let (id, kind) = (Some(format!("w_{number}")), "t".into());
                    apply(
                        &canvas,
                        actor,
                        Action::Add { id: id.clone(), kind, data: data.clone(), server_name: None },
                    );
                    log.act(actor, Op::Add(id.unwrap(), data));
                }
            }
            let is: Model =
                canvas.borrow().widgets().iter().map(|w| (w.id.clone(), w.data.clone())).collect();
            assert_eq!(is, log.state(log.done.len()), "seed {seed}, step {number}: {:?}", log.done);
        }
    }
    assert_eq!(steps, 10_000);
}

#[test]
fn the_log_of_actions_replayed_gives_the_same_canvas() {
    let mut draw = Draw(7);
    let ((first, clock), (second, replayed)) = (canvas(3), canvas(3));
    let mut actions = Vec::new();
    for number in 0..2_000 {
        pass(&clock, 400.0);
        let actor = ACTORS[draw.below(2)];
        let by = (draw.below(2) == 0).then(|| actor.to_owned());
        let wanted = match draw.below(6) {
            0 => Action::Undo { by },
            1 => Action::Redo { by },
            _ => action(&mut draw, &first.borrow(), number),
        };
        actions.push((actor, wanted.clone()));
        apply(&first, actor, wanted);
    }
    for (actor, action) in actions {
        pass(&replayed, 400.0);
        apply(&second, actor, action);
    }
    assert_eq!(seen(&first), seen(&second));
    assert!(!first.borrow().widgets().is_empty());
}

#[test]
fn a_stream_of_values_is_one_thing_to_take_back_and_another_actor_ends_it() {
    let (canvas, clock) = canvas(0);
    let add = Action::Add { id: Some("a".into()), kind: "stat".into(), data: Map::new(), server_name: None };
    apply(&canvas, AGENT, add);
    let set = |actor: &str, value: u32| {
        pass(&clock, 10.0);
        apply(&canvas, actor, Action::Update { id: "a".into(), patch: map(json!({"value": value})) });
    };
    (0..100).for_each(|value| set(AGENT, value));
    set(PERSON, 500);
    (0..100).for_each(|value| set(AGENT, value));
    let labels: Vec<String> =
        canvas.borrow().history().0.iter().map(|entry| format!("{} {}", entry.actor, entry.label)).collect();
    assert_eq!(labels, ["agent add", "agent update", "person update", "agent update"]);
    let value = || canvas.borrow().get("a").unwrap().data.get("value").cloned();
    apply(&canvas, PERSON, Action::Undo { by: None });
    assert_eq!(value(), Some(json!(500)));
    apply(&canvas, PERSON, Action::Undo { by: Some(PERSON.into()) });
    assert_eq!(value(), Some(json!(99)));
}

#[test]
fn a_transaction_is_one_thing_and_leaves_nothing_where_it_is_not_kept() {
    let (canvas, _) = canvas(0);
    let add = |kind: &str| Action::Add { id: None, kind: kind.into(), data: Map::new(), server_name: None };
    apply(&canvas, PERSON, add("a"));
    let before = seen(&canvas);
    assert!(canvas.borrow_mut().open(PERSON, "two more"));
    assert!(!canvas.borrow_mut().open(PERSON, "inside"));
    apply(&canvas, PERSON, add("b"));
    apply(&canvas, AGENT, Action::Clear);
    assert!(matches!(apply(&canvas, PERSON, Action::Undo { by: None }), Change::Refused(_)));
    canvas.borrow_mut().close(false);
    assert_eq!(seen(&canvas), before);
    canvas.borrow_mut().open(PERSON, "two more");
    apply(&canvas, PERSON, add("b"));
    apply(&canvas, PERSON, add("c"));
    canvas.borrow_mut().close(true);
    assert_eq!(canvas.borrow().history().0.last().unwrap().label, "two more");
    apply(&canvas, PERSON, Action::Undo { by: None });
    assert_eq!(seen(&canvas), before);
}

#[test]
fn what_is_forgotten_cannot_be_taken_back_and_what_follows_can() {
    let (canvas, _) = canvas(0);
    let add = |kind: &str| Action::Add { id: None, kind: kind.into(), data: Map::new(), server_name: None };
    apply(&canvas, PERSON, add("a"));
    apply(&canvas, AGENT, add("b"));
    apply(&canvas, PERSON, Action::Undo { by: None });
    canvas.borrow_mut().forget_history();
    let before = seen(&canvas);
    assert_eq!(canvas.borrow().can_undo_and_redo(), (false, false));
    assert!(matches!(apply(&canvas, PERSON, Action::Undo { by: None }), Change::None));
    assert!(matches!(apply(&canvas, PERSON, Action::Redo { by: None }), Change::None));
    apply(&canvas, PERSON, add("c"));
    apply(&canvas, PERSON, Action::Undo { by: None });
    assert_eq!(seen(&canvas), before);
}

#[test]
fn what_is_held_for_taking_back_is_bounded() {
    let (canvas, clock) = canvas(0);
    let add = Action::Add { id: Some("a".into()), kind: "t".into(), data: Map::new(), server_name: None };
    apply(&canvas, AGENT, add);
    let text = "x".repeat(1_000_000);
    for number in 0..200 {
        pass(&clock, 2_000.0);
        apply(
            &canvas,
            AGENT,
            Action::Update { id: "a".into(), patch: map(json!({"n": number, "text": text})) },
        );
    }
    let held = canvas.borrow().history().0.len();
    assert!((20..40).contains(&held), "{held} of a megabyte each");
    let (canvas, clock) = self::canvas(0);
    for _ in 0..1_500 {
        pass(&clock, 2_000.0);
        let add = Action::Add { id: None, kind: "t".into(), data: Map::new(), server_name: None };
        apply(&canvas, AGENT, add);
    }
    assert_eq!(canvas.borrow().history().0.len(), 1_000);
}

#[test]
fn what_is_locked_stays_and_what_it_shows_changes() {
    let (canvas, _) = canvas(0);
    for id in ["a", "b"] {
        apply(
            &canvas,
            PERSON,
            Action::Add { id: Some(id.into()), kind: "t".into(), data: Map::new(), server_name: None },
        );
    }
    apply(&canvas, PERSON, Action::Lock { id: "a".into(), locked: true });
    for action in [
        Action::Move { id: "a".into(), x: 1.0, y: 1.0, alone: false },
        Action::Resize { id: "a".into(), width: 1.0, height: 1.0 },
        Action::Style { id: "a".into(), styles: map(json!({"color": "red"})) },
        Action::Raise { id: "a".into(), front: true },
        Action::Reorder { id: "a".into(), to: "b".into() },
        Action::Remove { id: "a".into() },
    ] {
        let Change::Refused(why) = apply(&canvas, AGENT, action) else { panic!("not refused") };
        assert!(why["error"].as_str().unwrap().contains("'a' is locked"), "{why}");
    }
    let patch = map(json!({"n": 1}));
    assert_eq!(apply(&canvas, AGENT, Action::Update { id: "a".into(), patch }), Change::Updated("a".into()));
    apply(&canvas, AGENT, Action::Clear);
    let left: Vec<String> = canvas.borrow().widgets().iter().map(|widget| widget.id.clone()).collect();
    assert_eq!(left, ["a"]);
}

#[test]
fn a_group_moves_as_one_and_a_layout_keeps_its_own_places() {
    let (canvas, _) = canvas(0);
    for id in ["a", "b", "c"] {
        apply(
            &canvas,
            PERSON,
            Action::Add { id: Some(id.into()), kind: "t".into(), data: Map::new(), server_name: None },
        );
    }
    let place = |id: &str| {
        let canvas = canvas.borrow();
        let number = |key| canvas.get(id).unwrap().number(canvas.layout(), key);
        (number("x"), number("y"))
    };
    apply(&canvas, PERSON, Action::Move { id: "b".into(), x: 10.0, y: 20.0, alone: false });
    apply(&canvas, PERSON, Action::Group { ids: vec!["a".into(), "b".into()], together: true });
    apply(&canvas, PERSON, Action::Move { id: "a".into(), x: 5.0, y: 5.0, alone: false });
    assert_eq!(["a", "b", "c"].map(place), [(Some(5.0), Some(5.0)), (Some(15.0), Some(25.0)), (None, None)]);
    apply(&canvas, PERSON, Action::Arrange(Layout::Floating));
    assert_eq!(place("a"), (None, None));
    apply(&canvas, PERSON, Action::Move { id: "c".into(), x: 7.0, y: 7.0, alone: false });
    apply(&canvas, PERSON, Action::Arrange(Layout::Flow));
    assert_eq!(["a", "c"].map(place), [(Some(5.0), Some(5.0)), (None, None)]);
    apply(&canvas, PERSON, Action::Arrange(Layout::Floating));
    assert_eq!(place("c"), (Some(7.0), Some(7.0)));
}

#[test]
fn links_are_groups_of_at_least_two() {
    let (canvas, _) = canvas(0);
    for id in ["a", "b", "c"] {
        apply(
            &canvas,
            PERSON,
            Action::Add { id: Some(id.into()), kind: "t".into(), data: Map::new(), server_name: None },
        );
    }
    let links = |id: &str| canvas.borrow().get(id).unwrap().state.get("links").cloned();
    apply(&canvas, PERSON, Action::Link { ids: vec!["a".into(), "b".into()], group: None });
    apply(&canvas, PERSON, Action::Link { ids: vec!["b".into(), "c".into()], group: None });
    assert_eq!(["a", "b", "c"].map(links), [json!(["l1"]), json!(["l1", "l2"]), json!(["l2"])].map(Some));
    apply(&canvas, PERSON, Action::Link { ids: vec!["c".into()], group: Some("l1".into()) });
    apply(&canvas, PERSON, Action::Unlink { id: "b".into(), group: None });
    assert_eq!(["a", "b", "c"].map(links), [Some(json!(["l1"])), None, Some(json!(["l1"]))]);
    apply(&canvas, PERSON, Action::Undo { by: None });
    assert_eq!(links("b"), Some(json!(["l1", "l2"])));
    let unknown = vec!["a".into(), "w_none".into()];
    assert_eq!(apply(&canvas, AGENT, Action::Link { ids: unknown.clone(), group: None }), Change::None);
    assert_eq!(apply(&canvas, AGENT, Action::Group { ids: unknown, together: true }), Change::None);
}
