//! Tables as servers describe them, told by the shape of what they answer and not by the names of their tools.

use super::python;
use super::table::{Column, Kind, Table};
use serde_json::{Map, Value};

/// What a table, a column and a column's type are called in such answers.
const TABLE_KEYS: [&str; 5] = ["table", "table_name", "tableName", "name", "tbl_name"];
const COLUMN_KEYS: [&str; 7] = ["column", "column_name", "columnName", "name", "field", "Field", "attname"];
const TYPE_KEYS: [&str; 6] = ["type", "data_type", "dataType", "Type", "dtype", "udt_name"];
const LISTS: [&str; 5] = ["columns", "fields", "schema", "attributes", "properties"];
/// What types of numbers and moments have in their names.
const NUMBERS: [&str; 9] = ["int", "num", "real", "float", "double", "decimal", "serial", "bool", "money"];
const DATES: [&str; 2] = ["date", "time"];
/// Further down nothing is looked for.
const MAX_DEPTH: usize = 6;
const MAX_TABLES: usize = 64;
const MAX_COLUMNS: usize = 40;
const MAX_NAME_CHARS: usize = 100;
/// What a list is called of which the key is no table's name.
const WRAPPERS: [&str; 7] = ["rows", "row", "result", "results", "data", "tables", "items"];

/// The tables that an answer describes with their columns: as objects that have a name and columns, as a map from names to columns, as
/// rows of table, column and type, or as `CREATE TABLE` statements in a text. `of` is the table that was asked about.
pub fn tables_in(answer: &str, of: Option<&str>) -> Vec<Table> {
    let mut found = Vec::new();
    match python::value(answer) {
        Some(value) => look(&value, of, 0, &mut found),
        None => statements(answer, &mut found),
    }
    for table in &mut found {
        table.columns.retain(|column| is_plain(&column.name));
        table.columns.truncate(MAX_COLUMNS);
    }
    found.retain(|table| is_plain(&table.name) && !table.columns.is_empty());
    found
}

/// Whether a name can be read and written: a line's end or a quote in it would begin something else.
fn is_plain(name: &str) -> bool {
    name.chars().count() <= MAX_NAME_CHARS
        && !name.contains(|letter: char| letter.is_control() || letter == '`')
}

/// The names of tables that an answer lists without their columns.
pub fn names_in(answer: &str) -> Vec<String> {
    let Some(value) = python::value(answer) else { return Vec::new() };
    let list = match &value {
        Value::Array(_) => value.as_array(),
        Value::Object(fields) => fields.values().find_map(Value::as_array),
        _ => None,
    };
    let name = |entry: &Value| match entry {
        Value::String(name) => Some(name.clone()),
        Value::Object(fields) => text(fields, &TABLE_KEYS),
        _ => None,
    };
    list.into_iter().flatten().filter_map(name).filter(|name| is_plain(name)).take(MAX_TABLES).collect()
}

fn look(value: &Value, of: Option<&str>, depth: usize, found: &mut Vec<Table>) {
    if depth > MAX_DEPTH || found.len() >= MAX_TABLES {
        return;
    }
    match value {
        Value::Array(entries) => {
            let objects: Vec<&Map<String, Value>> = entries.iter().filter_map(Value::as_object).collect();
            if rows_of_columns(&objects, of, found) {
                return;
            }
            for entry in entries {
                look(entry, of, depth + 1, found);
            }
        }
        Value::Object(fields) => {
            let columns = LISTS.iter().find_map(|key| columns(fields.get(*key)?));
            let name = text(fields, &TABLE_KEYS).or_else(|| of.map(str::to_owned));
            if let (Some(name), Some(columns)) = (name, columns) {
                add(found, name, columns);
                return;
            }
            for (key, inner) in fields {
                match columns_of_map(inner) {
                    Some(columns) if ![&LISTS[..], &WRAPPERS].concat().contains(&key.as_str()) => {
                        add(found, key.clone(), columns);
                    }
                    _ => look(inner, of, depth + 1, found),
                }
            }
        }
        Value::String(text) => statements(text, found),
        _ => {}
    }
}

/// `[{"table_name": "a", "column_name": "b", "data_type": "c"}, …]`, and without the first where one table was asked about.
fn rows_of_columns(rows: &[&Map<String, Value>], of: Option<&str>, found: &mut Vec<Table>) -> bool {
    let own = |row: &Map<String, Value>| text(row, &TABLE_KEYS[..3]);
    let column = |row: &Map<String, Value>| {
        let name = text(row, if own(row).is_some() { &COLUMN_KEYS[..3] } else { &COLUMN_KEYS })?;
        Some(Column::new(&name, kind(&text(row, &TYPE_KEYS)?)))
    };
    let columns: Option<Vec<(String, Column)>> =
        rows.iter().map(|row| Some((own(row).or_else(|| of.map(str::to_owned))?, column(row)?))).collect();
    let Some(columns) = columns.filter(|columns| !columns.is_empty()) else { return false };
    for (table, column) in columns {
        match found.iter_mut().find(|one| one.name == table) {
            Some(one) => one.columns.push(column),
            None => found.push(Table { name: table, columns: vec![column] }),
        }
    }
    true
}

/// Columns as a list of names, or of objects with a name.
fn columns(list: &Value) -> Option<Vec<Column>> {
    let one = |entry: &Value| match entry {
        Value::String(name) => Some(plain(name, "")),
        Value::Object(fields) => {
            Some(plain(&text(fields, &COLUMN_KEYS)?, &text(fields, &TYPE_KEYS).unwrap_or_default()))
        }
        _ => None,
    };
    let found = match list {
        Value::Array(entries) => entries.iter().map(one).collect::<Option<Vec<_>>>(),
        _ => columns_of_map(list),
    };
    found.filter(|columns| !columns.is_empty())
}

/// Columns as a map from names to types, or a list of objects with names and types.
fn columns_of_map(value: &Value) -> Option<Vec<Column>> {
    let found: Option<Vec<Column>> = match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, told)| match told {
                Value::String(told) => Some(plain(name, told)),
                Value::Object(inner) => Some(plain(name, &text(inner, &TYPE_KEYS)?)),
                _ => None,
            })
            .collect(),
        Value::Array(entries) => entries
            .iter()
            .map(|entry| {
                let fields = entry.as_object()?;
                Some(plain(&text(fields, &COLUMN_KEYS)?, &text(fields, &TYPE_KEYS)?))
            })
            .collect(),
        _ => None,
    };
    found.filter(|columns| !columns.is_empty())
}

fn plain(name: &str, told: &str) -> Column {
    Column::new(name, kind(told))
}

fn text(fields: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| fields.get(*key)?.as_str().map(str::to_owned))
}

/// Words where nothing says otherwise.
fn kind(told: &str) -> Kind {
    let told = told.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| told.contains(word));
    match () {
        () if has(&DATES) => Kind::Date,
        () if has(&NUMBERS) && !told.contains("interval") && !told.contains("point") => Kind::Number,
        () => Kind::Text,
    }
}

fn add(found: &mut Vec<Table>, name: String, columns: Vec<Column>) {
    if found.len() < MAX_TABLES && !found.iter().any(|table| table.name == name) {
        found.push(Table { name, columns });
    }
}

/// The tables of `CREATE TABLE name (column type …, …)`.
fn statements(text: &str, found: &mut Vec<Table>) {
    for statement in after_create(text) {
        let Some((head, rest)) = statement.split_once('(') else { continue };
        let head = head.trim_start();
        let head =
            head.strip_prefix("IF NOT EXISTS").or_else(|| head.strip_prefix("if not exists")).unwrap_or(head);
        let name = unquoted(head.rsplit('.').next().unwrap_or(head));
        let columns: Vec<Column> = parts(rest).iter().filter_map(|part| column_of(part)).collect();
        if !name.is_empty() && !columns.is_empty() {
            add(found, name, columns);
        }
    }
}

fn after_create(text: &str) -> Vec<&str> {
    let lower = text.to_ascii_lowercase();
    let places = lower.match_indices("create table ");
    places.filter_map(|(at, word)| text.get(at + word.len()..)).take(MAX_TABLES).collect()
}

/// What stands between commas, up to the closing bracket.
fn parts(text: &str) -> Vec<String> {
    let (mut found, mut part, mut depth) = (Vec::new(), String::new(), 0_u32);
    let mut letters = text.chars().peekable();
    // Within a text or a comment, what ends it.
    let mut inside: Option<char> = None;
    while let Some(letter) = letters.next() {
        if let Some(end) = inside {
            inside = inside.filter(|_| letter != end);
            continue;
        }
        match letter {
            '\'' => {
                inside = Some('\'');
                continue;
            }
            '-' if letters.peek() == Some(&'-') => {
                inside = Some('\n');
                continue;
            }
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    found.push(part);
    found
}

/// A column's definition; constraints are none.
fn column_of(part: &str) -> Option<Column> {
    const CONSTRAINTS: [&str; 6] = ["primary", "foreign", "unique", "check", "constraint", "key"];
    let part = part.trim();
    let first = part.split_whitespace().next()?;
    let quote = first.chars().next().filter(|letter| matches!(letter, '"' | '`' | '['));
    let end = match quote {
        Some(open) => part.get(1..)?.find(if open == '[' { ']' } else { open })? + 2,
        None if CONSTRAINTS.contains(&first.to_lowercase().as_str()) => return None,
        None => first.len(),
    };
    let (name, told) = part.split_at_checked(end)?;
    Some(plain(&unquoted(name), told))
}

fn unquoted(name: &str) -> String {
    name.trim().trim_matches(['"', '`', '[', ']', '\'']).to_owned()
}
