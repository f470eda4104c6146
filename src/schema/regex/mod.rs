//! Patterns of schemas, matched in time linear in the text: ECMAScript syntax on a Pike machine.

mod class;
mod parse;
mod program;

use program::Program;

/// Why a pattern has no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is no pattern.
    Invalid(String),
    /// It is one, but needs what a linear-time engine without Unicode tables cannot do.
    Uncovered(String),
}

/// A compiled pattern.
pub(super) struct Regex {
    program: Program,
    source: Box<str>,
}

impl Regex {
    /// Compiles `pattern`, which is not anchored unless it says so.
    pub(super) fn new(pattern: &str) -> Result<Self, Refusal> {
        Ok(Regex { program: Program::compile(&parse::parse(pattern)?)?, source: pattern.into() })
    }

    /// Whether the pattern is found in `text`; `None` when that would take too many steps to tell.
    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        self.program.is_match(text)
    }

    /// The pattern as it was given.
    pub(super) fn source(&self) -> &str {
        &self.source
    }
}
