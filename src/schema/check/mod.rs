//! Checks a value against nodes: one walk, bounded in depth and in work, that stops as soon as enough is known.

mod logic;
mod parts;

use super::node::{Compiled, Node, NodeId, types};
use super::value::equal;
use super::violation::{Path, Violation, quote, short, type_name};
use crate::json;
use serde_json::{Number, Value, json};

/// A model reads these; more would only cost tokens.
const MAX_VIOLATIONS: usize = 20;
/// Values within values and references to references; a page's stack holds it.
const MAX_DEPTH: usize = 500;
/// Nodes met in one check; only schemas that are built to explode need more.
const MAX_VISITS: usize = 10_000_000;

/// Why a check was given up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Depth,
    Size,
}

/// The resources that the walk has entered, innermost first.
#[derive(Clone, Copy)]
struct Scope<'a> {
    resource: usize,
    outer: Option<&'a Scope<'a>>,
}

/// Where the walk stands.
#[derive(Clone, Copy)]
struct Here<'a> {
    path: &'a Path<'a>,
    scope: &'a Scope<'a>,
    depth: usize,
}

/// Which properties or items of one value some keyword has looked at.
#[derive(Default)]
struct Seen(Vec<bool>);

impl Seen {
    fn mark(&mut self, index: usize) {
        if self.0.len() <= index {
            self.0.resize(index + 1, false);
        }
        if let Some(mark) = self.0.get_mut(index) {
            *mark = true;
        }
    }

    fn has(&self, index: usize) -> bool {
        self.0.get(index).copied().unwrap_or(false)
    }

    fn add(&mut self, other: &Seen) {
        other.0.iter().enumerate().filter(|(_, mark)| **mark).for_each(|(index, _)| self.mark(index));
    }
}

struct Checker<'s> {
    compiled: &'s Compiled,
    out: Vec<Violation>,
    /// Above 0: only whether it fits is asked.
    quiet: usize,
    budget: usize,
    stop: Option<Stop>,
}

/// What is wrong with `value`: at most 20 entries.
pub(super) fn violations(compiled: &Compiled, value: &Value) -> Vec<Violation> {
    let mut checker = Checker::new(compiled, 0);
    checker.run(0, value, 0);
    match checker.stop {
        None => checker.out,
        Some(stop) => vec![given_up(stop)],
    }
}

/// Whether `value` fits the node `id`; a check that had to be given up says no.
pub(super) fn fits(compiled: &Compiled, id: NodeId, value: &Value) -> bool {
    fits_within(compiled, id, value, &mut { MAX_VISITS })
}

/// As [`fits`], for a value that stands `depth` levels deep in another.
pub(super) fn fits_below(compiled: &Compiled, id: NodeId, value: &Value, depth: usize) -> bool {
    let mut checker = Checker::new(compiled, 1);
    checker.run(id, value, depth) && checker.stop.is_none()
}

/// As [`fits`], with the work taken from a `budget` that several checks share.
pub(super) fn fits_within(compiled: &Compiled, id: NodeId, value: &Value, budget: &mut usize) -> bool {
    let mut checker = Checker { budget: *budget, ..Checker::new(compiled, 1) };
    let fits = checker.run(id, value, 0) && checker.stop.is_none();
    *budget = checker.budget;
    fits
}

fn given_up(stop: Stop) -> Violation {
    let (keyword, message) = match stop {
        Stop::Depth => ("depth", format!("Value or schema is nested deeper than {MAX_DEPTH} levels")),
        Stop::Size => ("size", "Checking the value takes too many steps".to_owned()),
    };
    Violation {
        path: String::new(),
        message,
        keyword: keyword.to_owned(),
        expected: None,
        actual: None,
        dotted: String::new(),
    }
}

impl<'s> Checker<'s> {
    fn new(compiled: &'s Compiled, quiet: usize) -> Self {
        Checker { compiled, out: Vec::new(), quiet, budget: MAX_VISITS, stop: None }
    }

    fn run(&mut self, id: NodeId, value: &Value, depth: usize) -> bool {
        let Some(node) = self.compiled.nodes.get(id) else { return true };
        let scope = Scope { resource: node.resource, outer: None };
        self.node(id, value, Here { path: &Path::Root, scope: &scope, depth }, None)
    }

    /// Nothing more is learned by going on.
    fn is_done(&self) -> bool {
        self.quiet > 0 || self.out.len() >= MAX_VIOLATIONS || self.stop.is_some()
    }

    /// Notes a violation, if anybody wants to hear of it. Always false, as what the check comes to.
    fn fail(&mut self, path: &Path, keyword: &str, tell: impl FnOnce() -> Told) -> bool {
        if !self.is_done() {
            self.push(path, keyword, tell());
        }
        false
    }

    /// Apart from [`Checker::fail`], so that it stands in the code once and not for each keyword.
    #[inline(never)]
    fn push(&mut self, path: &Path, keyword: &str, told: Told) {
        let Told { message, expected, actual } = told;
        let (path, dotted) = (path.pointer(), path.dotted());
        self.out.push(Violation { path, message, keyword: keyword.to_owned(), expected, actual, dotted });
    }

    fn node(&mut self, id: NodeId, value: &Value, here: Here, seen: Option<&mut Seen>) -> bool {
        let compiled = self.compiled;
        let Some(node) = compiled.nodes.get(id) else { return true };
        if here.depth >= MAX_DEPTH {
            self.stop = Some(Stop::Depth);
        } else if self.budget == 0 {
            self.stop = Some(Stop::Size);
        } else {
            self.budget -= 1;
        }
        if self.stop.is_some() {
            return false;
        }
        if node.never {
            let told = || Told::new("Value is not allowed by schema".to_owned());
            return self.fail(here.path, "false schema", told);
        }
        if node.resource == here.scope.resource {
            return self.keywords(node, value, Here { depth: here.depth + 1, ..here }, seen);
        }
        let scope = Scope { resource: node.resource, outer: Some(here.scope) };
        self.keywords(node, value, Here { depth: here.depth + 1, scope: &scope, ..here }, seen)
    }

    fn keywords(&mut self, node: &Node, value: &Value, here: Here, seen: Option<&mut Seen>) -> bool {
        if node.types & type_bits(value) == 0 {
            return self.fail(here.path, "type", || wrong_type(node.types, value));
        }
        match &node.unevaluated {
            None => self.asked(node, value, here, seen),
            Some(rest) => {
                let mut own = Seen::default();
                let fits = self.asked(node, value, here, Some(&mut own));
                // What failed has no evaluated parts to speak of.
                let fits = fits && self.unevaluated(rest, value, here, &mut own);
                if let Some(seen) = seen
                    && fits
                {
                    seen.add(&own);
                }
                fits
            }
        }
    }

    fn asked(&mut self, node: &Node, value: &Value, here: Here, mut seen: Option<&mut Seen>) -> bool {
        let mut fits = true;
        if let Some(values) = &node.values {
            fits = self.values(values, value, here.path);
        }
        if (fits || !self.is_done())
            && let Some(logic) = &node.logic
        {
            fits &= self.logic(logic, value, here, seen.as_deref_mut());
        }
        if !fits && self.is_done() {
            return false;
        }
        fits & match (value, node) {
            (Value::Number(number), Node { number: Some(rules), .. }) => {
                self.number(rules, number, here.path)
            }
            (Value::String(text), Node { string: Some(rules), .. }) => self.string(rules, text, here.path),
            (Value::Array(items), Node { array: Some(rules), .. }) => self.array(rules, items, here, seen),
            (Value::Object(map), Node { object: Some(rules), .. }) => self.object(rules, map, here, seen),
            _ => true,
        }
    }

    fn values(&mut self, values: &super::node::Values, value: &Value, path: &Path) -> bool {
        if let Some(allowed) = &values.one_of
            && !allowed.iter().any(|one| equal(one, value))
        {
            self.fail(path, "enum", || {
                let expected = Value::Array(allowed.clone());
                let message = format!("Value must be one of: {}", quote(&json::text(&expected)));
                Told { message, expected: short(expected), actual: Some(type_name(value).to_owned()) }
            });
            return false;
        }
        match &values.constant {
            Some(constant) if !equal(constant, value) => self.fail(path, "const", || {
                let message = format!("Value must equal {}", quote(&json::text(&constant)));
                Told { message, expected: short(constant.clone()), actual: Some(type_name(value).to_owned()) }
            }),
            _ => true,
        }
    }
}

/// What a violation says.
struct Told {
    message: String,
    expected: Option<Value>,
    actual: Option<String>,
}

impl Told {
    fn new(message: String) -> Self {
        Told { message, expected: None, actual: None }
    }

    fn of(message: String, expected: impl Into<Value>, actual: impl ToString) -> Self {
        Told { message, expected: Some(expected.into()), actual: Some(actual.to_string()) }
    }
}

/// The bit of what `value` is; an integer has that of numbers too.
pub(super) fn type_bits(value: &Value) -> u8 {
    match value {
        Value::Null => types::NULL,
        Value::Bool(_) => types::BOOLEAN,
        Value::Number(number) => number_bits(number),
        Value::String(_) => types::STRING,
        Value::Array(_) => types::ARRAY,
        Value::Object(_) => types::OBJECT,
    }
}

fn number_bits(number: &Number) -> u8 {
    if super::number::is_integer(number) { types::INTEGER | types::NUMBER } else { types::NUMBER }
}

fn wrong_type(allowed: u8, value: &Value) -> Told {
    let names: Vec<&str> = types::NAMES
        .iter()
        .enumerate()
        .filter(|(bit, name)| {
            allowed & (1 << bit) != 0 && !(**name == "integer" && allowed & types::NUMBER != 0)
        })
        .map(|(_, name)| *name)
        .collect();
    let actual = type_name(value);
    let message = format!("Expected type {} but got {actual}", names.join(" | "));
    let expected = if let [name] = names.as_slice() { json!(name) } else { json!(names) };
    Told { message, expected: Some(expected), actual: Some(actual.to_owned()) }
}
