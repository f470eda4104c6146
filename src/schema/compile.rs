//! Turns a schema into nodes: reads every keyword once and refuses what is no schema.

use super::builder::{Builder, Pending, Problem, Read, Step};
use super::index::{self, Index, Place};
use super::keywords::get;
use super::node::{Compiled, Dynamic, Logic, Node, NodeId};
use super::options::Options;
use super::uri;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// Schemas within schemas. A hundred levels are more than people write; the stack of a page holds more.
const MAX_DEPTH: usize = 128;
/// A schema of this many nodes is no schema of a tool.
const MAX_NODES: usize = 100_000;

/// Each `$id` is compared with all others.
const MAX_RESOURCES: usize = 1_000;

/// Compiles `root`.
pub(super) fn compile(root: &Value, options: &Options) -> Read<Compiled> {
    let mut builder = Builder {
        root,
        options,
        nodes: Vec::new(),
        done: HashMap::new(),
        bases: vec![String::new()],
        index: None,
        pending: Vec::new(),
        dynamic: Vec::new(),
        wanted: HashSet::new(),
        trail: Vec::new(),
        compile: schema,
    };
    schema(&mut builder, root, 0)?;
    loop {
        while let Some(pending) = builder.pending.pop() {
            builder.link(&pending)?;
        }
        if !builder.add_dynamic_anchors()? {
            break;
        }
    }
    Ok(Compiled { nodes: builder.nodes, dynamic: builder.dynamic })
}

/// The node of `schema`, which stands below the base of number `base`.
fn schema<'a>(builder: &mut Builder<'a>, schema: &'a Value, base: usize) -> Read<NodeId> {
    let base = match index::id(schema) {
        Some(_) if builder.bases.len() >= MAX_RESOURCES => {
            return builder.invalid(&format!("it has more than {MAX_RESOURCES} $id"));
        }
        Some(id) => builder.base(&uri::resolve(builder.base_of(base), id)),
        None => base,
    };
    builder.within(schema, base)
}

impl<'a> Builder<'a> {
    /// The node of `schema`, inside which `base` holds.
    fn within(&mut self, schema: &'a Value, base: usize) -> Read<NodeId> {
        let address = std::ptr::from_ref(schema) as usize;
        if let Some(id) = self.done.get(&address) {
            return Ok(*id);
        }
        if self.trail.len() > MAX_DEPTH {
            return self.invalid(&format!("it is nested deeper than {MAX_DEPTH} levels"));
        }
        if self.nodes.len() >= MAX_NODES {
            return self.invalid(&format!("it has more than {MAX_NODES} subschemas"));
        }
        let id = self.nodes.len();
        self.nodes.push(Node::any(base));
        self.done.insert(address, id);
        let mut node = Node::any(base);
        match schema {
            Value::Bool(allowed) => node.never = !allowed,
            Value::Object(map) => {
                self.values(map, &mut node)?;
                self.number(map, &mut node)?;
                self.string(map, &mut node)?;
                self.array(map, base, &mut node)?;
                self.object(map, base, &mut node)?;
                self.logic(map, base, id, &mut node)?;
                self.unevaluated(map, base, &mut node)?;
            }
            _ => return self.invalid("a schema is an object or a boolean"),
        }
        node.streams = node.can_stream();
        if let Some(place) = self.nodes.get_mut(id) {
            *place = node;
        }
        Ok(id)
    }

    #[inline(never)]
    fn logic(&mut self, map: &'a Map<String, Value>, base: usize, id: NodeId, node: &mut Node) -> Read<()> {
        let mut logic = Logic::default();
        for (keyword, dynamic) in [("$ref", false), ("$dynamicRef", true), ("$recursiveRef", false)] {
            match get(map, keyword) {
                None => {}
                Some(Value::String(reference)) => {
                    self.pending.push(Pending { from: id, base, reference, dynamic });
                    // Marks the reference until it is linked.
                    if dynamic {
                        logic.dynamic = Some(Dynamic { node: id, anchor: None });
                    } else {
                        logic.reference = Some(id);
                    }
                }
                Some(_) => return self.invalid_at(keyword, "it must be a string"),
            }
        }
        logic.all = self.list(map, "allOf", base)?;
        logic.any = self.list(map, "anyOf", base)?;
        logic.one = self.list(map, "oneOf", base)?;
        logic.not = self.one(map, "not", base)?;
        logic.when = self.one(map, "if", base)?;
        let (then, otherwise) = (self.one(map, "then", base)?, self.one(map, "else", base)?);
        if logic.when.is_some() {
            (logic.then, logic.otherwise) = (then, otherwise);
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            for (name, schema) in self.record(map, keyword)? {
                if !schema.is_array() {
                    let child = self.child(keyword, Some(Step::Key(name)), schema, base)?;
                    logic.dependent.push((name.as_str().into(), child));
                }
            }
        }
        if !logic.is_empty() {
            node.logic = Some(Box::new(logic));
        }
        Ok(())
    }

    /// Finds the target of a reference and compiles it, if that has not happened yet.
    fn link(&mut self, pending: &Pending<'a>) -> Read<()> {
        let base = self.base_of(pending.base).to_owned();
        let Some(place) = self.index().find(&base, pending.reference) else {
            return Err(self.unresolved(pending.reference, &base));
        };
        let target = self.place(&place)?;
        let mut anchor = None;
        let (_, name) = uri::split(pending.reference);
        let leads_here = |found: &Place| std::ptr::eq(found.schema, place.schema);
        if pending.dynamic && self.index().dynamic(&place.base, &name).is_some_and(leads_here) {
            anchor = Some(name.as_str().into());
            self.wanted.insert(name);
        }
        if let Some(logic) = self.nodes.get_mut(pending.from).and_then(|node| node.logic.as_mut()) {
            if pending.dynamic {
                logic.dynamic = Some(Dynamic { node: target, anchor });
            } else {
                logic.reference = Some(target);
            }
        }
        Ok(())
    }

    /// Compiles the wanted dynamic anchors of every resource met so far; whether there was a new one.
    fn add_dynamic_anchors(&mut self) -> Read<bool> {
        let mut places = Vec::new();
        for name in self.wanted.clone() {
            for resource in 0..self.bases.len() {
                let base = self.base_of(resource).to_owned();
                let known = self.dynamic.iter().any(|(at, anchor, _)| *at == resource && **anchor == *name);
                if !known && let Some(place) = self.index().dynamic(&base, &name).cloned() {
                    places.push((resource, Box::from(name.as_str()), place));
                }
            }
        }
        let found = !places.is_empty();
        for (resource, name, place) in places {
            let node = self.place(&place)?;
            self.dynamic.push((resource, name, node));
        }
        Ok(found)
    }

    fn place(&mut self, place: &Place<'a>) -> Read<NodeId> {
        let base = self.base(&place.base);
        self.within(place.schema, base)
    }

    /// A `$ref` that leads nowhere here; the published metaschemas are known to the full validator.
    fn unresolved(&self, reference: &str, base: &str) -> Problem {
        let whole = uri::resolve(base, reference);
        let quoted = super::violation::quote(reference);
        if whole.starts_with("https://json-schema.org/") || whole.starts_with("http://json-schema.org/") {
            return Problem::Uncovered(self.location(), format!("$ref '{quoted}' to a metaschema"));
        }
        let advice = if self.index.as_ref().is_some_and(Index::is_full) {
            "; a schema may hold no more than 2,000 of $id and $anchor"
        } else if uri::has_scheme(&whole) {
            "; nothing is fetched, so put it into $defs"
        } else {
            ""
        };
        Problem::Invalid(self.location(), format!("$ref '{quoted}' points at nothing in this schema{advice}"))
    }

    fn index(&mut self) -> &Index<'a> {
        let (root, options) = (self.root, self.options);
        self.index.get_or_insert_with(|| {
            let mut index = Index::default();
            for (address, document) in &options.documents {
                index.add(address, document);
            }
            index.add("", root);
            index
        })
    }

    fn base_of(&self, base: usize) -> &str {
        self.bases.get(base).map_or("", String::as_str)
    }

    fn base(&mut self, uri: &str) -> usize {
        let uri = uri.split('#').next().unwrap_or_default();
        if let Some(found) = self.bases.iter().position(|base| base == uri) {
            return found;
        }
        self.bases.push(uri.to_owned());
        self.bases.len() - 1
    }
}
