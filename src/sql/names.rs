//! Names and texts in SQL, as the model writes them and as a database takes them.

/// A column of such a name is always quoted: the rest of a query is written in these.
pub(super) const KEYWORDS: [&str; 26] = [
    "SELECT", "DISTINCT", "FROM", "JOIN", "ON", "WHERE", "AND", "OR", "NOT", "LIKE", "BETWEEN", "IN",
    "GROUP", "BY", "HAVING", "ORDER", "ASC", "DESC", "LIMIT", "AS", "AVG", "SUM", "MIN", "MAX", "COUNT",
    "IS",
];

/// A name as the model writes it, between marks where it is no word.
pub fn name_of(name: &str, mark: char) -> String {
    let mut letters = name.chars();
    let is_word = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_word && !KEYWORDS.contains(&name) {
        name.to_owned()
    } else if mark == '"' {
        quoted(name)
    } else {
        format!("{mark}{name}{mark}")
    }
}

/// A name of several words as people write it, where nothing but words are in it: a model often forgets the quotes around those.
pub fn bare_words(name: &str) -> Option<&str> {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (name.contains(' ') && name.starts_with(char::is_alphabetic) && name.split(' ').all(is_word))
        .then_some(name)
}

/// The texts that a query compares with.
pub fn texts(sql: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = sql;
    while let Some(at) = rest.find('\'') {
        let (before, text) = rest.split_at(at);
        let end = text_end(text, '\'').unwrap_or(text.len());
        if !before.ends_with("strftime(") {
            found.push(text.get(1..end - 1).unwrap_or_default().replace("''", "'"));
        }
        rest = text.get(end..).unwrap_or_default();
    }
    found
}

/// Behind a text between two of these marks, in which two of them stand for one; nothing where it does not end.
pub(super) fn text_end(text: &str, mark: char) -> Option<usize> {
    let mut at = 1;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(mark)) {
        at += found + 1;
        if !text.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// A name as a database takes it.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A query with its names as people write them: between marks only where they need some.
pub fn unquoted(sql: &str) -> String {
    let parts = sql.split('"').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { name_of(part, '`') }).collect()
}

/// A text as both take it.
pub fn text_of(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// `unitPrice` as `unit Price`.
pub fn parted(name: &str) -> String {
    let mut parted = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        if before.is_lowercase() && letter.is_uppercase() {
            parted.push(' ');
        }
        parted.push(letter);
        before = letter;
    }
    parted
}
