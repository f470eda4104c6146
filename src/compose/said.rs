//! The numbers that a wish says.

use crate::languages::{heard, lists};
use serde_json::Value;
use std::collections::HashSet;

/// Words by which a number in front of them is multiplied: "10k", "zehn tausend", "2 milioni".
const TIMES: [(f64, &str); 4] = [(1e2, "hundred"), (1e3, "thousand"), (1e6, "million"), (1e9, "billion")];
/// Nobody counts further, and fewer are exact.
const MOST: f64 = 1e15;
/// The numbers that the wish can be read to say, as SQL and JSON write them. Where a mark may part thousands or begin a
/// fraction, both are there: the model knows which.
pub fn numbers(wish: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for reading in numerals(wish).into_iter().flatten() {
        found.push(format!("-{reading}"));
        found.push(reading);
    }
    // What a word would multiply; numerals have seen to it themselves.
    let mut before = Some(1.0);
    for word in wish.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        let said = match times(&word) {
            Some(of) => before.map(|many: f64| many * of).filter(|number| *number <= MOST),
            None => said_by(&word),
        };
        found.extend(said.map(|number| number.to_string()));
        before =
            if word.contains(|letter: char| letter.is_ascii_digit()) { None } else { said.or(Some(1.0)) };
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The number that a word says: "ten", "douzaine", "fünftausend".
fn said_by(word: &str) -> Option<f64> {
    if heard("dozen", word) {
        return Some(12.0);
    }
    if heard("one", word) {
        return Some(1.0);
    }
    let mut times = TIMES.iter().flat_map(|(of, key)| lists(key).flatten().map(move |name| (*of, name)));
    let written_as_one = |(of, name): (f64, &str)| Some(of * counted(word.strip_suffix(name)?)?);
    counted(word).or_else(|| times.find_map(written_as_one))
}

/// The number of a word that counts.
fn counted(word: &str) -> Option<f64> {
    lists("numbers").find_map(|mut names| names.position(|name| name == word)).map(|number| number as f64)
}

/// By how much a word multiplies the number in front of it.
fn times(word: &str) -> Option<f64> {
    TIMES.iter().find(|(_, key)| heard(key, word)).map(|(of, _)| *of)
}

/// Whether the wish says a number that is not in `answer`. A number that begins a line, with a mark behind it, counts the lines.
pub fn leaves_out_a_number(wish: &str, answer: &str) -> bool {
    let value = |reading: &String| match reading.split_once('.') {
        Some(_) => reading.trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => reading.clone(),
    };
    let used: HashSet<String> = numerals(answer).iter().flatten().map(value).collect();
    let counted = |line: &str| {
        let rest = line.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' ')).unwrap_or(line).to_owned()
    };
    wish.lines()
        .flat_map(|line| numerals(&counted(line)))
        .any(|readings| readings.iter().all(|reading| !used.contains(&value(reading))))
}

/// Whether a wish gives names with one number each: "Ada = 7; Bo = 9", "Ada 7, Bo 9".
pub fn names_numbers(wish: &str) -> bool {
    // A comma inside of a number stands alone.
    let parts = wish.split([';', '\n']).flat_map(|part| part.split(", "));
    let parts: Vec<&str> = parts.filter(|part| !numerals(part).is_empty()).collect();
    let is_named = |part: &&str| {
        let before = part.split(|letter: char| letter.is_ascii_digit()).next().unwrap_or_default();
        let name = before.trim_end_matches(|letter: char| !letter.is_alphabetic());
        !name.is_empty() && numerals(part).len() == 1
    };
    parts.len() > 1 && parts.iter().all(is_named)
}

/// Whether a wish lists what it speaks of: at least two parts behind a colon, "to buy: milk, eggs", or three lines.
pub fn lists_parts(wish: &str) -> bool {
    let is_part = |part: &&str| part.contains(char::is_alphanumeric);
    wish.lines().filter(is_part).count() > 2
        || behind_colon(wish)
            .is_some_and(|behind| behind.split([',', ';', '\n', '、']).filter(is_part).count() > 1)
}

/// Whether a wish brings along what it speaks of: behind a colon, or line by line.
pub fn brings_text(wish: &str) -> bool {
    behind_colon(wish).is_some_and(|behind| behind.contains(char::is_alphanumeric)) || lists_parts(wish)
}

/// What stands behind a colon; one inside of a word or a time is none.
fn behind_colon(wish: &str) -> Option<&str> {
    [": ", ":\n", "："].iter().find_map(|colon| Some(wish.split_once(colon)?.1))
}

/// Whether what a widget needs is a list of nothing but numbers, which has no room for their names.
pub fn has_no_names(schema: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).any(|name| {
        let list = schema.get("properties").and_then(|all| all.get(name));
        let items = list.and_then(|list| list.get("items"));
        items.is_some_and(is_of_numbers)
    })
}

fn is_of_numbers(schema: &Value) -> bool {
    match schema.get("type").and_then(Value::as_str) {
        Some("number" | "integer") => true,
        Some("array") => schema.get("items").is_some_and(is_of_numbers),
        _ => false,
    }
}

/// The numerals of a text, each as all that it may mean.
fn numerals(text: &str) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        if !letter.is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = number_end(&letters, at);
        let text: String = letters.get(at..end).unwrap_or_default().iter().collect();
        // "160 120" may be one number or two, and so may "12,50".
        let parts = text.split(|letter: char| letter.is_whitespace() || letter == ',').chain([text.as_str()]);
        let mut all: Vec<String> = parts.flat_map(readings).collect();
        let rest = letters.iter().skip(end).skip_while(|letter| **letter == ' ');
        let word: String = rest.take_while(|letter| letter.is_alphabetic()).collect();
        if let Some(of) = times(&word.to_lowercase()) {
            let times = all.iter().filter_map(|reading| Some(reading.parse::<f64>().ok()? * of));
            let more = times.filter(|number| *number <= MOST).map(|number| rounded(number).to_string());
            all.extend(more.collect::<Vec<_>>());
        }
        found.push(all);
        at = end;
    }
    found
}

/// Without what a product of fractions has too much.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// Behind the digits from `at`, with marks and single blanks between groups of them.
fn number_end(letters: &[char], at: usize) -> usize {
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let three = |at: usize| (at..at + 3).all(digit) && !digit(at + 3);
    let mut end = at;
    loop {
        while digit(end) {
            end += 1;
        }
        match letters.get(end) {
            Some('.' | ',' | '\'' | '’') if digit(end + 1) => end += 1,
            Some(' ' | '\u{a0}' | '\u{202f}') if three(end + 1) => end += 1,
            _ => return end,
        }
    }
}

/// What one numeral may mean: its marks as parting thousands, or the last of them as beginning a fraction.
fn readings(text: &str) -> Vec<String> {
    let bare: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let whole: String = bare.chars().filter(char::is_ascii_digit).collect();
    let mut found = vec![plain(&whole)];
    if let Some((before, after)) = bare.rsplit_once(['.', ',']) {
        let before: String = before.chars().filter(char::is_ascii_digit).collect();
        found.push(format!("{}.{after}", plain(&before)));
    }
    // A mark before anything but three digits begins a fraction.
    if bare.rsplit_once(['.', ',']).is_some_and(|(_, after)| after.len() != 3) {
        found.remove(0);
    }
    found
}

/// Digits without leading zeros.
fn plain(digits: &str) -> String {
    let rest = digits.trim_start_matches('0');
    if rest.is_empty() { "0".into() } else { rest.to_owned() }
}

/// A wish of more words says more than that.
const MOST_REMOVING: usize = 4;

/// Whether a wish asks for nothing but that something is taken away: "remove it", "bórralo". Whole words do: "borrowed" and "cancelled" begin
/// like some of them.
pub fn only_removes(wish: &str) -> bool {
    let lower = wish.to_lowercase();
    let words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let is_short = (1..=MOST_REMOVING).contains(&words.len()) && !wish.contains(char::is_numeric);
    is_short && words.iter().any(|word| heard("remove", word))
}
