//! Decides what a compilation holds, and how much of it there may be.

use super::node::{Node, Shape};
use super::shapes;
use super::style::Style;
use crate::error::{EngineError, Result};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// More nodes are refused: a hostile schema must not eat the memory.
const MAX_NODES: usize = 50_000;

/// A compilation under way.
pub(super) struct Builder<'s> {
    pub(super) root: &'s Value,
    pub(super) style: &'s Style,
    pub(super) nodes: Vec<Node>,
    pub(super) warnings: Vec<String>,
    /// References being resolved, to unroll recursion only so far.
    pub(super) open: Vec<String>,
    pub(super) any: HashMap<u32, u32>,
    pub(super) depth: usize,
    /// Given, for it needs all that makes nodes, and some of that needs it for the schemas inside.
    compile: Compile,
}

pub(super) type Schema = Map<String, Value>;

/// The node of a schema; `None` for one that no value satisfies.
pub(super) type Compile = fn(&mut Builder<'_>, &Value) -> Result<Option<u32>>;

impl<'s> Builder<'s> {
    pub(super) fn new(root: &'s Value, style: &'s Style, compile: Compile) -> Self {
        Self {
            root,
            style,
            nodes: Vec::new(),
            warnings: Vec::new(),
            open: Vec::new(),
            any: HashMap::new(),
            depth: 0,
            compile,
        }
    }

    pub(super) fn compile(&mut self, schema: &Value) -> Result<Option<u32>> {
        (self.compile)(self, schema)
    }

    pub(super) fn check_room(&self, shallow: bool) -> Result<()> {
        if shallow && self.nodes.len() <= MAX_NODES {
            return Ok(());
        }
        Err(EngineError::request("the schema is too large or too deep"))
    }

    pub(super) fn push(&mut self, shape: Shape) -> u32 {
        let shortest = shapes::shortest(&self.nodes, &shape, self.style);
        self.nodes.push(Node { shape, shortest });
        self.nodes.len() as u32 - 1
    }

    pub(super) fn warn(&mut self, keyword: &str) {
        if !self.warnings.iter().any(|known| known == keyword) {
            self.warnings.push(keyword.to_owned());
        }
    }
}
