//! Tables as a server described them, and which of their values a wish seems to name.

use crate::text::lower;

/// A text column with no more values than this is described with all of them,
const FEW_VALUES: usize = 8;
/// if they are together no longer than this many characters,
const FEW_CHARS: usize = 60;
/// and else with so many.
const SHOWN_VALUES: usize = 3;
/// How many values a wish is told to name, at most.
const MOST_KNOWN: usize = 4;
/// Whole numbers from here to there are taken for years.
const YEARS: std::ops::RangeInclusive<i64> = 1500..=2199;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// Numbers.
    Number,
    /// Days or moments, as `2024-03-05` or `2024-03-05 09:30`.
    Date,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name, as the server has it.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Of a text column, its values in their order, if they are few enough to be known; of others the least and the greatest.
    pub values: Vec<String>,
    /// Whether a text column has no other values.
    pub complete: bool,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name, as the server has it.
    pub name: String,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
}

/// A value that a wish seems to name: of which column, and which.
pub type Known<'t> = (&'t str, &'t str);

impl Table {
    /// The table in one line, as the model reads it.
    pub fn described(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(Column::described).collect();
        format!("{}: {}", self.name, columns.join(", "))
    }
}

impl Column {
    fn described(&self) -> String {
        let Column { name, kind, values, .. } = self;
        match (kind, values.as_slice()) {
            (Kind::Text, []) => format!("{name} text"),
            (Kind::Text, values) => {
                let few = values.len() <= FEW_VALUES
                    && values.iter().map(|value| value.chars().count()).sum::<usize>() <= FEW_CHARS;
                let shown =
                    if few && self.complete { values } else { values.get(..SHOWN_VALUES).unwrap_or(values) };
                let more = if shown.len() < values.len() || !self.complete { "; …" } else { "" };
                format!("{name} text ({}{more})", shown.join("; "))
            }
            (Kind::Date, [first, ..]) => format!("{name} date ({first})"),
            (Kind::Date, []) => format!("{name} date"),
            (Kind::Number, [least, most]) if least == "0" && most == "1" => format!("{name} number (0; 1)"),
            (Kind::Number, [least, most]) if is_year(least) && is_year(most) => {
                format!("{name} number ({least}-{most})")
            }
            (Kind::Number, _) => format!("{name} number"),
        }
    }
}

fn is_year(text: &str) -> bool {
    text.parse().is_ok_and(|year: i64| YEARS.contains(&year))
}

/// Values of text columns that the wish seems to name, whole ones before parts, long before short. A word that names a table
/// or a column names no value.
pub fn linked<'t>(wish: &str, tables: &[&'t Table]) -> Vec<Known<'t>> {
    let names = tables.iter().flat_map(|table| {
        std::iter::once(&table.name).chain(table.columns.iter().map(|column| &column.name))
    });
    let own: Vec<String> = names.flat_map(|name| words(&parted(name))).collect();
    let said: Vec<String> =
        words(wish).into_iter().filter(|word| !own.iter().any(|name| alike(name, word))).collect();
    let mut found: Vec<(bool, usize, Known<'t>)> = Vec::new();
    let columns = tables.iter().flat_map(|table| &table.columns);
    for column in columns.filter(|column| column.kind == Kind::Text && column.complete) {
        for value in &column.values {
            let parts = words(value);
            let is_said = |part: &String| said.iter().any(|word| alike(part, word));
            let score = parts.iter().filter(|part| is_said(part)).map(|part| part.chars().count()).max();
            let whole = !parts.is_empty() && parts.iter().all(is_said);
            if score.is_some_and(|score| score >= 4 || (whole && score >= 2)) {
                found.push((whole, score.unwrap_or(0), (&column.name, value)));
            }
        }
    }
    let any_whole = found.iter().any(|(whole, ..)| *whole);
    found.retain(|(whole, ..)| *whole || !any_whole);
    found.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score));
    found.into_iter().take(MOST_KNOWN).map(|(.., known)| known).collect()
}

/// `unitPrice` as `unit Price`.
fn parted(name: &str) -> String {
    let mut parted = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        if before.is_lowercase() && letter.is_uppercase() {
            parted.push(' ');
        }
        parted.push(letter);
        before = letter;
    }
    parted
}

/// The words of letters and digits, lower-case.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|word| !word.is_empty()).map(|word| lower(word).collect()).collect()
}

/// Whether two words are the same but for an ending: "dogs" and "dog", "Japanese" and "Japan".
fn alike(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (first, second) = (one.chars().count(), other.chars().count());
    let (least, longest) = (first.min(second), first.max(second));
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    same >= 3 && same + 1 >= least && longest - same <= if least > 3 { 3 } else { 1 }
}
