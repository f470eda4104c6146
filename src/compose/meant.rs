//! What a wish seems to mean: tables and columns whose names, kinds or values are like its words in what they mean, in any language. How
//! alike words are the engine says, with what an adapter was taught of it (`training/alike.py`); `training/prompts.py` gives the same
//! hints, and a test compares them.

use super::named::{columns_named, initials, linked, said_part, says, words};
use crate::sql::{Column, HELD, Table, parted};
use crate::sql::{quoted, texts};
use std::collections::HashMap;

/// How many columns a wish is told to mean, at most, and of how many tables how many.
const MOST_LIKE: usize = 4;
const MOST_TABLES: usize = 2;
const MOST_OF_TABLE: usize = 2;
/// The least score that is told: 95 of 100 columns that answers to written questions need have it, and 68 of 100 of the others
/// (`training/alike.py`, domains kept out).
const LEAST_LIKE: f64 = 0.5;
/// A value is meant from here on: of 120 questions (`tests/eval/composer`, tuned) 33 of the 173 wrong queries compare with one that is not,
/// and 4 of the 64 right ones.
const LEAST_MEANT: f64 = 0.3;
/// How much it counts, beside a column's name, that the wish means what it holds, and the likest of a few values.
const OF_KIND: f64 = 0.8;
const OF_VALUES: f64 = 0.45;
/// A table counts by its own name and its likest columns.
const OF_NAME: f64 = 1.5;
const MOST_COUNTED: usize = 3;
/// Words of a wish, and of names, that are compared.
const MOST_WORDS: usize = 48;
const MOST_PARTS: usize = 400;

const MOST_LETTERS: usize = 40;

/// Words that are to be compared: of a wish, and of names of what there is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Of the wish.
    pub words: Vec<String>,
    /// Of the names; of tables' then few values, and last what columns hold.
    pub names: Vec<String>,
}

impl Compared {
    /// What is to be compared of a wish with these tables.
    pub fn new(wish: &str, tables: &[&Table]) -> Self {
        let own = tables.iter().map(|table| &table.name);
        let columns = tables.iter().flat_map(|table| &table.columns).map(|column| &column.name);
        let values = tables.iter().flat_map(|table| &table.columns).flat_map(Column::few);
        let names = own.chain(columns).flat_map(|name| meaningful(&parted(name)));
        let mut compared = Compared::of(wish, names.chain(values.flat_map(|value| meaningful(value))));
        compared.names.extend(HELD.map(str::to_owned));
        compared
    }

    /// The words of a wish, and these.
    pub(super) fn of(wish: &str, names: impl IntoIterator<Item = String>) -> Self {
        Compared { words: distinct(meaningful(wish), MOST_WORDS), names: distinct(names, MOST_PARTS) }
    }
}

/// How much a wish means what it was compared with, 0 to 1 each.
#[derive(Clone, Debug, Default)]
pub struct Meant {
    /// Of the wish.
    words: Vec<String>,
    parts: HashMap<String, f64>,
    held: HashMap<&'static str, f64>,
}

impl Meant {
    /// `likeness` is the engine's: a row for each word of the wish, in it a number for each of the names.
    pub fn new(compared: &Compared, likeness: &[Vec<f64>]) -> Self {
        let (mut parts, mut held) = (HashMap::<String, f64>::new(), HashMap::<&str, f64>::new());
        let count = compared.names.len().saturating_sub(HELD.len());
        for (word, row) in compared.words.iter().zip(likeness) {
            let (of_parts, of_held) = row.split_at_checked(count).unwrap_or_default();
            for (name, score) in compared.names.iter().zip(of_parts) {
                let score = if says(word, name) { 1.0 } else { *score };
                let known = parts.entry(name.clone()).or_default();
                *known = known.max(score);
            }
            for (name, score) in HELD.into_iter().zip(of_held) {
                let known = held.entry(name).or_default();
                *known = known.max(*score);
            }
        }
        Meant { words: compared.words.clone(), parts, held }
    }

    /// The hint of columns that mean what the wish says, beside those that [`super::hints`] tells.
    pub fn columns(&self, wish: &str, tables: &[&Table]) -> String {
        let known = linked(wish, tables);
        let mut told = columns_named(wish, tables);
        told.extend(known.iter().map(|(column, _)| *column));
        let mut found: Vec<(f64, &str)> = Vec::new();
        for column in tables.iter().flat_map(|table| &table.columns) {
            let (score, name) = (self.of_column(column), column.name.as_str());
            if score < LEAST_LIKE || told.contains(&name) {
                continue;
            }
            // Two tables may call one so.
            match found.iter_mut().find(|(_, known)| *known == name) {
                Some((known, _)) => *known = known.max(score),
                None => found.push((score, name)),
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let names: Vec<&str> = found.into_iter().take(MOST_LIKE).map(|(_, name)| name).collect();
        line("like", &names, "; ")
    }

    /// The hint of tables that mean what the wish says, or whose columns do.
    pub fn tables(&self, tables: &[&Table]) -> String {
        let mut told: Vec<String> = Vec::new();
        for (_, table) in self.ranked(tables) {
            let likest = self.columns_of(table).into_iter().take(MOST_OF_TABLE);
            let columns: Vec<&str> =
                likest.filter(|(score, _)| *score >= LEAST_LIKE).map(|(_, name)| name).collect();
            if !columns.is_empty() {
                told.push(format!("{} ({})", table.name, columns.join("; ")));
            } else if self.of(&table.name) >= LEAST_LIKE {
                told.push(table.name.clone());
            }
        }
        told.truncate(MOST_TABLES);
        line("like", &told, ", ")
    }

    /// How well a query, as [`super::runnable`] has it, uses what is meant: how much the column that is meant least of those that it uses is
    /// meant more than the most of the others. Where all columns are shown none is left out.
    pub fn used(&self, sql: &str, tables: &[&Table]) -> f64 {
        let (mut used, mut others) = (None, 0.0_f64);
        let shows_all = sql.starts_with("SELECT *");
        for column in tables.iter().flat_map(|table| &table.columns) {
            let score = self.of_column(column);
            if sql.contains(&quoted(&column.name)) {
                used = Some(used.map_or(score, |least: f64| least.min(score)));
            } else if !shows_all {
                others = others.max(score);
            }
        }
        used.unwrap_or(LEAST_LIKE) - if shows_all { LEAST_LIKE } else { others }
    }

    /// Whether a query compares with a text that the wish neither says nor means.
    pub fn is_guessed(&self, sql: &str, wish: &str) -> bool {
        let said = words(wish);
        texts(sql).iter().any(|text| {
            let has_words = meaningful(text).next().is_some();
            has_words && self.of(text).max(said_part(text, &said, &[])) < LEAST_MEANT
        })
    }

    /// How much more this table is meant than the most of the others.
    pub fn ahead(&self, name: &str, tables: &[&Table]) -> f64 {
        let ranked = self.ranked(tables);
        let score =
            |is: bool| ranked.iter().find(|(_, table)| (table.name == name) == is).map(|(score, _)| *score);
        score(true).zip(score(false)).map_or(0.0, |(own, other)| own - other)
    }

    /// Tables, those first that are meant most, and how much.
    fn ranked<'t>(&self, tables: &[&'t Table]) -> Vec<(f64, &'t Table)> {
        let score = |table: &Table| {
            let columns = self.columns_of(table);
            let likest = columns.iter().take(MOST_COUNTED).map(|(score, _)| score).sum::<f64>();
            OF_NAME * self.of(&table.name) + likest
        };
        let mut found: Vec<(f64, &Table)> = tables.iter().map(|table| (score(table), *table)).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }

    /// A table's columns, those first that are meant most, and how much.
    fn columns_of<'t>(&self, table: &'t Table) -> Vec<(f64, &'t str)> {
        let columns = table.columns.iter();
        let mut found: Vec<(f64, &str)> =
            columns.map(|column| (self.of_column(column), column.name.as_str())).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }

    fn of_column(&self, column: &Column) -> f64 {
        let held = self.held.get(column.holds()).copied().unwrap_or_default();
        let values = column.few().iter().flat_map(|value| meaningful(value));
        let values = values.filter_map(|part| self.parts.get(&part)).copied().fold(0.0, f64::max);
        self.of(&column.name) + OF_KIND * held + OF_VALUES * values
    }

    /// How much of a name is meant, by letters.
    fn of(&self, name: &str) -> f64 {
        if initials(&words(&parted(name))).is_some_and(|initials| self.words.contains(&initials)) {
            return 1.0;
        }
        let (mut found, mut whole) = (0.0, 0.0);
        for part in distinct(meaningful(&parted(name)), MOST_PARTS) {
            let letters = part.chars().count() as f64;
            found += letters * self.parts.get(&part).copied().unwrap_or_default();
            whole += letters;
        }
        if whole > 0.0 { found / whole } else { 0.0 }
    }
}

/// A hint in front of a wish.
pub(super) fn line<T: AsRef<str>>(key: &str, told: &[T], mark: &str) -> String {
    let told: Vec<&str> = told.iter().map(AsRef::as_ref).collect();
    if told.is_empty() { String::new() } else { format!("\n{key}: {}", told.join(mark)) }
}

/// The words that mean something: of letters, and no longer than words are.
pub(super) fn meaningful(text: &str) -> impl Iterator<Item = String> + use<> {
    let fits = |word: &String| (2..=MOST_LETTERS).contains(&word.chars().count());
    words(text).into_iter().filter(move |word| fits(word) && word.chars().all(char::is_alphabetic))
}

/// The first so many, each once.
pub(super) fn distinct(words: impl IntoIterator<Item = String>, most: usize) -> Vec<String> {
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
