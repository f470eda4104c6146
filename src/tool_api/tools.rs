//! The tools that are told of, and whether arguments fit one.

use crate::json::{self, Fields, Read, Record, ToJson};
use crate::schema::{Schema, Violation};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// A tool as it is told of.
pub(super) struct Listed {
    pub(super) name: String,
    description: String,
    /// As the host gave it, its keys in that order.
    schema: Value,
    annotations: Option<Value>,
    /// Compiled when it is first asked for; nothing where any arguments will do.
    compiled: OnceCell<Option<Result<Schema, String>>>,
}

impl Listed {
    fn read(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let annotations: Option<Value> = from.optional("annotations")?;
        Ok(Listed {
            name: from.take("name")?,
            description: from.or("description", String::new())?,
            schema: from.or("inputSchema", json!({}))?,
            annotations: annotations.filter(Value::is_object),
            compiled: OnceCell::new(),
        })
    }

    fn fields(&self, with_schema: bool) -> Vec<(&str, &dyn ToJson)> {
        let mut fields: Vec<(&str, &dyn ToJson)> =
            vec![("name", &self.name), ("description", &self.description)];
        if with_schema {
            fields.push(("inputSchema", &self.schema));
        }
        if let Some(annotations) = &self.annotations {
            fields.push(("annotations", annotations));
        }
        fields
    }

    pub(super) fn detail(&self) -> String {
        json::text(&Record(&self.fields(true)))
    }

    /// What is wrong with `args`; a schema that does not compile is one finding.
    pub(super) fn check(&self, args: &Value) -> Vec<Failure> {
        let compile = || {
            let is_none =
                self.schema.is_null() || self.schema.as_object().is_some_and(serde_json::Map::is_empty);
            (!is_none).then(|| Schema::compile(&self.schema).map_err(|refused| refused.message))
        };
        match self.compiled.get_or_init(compile) {
            None => Vec::new(),
            Some(Ok(schema)) => schema.check(args).into_iter().map(Failure::from).collect(),
            Some(Err(why)) => vec![Failure::new(format!("Invalid schema: {why}"), "schema")],
        }
    }
}

/// Tools by name, in the order of the list; of two of one name the first.
pub(super) struct Tools {
    by_name: HashMap<String, Rc<Listed>>,
    /// The body of `GET /tools`.
    pub(super) summary: String,
}

impl Tools {
    /// The tools of a list as JSON. The error says which entry is no tool.
    pub(super) fn read(told: &str) -> Read<Self> {
        let value = json::parse(told).map_err(|problem| problem.to_string())?;
        let Value::Array(entries) = value else { return Err(json::wanted("a list of tools", &value)) };
        let mut by_name = HashMap::new();
        let mut lines = Vec::new();
        for (at, entry) in entries.into_iter().enumerate() {
            let tool = Listed::read(entry).map_err(|problem| format!("[{at}]: {problem}"))?;
            if let Entry::Vacant(free) = by_name.entry(tool.name.clone()) {
                lines.push(json::text(&Record(&tool.fields(false))));
                free.insert(Rc::new(tool));
            }
        }
        Ok(Tools { by_name, summary: format!("[{}]", lines.join(",")) })
    }

    pub(super) fn get(&self, name: &str) -> Option<&Rc<Listed>> {
        self.by_name.get(name)
    }
}

/// One thing that is wrong with arguments, as F7 tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    path: String,
    pub(super) message: String,
    keyword: String,
}

impl Failure {
    pub(super) fn new(message: String, keyword: &str) -> Self {
        Failure { path: String::new(), message, keyword: keyword.to_owned() }
    }

    fn fields(&self) -> [(&str, &dyn ToJson); 3] {
        [("path", &self.path), ("message", &self.message), ("keyword", &self.keyword)]
    }

    /// In a line, as the page shows it.
    pub(super) fn line(&self) -> String {
        if self.path.is_empty() { self.message.clone() } else { format!("{}: {}", self.path, self.message) }
    }
}

impl From<Violation> for Failure {
    fn from(Violation { path, message, keyword, .. }: Violation) -> Self {
        Failure { path, message, keyword }
    }
}

/// `{"valid": …}` with what is wrong, if anything is.
pub(super) fn verdict(failures: &[Failure]) -> String {
    if failures.is_empty() {
        return r#"{"valid":true}"#.to_owned();
    }
    let errors: Vec<String> = failures.iter().map(|failure| json::text(&Record(&failure.fields()))).collect();
    format!(r#"{{"valid":false,"errors":[{}]}}"#, errors.join(","))
}
