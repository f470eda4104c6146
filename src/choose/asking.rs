//! What of a wish asks and is no data, behind the data: "tea at four, show that as a note please".

use super::marks::{is_numeric, split};

/// What asks has at most so many words.
const MAX_WORDS: usize = 16;
/// So often something that asks may stand behind something else that does.
const MAX_TAILS: usize = 3;
/// What stands between data and a clause that asks.
const BETWEEN: [char; 9] = [' ', '\n', '\t', '\r', ',', ';', '-', '–', '—'];
/// Words in front that say nothing of what is asked.
const FILLERS: [&str; 20] = [
    "please", "pls", "and", "so", "now", "then", "just", "ok", "okay", "also", "maybe", "kindly", "thanks",
    "nicely", "thank", "you", "hi", "hello", "hey", "yo",
];
/// With these a wish may end.
const LAST_WORDS: [&str; 2] = ["please", "pls"];
/// Who asks begins so.
const OPENERS: [&str; 14] = [
    "can you",
    "could you",
    "would you",
    "will you",
    "can i",
    "could i",
    "can we",
    "could we",
    "i need",
    "i want",
    "i'd like",
    "i would like",
    "i should like",
    "let me",
];
/// Verbs of showing: with what stands for the data they ask.
const SHOWS: [&str; 9] =
    ["show", "display", "draw", "render", "plot", "chart", "present", "visualise", "visualize"];
/// Verbs that ask where the form is named as well, or a "please" said: elsewhere they are things to do.
const MAKES: [&str; 12] =
    ["put", "make", "list", "turn", "graph", "pin", "print", "format", "lay", "create", "give", "arrange"];
/// What stands for the data.
const REFERENCES: [&str; 6] = ["it", "that", "this", "these", "those", "them"];
/// The same, behind who asks.
const QUANTITIES: [&str; 4] = ["all", "each", "both", "everything"];
/// Such a clause is polite, or says how the data should look.
const MANNERS: [&str; 5] = ["please", "pls", "nicely", "properly", "me"];
/// A form has no more words ("as a sortable table").
const MAX_FORM: usize = 6;
/// What says what the data in front is.
const EXPLAINS: [&str; 8] =
    ["that's", "thats", "that is", "this is", "these are", "those are", "that was", "they are"];

/// A wish without what asks behind its data, and that, if anything.
pub(super) fn without_asking(wish: &str) -> (&str, Option<&str>) {
    let mut data = wish.trim_end();
    for round in 0..MAX_TAILS {
        let Some(shorter) = without_please(data).or_else(|| cut(data, round > 0)) else { break };
        data = shorter;
    }
    let asking = wish.get(data.len()..).map(|asking| asking.trim_start_matches(BETWEEN).trim_end());
    (data, asking.filter(|asking| !asking.is_empty()))
}

fn without_please(text: &str) -> Option<&str> {
    let plain = text.trim_end_matches(['.', '!', '?']);
    let (rest, _) =
        plain.rsplit_once(' ').filter(|(_, last)| LAST_WORDS.contains(&last.to_lowercase().as_str()))?;
    Some(rest.trim_end_matches(BETWEEN)).filter(|rest| !rest.is_empty())
}

/// The text without its last clause, where that asks; `again` where something that asked stood behind it.
fn cut(text: &str, again: bool) -> Option<&str> {
    MARKS.iter().find_map(|mark| {
        let last = split(text, |rest| mark.length(rest)).pop().filter(|last| last.len() < text.len())?;
        let data = text.get(..text.len() - last.len())?.trim_end_matches(BETWEEN);
        let made = matches!(mark, Mark::Dash) && data.contains(", ") && makes_one(&plain(last));
        if made {
            return Some(data);
        }
        // A wish that has begun by asking, or says what follows, goes on with things.
        let begun = matches!(mark, Mark::Comma) && (begins_to_ask(&plain(data)) || data.contains(": "));
        (!data.is_empty() && asks(last, mark, begun, again)).then_some(data)
    })
}

/// Where a clause that asks may begin, the surest first.
enum Mark {
    Line,
    Sentence,
    Dash,
    Gap,
    Comma,
}

const MARKS: [Mark; 5] = [Mark::Line, Mark::Sentence, Mark::Dash, Mark::Gap, Mark::Comma];

impl Mark {
    fn length(&self, rest: &str) -> usize {
        let found =
            |marks: &[&str]| marks.iter().find(|mark| rest.starts_with(**mark)).map_or(0, |mark| mark.len());
        match self {
            Mark::Line => found(&["\n"]),
            Mark::Sentence => found(&[". ", "! ", "? ", "; "]),
            Mark::Dash => found(&[" - ", " -- ", " – ", " — "]),
            Mark::Gap => found(&["  "]),
            Mark::Comma => found(&[", "]),
        }
    }
}

/// Whether a clause asks for something to be done with what stands in front of it.
fn asks(clause: &str, mark: &Mark, begun: bool, again: bool) -> bool {
    let said = plain(clause);
    if said.len() > MAX_WORDS || clause.contains(": ") || said.iter().any(|word| is_numeric(word)) {
        return false;
    }
    let from = said.iter().position(|word| !FILLERS.contains(&word.as_str()));
    let Some(rest) = from.and_then(|from| said.get(from..)) else { return true };
    let has = |word: &&str| rest.iter().any(|one| one == word);
    let refers = REFERENCES.iter().any(has);
    let in_form = ["as", "in", "into", "on"].iter().any(|word| begins_within(rest, &[word, "a"]));
    let formed = in_form || begins_within(rest, &["as", "an"]) || refers && has(&"as");
    let form = ["as a", "as an"].iter().any(|words| begins(rest, words)) && rest.len() <= MAX_FORM;
    let shows = refers && SHOWS.iter().any(|verb| begins(rest, verb));
    if begun {
        return form || shows;
    }
    let asked = OPENERS.iter().any(|words| begins(rest, words));
    let makes = MAKES.iter().any(|verb| begins(rest, verb));
    let sure = !matches!(mark, Mark::Comma);
    let polite = MANNERS.iter().any(has);
    let just = said.first().is_some_and(|word| word == "just")
        && ["the", "a", "an"].iter().any(|word| begins(rest, word));
    form || shows
        || asked && (refers || formed || QUANTITIES.iter().any(has))
        || makes && refers && (formed || polite)
        || REFERENCES.iter().chain(&QUANTITIES).any(|word| begins(rest, word))
            && rest.iter().take(3).any(|word| word == "as")
        || sure && again && EXPLAINS.iter().any(|words| begins(rest, words))
        || sure && just && (refers || polite)
}

/// Whether a clause is no more than "make a business card".
fn makes_one(said: &[String]) -> bool {
    let begins_so =
        |verb: &&str| ["a", "an"].iter().any(|article| begins(said, &format!("{verb} {article}")));
    said.len() <= MAX_FORM && SHOWS.iter().chain(&MAKES).any(begins_so)
}

/// Whether a sentence asks, at its beginning or further on ("we have three rooms and I'd like a card for each").
pub(super) fn asks_within(sentence: &str) -> bool {
    let said = plain(sentence);
    begins_to_ask(&said)
        || (1..said.len())
            .filter_map(|at| said.get(at..))
            .any(|rest| OPENERS.iter().any(|words| begins(rest, words)))
}

fn begins_to_ask(said: &[String]) -> bool {
    OPENERS.iter().chain(&SHOWS).chain(&MAKES).any(|words| begins(said, words))
}

/// Lower-case words without punctuation around them.
fn plain(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'");
    let words = text.split_whitespace().map(|word| word.trim_matches([',', '.', '!', '?', ':', ';']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn begins(said: &[String], words: &str) -> bool {
    words.split(' ').enumerate().all(|(index, word)| said.get(index).is_some_and(|one| one == word))
}

fn begins_within(said: &[String], words: &[&str]) -> bool {
    said.windows(words.len()).any(|window| window.iter().zip(words).all(|(one, word)| one == word))
}
