//! How many a question asks for: their count, several, or one.

use super::named::{columns_named, words};
use crate::languages::{Language, heard, says};
use crate::sql::Table;

/// Letters of a plural at least: "is" and "has" are none.
const LEAST_PLURAL: usize = 4;

/// Whether a question of how many there are is answered by sums of a column that it does not name, such as the rain for the days on which it rained.
pub fn sums_for_a_count(wish: &str, sql: &str, tables: &[&Table]) -> bool {
    if sql.contains("COUNT(") || !says("many", wish) {
        return false;
    }
    let named = columns_named(wish, tables);
    let summed = ["SUM(", "AVG("].iter().flat_map(|sum| sql.split(sum).skip(1));
    let mut columns = summed.filter_map(|inside| inside.split(')').next()?.split('"').nth_back(1));
    columns.any(|column| !named.contains(&column))
}

/// Whether a question asks which ones, by a word for several: "which movies earned most", "quels films …"; or which one of some: "more sun or more rain?".
pub fn asks_for_several(wish: &str) -> bool {
    let said = words(wish);
    let or: Vec<&str> = Language::of(wish).list("hear or").collect();
    if wish.trim_end().ends_with('?') && said.iter().any(|word| or.contains(&word.as_str())) {
        return true;
    }
    let is_plural = |word: &String| {
        word.chars().count() >= LEAST_PLURAL && word.ends_with('s') && !word.ends_with("ss") && word != "does"
    };
    match said.as_slice() {
        [first, ..] if heard("which several", first) => true,
        [first, next, ..] => heard("which", first) && is_plural(next),
        _ => false,
    }
}
