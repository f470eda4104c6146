//! Worked examples, in front of what a model reads that nobody has taught to compose. They are about things that no page has.

use crate::search::bm25;

/// Questions with the queries that answer them, of the tables that the examples of a query are about: a question in several languages, and
/// below it the query.
const QUERIES: &str = include_str!("worked/queries.txt");
/// So many of those that are like a wish are told, and only such as share that many words with it, weighed by how rare they are.
const MOST_ALIKE: usize = 2;
const LEAST_ALIKE: f64 = 5.0;

/// What is asked of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The first field of a line: what to do.
    Pick,
    /// The widget that shows what a wish says.
    Widget,
    /// A query of tables.
    Query,
    /// The fields of a widget, or the arguments of a tool.
    Fill,
}

/// Examples of one task.
#[derive(Clone, Debug)]
pub struct Worked {
    /// What the model is to do, for the system's message of a chat.
    pub system: &'static str,
    /// What there is.
    pub about: &'static str,
    /// What stands in front of a wish: "Wish", "Question".
    pub asks: &'static str,
    /// Wishes with their answers.
    pub turns: Vec<Turn>,
}

/// A wish and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// What is shown already, each in a line.
    pub shown: &'static str,
    /// What is wished for.
    pub wish: &'static str,
    /// What the model is to write.
    pub answer: &'static str,
}

impl Task {
    /// The examples of the task.
    pub fn worked(self) -> Worked {
        let (asks, text) = match self {
            Task::Pick => ("Wish", include_str!("worked/pick.txt")),
            Task::Widget => ("Wish", include_str!("worked/widget.txt")),
            Task::Query => ("Question", include_str!("worked/query.txt")),
            Task::Fill => ("Wish", include_str!("worked/fill.txt")),
        };
        let mut parts = text.trim_end().split("\n====\n");
        let mut next = || parts.next().unwrap_or_default();
        let (system, about) = (next(), next());
        Worked { system, about, asks, turns: parts.filter_map(|part| turn(part, asks)).collect() }
    }
}

/// The hint of questions that are like a wish, with the queries that answer them, the likest last.
pub fn queries_like(wish: &str) -> String {
    let all: Vec<(&str, &str)> = QUERIES
        .split("\n\n")
        .filter_map(|entry| entry.trim().split_once('\n'))
        .flat_map(|(asked, sql)| asked.split(" / ").map(move |question| (question, sql)))
        .collect();
    let questions: Vec<String> = all.iter().map(|(question, _)| (*question).to_owned()).collect();
    let mut ranked: Vec<(f64, (&str, &str))> = bm25(wish, &questions).into_iter().zip(all).collect();
    ranked.retain(|(score, _)| *score >= LEAST_ALIKE);
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (_, one) in ranked {
        if found.len() < MOST_ALIKE && found.iter().all(|(_, sql)| *sql != one.1) {
            found.push(one);
        }
    }
    let line = |(question, sql): &(&str, &str)| format!("\n-- like the question \"{question}\": {sql}");
    found.iter().rev().map(line).collect()
}

/// `[shown …]`, `Wish: …`, and the answer in the lines behind it.
fn turn(part: &'static str, asks: &str) -> Option<Turn> {
    let begin = part.find(&format!("{asks}: "))?;
    let (shown, rest) = part.split_at_checked(begin)?;
    let (wish, answer) = rest.split_once('\n')?;
    let wish = wish.split_once(": ")?.1;
    Some(Turn { shown: shown.trim_end(), wish, answer })
}
