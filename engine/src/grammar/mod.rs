//! Decides what a model may write under a JSON Schema: an automaton over bytes that emits one style of JSON.
//!
//! The style is the one that models write by themselves: `{"a": 1, "b": [1, 2]}`, properties in the schema's order, optional
//! ones left out at will. Enforced are `type`, `properties`, `required`, `enum`, `const`, `items`, the lengths and bounds of
//! strings, numbers, arrays and objects, `anyOf`, `oneOf`, `allOf` and local `$ref`. Keywords beyond that are named in
//! [`Grammar::warnings`] and not enforced. Undeclared properties are written only where none is declared.

mod any;
mod compile;
mod decimal;
mod frame;
mod literal;
mod mask;
mod node;
mod number;
mod reference;
mod shapes;
mod state;
mod string;
mod types;

pub(crate) use literal::text_of;
pub use mask::allowed_tokens;
pub use state::State;

use crate::error::{EngineError, Result};
use node::Node;
use serde_json::Value;

/// A compiled schema.
#[derive(Debug)]
pub struct Grammar {
    nodes: Vec<Node>,
    root: u32,
    /// Keywords of the schema that the automaton does not enforce.
    pub warnings: Vec<String>,
}

impl Grammar {
    /// Compiles a schema; an error when it is malformed or no value can satisfy it.
    pub fn from_schema(schema: &Value) -> Result<Self> {
        let mut compiler = compile::Compiler::new(schema);
        let root = compiler.compile(schema)?;
        let root = root.ok_or_else(|| EngineError::request("no value can satisfy the schema"))?;
        Ok(Self { nodes: compiler.nodes, root, warnings: compiler.warnings })
    }

    /// A node; an id from elsewhere is the empty choice, which refuses everything.
    fn node(&self, id: u32) -> &Node {
        static NOTHING: Node = Node { shape: node::Shape::Choice(Vec::new()), shortest: Vec::new() };
        self.nodes.get(id as usize).unwrap_or(&NOTHING)
    }
}
