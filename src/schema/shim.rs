//! SHIM
#![allow(missing_docs)]
use super::Schema;
use serde_json::Value;
#[derive(serde::Serialize)]
pub struct SchemaPatch;
#[derive(Clone, serde::Serialize)]
pub struct PathMap;
pub struct Simplified {
    pub schema: Value,
    pub patches: Vec<SchemaPatch>,
}
pub struct Flattened {
    pub schema: Value,
    pub paths: PathMap,
}
pub struct Repaired {
    pub value: Value,
    pub fixes: Vec<String>,
}
pub fn simplify(s: &Value) -> Simplified {
    Simplified { schema: s.clone(), patches: vec![] }
}
pub fn flatten(s: &Value) -> Flattened {
    Flattened { schema: s.clone(), paths: PathMap }
}
pub fn unflatten(v: Value, _: &PathMap) -> Value {
    v
}
pub fn is_strict(_: &Value) -> bool {
    false
}
pub fn repair(_: &Schema, value: Value) -> Repaired {
    Repaired { value, fixes: vec![] }
}
pub fn nearest<'a>(_: &str, _: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    None
}
