//! A compiled schema: compiled once, checked often; what it cannot do is said at compile time.

use super::builder::Problem;
use super::check;
use super::compile::compile;
use super::full::{self, Check};
use super::node::Compiled;
use super::options::Options;
use super::refused::{Fault, Refused};
use super::text;
use super::violation::Violation;
use serde_json::Value;

/// A compiled schema, together with its source.
pub struct Schema {
    source: Value,
    means: Means,
}

enum Means {
    Compact(Compiled),
    /// The lazily loaded validator, for what the compact one does not cover.
    Full(Check),
}

/// Whether `schema` is JSON Schema, whoever can check values against it.
pub fn is_valid(schema: &Value) -> bool {
    !matches!(compile(schema, &Options::default()), Err(Problem::Invalid(..)))
}

impl Schema {
    /// Compiles `source` (JSON Schema 2020-12; tuples, `definitions`, `dependencies` and flags of older drafts too).
    ///
    /// Patterns run in time linear in the text, and nothing is fetched. Refuses what does not compile; also where
    /// the schema needs the full validator and that is not loaded, and then names the keyword and the remedy.
    pub fn compile(source: &Value) -> Result<Self, Refused> {
        Schema::compile_with(source, &Options::default())
    }

    /// As [`Schema::compile`], read as `options` say.
    pub fn compile_with(source: &Value, options: &Options) -> Result<Self, Refused> {
        if !source.is_object() && !source.is_boolean() {
            return Err(Refused::schema("A JSON Schema is an object, such as {\"type\": \"object\"}."));
        }
        let means = match compile(source, options) {
            Ok(compiled) => Means::Compact(compiled),
            Err(Problem::Invalid(place, why)) => {
                return Err(Refused::schema(format!("The schema does not compile at '{place}': {why}.")));
            }
            Err(Problem::Uncovered(place, what)) => {
                Means::Full(full::compile(source, options, &place, &what)?)
            }
        };
        Ok(Schema { source: source.clone(), means })
    }

    /// The schema as it was given.
    pub fn source(&self) -> &Value {
        &self.source
    }

    /// What is wrong with `value`; empty when it fits. At most 20 entries.
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        match &self.means {
            Means::Compact(compiled) => check::violations(compiled, value),
            Means::Full(check) => check(value),
        }
    }

    /// What is wrong with the JSON text `json`: the same as [`Schema::check`] says of its value, but a text that fits
    /// is judged in one pass that builds no tree. Refuses a text that is not JSON.
    pub fn check_text(&self, json: &str) -> Result<Vec<Violation>, Refused> {
        if let Means::Compact(compiled) = &self.means
            && text::surely_fits(compiled, json)
        {
            return Ok(Vec::new());
        }
        let value = crate::json::parse(json).map_err(|problem| Refused {
            fault: Fault::Text,
            message: format!("The text is not JSON: {problem}."),
        })?;
        Ok(self.check(&value))
    }

    /// Whether `value` fits: [`Schema::check`] without the reasons, and faster.
    pub fn fits(&self, value: &Value) -> bool {
        match &self.means {
            Means::Compact(compiled) => check::fits(compiled, 0, value),
            Means::Full(check) => check(value).is_empty(),
        }
    }

    /// The nodes, where the compact validator does the work.
    pub(super) fn compiled(&self) -> Option<&Compiled> {
        match &self.means {
            Means::Compact(compiled) => Some(compiled),
            Means::Full(_) => None,
        }
    }
}
