//! How a text falls apart: at its words, its punctuation, its sentences.

/// A sentence ends behind a word of at least so many letters: shorter ones are shortened ("Dr. Ito", "St. Ives").
const LEAST_LAST_WORD: usize = 4;
/// Longer words that are shortened.
const SHORTENED: [&str; 8] = ["prof", "capt", "dept", "sept", "corp", "approx", "incl", "tues"];

/// The words of a text, as blanks part them.
pub(super) fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// A text without the blanks and punctuation around it.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim().trim_end_matches([',', ';', '.', ':', '!', '?']).trim_start_matches([',', ';']).trim()
}

/// A text without the blanks, punctuation and quotes around it.
pub(super) fn bare(text: &str) -> &str {
    let text = trimmed(text);
    let quoted = [('"', '"'), ('“', '”'), ('`', '`')].into_iter().find_map(|(open, close)| {
        text.strip_prefix(open)?.strip_suffix(close).filter(|inside| !inside.contains([open, close]))
    });
    quoted.unwrap_or(text)
}

/// Whether the whole text stands between quotes.
pub(super) fn is_quoted(text: &str) -> bool {
    bare(text) != trimmed(text)
}

/// Whether a word is a number, or a time or amount that begins with one.
pub(super) fn is_numeric(word: &str) -> bool {
    word.trim_start_matches(['-', '+', '$', '€', '£', '#']).starts_with(|c: char| c.is_ascii_digit())
}

/// Which words are numbers.
pub(super) fn numeric(words: &[&str]) -> Vec<bool> {
    words.iter().map(|word| is_numeric(word)).collect()
}

/// The pieces into which a part falls by its own punctuation: "Lamp (warm light)", "weight: 3 kg", "Silver - two
/// visits", and at commas where the parts themselves stand between semicolons.
pub(super) fn pieces(part: &str) -> Vec<&str> {
    let opened = part.strip_suffix(')').and_then(|part| part.split_once('('));
    let pieces: Vec<&str> = match opened {
        Some((before, inside)) => vec![before, inside],
        None => match split(part, dash) {
            found if found.len() > 1 => found,
            _ => split(part, |rest| usize::from(ends_word(rest, &[',']))),
        },
    };
    pieces.into_iter().map(bare).filter(|piece| !piece.is_empty()).collect()
}

/// What stands between punctuation. A comma within a number is none.
pub(super) fn clauses(text: &str) -> Vec<&str> {
    let lines = text.split(['(', ')', '\n']);
    let clauses =
        lines.flat_map(|line| split(line, |rest| usize::from(ends_word(rest, &[',', ';', ':', '?', '!']))));
    clauses.flat_map(sentences).collect()
}

/// Sentences, without their full stops: each begins with a capital letter or a number.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let ends = |sentence: &str| {
        let last = sentence.split_whitespace().next_back().unwrap_or_default();
        let letters = last.chars().filter(|c| c.is_alphanumeric()).count();
        is_numeric(last) || letters >= LEAST_LAST_WORD && !SHORTENED.contains(&last.to_lowercase().as_str())
    };
    let begins = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let mut from = 0;
    let mut found = Vec::new();
    for (at, _) in text.match_indices(". ") {
        if text.get(from..at).is_some_and(ends) && text.get(at + 2..).is_some_and(begins) {
            found.extend(text.get(from..at));
            from = at + 2;
        }
    }
    found.extend(text.get(from..));
    found
}

/// How long a dash between blanks is.
pub(super) fn spaced_dash(rest: &str) -> usize {
    [" - ", " -- ", " – ", " — "].into_iter().find(|mark| rest.starts_with(mark)).map_or(0, str::len)
}

/// How long a dash, equals sign or colon between two pieces is; 0 for anything else.
pub(super) fn dash(rest: &str) -> usize {
    let found = [" = ", "=", ": "].into_iter().find(|mark| rest.starts_with(mark));
    found.map_or_else(|| spaced_dash(rest), str::len)
}

/// Whether `rest` begins with one of `marks` at a word's end.
pub(super) fn ends_word(rest: &str, marks: &[char]) -> bool {
    rest.strip_prefix(marks).is_some_and(|after| after.is_empty() || after.starts_with(char::is_whitespace))
}

/// `text` cut wherever `mark` says how many bytes the mark there takes, outside quotes and brackets.
pub(super) fn split(text: &str, mark: impl Fn(&str) -> usize) -> Vec<&str> {
    let (mut found, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0u32, false);
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        if at < skip {
            continue;
        }
        match c {
            '"' | '“' | '”' | '`' => quoted = !quoted,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let length = if quoted || depth > 0 { 0 } else { mark(text.get(at..).unwrap_or_default()) };
        if length > 0 {
            found.extend(text.get(start..at));
            (start, skip) = (at + length, at + length);
        }
    }
    found.extend(text.get(start..));
    found
}
