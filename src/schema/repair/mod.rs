//! Mends what a model nearly got right: any depth, led by the schema, and only where nothing is lost.

mod convert;
mod record;
mod written;

use super::check;
use super::node::{Compiled, Node, NodeId, types};
use super::validator::Schema;
use super::violation::quote;
use crate::json;
use serde_json::Value;

/// Mending one place can make another mendable; more rounds than this are not needed by any real schema.
const MAX_ROUNDS: usize = 6;
/// Values within values and references to references.
const MAX_DEPTH: usize = 128;
/// Steps of all checks together; alternatives within alternatives multiply.
const MAX_STEPS: usize = 2_000_000;

/// What became of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// The value, mended as far as that is possible without guessing.
    pub value: Value,
    /// What was done, such as `rows/0/price: string "3.5" → number 3.5`; the place is a JSON Pointer without its
    /// first slash. Empty: the value is as it was.
    pub fixes: Vec<String>,
}

/// Mends `value` where it does not fit `schema`.
///
/// Leaves a fitting value alone, does nothing twice, and converts only whole texts: `"12abc"` is no number, `"3.9"`
/// no integer, `"[1]"` no object. The result may still not fit; check it.
pub fn repair(schema: &Schema, value: Value) -> Repaired {
    let Some(compiled) = schema.compiled() else { return Repaired { value, fixes: Vec::new() } };
    if check::fits(compiled, 0, &value) {
        return Repaired { value, fixes: Vec::new() };
    }
    let mut mended = value.clone();
    let mut fixes = Vec::new();
    let mut budget = MAX_STEPS;
    for _ in 0..MAX_ROUNDS {
        let before = mended.clone();
        let mut mender = Mender { compiled, budget, depth: 0, fixes: Vec::new(), path: Vec::new() };
        mender.mend(0, &mut mended);
        budget = mender.budget;
        if mended == before {
            break;
        }
        fixes.append(&mut mender.fixes);
        if budget == 0 {
            break;
        }
    }
    if mended == value {
        fixes.clear(); // What one rule did another undid.
    }
    Repaired { value: mended, fixes }
}

struct Mender<'s> {
    compiled: &'s Compiled,
    budget: usize,
    depth: usize,
    fixes: Vec<String>,
    path: Vec<String>,
}

impl<'s> Mender<'s> {
    fn node(&self, id: NodeId) -> Option<&'s Node> {
        self.compiled.nodes.get(id)
    }

    fn fits(&mut self, id: NodeId, value: &Value) -> bool {
        check::fits_within(self.compiled, id, value, &mut self.budget)
    }

    fn note(&mut self, fix: &str) {
        let path = if self.path.is_empty() { "(root)".to_owned() } else { self.path.join("/") };
        self.fixes.push(format!("{path}: {fix}"));
    }

    /// Mends what stands one step below.
    fn below(&mut self, step: String, id: NodeId, value: &mut Value) {
        self.path.push(step.replace('~', "~0").replace('/', "~1"));
        self.mend(id, value);
        self.path.pop();
    }

    fn mend(&mut self, id: NodeId, value: &mut Value) {
        let Some(node) = self.node(id) else { return };
        if self.budget == 0 || self.depth >= MAX_DEPTH || self.fits(id, value) {
            return;
        }
        self.depth += 1;
        self.mend_node(id, node, value);
        self.depth -= 1;
    }

    fn mend_node(&mut self, id: NodeId, node: &Node, value: &mut Value) {
        if node.types & check::type_bits(value) == 0 {
            self.convert(id, node, value);
        }
        if let (Value::String(text), Some(values)) = (&*value, &node.values)
            && let Some(member) = convert::member(text, values)
        {
            let fix = format!("\"{}\" → {}", quote(text), quote(&json::text(&member)));
            *value = member;
            self.note(&fix);
        }
        match value {
            Value::Object(map) => self.record(node, map),
            Value::Array(items) => {
                if let Some(rules) = &node.array {
                    for (index, item) in items.iter_mut().enumerate() {
                        if let Some(child) = rules.prefix.get(index).copied().or(rules.items) {
                            self.below(index.to_string(), child, item);
                        }
                    }
                }
            }
            _ => {}
        }
        if let Some(logic) = &node.logic {
            for child in logic.reference.into_iter().chain(logic.all.iter().copied()) {
                self.mend(child, value);
            }
            self.alternatives(&logic.any, value);
            self.alternatives(&logic.one, value);
            if let Some(when) = logic.when {
                let branch = if self.fits(when, value) { logic.then } else { logic.otherwise };
                if let Some(child) = branch {
                    self.mend(child, value);
                }
            }
        }
    }

    /// Of several schemas the one that the value can be made to fit with the fewest fixes.
    fn alternatives(&mut self, branches: &[NodeId], value: &mut Value) {
        if branches.is_empty() || branches.iter().any(|branch| self.fits(*branch, value)) {
            return;
        }
        let mut best: Option<(Value, Vec<String>)> = None;
        for branch in branches {
            let mut candidate = value.clone();
            let before = std::mem::take(&mut self.fixes);
            self.mend(*branch, &mut candidate);
            let fixes = std::mem::replace(&mut self.fixes, before);
            let fewer =
                best.as_ref().is_none_or(|(_, least): &(Value, Vec<String>)| fixes.len() < least.len());
            if fewer && self.fits(*branch, &candidate) {
                best = Some((candidate, fixes));
            }
        }
        if let Some((mended, mut fixes)) = best {
            *value = mended;
            self.fixes.append(&mut fixes);
        }
    }

    /// The value of a type that the schema takes, if it is in truth the same value.
    fn convert(&mut self, id: NodeId, node: &Node, value: &mut Value) {
        if let Some((converted, fix)) = convert::to_type(value, node.types) {
            *value = converted;
            self.note(&fix);
        } else if node.types & types::ARRAY != 0 {
            let before = std::mem::take(&mut self.fixes);
            let mut list = Value::Array(vec![value.clone()]);
            self.mend(id, &mut list);
            let fixes = std::mem::replace(&mut self.fixes, before);
            if self.fits(id, &list) {
                self.note("single value → array");
                self.fixes.extend(fixes);
                *value = list;
            }
        }
    }
}
