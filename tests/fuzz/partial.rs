//! JSON in pieces: wherever it is cut, the steps make the value that `serde_json` reads, or both refuse it.

use super::bytes::Bytes;
use serde_json::{Map, Value};
use webmcp_auto_ui::schema::{Partial, Refused};

pub const SEEDS: &[&str] = &[
    "\0\0{\"a\":[1,-2.5e1,true,null],\"b\":{\"c\":\"x\\n\\u00e9\\ud83d\\ude42\"}}",
    "\0\u{1}[\"\", {}, [], 0.1, \"\\ud83d\"]",
    "\0\u{2} -0 ",
    "\0\u{3}{\"a\":1,\"a\":tru}",
];

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let drawn = bytes.chance();
    let step = 1 + bytes.below(16);
    let text = if drawn { bytes.json(5).to_string() } else { bytes.rest() };
    let expected = serde_json::from_str::<Value>(&text);
    let mut partial = Partial::default();
    let mut steps: Vec<Value> = Vec::new();
    let told = in_pieces(&text, step).try_for_each(|piece| heard(partial.push(piece), &mut steps));
    let told = told.and_then(|()| heard(partial.finish(), &mut steps));
    match (told, expected) {
        (Ok(()), Ok(expected)) => assert_eq!(built(steps), expected, "{text:?}"),
        (Err(_), Err(_)) => {}
        // Repeated keys aside, only what is too long for anybody is refused by one alone.
        (told, expected) => panic!("{text:?}: {told:?} but {expected:?}"),
    }
}

fn heard(said: Result<&str, Refused>, steps: &mut Vec<Value>) -> Result<(), String> {
    let said = said.map_err(|error| error.message)?;
    if !said.is_empty() {
        let list: Vec<Value> =
            serde_json::from_str(said).unwrap_or_else(|_| panic!("the steps are no JSON: {said}"));
        steps.extend(list);
    }
    Ok(())
}

fn in_pieces(text: &str, step: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut at = step.min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        let (piece, tail) = rest.split_at(at);
        rest = tail;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The value that the steps make; see [`Partial`] for what they mean.
fn built(steps: Vec<Value>) -> Value {
    let mut open: Vec<(Value, Option<String>)> = vec![(Value::Array(Vec::new()), None)];
    let mut steps = steps.into_iter();
    while let Some(op) = steps.next() {
        let mut argument = || steps.next().unwrap_or_else(|| panic!("a step lacks its value"));
        match op.as_u64() {
            Some(0) => open.push((Value::Object(Map::new()), None)),
            Some(1) => open.push((Value::Array(Vec::new()), None)),
            Some(2) => {
                let (value, _) = open.pop().unwrap_or_else(|| panic!("a step closes what is not open"));
                place(&mut open, value);
            }
            Some(3) => {
                let Value::String(key) = argument() else { panic!("a key is no text") };
                if let Some((_, name)) = open.last_mut() {
                    *name = Some(key);
                }
            }
            Some(4 | 6) => place(&mut open, argument()),
            Some(5) => append(&mut open, &argument()),
            _ => panic!("an unknown step {op}"),
        }
    }
    match open.pop() {
        Some((Value::Array(mut all), _)) if open.is_empty() && all.len() == 1 => all.remove(0),
        rest => panic!("the steps do not make one value: {rest:?}"),
    }
}

fn place(open: &mut [(Value, Option<String>)], value: Value) {
    match open.last_mut() {
        Some((Value::Array(items), _)) => items.push(value),
        Some((Value::Object(map), name)) => {
            let name = name.clone().unwrap_or_else(|| panic!("a value of a record has no key"));
            map.insert(name, value);
        }
        other => panic!("nothing is open for {value}: {other:?}"),
    }
}

fn append(open: &mut [(Value, Option<String>)], more: &Value) {
    let last = match open.last_mut() {
        Some((Value::Array(items), _)) => items.last_mut(),
        Some((Value::Object(map), Some(name))) => map.get_mut(name.as_str()),
        _ => None,
    };
    match (last, more) {
        (Some(Value::String(text)), Value::String(more)) => text.push_str(more),
        (last, more) => panic!("{more} cannot be added to {last:?}"),
    }
}
