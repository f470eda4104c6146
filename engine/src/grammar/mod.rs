//! Decides what a model may write under a JSON Schema: an automaton over bytes that emits one style of JSON.
//!
//! The style is the one that models write by themselves: `{"a": 1, "b": [1, 2]}`, properties in the schema's order, optional
//! ones left out at will. Enforced are `type`, `properties`, `required`, `enum`, `const`, `items`, the lengths and bounds of
//! strings, numbers, arrays and objects, `anyOf`, `oneOf`, `allOf` and local `$ref`. Keywords beyond that are named in
//! [`Grammar::warnings`] and not enforced. Undeclared properties are written only where none is declared.
//!
//! The words of a string may be given by rules (`x-grammar`, see `rules.rs`): a query over known names, a part of what was said.
//!
//! Gemma's calls are noted otherwise ([`Style::Dict`]): `{a:1,b:[1,2],c:<escape>text<escape>}`. There a key has letters, digits,
//! `_`, `-` and `.` only, undeclared properties are never written, and no text holds its quote's spelling.

mod any;
mod builder;
mod call;
mod compile;
mod decimal;
mod frame;
mod literal;
mod mask;
mod node;
mod number;
mod part;
mod reference;
mod rules;
mod shapes;
mod state;
mod step;
mod string;
mod style;
mod types;

pub use mask::allowed_tokens;
pub use state::State;
pub use style::{QUOTE, Quote, Style};

use crate::error::{EngineError, Result};
use node::Node;
use serde_json::Value;

/// A compiled schema.
#[derive(Debug)]
pub struct Grammar {
    nodes: Vec<Node>,
    root: u32,
    style: Style,
    /// Keywords of the schema that the automaton does not enforce.
    pub warnings: Vec<String>,
}

impl Grammar {
    /// Compiles a schema for JSON; an error when it is malformed or no value can satisfy it.
    pub fn from_schema(schema: &Value) -> Result<Self> {
        Self::in_style(schema, Style::Json)
    }

    /// Compiles a schema for values in this style; an error when it is malformed or no value can satisfy it. [`Style::Dict`]
    /// has no way to write some keys (see the module's words on it): such a property is left out where it is optional.
    pub fn in_style(schema: &Value, style: Style) -> Result<Self> {
        let mut builder = builder::Builder::new(schema, &style, compile::compile);
        let root = builder.compile(schema)?;
        let root = root.ok_or_else(|| EngineError::request("no value can satisfy the schema"))?;
        let (nodes, warnings) = (builder.nodes, builder.warnings);
        Ok(Self { nodes, root, style, warnings })
    }

    /// Compiles the call of any of these tools (name and JSON Schema of its parameters): `{"name": "…", "arguments": {…}}`,
    /// and in [`Style::Dict`] `name{…}`. References are within each tool's own schema. A tool that cannot be called so is
    /// left out and named in [`Self::warnings`]; an error when none is left.
    pub fn from_calls(tools: &[(String, Value)], style: Style) -> Result<Self> {
        let tools: Vec<_> =
            tools.iter().map(|(name, parameters)| (name.clone(), call::of_objects(parameters))).collect();
        let mut builder = builder::Builder::new(&Value::Null, &style, compile::compile);
        let root = call::calls(&mut builder, &tools)?;
        let (nodes, warnings) = (builder.nodes, builder.warnings);
        Ok(Self { nodes, root, style, warnings })
    }

    /// A node; an id from elsewhere is the empty choice, which refuses everything.
    fn node(&self, id: u32) -> &Node {
        static NOTHING: Node = Node { shape: node::Shape::Choice(Vec::new()), shortest: Vec::new() };
        self.nodes.get(id as usize).unwrap_or(&NOTHING)
    }
}
