//! What data a server has: its tables, their columns and values, found with its own read-only tools, which are told by what they
//! take and say and not by one server's names. One question after the other; what was answered stands in the conversation.

use super::call::{Ask, Done, is_ours, own_name, server_of};
use super::history::History;
use super::rows::rows;
use crate::model::ProviderTool;
use crate::sql::{Table, asked, names_in, tables_in, values_query, with_samples, with_values};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::rc::Rc;

/// Tables that are looked at on one server.
const MOST_TABLES: usize = 24;
/// What a tool that tells of tables has in its name, and the words of which its name may be: one with any other might do something.
const DESCRIBING: [&str; 5] = ["table", "schema", "column", "describe", "catalog"];
const TELLING: [&str; 36] = [
    "table",
    "tables",
    "schema",
    "schemas",
    "column",
    "columns",
    "describe",
    "catalog",
    "catalogs",
    "list",
    "get",
    "show",
    "read",
    "fetch",
    "find",
    "search",
    "inspect",
    "explain",
    "info",
    "information",
    "details",
    "metadata",
    "all",
    "the",
    "of",
    "for",
    "by",
    "name",
    "names",
    "db",
    "database",
    "databases",
    "sql",
    "sqlite",
    "postgres",
    "view",
];
/// The words of which the name of a tool may be that answers a query.
const ASKING: [&str; 20] = [
    "query", "queries", "sql", "select", "read", "run", "ask", "db", "database", "data", "sqlite",
    "postgres", "pg", "mysql", "execute", "exec", "duckdb", "bigquery", "readonly", "only",
];
/// How an argument is called that takes a query.
const QUERIES: [&str; 3] = ["sql", "query", "statement"];
/// Asked where no tool tells of tables, one after the other: of `SQLite`, and of databases with an information schema.
const CATALOGS: [&str; 2] = [
    "SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
];
/// The longest name that a tool is called by as it is.
const MAX_NAME: usize = 64;
/// Rows that are read where values cannot be asked for.
const SAMPLES: usize = 40;

/// Data that can be queried.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    /// The full name of the tool that answers a query, and its argument for it.
    pub(super) tool: String,
    pub(super) argument: String,
    pub(super) tables: Vec<Table>,
}

impl Source {
    /// The call that asks a query.
    pub(super) fn ask(&self, sql: &str) -> Ask {
        (self.tool.clone(), json!({self.argument.as_str(): asked(sql, &self.tables)}))
    }
}

/// The tools that answer a query, one of each server, and their argument for it.
pub(super) fn query_tools(tools: &[Rc<ProviderTool>]) -> Vec<(&ProviderTool, String)> {
    let mut found: Vec<(&ProviderTool, String)> = Vec::new();
    for tool in tools.iter().filter(|tool| !is_ours(&tool.name)) {
        if let Some(argument) = query_argument(tool)
            && !found.iter().any(|(other, _)| prefix(&other.name) == prefix(&tool.name))
        {
            found.push((tool, argument));
        }
    }
    found
}

fn query_argument(tool: &ProviderTool) -> Option<String> {
    let described = tool.description.to_lowercase();
    let own = own_name(&tool.name).to_lowercase();
    if !is_of(&tool.name, &ASKING)
        || !(own.contains("sql") || described.contains("sql") || described.contains("select"))
    {
        return None;
    }
    let properties = tool.input_schema.get("properties")?.as_object()?;
    let required = required(tool);
    let argument = QUERIES.iter().find(|name| properties.contains_key(**name))?;
    let alone = required.iter().all(|name| name == argument);
    alone.then(|| (*argument).to_owned())
}

/// What stands before it.
pub(super) fn prefix(name: &str) -> &str {
    name.strip_suffix(own_name(name)).unwrap_or_default()
}

/// Whether a tool's own name, `describeTable` or `describe_table`, is made of these words alone.
fn is_of(name: &str, words: &[&str]) -> bool {
    let mut parted = String::new();
    for letter in own_name(name).chars() {
        if letter.is_uppercase() && parted.ends_with(char::is_lowercase) {
            parted.push('_');
        }
        parted.extend(letter.to_lowercase());
    }
    let mut parts = parted.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.all(|part| words.contains(&part))
}

fn required(tool: &ProviderTool) -> Vec<&str> {
    let list = tool.input_schema.get("required").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// What is known of the tables behind `query`: what is to be asked next, or the source.
pub(super) fn survey(
    history: &History,
    tools: &[Rc<ProviderTool>],
    query: &ProviderTool,
    argument: &str,
) -> Result<Source, Vec<Ask>> {
    let survey = Survey { history, query, argument };
    let beside: Vec<&ProviderTool> =
        tools.iter().map(|tool| &**tool).filter(|tool| survey.is_beside(tool)).collect();
    let tables = survey.tables(&beside, tools)?;
    let tables = survey.valued(tables)?;
    Ok(Source { tool: query.name.clone(), argument: argument.to_owned(), tables })
}

struct Survey<'s> {
    history: &'s History,
    query: &'s ProviderTool,
    argument: &'s str,
}

impl Survey<'_> {
    /// Whether a tool of the same server describes tables.
    fn is_beside(&self, tool: &ProviderTool) -> bool {
        let own = own_name(&tool.name).to_lowercase();
        tool.name != self.query.name
            && !is_ours(&tool.name)
            && prefix(&tool.name) == prefix(&self.query.name)
            && DESCRIBING.iter().any(|word| own.contains(word))
            && is_of(&tool.name, &TELLING)
    }

    /// What was answered, if it was asked.
    fn answer(&self, (tool, input): &Ask) -> Option<&Done> {
        self.history.done.iter().find(|call| call.name == *tool && call.input == *input)
    }

    /// The answers to all of these, or those that were not asked yet.
    fn answers(&self, asks: &[Ask]) -> Result<Vec<&Done>, Vec<Ask>> {
        let missing: Vec<Ask> = asks.iter().filter(|ask| self.answer(ask).is_none()).cloned().collect();
        if missing.is_empty() {
            Ok(asks.iter().filter_map(|ask| self.answer(ask)).collect())
        } else {
            Err(missing)
        }
    }

    /// The tables that the server's resources describe, where it has such: one resource for all or one for each.
    fn in_resources(&self, tools: &[Rc<ProviderTool>]) -> Result<Vec<Table>, Vec<Ask>> {
        let of = |own: &str| {
            let full = format!("{}{own}", prefix(&self.query.name));
            tools.iter().any(|tool| tool.name == full).then_some(full)
        };
        let (Some(list), Some(read)) = (of("list_resources"), of("read_resource")) else {
            return Ok(Vec::new());
        };
        let listed = self.answers(&[(list, json!({}))])?;
        let entries = listed.iter().filter(|done| !done.is_error).filter_map(|done| done.json());
        let entries: Vec<Value> =
            entries.flat_map(|told| told.as_array().cloned().unwrap_or_default()).collect();
        let described = entries.iter().filter_map(|entry| {
            let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
            let said = format!("{} {} {}", text("uri"), text("name"), text("description")).to_lowercase();
            DESCRIBING.iter().any(|word| said.contains(word)).then(|| text("uri").to_owned())
        });
        let addresses: Vec<String> = described.take(MOST_TABLES).collect();
        let asks: Vec<Ask> = addresses.iter().map(|uri| (read.clone(), json!({"uri": uri}))).collect();
        let answers = self.answers(&asks)?;
        let told = addresses.iter().zip(answers).filter(|(_, done)| !done.is_error);
        Ok(told.flat_map(|(uri, done)| tables_in(&done.result, table_of(uri))).collect())
    }

    fn sql(&self, sql: &str) -> Ask {
        (self.query.name.clone(), json!({self.argument: sql}))
    }

    /// The tables with their columns.
    fn tables(&self, beside: &[&ProviderTool], tools: &[Rc<ProviderTool>]) -> Result<Vec<Table>, Vec<Ask>> {
        let lists: Vec<Ask> = beside
            .iter()
            .filter(|tool| required(tool).is_empty())
            .map(|tool| (tool.name.clone(), json!({})))
            .collect();
        let lists = self.answers(&lists)?;
        // A server that cannot be reached fails alike at all that it is asked.
        let fails_alike =
            |first: &&Done| lists.iter().all(|done| done.is_error && done.result == first.result);
        if lists.first().is_some_and(fails_alike) {
            return Ok(Vec::new());
        }
        let told = || lists.iter().filter(|done| !done.is_error);
        let mut tables: Vec<Table> = told().flat_map(|done| tables_in(&done.result, None)).collect();
        let one = beside.iter().find_map(|tool| match required(tool).as_slice() {
            [argument] => Some((tool, (*argument).to_owned())),
            _ => None,
        });
        if let (true, Some((tool, argument))) = (tables.is_empty(), one) {
            let offered =
                tool.input_schema.pointer(&format!("/properties/{argument}/enum")).and_then(Value::as_array);
            let mut names: Vec<String> =
                offered.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
            if names.is_empty() {
                names = told().flat_map(|done| names_in(&done.result)).collect();
            }
            let mut seen = HashSet::new();
            names.retain(|name| seen.insert(name.clone()));
            names.truncate(MOST_TABLES);
            let asks: Vec<Ask> =
                names.iter().map(|name| (tool.name.clone(), json!({argument.as_str(): name}))).collect();
            let answers = self.answers(&asks)?;
            for (name, done) in names.iter().zip(answers).filter(|(_, done)| !done.is_error) {
                tables.extend(tables_in(&done.result, Some(name)));
            }
        }
        if tables.is_empty() {
            tables = self.in_resources(tools)?;
        }
        for catalog in CATALOGS {
            if !tables.is_empty() {
                break;
            }
            let answers = self.answers(&[self.sql(catalog)])?;
            tables = answers
                .iter()
                .filter(|done| !done.is_error)
                .flat_map(|done| tables_in(&done.result, None))
                .collect();
        }
        let mut seen = HashSet::new();
        tables.retain(|table| seen.insert(table.name.clone()));
        tables.truncate(MOST_TABLES);
        Ok(tables)
    }

    /// The tables with the values of their columns; where the database cannot say them in one row, with those of some rows.
    fn valued(&self, tables: Vec<Table>) -> Result<Vec<Table>, Vec<Ask>> {
        let asks: Vec<Ask> = tables.iter().map(|table| self.sql(&values_query(table))).collect();
        let answers = self.answers(&asks)?;
        // Of an answer that was cut, some values are missing and one is half.
        let first = |done: &&Done| {
            let rows = rows(done).filter(|rows| !rows.is_cut)?;
            rows.told.first()?.as_object().cloned()
        };
        let found: Vec<Option<Map<String, Value>>> = answers.iter().map(first).collect();
        let unsaid = tables.iter().zip(&found).filter(|(_, row)| row.is_none());
        let samples: Vec<Ask> = unsaid.map(|(table, _)| self.sql(&sample(table))).collect();
        self.answers(&samples)?;
        let valued = tables.iter().zip(found).map(|(table, row)| match row {
            Some(row) => with_values(table, &row),
            None => {
                let rows = self.answer(&self.sql(&sample(table))).and_then(rows).map(|rows| rows.told);
                with_samples(
                    table,
                    &rows.unwrap_or_default().iter().filter_map(Value::as_object).collect::<Vec<_>>(),
                )
            }
        });
        Ok(valued.collect())
    }
}

/// The table that a resource's address is about: `visits` of `postgres://host/visits/schema`.
fn table_of(uri: &str) -> Option<&str> {
    let (_, path) = uri.split_once("://")?;
    let (_, path) = path.split_once('/')?;
    let bare = |part: &'_ str| part.split('.').next().unwrap_or_default().to_lowercase();
    let is_name = |part: &&str| !part.is_empty() && !TELLING.contains(&bare(part).as_str());
    path.rsplit('/').find(is_name).map(|part| part.rsplit_once('.').map_or(part, |(name, _)| name))
}

fn sample(table: &Table) -> String {
    let name = table.name.replace('"', "\"\"");
    format!("SELECT * FROM \"{name}\" LIMIT {SAMPLES}")
}

/// The offered tools, and those that servers have listed: they can be called though a model is offered them only later.
pub(super) fn all_tools(history: &History, offered: &[Rc<ProviderTool>]) -> Vec<Rc<ProviderTool>> {
    let mut all = offered.to_vec();
    for list in history.calls_of("list_tools") {
        let Some(server) = server_of(&list.name, "list_tools") else { continue };
        for entry in list.json().and_then(|tools| tools.as_array().cloned()).unwrap_or_default() {
            let Some(tool) = listed(server, &entry) else { continue };
            if !all.iter().any(|other| other.name == tool.name) {
                all.push(Rc::new(tool));
            }
        }
    }
    all
}

fn listed(server: &str, entry: &Value) -> Option<ProviderTool> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let name = format!("{server}_{}", text("name")?);
    // Under another name the dispatcher would know it, and tells that name only with the offered tools.
    let is_plain = name.len() <= MAX_NAME
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_plain.then(|| ProviderTool {
        name,
        description: text("description").unwrap_or_default().to_owned(),
        input_schema: entry.get("inputSchema").cloned().unwrap_or_else(|| json!({"type": "object"})),
        strict: false,
    })
}

/// The calls that make known what there is.
pub(super) fn listings(tools: &[Rc<ProviderTool>]) -> Vec<Ask> {
    let lists = |tool: &&Rc<ProviderTool>| {
        ["list_recipes", "list_tools"].iter().any(|list| server_of(&tool.name, list).is_some())
    };
    tools.iter().filter(lists).map(|tool| (tool.name.clone(), json!({}))).collect()
}
