//! Tables as a server described them.

use super::days::Days;

/// A text column with no more values than this is described with all of them,
const FEW_VALUES: usize = 8;
/// if they are together no longer than this many characters,
const FEW_CHARS: usize = 60;
/// and else with so many.
const SHOWN_VALUES: usize = 3;
/// Values that are shown beside a definition.
pub(super) const MOST_SHOWN: usize = 9;
/// Whole numbers from here to there are taken for years.
const YEARS: std::ops::RangeInclusive<i64> = 1500..=2199;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// Numbers.
    Number,
    /// Days or moments.
    Date,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name, as the server has it.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Of a text column, its values in their order, if they are few enough to be known; of others the least and the greatest, days as
    /// `2024-03-05`.
    pub values: Vec<String>,
    /// Whether there are no other values, or none less or greater.
    pub complete: bool,
    /// Whether it is known that no row lacks a value.
    pub filled: bool,
    /// Of days, how they are written.
    pub days: Days,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name, as the server has it.
    pub name: String,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
}

impl Table {
    /// The table in one line, as the model reads it.
    pub fn described(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(Column::described).collect();
        format!("{}: {}", self.name, columns.join(", "))
    }
}

impl Column {
    /// A column of whose values nothing is known.
    pub fn new(name: &str, kind: Kind) -> Self {
        let name = name.to_owned();
        Column { name, kind, values: Vec::new(), complete: false, filled: false, days: Days::Iso }
    }

    /// Whether its definition shows all its values.
    pub fn shows_all(&self) -> bool {
        self.kind == Kind::Text && self.complete && self.values.len() <= MOST_SHOWN
    }

    /// What it holds: "name", "kind" (of few values), "number", "whether", "year" or "date".
    pub fn holds(&self) -> &'static str {
        match (self.kind, self.values.as_slice()) {
            (Kind::Date, _) => "date",
            (Kind::Number, [least, most]) if is_whether(least, most) => "whether",
            (Kind::Number, [least, most]) if is_year(least) && is_year(most) => "year",
            (Kind::Number, _) => "number",
            (Kind::Text, _) if self.few().is_empty() => "name",
            (Kind::Text, _) => "kind",
        }
    }

    /// The least and the greatest value, where no other is beyond.
    pub fn ends(&self) -> Option<(&str, &str)> {
        match self.values.as_slice() {
            [least, most] if self.complete && self.kind != Kind::Text => Some((least, most)),
            _ => None,
        }
    }

    /// The values of a text column that has only few.
    pub fn few(&self) -> &[String] {
        let are_few = self.kind == Kind::Text && self.complete && self.values.len() <= FEW_VALUES;
        if are_few { &self.values } else { &[] }
    }

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
            (Kind::Number, [least, most]) if is_whether(least, most) => format!("{name} number (0; 1)"),
            (Kind::Number, [least, most]) if is_year(least) && is_year(most) => {
                format!("{name} number ({least}-{most})")
            }
            (Kind::Number, _) => format!("{name} number"),
        }
    }
}

fn is_whether(least: &str, most: &str) -> bool {
    (least, most) == ("0", "1")
}

/// Whether a text is a whole number that is taken for a year.
pub fn is_year(text: &str) -> bool {
    text.parse().is_ok_and(|year: i64| YEARS.contains(&year))
}

/// Whether a text begins with a year, a month or a day: `2024`, `2024-03`, `2024-03-05`.
pub fn is_moment(label: &str) -> bool {
    let day = label.get(..label.len().min("2024-03-05".len())).unwrap_or_default();
    let mut parts = day.split('-');
    let year = parts.next().is_some_and(is_year);
    year && parts.all(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()))
}
