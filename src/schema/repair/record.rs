//! Records: parameters that were not nested, names that were misspelt, and required values that can only be one.

use super::Mender;
use crate::json;
use crate::schema::nearest::nearest;
use crate::schema::node::{Node, NodeId, ObjectRules, types};
use crate::schema::violation::quote;
use serde_json::{Map, Value};

/// Each unknown name is compared with each known one.
const MAX_UNKNOWN: usize = 64;
const MAX_KNOWN: usize = 512;

impl<'s> Mender<'s> {
    pub(super) fn record(&mut self, node: &Node, map: &mut Map<String, Value>) {
        let Some(rules) = &node.object else { return };
        self.nest(rules, map);
        self.rename(rules, map);
        self.leave_out_nulls(rules, map);
        for (key, value) in map.iter_mut() {
            if let Some(child) = child_of(rules, key) {
                self.below(key.clone(), child, value);
            }
        }
        for property in rules.properties.iter().filter(|property| property.required) {
            if !map.contains_key(&*property.name)
                && let Some(child) = property.node
                && let Some((value, why)) = self.only_value(child)
            {
                self.path.push(property.name.replace('~', "~0").replace('/', "~1"));
                self.note(&format!("missing required → {why} {}", quote(&json::text(&value))));
                self.path.pop();
                map.insert(property.name.to_string(), value);
            }
        }
    }

    /// Models write `null` for what they do not want to say. Where the schema has no null, that is what is not there.
    fn leave_out_nulls(&mut self, rules: &ObjectRules, map: &mut Map<String, Value>) {
        for property in rules.properties.iter().filter(|property| !property.required) {
            let Some(child) = property.node else { continue };
            if map.get(&*property.name) == Some(&Value::Null) && !self.fits(child, &Value::Null) {
                map.shift_remove(&*property.name);
                self.path.push(property.name.replace('~', "~0").replace('/', "~1"));
                self.note("null → left out");
                self.path.pop();
            }
        }
    }

    /// `{name, a, b}` where the schema wants `{name, params: {a, b}}`.
    fn nest(&mut self, rules: &ObjectRules, map: &mut Map<String, Value>) {
        let position = rules.position("params").and_then(|index| rules.properties.get(index));
        let Some(params) = position.and_then(|property| property.node) else { return };
        let takes_records = self.target(params).is_some_and(|node| node.types & types::OBJECT != 0);
        if !takes_records || map.contains_key("params") || !map.contains_key("name") {
            return;
        }
        let flat: Vec<String> = map.keys().filter(|key| rules.position(key).is_none()).cloned().collect();
        if flat.is_empty() {
            return;
        }
        let nested: Map<String, Value> =
            flat.into_iter().filter_map(|key| map.shift_remove(&key).map(|value| (key, value))).collect();
        map.insert("params".to_owned(), Value::Object(nested));
        let fix = "flat params → nested {name, params:{...}}";
        if self.path.is_empty() {
            self.fixes.push(fix.to_owned());
        } else {
            self.note(fix);
        }
    }

    fn rename(&mut self, rules: &ObjectRules, map: &mut Map<String, Value>) {
        let closed = rules.additional.and_then(|id| self.node(id)).is_some_and(|node| node.never);
        let unknown: Vec<String> =
            map.keys().filter(|key| !is_known(rules, key)).take(MAX_UNKNOWN + 1).cloned().collect();
        let lacks_required = rules.properties.iter().any(|p| p.required && !map.contains_key(&*p.name));
        if unknown.is_empty()
            || unknown.len() > MAX_UNKNOWN
            || rules.properties.len() > MAX_KNOWN
            || !(closed || lacks_required)
        {
            return;
        }
        let absent: Vec<&str> = rules
            .properties
            .iter()
            .filter(|property| !map.contains_key(&*property.name) && (closed || property.required))
            .map(|property| &*property.name)
            .collect();
        let meant: Vec<Option<&str>> =
            unknown.iter().map(|key| nearest(key, absent.iter().copied())).collect();
        for (key, target) in unknown.iter().zip(&meant) {
            let Some(name) = target else { continue };
            if meant.iter().filter(|other| *other == target).count() > 1 {
                continue;
            }
            // The order of the keys stays: the value takes the place of the misspelt one.
            let renamed = std::mem::take(map).into_iter().map(|(other, value)| {
                if other == *key { ((*name).to_owned(), value) } else { (other, value) }
            });
            *map = renamed.collect();
            self.path.push(key.replace('~', "~0").replace('/', "~1"));
            self.note(&format!("unknown property → \"{name}\""));
            self.path.pop();
        }
    }

    /// The value that a missing property can only have, and the keyword that says so.
    fn only_value(&mut self, id: NodeId) -> Option<(Value, &'static str)> {
        let node = self.target(id)?;
        let stated = self.node(id).and_then(|node| node.default.as_deref()).or(node.default.as_deref());
        let values = node.values.as_deref();
        let single = values.and_then(|values| values.one_of.as_deref()).and_then(|allowed| match allowed {
            [only] => Some(only),
            _ => None,
        });
        let constant = values.and_then(|values| values.constant.as_ref());
        [(stated, "default"), (single, "single enum"), (constant, "const")]
            .into_iter()
            .filter_map(|(value, why)| value.map(|value| (value.clone(), why)))
            .find(|(value, _)| self.fits(id, value))
    }

    /// The node that `id` is another word for.
    fn target(&self, id: NodeId) -> Option<&'s Node> {
        let mut node = self.node(id)?;
        for _ in 0..8 {
            match &node.logic {
                Some(logic) if logic.is_alias() => node = self.node(logic.reference?)?,
                _ => break,
            }
        }
        Some(node)
    }
}

fn is_known(rules: &ObjectRules, key: &str) -> bool {
    rules.position(key).is_some()
        || rules.patterns.iter().any(|(pattern, _)| pattern.is_match(key) != Some(false))
}

fn child_of(rules: &ObjectRules, key: &str) -> Option<NodeId> {
    let declared =
        rules.position(key).and_then(|index| rules.properties.get(index)).and_then(|property| property.node);
    declared
        .or_else(|| {
            let mut patterns = rules.patterns.iter();
            patterns.find(|(pattern, _)| pattern.is_match(key) == Some(true)).map(|(_, child)| *child)
        })
        .or(rules.additional)
}
