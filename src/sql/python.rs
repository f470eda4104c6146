//! What servers written in Python answer that print their lists and records instead of writing JSON: `[{'name': 'visits', 'rows': None}]`.

use crate::json;
use serde_json::Value;

/// The value of a text that is JSON, or a list, tuple or dictionary of numbers, texts, `None`, `True` and `False` as Python prints them.
pub fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    json::parse(text)
        .ok()
        .or_else(|| text.starts_with(['[', '{', '(']).then(|| json::parse(&as_json(text)?).ok())?)
}

/// Python's words, and what JSON says for them.
const WORDS: [(&str, &str); 3] = [("None", "null"), ("True", "true"), ("False", "false")];

/// The same in JSON, if it is a literal; whether it is one only reading it tells.
fn as_json(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..)?;
        if matches!(letter, '\'' | '"') {
            rest = quoted(after, letter, &mut out)?;
            continue;
        }
        if let Some((word, said)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            out.push_str(said);
            rest = rest.get(word.len()..)?;
            continue;
        }
        match letter {
            '(' => out.push('['),
            ')' | ']' | '}' => {
                // A tuple of one ends in a comma.
                out.truncate(out.trim_end_matches([' ', ',']).len());
                out.push(if letter == ')' { ']' } else { letter });
            }
            other => out.push(other),
        }
        rest = after;
    }
    Some(out)
}

/// Writes a text up to its closing `mark` as JSON; what comes behind.
fn quoted<'t>(text: &'t str, mark: char, out: &mut String) -> Option<&'t str> {
    out.push('"');
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                '\'' => out.push('\''),
                'x' => {
                    out.push_str("\\u00");
                    out.extend([letters.next()?.1, letters.next()?.1]);
                }
                other => out.extend(['\\', other]),
            },
            '"' if mark == '\'' => out.push_str("\\\""),
            _ if letter == mark => {
                out.push('"');
                return text.get(at + letter.len_utf8()..);
            }
            _ => out.push(letter),
        }
    }
    None
}
