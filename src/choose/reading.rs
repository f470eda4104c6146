//! How a wish lists its data: what stands in front of it, and its parts ("tent, torch and rope" has three).

use super::asking::{asks_within, without_asking};

/// A wish as it lists things.
#[derive(Debug, PartialEq)]
pub(super) struct Reading<'w> {
    /// What stands in front of the data, up to a colon, a question's end or a dash; `None` where nothing says where the data begins.
    pub(super) head: Option<&'w str>,
    /// The things listed. Without a head the first one may begin with words that do not belong to it.
    pub(super) parts: Vec<&'w str>,
    /// Everything behind the head.
    pub(super) data: &'w str,
    /// Head and data, without what asks behind them, unless a title stands there.
    pub(super) said: &'w str,
}

/// What comes in front of a title.
const TITLED: [&str; 4] = ["title", "called", "named", "heading"];
/// A "that" begins the data behind no more than so many words.
const MAX_BEFORE_THAT: usize = 8;
/// A sentence ends behind a word of at least so many letters: shorter ones are shortened ("Dr. Ito", "St. Ives").
const LEAST_LAST_WORD: usize = 4;

impl<'w> Reading<'w> {
    pub(super) fn new(wish: &'w str) -> Self {
        let whole = wish.trim();
        let (wish, asking) = without_asking(whole);
        let by_colon = || colon(wish).filter(|(head, _)| !is_code(head) && !pairs_by_colon(wish));
        let marked = by_line(wish)
            .or_else(by_colon)
            .or_else(|| by_sentence(wish))
            .or_else(|| by_question(wish))
            .or_else(|| by_dash(wish))
            .or_else(|| by_that(wish));
        // Lines of their own are the data, all of them, where what asks stands behind.
        let in_lines = asking.filter(|_| wish.contains('\n'));
        let (head, data) = marked.map_or((in_lines, wish), |(head, data)| (Some(head), data));
        let titled = asking.is_some_and(|asking| TITLED.iter().any(|word| asking.contains(word)));
        let said = if titled { whole } else { wish };
        Reading { head: head.map(str::trim), parts: parts(data), data: data.trim(), said }
    }

    /// What stands in front of the things listed; without a head, of as many last words as the second thing has.
    pub(super) fn front(&self) -> Option<&'w str> {
        let first = self.parts.first()?;
        let words = words(first);
        let listed = self.parts.get(1).map_or(1, |part| part.split_whitespace().count());
        let end = words.len().checked_sub(listed).filter(|end| *end > 0);
        let without =
            end.and_then(|end| words.get(end)).map(|word| word.as_ptr() as usize - first.as_ptr() as usize);
        self.head.or_else(|| without.and_then(|end| first.get(..end))).or(Some(first))
    }
}

/// The words of a text, as blanks part them.
pub(super) fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// A text without the blanks and punctuation around it.
fn trimmed(text: &str) -> &str {
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

/// Sentences, without their full stops.
fn sentences(text: &str) -> Vec<&str> {
    let ends = |sentence: &str| {
        let last = words(sentence).pop().unwrap_or_default();
        is_numeric(last) || last.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST_LAST_WORD
    };
    let mut from = 0;
    let mut found = Vec::new();
    for (at, _) in text.match_indices(". ") {
        if text.get(from..at).is_some_and(ends) {
            found.extend(text.get(from..at));
            from = at + 2;
        }
    }
    found.extend(text.get(from..));
    found
}

/// Sentences and exclamations, where there are several.
fn said_apart(text: &str) -> Option<Vec<&str>> {
    let found: Vec<&str> = split(text, |rest| usize::from(ends_word(rest, &['!'])))
        .into_iter()
        .flat_map(sentences)
        .map(trimmed)
        .filter(|one| !one.is_empty())
        .collect();
    (found.len() > 1).then_some(found)
}

/// Sentences of which each lists as many things: one record each.
fn records(data: &str) -> Option<Vec<&str>> {
    let found = sentences(data);
    let commas = |text: &&str| split(text, |rest| usize::from(ends_word(rest, &[',']))).len();
    let count = found.first().map(commas)?;
    (found.len() > 1 && count > 1 && found.iter().all(|sentence| commas(sentence) == count)).then_some(found)
}

/// Text in front of the first colon that ends a word, and behind it.
fn colon(text: &str) -> Option<(&str, &str)> {
    let cuts = split(text, |rest| usize::from(ends_word(rest, &[':'])));
    let head = cuts.first().filter(|_| cuts.len() > 1)?;
    Some((head, text.get(head.len() + 1..)?))
}

/// A first line that says what to do with the other ones, and these. One that looks like them is one of them.
fn by_line(text: &str) -> Option<(&str, &str)> {
    let (head, rest) = text.split_once('\n').filter(|(_, rest)| !trimmed(rest).is_empty())?;
    let own = words(head);
    let is_data = is_code(head) || head.contains(|c: char| c.is_ascii_digit() || "():".contains(c));
    let shouts = own.first().is_some_and(|word| word.len() > 1 && !word.contains(char::is_lowercase));
    let indented = rest.lines().any(|line| line.starts_with([' ', '\t']));
    let alike = rest.lines().any(|line| words(line).len().abs_diff(own.len()) < 2);
    (own.len() > 2 && !is_data && !shouts && (indented || !alike)).then_some((head, rest))
}

/// Whether a text looks like code: brackets of it, or one within a word ("area(r)").
fn is_code(text: &str) -> bool {
    let calls = |word: &str| word.find('(').is_some_and(|at| at > 0);
    text.contains(|c: char| "{}[]<>;=".contains(c)) || words(text).into_iter().any(calls)
}

/// A first sentence that asks, and the things that are listed behind it.
fn by_sentence(text: &str) -> Option<(&str, &str)> {
    let found = sentences(text);
    let (first, _) = found.split_first().filter(|(_, others)| !others.is_empty())?;
    let rest = text.get(first.len() + 1..)?;
    let listed = parts(rest);
    let all_numbered = listed.len() > 1 && listed.iter().all(|part| words(part).into_iter().any(is_numeric));
    let lists = rest.contains(['\n', ';']) || all_numbered || records(rest.trim()).is_some();
    (lists && asks_within(first)).then_some((first, rest))
}

/// A question, and what is said behind it ("what do we need? milk and eggs").
fn by_question(text: &str) -> Option<(&str, &str)> {
    let cuts = split(text, |rest| usize::from(ends_word(rest, &['?'])));
    let head = cuts.first().filter(|_| cuts.len() > 1)?;
    let rest = text.get(head.len() + 1..).filter(|rest| !trimmed(rest).is_empty())?;
    Some((head, rest))
}

/// What is to be noted, and that ("jot down that the key is under the pot").
fn by_that(text: &str) -> Option<(&str, &str)> {
    let at =
        words(text).iter().take(MAX_BEFORE_THAT + 1).position(|word| *word == "that").filter(|at| *at > 0)?;
    let that = words(text).get(at)?.as_ptr() as usize - text.as_ptr() as usize;
    let numbered = words(text.get(..that)?).iter().any(|word| is_numeric(word));
    let said = text.get(that + "that".len()..)?;
    let said = ["says", "reads"].iter().find_map(|verb| said.trim_start().strip_prefix(verb)).unwrap_or(said);
    (!numbered).then_some((text.get(..that)?, said))
}

/// Text in front of a dash and behind it, where only the first of several parts has one ("the Baltic states – Estonia,
/// Latvia").
fn by_dash(text: &str) -> Option<(&str, &str)> {
    let dashed = |part: &&str| split(part, spaced_dash).len() > 1;
    let halves = split(text, spaced_dash);
    if let [head, rest] = halves.as_slice()
        && asks_within(head)
        && parts(rest).len() > 1
    {
        return Some((head, rest));
    }
    let parts = parts(text);
    let (first, others) = parts.split_first()?;
    if !dashed(first) || others.is_empty() || others.iter().any(dashed) {
        return None;
    }
    let head = split(text, spaced_dash).into_iter().next()?;
    let rest = text.get(head.len()..)?;
    Some((head, rest.get(spaced_dash(rest)..)?))
}

/// Whether each part has a colon of its own: then none of them ends a head.
fn pairs_by_colon(wish: &str) -> bool {
    let parts = parts(wish);
    parts.len() > 1 && parts.iter().all(|part| colon(part).is_some())
}

fn parts(data: &str) -> Vec<&str> {
    let strong = split(data, |rest| usize::from(rest.starts_with([';', '\n'])));
    let found = if strong.len() > 1 { strong } else { records(data).unwrap_or_else(|| listed(data)) };
    // Quotes stay: they hold a part together.
    let found: Vec<&str> = found.into_iter().map(trimmed).filter(|part| !part.is_empty()).collect();
    match found.as_slice() {
        [only] => numbered(only).or_else(|| said_apart(only)).unwrap_or(found),
        _ => found,
    }
}

/// Parts at commas, and at an "and" behind the last of them.
fn listed(data: &str) -> Vec<&str> {
    let slashed = split(data, |rest| if rest.starts_with(" / ") { 3 } else { 0 });
    if slashed.len() > 2 {
        return slashed;
    }
    let mut found = split(data, |rest| usize::from(ends_word(rest, &[','])));
    if let Some(last) = found.pop() {
        let halves = split(last, |rest| {
            [" and ", " & "].into_iter().find(|word| rest.starts_with(word)).map_or(0, str::len)
        });
        // In "Silver - quick and cheap" the "and" is within the second piece.
        let whole = pieces(last).len();
        let numbered = |part: &&str| words(part).iter().any(|word| is_numeric(word));
        // Where each thing has a number, what has none is not one more.
        let all_numbered = !found.is_empty() && found.iter().all(numbered) && numbered(&last);
        let parts_things = halves
            .iter()
            .all(|half| (whole == 1 || pieces(half).len() > 1) && (!all_numbered || numbered(half)));
        found.extend(if parts_things { halves } else { vec![last] });
    }
    found
}

/// Parts by their numbers where nothing else parts them: "Lions 31 Bears 27".
fn numbered(data: &str) -> Option<Vec<&str>> {
    let numeric: Vec<(usize, usize)> = words(data)
        .into_iter()
        .filter(|word| is_numeric(word))
        .map(|word| word.as_ptr() as usize - data.as_ptr() as usize)
        .map(|start| {
            (start, start + data.get(start..).map_or(0, |rest| rest.find(' ').unwrap_or(rest.len())))
        })
        .collect();
    let (first, last) = (numeric.first()?, numeric.last()?);
    let cuts: Vec<usize> = if last.1 == data.len() && first.0 > 0 {
        numeric.iter().map(|(_, end)| *end).collect()
    } else if first.0 == 0 && last.1 < data.len() {
        numeric.iter().skip(1).map(|(start, _)| *start).chain([data.len()]).collect()
    } else {
        return None;
    };
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let found: Vec<&str> =
        starts.zip(&cuts).filter_map(|(start, end)| data.get(start..*end)).map(bare).collect();
    (found.len() > 1 && found.iter().all(|part| words(part).len() > 1)).then_some(found)
}

/// How long a dash between blanks is.
fn spaced_dash(rest: &str) -> usize {
    [" - ", " -- ", " – ", " — "].into_iter().find(|mark| rest.starts_with(mark)).map_or(0, str::len)
}

/// How long a dash, equals sign or colon between two pieces is; 0 for anything else.
fn dash(rest: &str) -> usize {
    let found = [" = ", "=", ": "].into_iter().find(|mark| rest.starts_with(mark));
    found.map_or_else(|| spaced_dash(rest), str::len)
}

/// Whether `rest` begins with one of `marks` at a word's end.
fn ends_word(rest: &str, marks: &[char]) -> bool {
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
