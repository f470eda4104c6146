//! Which recipes may be taken for a wish: those that get what they need from it, and leave out nothing that it says.
//! A small model scores every recipe; the likeliest one of those that do not answer would be shown with confidence.

use super::asking::without_asking;
use super::assign::required_keys;
use super::ground::named;
use super::reading::Reading;
use super::score::FUNCTION_WORDS;
use super::spans::numbers;
use crate::json;
use crate::recipe::FlowRecipe;
use crate::search::words;
use serde_json::Value;
use std::collections::HashSet;

/// Words that ask for something and do not say what, as [`words`] writes them.
const ASKING: [&str; 76] = [
    "according",
    "across",
    "all",
    "are",
    "at",
    "be",
    "broken",
    "can",
    "complete",
    "could",
    "create",
    "data",
    "dataset",
    "depending",
    "did",
    "display",
    "do",
    "doe",
    "down",
    "draw",
    "each",
    "entire",
    "entry",
    "every",
    "full",
    "get",
    "give",
    "group",
    "grouped",
    "has",
    "have",
    "here",
    "how",
    "i",
    "into",
    "is",
    "it",
    "just",
    "let",
    "like",
    "look",
    "make",
    "me",
    "my",
    "need",
    "now",
    "of",
    "on",
    "our",
    "out",
    "per",
    "please",
    "present",
    "put",
    "record",
    "see",
    "show",
    "some",
    "split",
    "tell",
    "there",
    "through",
    "us",
    "visualise",
    "visualize",
    "want",
    "was",
    "we",
    "were",
    "what",
    "which",
    "whole",
    "will",
    "would",
    "you",
    "your",
];
/// Words for a widget, and the widget.
const SHOWN_AS: [(&str, &str); 10] = [
    ("bar", "chart"),
    ("chart", "chart"),
    ("diagram", "chart"),
    ("graph", "chart"),
    ("plot", "chart"),
    ("grid", "data-table"),
    ("list", "data-table"),
    ("row", "data-table"),
    ("spreadsheet", "data-table"),
    ("table", "data-table"),
];
/// What begins a question that wants to know something.
const QUESTIONS: [&str; 47] = [
    "what", "which", "who", "whose", "when", "where", "why", "how", "is", "are", "was", "were", "do", "does",
    "did", "has", "have", "was", "welche", "welcher", "welches", "wer", "wann", "wo", "warum", "wie",
    "wieviel", "gibt", "quel", "quelle", "quels", "quelles", "qui", "quand", "où", "pourquoi", "combien",
    "comment", "qué", "cuál", "cuánto", "cuántos", "quién", "dónde", "quale", "quanto", "quanti",
];
/// What begins a wish for words, which a model of this size would make up.
const WRITING: [&str; 32] = [
    "tell me",
    "write a",
    "write an",
    "write me",
    "compose",
    "translate",
    "explain",
    "summarize",
    "summarise",
    "describe",
    "calculate",
    "compute",
    "solve",
    "recommend",
    "suggest",
    "advise",
    "erzähl",
    "erzähle",
    "schreib",
    "schreibe",
    "übersetze",
    "erkläre",
    "berechne",
    "raconte",
    "écris",
    "traduis",
    "explique",
    "calcule",
    "escribe",
    "traduce",
    "scrivi",
    "traduci",
];
/// Words behind which the words stand, as [`words`] writes them.
const QUOTING: [&str; 8] = ["that", "saying", "say", "down", "dass", "daß", "que", "che"];
/// A number of four digits behind one of these is a year, which chooses among data.
const WHEN: [&str; 12] =
    ["in", "since", "before", "after", "until", "during", "im", "seit", "vor", "en", "depuis", "nel"];
/// Numbers behind these choose among data, and are none.
const RANKS: [&str; 8] = ["top", "first", "last", "best", "worst", "over", "under", "than"];

/// Whether `recipe` answers `wish`: each of its choices is named there, and every word that says something is one of the
/// recipe's own or of such a choice. A recipe with a parameter that takes any text must merely share a word with the wish.
pub(super) fn answers(recipe: &FlowRecipe, wish: &str) -> bool {
    let said = words(wish);
    let required = required_keys(&recipe.parameters);
    let (mut chosen, mut others, mut wanted, mut open) = (HashSet::new(), HashSet::new(), 0, false);
    let mut values: HashSet<String> = HashSet::new();
    for (key, parameter) in
        recipe.parameters.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        let Some(choices) = parameter.get("enum").and_then(Value::as_array) else {
            open = true;
            continue;
        };
        others.extend(choices.iter().filter_map(Value::as_str).flat_map(words));
        let named = if choices.len() == 1 { Some(choices.clone()) } else { choices_named(choices, &said) };
        let is_required = required.contains(&key.as_str());
        match named {
            Some(named) => {
                wanted += usize::from(is_required);
                chosen.extend(named.iter().filter_map(Value::as_str).flat_map(words));
                values.extend(named.iter().map(json::text));
            }
            None if is_required => return false,
            None => {}
        }
    }
    // Two choices need two things that are named.
    if values.len() < wanted {
        return false;
    }
    let examples = recipe.examples.iter().map(|example| example.wish.as_str());
    let own: HashSet<String> = examples
        .chain([recipe.name.as_str(), recipe.description.as_str()])
        .flat_map(words)
        .filter(|word| !others.contains(word) || chosen.contains(word))
        .collect();
    let widget = recipe.display.as_ref().map_or("", |display| display.widget.as_str());
    let is_own = |word: &String| own.contains(word) || chosen.contains(word);
    let says_nothing = |word: &String| {
        is_function(word) || SHOWN_AS.iter().any(|(name, shows)| word == name && *shows == widget)
    };
    if open {
        return said.iter().any(|word| !says_nothing(word) && is_own(word));
    }
    said.iter().all(|word| says_nothing(word) || is_own(word))
}

/// What the wish asks of connected data, or asks at all, without bringing data of its own: no widget answers that.
pub(super) fn asks_for_data(wish: &str, recipes: &[&FlowRecipe]) -> bool {
    let vocabulary: HashSet<String> = recipes
        .iter()
        .filter_map(|recipe| recipe.parameters.get("properties")?.as_object())
        .flat_map(|properties| properties.values())
        .filter_map(|parameter| parameter.get("enum")?.as_array())
        .flatten()
        .filter_map(Value::as_str)
        .flat_map(words)
        .filter(|word| word.chars().count() > 2 && !is_function(word))
        .collect();
    let said = words(wish);
    let known = said.iter().filter(|word| vocabulary.contains(*word)).collect::<HashSet<_>>().len();
    !brings_data(wish, &said, known) && (known > 0 || is_question(wish) || wants_words(wish))
}

/// Whether the wish holds data of its own: things listed behind a head, several things, or a number that stands for
/// itself.
fn brings_data(wish: &str, said: &[String], known: usize) -> bool {
    let reading = Reading::new(wish);
    if reading.head.is_some_and(|head| !head.trim().is_empty() && !reading.data.is_empty()) {
        return true;
    }
    if is_question(wish) || known > 1 {
        return false;
    }
    let ranked = said.iter().any(|word| RANKS.contains(&word.as_str()));
    let years = said.windows(2).filter(|pair| matches!(pair, [when, year] if is_year(when, year))).count();
    let measured = !ranked && numbers(wish).len() > years;
    measured || (known == 0 && reading.parts.len() > 1)
}

fn is_year(when: &str, year: &str) -> bool {
    WHEN.contains(&when) && year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the wish wants words written that are not there yet, in quotes or behind a word that quotes.
fn wants_words(wish: &str) -> bool {
    let plain = wish.trim_start().to_lowercase();
    !wish.contains(['"', '“', '„', '«', '`'])
        && !words(wish).iter().any(|word| QUOTING.contains(&word.as_str()))
        && WRITING
            .iter()
            .any(|asks| plain.strip_prefix(asks).is_some_and(|rest| rest.starts_with([' ', ','])))
}

fn is_question(wish: &str) -> bool {
    let (wish, _) = without_asking(wish);
    let first = wish.split_whitespace().next().unwrap_or_default().to_lowercase();
    wish.trim_end().ends_with('?')
        || QUESTIONS.contains(&first.trim_end_matches(['\'', '’', 's']))
        || QUESTIONS.contains(&first.as_str())
}

fn is_function(word: &str) -> bool {
    FUNCTION_WORDS.contains(&word) || ASKING.contains(&word)
}

fn choices_named(choices: &[Value], said: &[String]) -> Option<Vec<Value>> {
    named(choices, said)?.get("enum")?.as_array().cloned()
}
