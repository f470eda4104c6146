//! What a wish says that may stand in an answer as it is: spans of its words, and its numbers.

/// Words of a span, at most.
const MOST_WORDS: usize = 6;
/// Spans of a wish, at most: a pasted page must not make a grammar of its own size.
const MOST_SPANS: usize = 4000;
/// Numbers as people say them, in the five languages that the model was taught most of.
const SAID: [&str; 5] = [
    "zero one two three four five six seven eight nine ten eleven twelve",
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici",
];

/// Every run of words as it stands there, without punctuation around it, the shorter first.
pub fn spans(wish: &str) -> Vec<&str> {
    let words = words(wish);
    let mut found: Vec<&str> = Vec::new();
    for count in 1..=MOST_WORDS {
        for run in words.windows(count) {
            let (Some((from, _)), Some((_, to))) = (run.first(), run.last()) else { continue };
            if found.len() >= MOST_SPANS {
                return found;
            }
            found.extend(wish.get(*from..*to));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Where each word begins and ends.
fn words(wish: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut begin = None;
    for (at, letter) in wish.char_indices().chain([(wish.len(), ' ')]) {
        if letter.is_alphanumeric() {
            begin = begin.or(Some(at));
        } else if let Some(from) = begin.take() {
            found.push((from, at));
        }
    }
    found
}

/// The numbers that the wish can be read to say, as SQL and JSON write them. Where a mark may part thousands or begin a
/// fraction, both are there: the model knows which.
pub fn numbers(wish: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let letters: Vec<char> = wish.chars().collect();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        if !letter.is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = number_end(&letters, at);
        let text: String = letters.get(at..end).unwrap_or_default().iter().collect();
        for reading in readings(&text) {
            found.push(format!("-{reading}"));
            found.push(reading);
        }
        at = end;
    }
    for word in wish.split(|letter: char| !letter.is_alphabetic()) {
        let word = word.to_lowercase();
        let place = |line: &str| line.split(' ').position(|name| name == word);
        found.extend(SAID.iter().find_map(|line| place(line)).map(|number| number.to_string()));
    }
    found.sort_unstable();
    found.dedup();
    found
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
