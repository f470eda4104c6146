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

const MOST_LETTERS: usize = 40;

/// Words that are to be compared: of a wish, and of tables' and columns' names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Of the wish.
    pub words: Vec<String>,
    /// Of the names.
    pub names: Vec<String>,
}

impl Compared {
    /// What is to be compared of a wish with these tables.
    pub fn new(wish: &str, tables: &[&Table]) -> Self {
        let own = tables.iter().map(|table| &table.name);
        let columns = tables.iter().flat_map(|table| &table.columns).map(|column| &column.name);
        let names = distinct(own.chain(columns).flat_map(|name| meaningful(&parted(name))), MOST_PARTS);
        Compared { words: distinct(meaningful(wish), MOST_WORDS), names }
    }
}

/// How much a wish means each word of the names that it was compared with, 0 to 1.
#[derive(Clone, Debug, Default)]
pub struct Meant(HashMap<String, f64>);

impl Meant {
    /// `likeness` is the engine's: a row for each word of the wish, in it a number for each of the names. What a word is like on average
    /// says nothing of any of them: "the" is a little like all.
    pub fn new(compared: &Compared, likeness: &[Vec<f64>]) -> Self {
        let mut best: HashMap<String, f64> = HashMap::new();
        for (word, row) in compared.words.iter().zip(likeness) {
            let mean = row.iter().sum::<f64>() / row.len().max(1) as f64;
            for (name, score) in compared.names.iter().zip(row) {
                let score = if alike(name, word) || is_close(name, word) { 1.0 } else { score - mean };
                let known = best.entry(name.clone()).or_default();
                *known = known.max(score);
            }
        }
        Meant(best)
    }

    /// The hint of columns that mean what the wish says, beside those that [`super::hints`] tells.
    pub fn columns(&self, wish: &str, tables: &[&Table]) -> String {
        let known = linked(wish, tables);
        let mut told = columns_named(wish, tables);
        told.extend(known.iter().map(|(column, _)| *column));
        let mut found: Vec<(f64, &str)> = Vec::new();
        for column in tables.iter().flat_map(|table| &table.columns).map(|column| column.name.as_str()) {
            let score = self.of(column);
            // Two tables may call one so: the name says as much of either.
            if score >= LEAST_LIKE && !told.contains(&column) && !found.contains(&(score, column)) {
                found.push((score, column));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let names: Vec<&str> = found.into_iter().take(MOST_LIKE).map(|(_, name)| name).collect();
        line(&names, "; ")
    }

    /// The hint of tables that mean what the wish says, or whose columns do.
    pub fn tables(&self, tables: &[&Table]) -> String {
        let mut found: Vec<(f64, String)> = Vec::new();
        for table in tables {
            let mut columns: Vec<(f64, &str)> =
                table.columns.iter().map(|column| (self.of(&column.name), column.name.as_str())).collect();
            columns.sort_by(|one, other| other.0.total_cmp(&one.0));
            let own = self.of(&table.name);
            let score =
                OF_NAME * own + columns.iter().take(MOST_COUNTED).map(|(score, _)| score).sum::<f64>();
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

    /// How much of a name is meant, by letters.
    fn of(&self, name: &str) -> f64 {
        let (mut found, mut whole) = (0.0, 0.0);
        for part in distinct(meaningful(&parted(name)), MOST_PARTS) {
            let letters = part.chars().count() as f64;
            found += letters * self.0.get(&part).copied().unwrap_or_default();
            whole += letters;
        }
        if whole > 0.0 { found / whole } else { 0.0 }
    }
}

fn line(told: &[&str], mark: &str) -> String {
    if told.is_empty() { String::new() } else { format!("\nlike: {}", told.join(mark)) }
}

/// The words that mean something: of letters, and no longer than words are.
fn meaningful(text: &str) -> impl Iterator<Item = String> + use<> {
    let fits = |word: &String| (2..=MOST_LETTERS).contains(&word.chars().count());
    words(text).into_iter().filter(move |word| fits(word) && word.chars().all(char::is_alphabetic))
}

/// The first so many, each once.
fn distinct(words: impl IntoIterator<Item = String>, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words {
        if found.len() == most {
            break;
        }
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}
