//! Decides where a byte-level vocabulary cuts text into words, beyond which nothing merges: by the pattern that the file names
//! (`tokenizer.ggml.pre`), as llama.cpp reads it.

use super::letters::is_letter;
use crate::error::{EngineError, Result};

/// A pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// GPT-4's with so many digits at most in a piece: three for Llama 3, one for Qwen.
    Modern { digits: usize },
    /// GPT-2's, each digit alone: `SmolLM`'s.
    Classic,
}

impl Words {
    /// The pattern of this name, and whether a word that is a token is that token, however its pieces would merge.
    pub(super) fn named(name: &str) -> Result<(Self, bool)> {
        Ok(match name {
            "llama-bpe" | "llama3" | "llama-v3" => (Self::Modern { digits: 3 }, true),
            "qwen2" | "deepseek-r1-qwen" => (Self::Modern { digits: 1 }, false),
            "smollm" => (Self::Classic, false),
            _ => {
                return Err(EngineError::model(format!(
                    "the file cuts text by the pattern {name} (tokenizer.ggml.pre), which is not supported; llama-bpe, qwen2 and smollm are"
                )));
            }
        })
    }

    /// The words of a text, which together are the text.
    pub(super) fn of(self, text: &str) -> impl Iterator<Item = &str> {
        let mut rest = text;
        std::iter::from_fn(move || {
            let length = match self {
                Self::Modern { digits } => modern(rest, digits),
                Self::Classic => classic(rest),
            };
            let (word, after) = rest.split_at_checked(length).filter(|(word, _)| !word.is_empty())?;
            rest = after;
            Some(word)
        })
    }
}

fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n')
}

/// Neither blank, letter nor digit.
fn is_sign(character: char) -> bool {
    !character.is_whitespace() && !is_letter(character) && !character.is_numeric()
}

/// Bytes of the characters in front that are so.
fn run(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|character| !is(character)).unwrap_or(text.len())
}

/// Bytes of at most so many characters in front that are so.
fn run_of(text: &str, most: usize, is: impl Fn(char) -> bool) -> usize {
    text.chars().take(most).take_while(|character| is(*character)).map(char::len_utf8).sum()
}

/// `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d`, perhaps in capitals.
fn contraction(text: &str, capitals: bool) -> usize {
    let Some(behind) = text.strip_prefix('\'') else { return 0 };
    let is_one = |ending: &&&str| {
        let said = behind.get(..ending.len());
        said.is_some_and(|said| if capitals { said.eq_ignore_ascii_case(ending) } else { said == **ending })
    };
    ["s", "t", "re", "ve", "m", "ll", "d"].iter().find(is_one).map_or(0, |ending| ending.len() + 1)
}

/// Blanks in front of something else leave it the last one.
fn blanks(text: &str) -> usize {
    let all = run(text, char::is_whitespace);
    let last = text.get(..all).and_then(|blanks| blanks.chars().next_back()).map_or(0, char::len_utf8);
    if all == text.len() || all == last { all } else { all - last }
}

/// `'s|'t|'re|'ve|'m|'ll|'d` in any case, `[^\r\n\p{L}\p{N}]?\p{L}+`, `\p{N}{1,digits}`, ` ?[^\s\p{L}\p{N}]+[\r\n]*`, `\s*[\r\n]+`,
/// `\s+(?!\S)`, `\s+`: the length of the first that is there.
fn modern(text: &str, digits: usize) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    let behind = text.get(first.len_utf8()..).unwrap_or_default();
    let contraction = contraction(text, true);
    if contraction > 0 {
        return contraction;
    }
    if is_letter(first) {
        return run(text, is_letter);
    }
    if first.is_numeric() {
        return run_of(text, digits, char::is_numeric);
    }
    if !is_break(first) && behind.starts_with(is_letter) {
        return first.len_utf8() + run(behind, is_letter);
    }
    let signs = text.strip_prefix(' ').unwrap_or(text);
    if signs.starts_with(is_sign) {
        let end = text.len() - signs.len() + run(signs, is_sign);
        return end + run(text.get(end..).unwrap_or_default(), is_break);
    }
    let all = run(text, char::is_whitespace);
    match text.get(..all).and_then(|blanks| blanks.rfind(is_break)) {
        Some(last) => last + 1,
        None => blanks(text),
    }
}

/// Digits, each alone; between them `'s|'t|'re|'ve|'m|'ll|'d`, ` ?\p{L}+`, ` ?[^\s\p{L}\p{N}]+`, `\s+(?!\S)`, `\s+`.
fn classic(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if first.is_numeric() {
        return first.len_utf8();
    }
    // What stands behind a digit is not seen from before it.
    let text = text.get(..text.find(char::is_numeric).unwrap_or(text.len())).unwrap_or_default();
    let contraction = contraction(text, false);
    if contraction > 0 {
        return contraction;
    }
    let behind = text.strip_prefix(' ').unwrap_or(text);
    let blank = text.len() - behind.len();
    match behind.chars().next() {
        Some(next) if is_letter(next) => blank + run(behind, is_letter),
        Some(next) if is_sign(next) => blank + run(behind, is_sign),
        _ => blanks(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(words: Words, text: &str) -> Vec<&str> {
        words.of(text).collect()
    }

    #[test]
    fn words_keep_the_blank_or_sign_in_front_of_them() {
        let qwen = Words::Modern { digits: 1 };
        assert_eq!(
            cut(qwen, "I'LL  see (you) 42 times\n\n x"),
            ["I", "'LL", " ", " see", " (", "you", ")", " ", "4", "2", " times", "\n\n", " x"]
        );
        assert_eq!(cut(Words::Modern { digits: 3 }, "12345 a"), ["123", "45", " a"]);
        assert_eq!(
            cut(Words::Classic, "it's  A  5 (ok)"),
            ["it", "'s", " ", " A", "  ", "5", " (", "ok", ")"]
        );
        assert_eq!(cut(Words::Classic, "IT'S"), ["IT", "'", "S"]);
    }

    #[test]
    fn marks_and_circled_letters_are_no_letters() {
        assert_eq!(cut(Words::Modern { digits: 1 }, "नि ⓐb"), ["न", "ि", " ⓐ", "b"]);
    }
}
