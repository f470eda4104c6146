//! Words of people's languages: what answers say, and what is heard in wishes. A file of lines for each; lists are parted by commas.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Answers are written in all but the last, of which only some words are heard.
const FILES: [&str; 7] = [
    include_str!("en.txt"),
    include_str!("de.txt"),
    include_str!("fr.txt"),
    include_str!("es.txt"),
    include_str!("it.txt"),
    include_str!("pt.txt"),
    include_str!("nl.txt"),
];

static LANGUAGES: LazyLock<[Language; 7]> = LazyLock::new(|| FILES.map(Language::read));

/// A language.
#[derive(Debug)]
pub struct Language(HashMap<&'static str, &'static str>);

impl Language {
    fn read(text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Language(lines.filter_map(|line| line.split_once(": ")).collect())
    }

    /// The language in which a wish is answered: the one of which it has the most words, English where nothing tells.
    pub fn of(wish: &str) -> &'static Self {
        let said = spoken(wish);
        let score = |language: &Self| {
            let phrases = language.list("phrases").filter(|phrase| holds(&said, phrase)).count();
            let common: Vec<&str> = language.list("common words").collect();
            2 * phrases + said.split(' ').filter(|word| common.contains(word)).count()
        };
        let [english, ..] = &*LANGUAGES;
        let answering = LANGUAGES.iter().filter(|language| language.says("hello").is_some());
        let scored = answering.map(|language| (score(language), language));
        scored.fold((0, english), |best, one| if one.0 > best.0 { one } else { best }).1
    }

    /// What it says for `key`; nothing where its file does not have that.
    pub fn says(&self, key: &str) -> Option<&'static str> {
        self.0.get(key).copied()
    }

    /// The same, for what the file of each language has in which answers are written: a test compares them.
    pub fn say(&self, key: &str) -> &'static str {
        self.says(key).unwrap_or_default()
    }

    /// The parts of a list.
    pub fn list(&self, key: &str) -> impl Iterator<Item = &'static str> + use<> {
        self.says(key).into_iter().flat_map(|list| list.split(", "))
    }

    /// A name and what it is: "Total: 5".
    pub fn pair(&self, name: &str, value: &str) -> String {
        let colon = self.say("pair").trim_matches(['#', '@']);
        format!("{name}{colon}{value}")
    }
}

/// What is heard in wishes and names under `key`, a list for each language.
pub fn lists(key: &str) -> impl Iterator<Item = impl Iterator<Item = &'static str> + use<>> {
    LANGUAGES.iter().map(move |language| language.list(&format!("hear {key}")))
}

/// Whether this word is heard under `key` in any language.
pub fn heard(key: &str, word: &str) -> bool {
    lists(key).flatten().any(|one| one == word)
}

/// Whether a wish says one of the phrases under `key` in any language.
pub fn says(key: &str, wish: &str) -> bool {
    let said = spoken(wish);
    lists(key).flatten().any(|phrase| holds(&said, phrase))
}

/// Lower-case words with single blanks, without punctuation but apostrophes and hyphens.
fn spoken(wish: &str) -> String {
    let plain: String = wish
        .to_lowercase()
        .chars()
        .map(|letter| match letter {
            '’' => '\'',
            letter if letter.is_alphanumeric() || matches!(letter, '\'' | '-') => letter,
            _ => ' ',
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(said: &str, phrase: &str) -> bool {
    format!(" {said} ").contains(&format!(" {phrase} "))
}
