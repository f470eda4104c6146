//! Schemas about the same value: references, combinations, conditions, and what they leave unevaluated.

use super::{Checker, Here, Scope, Seen, Told};
use crate::schema::node::{Dynamic, Logic, NodeId, Unevaluated};
use crate::schema::violation::{Path, quote};
use serde_json::Value;

impl Checker<'_> {
    /// Whether `value` fits the node `id`, without telling why not. What a fitting one evaluates is added to `seen`.
    pub(super) fn quietly(&mut self, id: NodeId, value: &Value, here: Here, seen: Option<&mut Seen>) -> bool {
        self.quiet += 1;
        let fits = match seen {
            None => self.node(id, value, here, None),
            Some(seen) => {
                let mut own = Seen::default();
                let fits = self.node(id, value, here, Some(&mut own));
                if fits {
                    seen.add(&own);
                }
                fits
            }
        };
        self.quiet -= 1;
        fits
    }

    pub(super) fn is_never(&self, id: NodeId) -> bool {
        self.compiled.nodes.get(id).is_some_and(|node| node.never)
    }

    pub(super) fn logic(
        &mut self,
        logic: &Logic,
        value: &Value,
        here: Here,
        mut seen: Option<&mut Seen>,
    ) -> bool {
        let mut fits = true;
        let dynamic = logic.dynamic.as_ref().map(|dynamic| self.target(dynamic, here.scope));
        for id in logic.reference.into_iter().chain(dynamic).chain(logic.all.iter().copied()) {
            fits &= self.node(id, value, here, seen.as_deref_mut());
            if !fits && self.is_done() {
                return false;
            }
        }
        if !logic.any.is_empty() {
            let mut found = false;
            for id in &logic.any {
                found |= self.quietly(*id, value, here, seen.as_deref_mut());
                if found && seen.is_none() {
                    break;
                }
            }
            if !found {
                let message = "Value does not match any of the required schemas";
                fits = self.fail(here.path, "anyOf", || Told::new(message.to_owned()));
            }
        }
        if !logic.one.is_empty() {
            let mut count = 0;
            for id in &logic.one {
                count += usize::from(self.quietly(*id, value, here, seen.as_deref_mut()));
            }
            if count != 1 {
                let message = || format!("Value must match exactly one schema, but matched {count}");
                fits = self.fail(here.path, "oneOf", || Told::new(message()));
            }
        }
        if let Some(id) = logic.not
            && self.quietly(id, value, here, None)
        {
            let message = "Value must NOT be valid against the \"not\" schema";
            fits = self.fail(here.path, "not", || Told::new(message.to_owned()));
        }
        if !fits && self.is_done() {
            return false;
        }
        if let Some(id) = logic.when {
            let holds = self.quietly(id, value, here, seen.as_deref_mut());
            if let Some(id) = if holds { logic.then } else { logic.otherwise } {
                fits &= self.node(id, value, here, seen.as_deref_mut());
            }
        }
        for (name, id) in &logic.dependent {
            if value.as_object().is_some_and(|map| map.contains_key(&**name)) {
                fits &= self.node(*id, value, here, seen.as_deref_mut());
            }
        }
        fits
    }

    /// A dynamic reference means the outermost resource that has the anchor; else where it points at first.
    fn target(&self, dynamic: &Dynamic, scope: &Scope) -> NodeId {
        let Some(anchor) = &dynamic.anchor else { return dynamic.node };
        let mut found = dynamic.node;
        let mut scope = Some(scope);
        while let Some(Scope { resource, outer }) = scope {
            let mut anchors = self.compiled.dynamic.iter();
            if let Some((.., node)) = anchors.find(|(at, name, _)| at == resource && name == anchor) {
                found = *node;
            }
            scope = *outer;
        }
        found
    }

    pub(super) fn unevaluated(
        &mut self,
        rest: &Unevaluated,
        value: &Value,
        here: Here,
        seen: &mut Seen,
    ) -> bool {
        let mut fits = true;
        match value {
            Value::Object(map) => {
                let Some(id) = rest.properties else { return true };
                for (index, (key, value)) in map.iter().enumerate() {
                    if seen.has(index) {
                        continue;
                    }
                    let path = Path::Key(here.path, key);
                    if self.is_never(id) {
                        let message = || format!("Property \"{}\" is not allowed here", quote(key));
                        fits = self.fail(&path, "unevaluatedProperties", || Told::new(message()));
                    } else {
                        fits &= self.node(id, value, Here { path: &path, ..here }, None);
                    }
                    seen.mark(index);
                }
            }
            Value::Array(items) => {
                let Some(id) = rest.items else { return true };
                for (index, item) in items.iter().enumerate() {
                    if seen.has(index) {
                        continue;
                    }
                    let path = Path::Index(here.path, index);
                    if self.is_never(id) {
                        let message = || format!("Item {index} is not allowed here");
                        fits = self.fail(&path, "unevaluatedItems", || Told::new(message()));
                    } else {
                        fits &= self.node(id, item, Here { path: &path, ..here }, None);
                    }
                    seen.mark(index);
                }
            }
            _ => {}
        }
        fits
    }
}
