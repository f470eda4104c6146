//! Flattening: arguments that fit a flattened schema come back as arguments that fit the original, but for what
//! an optional record requires.

use super::bytes::Bytes;
use serde_json::{Map, Value, json};
use webmcp_auto_ui::adapt::{flatten, unflatten};
use webmcp_auto_ui::schema::Schema;

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let source = record(&mut bytes, 2);
    let flat = flatten(&source);
    let args = Value::Object(bytes.record(2));
    let back = unflatten(args.clone(), &flat.paths);
    let plain =
        |args: &Value| args.as_object().is_some_and(|args| args.keys().all(|key| !key.contains("__")));
    if plain(&args) {
        assert_eq!(back, args, "nothing was lifted");
    }
    // Arguments as a model that follows the flattened schema writes them.
    let properties = flat.schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let required = flat.schema.get("required").cloned().unwrap_or(json!([]));
    let mut written = Map::new();
    for name in properties.keys() {
        if bytes.chance() || required.as_array().is_some_and(|all| all.contains(&json!(name))) {
            written.insert(name.clone(), bytes.json(1));
        }
    }
    let written = Value::Object(written);
    let (Ok(flat_schema), Ok(original)) = (Schema::compile(&flat.schema), Schema::compile(&source)) else {
        return;
    };
    let back = unflatten(written.clone(), &flat.paths);
    if flat_schema.fits(&written) {
        // What an optional record requires cannot be said of lifted names; all else holds.
        let wrong = original.check(&back).into_iter().find(|violation| violation.keyword != "required");
        assert!(
            wrong.is_none(),
            "{written} fits {} but {back} does not fit {source}: {wrong:?}",
            flat.schema
        );
    }
}

/// A record whose properties are records or anything.
fn record(bytes: &mut Bytes, depth: usize) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for _ in 0..bytes.below(5) {
        let name = bytes.key();
        let property = match bytes.below(3) {
            0 => bytes.schema(1),
            _ if depth > 0 => record(bytes, depth - 1),
            _ => json!({}),
        };
        if bytes.chance() {
            required.push(name.clone());
        }
        properties.insert(name, property);
    }
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    if bytes.chance() {
        schema["additionalProperties"] = json!(false);
    }
    schema
}
