//! What a wish seems to mean: tables and columns whose names are like its words in what they mean, in any language. How alike words are
//! the engine says; `training/prompts.py` gives the same hints, and a test compares them.

use super::named::{alike, columns_named, is_close, linked, parted, words};
use super::table::Table;
use std::collections::HashMap;

/// How many columns a wish is told to mean, at most, and of how many tables how many.
const MOST_LIKE: usize = 4;
const MOST_TABLES: usize = 2;
const MOST_OF_TABLE: usize = 2;
/// The least likeness that is told. Of 700 questions written by hand the four likest columns hold more than half of those that the answer
/// needs; words that are the same but for an ending find 9 to 31 %, by language.
const LEAST_LIKE: f64 = 0.1;
/// A table counts by its own name and its likest columns.
const OF_NAME: f64 = 1.5;
const MOST_COUNTED: usize = 3;
/// Words of a wish, and of names, that are compared.
const MOST_WORDS: usize = 48;
const MOST_PARTS: usize = 400;

/// What is to be compared: words of the wish with words of the tables' and columns' names.
pub fn compared(wish: &str, tables: &[&Table]) -> (Vec<String>, Vec<String>) {
    let mut said = meaningful(wish);
    said.truncate(MOST_WORDS);
    let names = tables.iter().map(|table| &table.name);
    let columns = tables.iter().flat_map(|table| &table.columns).map(|column| &column.name);
    let mut parts: Vec<String> = Vec::new();
    for part in names.chain(columns).flat_map(|name| meaningful(&parted(name))) {
        if parts.len() < MOST_PARTS && !parts.contains(&part) {
            parts.push(part);
        }
    }
    (said, parts)
}

/// The hint of columns that mean what the wish says, beside those that [`super::hints`] tells. `likeness` is the engine's, of
/// [`compared`].
pub fn like_hints(wish: &str, tables: &[&Table], likeness: &[Vec<f64>]) -> String {
    let best = best(wish, tables, likeness);
    let known = linked(wish, tables);
    let mut told = columns_named(wish, tables);
    told.extend(known.iter().map(|(column, _)| *column));
    let mut found: Vec<(f64, &str)> = Vec::new();
    for column in tables.iter().flat_map(|table| &table.columns).map(|column| column.name.as_str()) {
        let score = meant(column, &best);
        match found.iter_mut().find(|(_, name)| *name == column) {
            Some(same) => same.0 = same.0.max(score),
            None if told.contains(&column) => {}
            None => found.push((score, column)),
        }
    }
    found.retain(|(score, _)| *score >= LEAST_LIKE);
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let names: Vec<&str> = found.into_iter().take(MOST_LIKE).map(|(_, name)| name).collect();
    line(&names, "; ")
}

/// The hint of tables that mean what the wish says, or whose columns do.
pub fn like_tables(wish: &str, tables: &[&Table], likeness: &[Vec<f64>]) -> String {
    let best = best(wish, tables, likeness);
    let mut found: Vec<(f64, String)> = Vec::new();
    for table in tables {
        let mut columns: Vec<(f64, &str)> =
            table.columns.iter().map(|column| (meant(&column.name, &best), column.name.as_str())).collect();
        columns.sort_by(|one, other| other.0.total_cmp(&one.0));
        let own = meant(&table.name, &best);
        let score = OF_NAME * own + columns.iter().take(MOST_COUNTED).map(|(score, _)| score).sum::<f64>();
        let likest = columns.iter().take(MOST_OF_TABLE).filter(|(score, _)| *score >= LEAST_LIKE);
        let told: Vec<&str> = likest.map(|(_, name)| *name).collect();
        if !told.is_empty() {
            found.push((score, format!("{} ({})", table.name, told.join("; "))));
        } else if own >= LEAST_LIKE {
            found.push((score, table.name.clone()));
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let told: Vec<&str> = found.iter().take(MOST_TABLES).map(|(_, text)| text.as_str()).collect();
    line(&told, ", ")
}

fn line(told: &[&str], mark: &str) -> String {
    if told.is_empty() { String::new() } else { format!("\nlike: {}", told.join(mark)) }
}

/// How much a word of the wish means each part of the names, 0 to 1. What it is like on average says nothing of any of them: "the" is a
/// little like all.
fn best(wish: &str, tables: &[&Table], likeness: &[Vec<f64>]) -> HashMap<String, f64> {
    let (said, parts) = compared(wish, tables);
    let mut best: HashMap<String, f64> = HashMap::new();
    for (word, row) in said.iter().zip(likeness) {
        let mean = row.iter().sum::<f64>() / row.len().max(1) as f64;
        for (part, score) in parts.iter().zip(row) {
            let score = if alike(part, word) || is_close(part, word) { 1.0 } else { score - mean };
            let known = best.entry(part.clone()).or_default();
            *known = known.max(score);
        }
    }
    best
}

/// How much of a name is meant, by letters.
fn meant(name: &str, best: &HashMap<String, f64>) -> f64 {
    let (mut found, mut whole) = (0.0, 0.0);
    for part in meaningful(&parted(name)) {
        let letters = part.chars().count() as f64;
        found += letters * best.get(&part).copied().unwrap_or_default();
        whole += letters;
    }
    if whole > 0.0 { found / whole } else { 0.0 }
}

/// The words that mean something: of letters, each once.
fn meaningful(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words(text) {
        if word.chars().nth(1).is_some() && !word.contains(char::is_numeric) && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}
