//! The clauses of a query, so that one can be added to.

use super::names::text_end;
use std::fmt;

/// What begins each clause behind the list of what is selected, in their order.
const CLAUSES: [&str; 6] = [" FROM ", " WHERE ", " GROUP BY ", " HAVING ", " ORDER BY ", " LIMIT "];

/// A `SELECT`, clause by clause; a clause that is not there is empty.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clauses {
    pub(super) distinct: bool,
    pub(super) items: Vec<String>,
    pub(super) from: String,
    pub(super) conditions: String,
    pub(super) group: Vec<String>,
    pub(super) having: String,
    pub(super) order: Vec<String>,
    pub(super) limit: String,
}

impl Clauses {
    /// Reads a query; nothing where it is no `SELECT … FROM …` with its clauses in their order.
    pub(super) fn read(sql: &str) -> Option<Self> {
        let text = sql.trim().strip_prefix("SELECT ")?;
        let mut parts = vec![""; CLAUSES.len() + 1];
        let (mut current, mut begin) = (0, 0);
        for at in open_places(text) {
            let rest = text.get(at..)?;
            let Some(next) = CLAUSES.iter().position(|clause| rest.starts_with(clause)) else { continue };
            if next < current {
                return None;
            }
            *parts.get_mut(current)? = text.get(begin..at)?;
            (current, begin) = (next + 1, at + CLAUSES.get(next)?.len());
        }
        *parts.get_mut(current)? = text.get(begin..)?;
        let [items, from, conditions, group, having, order, limit] = parts.as_slice() else { return None };
        let distinct = items.strip_prefix("DISTINCT ");
        (!from.is_empty()).then(|| Clauses {
            distinct: distinct.is_some(),
            items: list(distinct.unwrap_or(items)),
            from: (*from).to_owned(),
            conditions: (*conditions).to_owned(),
            group: list(group),
            having: (*having).to_owned(),
            order: list(order),
            limit: (*limit).to_owned(),
        })
    }

    /// The query with each of its parts changed so.
    pub(super) fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let all = |parts: &[String]| parts.iter().map(|part| change(part)).collect();
        Clauses {
            distinct: self.distinct,
            items: all(&self.items),
            from: change(&self.from),
            conditions: change(&self.conditions),
            group: all(&self.group),
            having: change(&self.having),
            order: all(&self.order),
            limit: self.limit.clone(),
        }
    }

    /// Whether it counts or sums instead of listing rows.
    pub(super) fn sums(&self) -> bool {
        !self.group.is_empty() || self.items.iter().any(|item| is_sum(item))
    }
}

impl fmt::Display for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let distinct = if self.distinct { "DISTINCT " } else { "" };
        write!(f, "SELECT {distinct}{} FROM {}", self.items.join(", "), self.from)?;
        let (group, order) = (self.group.join(", "), self.order.join(", "));
        let behind = [&self.conditions, &group, &self.having, &order, &self.limit];
        for (clause, part) in CLAUSES.iter().skip(1).zip(behind).filter(|(_, part)| !part.is_empty()) {
            write!(f, "{clause}{part}")?;
        }
        Ok(())
    }
}

/// Whether an expression counts or sums rows.
pub(super) fn is_sum(expression: &str) -> bool {
    ["COUNT(", "SUM(", "AVG(", "MIN(", "MAX("].iter().any(|sum| expression.contains(sum))
}

/// The places of a text that lie in no brackets and no quotes.
pub(super) fn open_places(text: &str) -> Vec<usize> {
    let (mut found, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while let Some((rest, letter)) = text.get(at..).and_then(|rest| Some((rest, rest.chars().next()?))) {
        match letter {
            '\'' | '"' | '`' => {
                at += text_end(rest, letter).unwrap_or(rest.len());
                continue;
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => found.push(at),
            _ => {}
        }
        at += letter.len_utf8();
    }
    found
}

fn list(text: &str) -> Vec<String> {
    parts(text, ",")
}

/// What stands between such marks, outside of brackets and quotes.
pub(super) fn parts(text: &str, mark: &str) -> Vec<String> {
    let (mut found, mut begin) = (Vec::new(), 0);
    let is_mark = |at: &usize| text.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    for at in open_places(text).into_iter().filter(is_mark) {
        found.push(text.get(begin..at).unwrap_or_default());
        begin = at + mark.len();
    }
    found.push(text.get(begin..).unwrap_or_default());
    found.into_iter().map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
