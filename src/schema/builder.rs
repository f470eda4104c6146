//! What a compilation of a schema holds, where in it one is, and how it is said what is wrong there.

use super::format::Format;
use super::index::Index;
use super::node::{Node, NodeId};
use super::options::Options;
use super::regex::{Refusal, Regex};
use super::violation::quote;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Why a schema has no nodes.
#[derive(Debug)]
pub(super) enum Problem {
    /// It is no schema: where, and why.
    Invalid(String, String),
    /// It is one, but this validator lacks what it asks for.
    Uncovered(String, String),
}

pub(super) type Read<T> = Result<T, Problem>;

/// One step into a schema, for the place that an error names.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// A reference that has no target yet.
pub(super) struct Pending<'a> {
    pub(super) from: NodeId,
    pub(super) base: usize,
    pub(super) reference: &'a str,
    pub(super) dynamic: bool,
}

pub(super) struct Builder<'a> {
    pub(super) root: &'a Value,
    pub(super) options: &'a Options,
    pub(super) nodes: Vec<Node>,
    pub(super) done: HashMap<usize, NodeId>,
    pub(super) bases: Vec<String>,
    pub(super) index: Option<Index<'a>>,
    pub(super) pending: Vec<Pending<'a>>,
    pub(super) dynamic: Vec<(usize, Box<str>, NodeId)>,
    /// Names of dynamic anchors that references go by.
    pub(super) wanted: HashSet<String>,
    pub(super) trail: Vec<Step<'a>>,
    /// Makes the node of a schema below a base. Given, for it reads all keywords, and some of them hold schemas.
    pub(super) compile: fn(&mut Builder<'a>, &'a Value, usize) -> Read<NodeId>,
}

impl<'a> Builder<'a> {
    pub(super) fn child(
        &mut self,
        keyword: &'static str,
        within: Option<Step<'a>>,
        schema: &'a Value,
        base: usize,
    ) -> Read<NodeId> {
        let length = self.trail.len();
        self.trail.push(Step::Key(keyword));
        self.trail.extend(within);
        let id = (self.compile)(self, schema, base)?;
        self.trail.truncate(length);
        Ok(id)
    }

    pub(super) fn invalid<T>(&self, why: &str) -> Read<T> {
        Err(Problem::Invalid(self.location(), why.to_owned()))
    }

    pub(super) fn invalid_at<T>(&self, keyword: &str, why: &str) -> Read<T> {
        Err(self.problem(keyword, why))
    }

    #[cold]
    #[inline(never)]
    fn problem(&self, keyword: &str, why: &str) -> Problem {
        Problem::Invalid(format!("{}/{keyword}", self.location()), why.to_owned())
    }

    /// The place in the schema that is being read, as a JSON Pointer.
    pub(super) fn location(&self) -> String {
        let step = |step: &Step| match step {
            Step::Key(key) => format!("/{}", quote(key)),
            Step::Index(index) => format!("/{index}"),
        };
        self.trail.iter().map(step).collect()
    }

    /// The pattern `text`, or why there is none.
    pub(super) fn pattern(&self, text: &str) -> Read<Regex> {
        let quoted = quote(text);
        Regex::new(text).map_err(|refusal| match refusal {
            Refusal::Invalid(why) => {
                Problem::Invalid(self.location(), format!("the pattern '{quoted}' has {why}"))
            }
            Refusal::Uncovered(what) => {
                Problem::Uncovered(self.location(), format!("the pattern '{quoted}' uses {what}"))
            }
        })
    }

    pub(super) fn format(&self, name: &str) -> Option<Format> {
        if self.options.assert_formats { Format::named(name) } else { None }
    }
}
