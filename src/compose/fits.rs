//! What can be shown or called that a wish seems to mean, by words that are alike in what they mean, in any language. `training/prompts.py`
//! gives the same hint, and a test compares them.

use super::named::words;
use super::prompt::{Offer, short};
use crate::sql::parted;
use std::collections::HashMap;

/// How many are told, at most.
const MOST_FITTING: usize = 3;
/// Words of a wish, and of names, that are compared; longer ones are none.
const MOST_WORDS: usize = 48;
const MOST_PARTS: usize = 400;
const MOST_LETTERS: usize = 40;

/// Words that are to be compared: of a wish, and of names of what there is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Of the wish.
    pub words: Vec<String>,
    /// Of the names.
    pub names: Vec<String>,
}

/// How much a wish means what can be shown or called. Nothing is known where the engine cannot tell.
#[derive(Clone, Debug, Default)]
pub struct Fits(HashMap<String, f64>);

impl Fits {
    /// What is to be compared of a wish with these offers.
    pub fn compared(wish: &str, offers: &[Offer<'_>]) -> Compared {
        Compared {
            words: distinct(meaningful(wish), MOST_WORDS),
            names: distinct(offers.iter().flat_map(parts), MOST_PARTS),
        }
    }

    /// `likeness` is the engine's: a row for each word of the wish, in it a number for each of the names.
    pub fn new(compared: &Compared, likeness: &[Vec<f64>], offers: &[Offer<'_>]) -> Self {
        let rows: Vec<HashMap<&String, f64>> =
            likeness.iter().map(|row| compared.names.iter().zip(row.iter().copied()).collect()).collect();
        let score = |offer: &Offer<'_>| {
            let own = parts(offer);
            // Each word of the wish counts by what it is likest to.
            let likest = |row: &HashMap<&String, f64>| {
                own.iter().filter_map(|part| row.get(part)).copied().fold(0.0, f64::max)
            };
            (key(offer), rows.iter().map(likest).sum())
        };
        Fits(if rows.is_empty() { HashMap::new() } else { offers.iter().map(score).collect() })
    }

    /// How much this is meant, from 0; nothing where that is not known.
    pub fn of(&self, offer: &Offer<'_>) -> Option<f64> {
        self.0.get(&key(offer)).copied()
    }

    /// The hint of what fits the wish best.
    pub fn hint(&self, offers: &[Offer<'_>]) -> String {
        let ranked = self.ranked(offers).into_iter().take(MOST_FITTING);
        let names: Vec<&str> = ranked.map(|(_, offer)| offer.name).collect();
        if names.is_empty() { String::new() } else { format!("\nfits: {}", names.join("; ")) }
    }

    /// What is meant at all, that first which is meant most, and how much.
    pub fn ranked<'o>(&self, offers: &[Offer<'o>]) -> Vec<(f64, Offer<'o>)> {
        let scored = offers.iter().map(|offer| (self.of(offer).unwrap_or_default(), *offer));
        let mut found: Vec<(f64, Offer<'_>)> = scored.filter(|(score, _)| *score > 0.0).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }
}

fn key(offer: &Offer<'_>) -> String {
    format!("{} {}", offer.verb, offer.name)
}

/// The words of an offer that mean something.
fn parts(offer: &Offer<'_>) -> Vec<String> {
    let text = format!("{} {}", parted(offer.name), short(offer.description));
    distinct(meaningful(&text), usize::MAX)
}

/// The words that mean something: of letters, and no longer than words are.
fn meaningful(text: &str) -> impl Iterator<Item = String> + use<> {
    let fits = |word: &String| (2..=MOST_LETTERS).contains(&word.chars().count());
    words(text).into_iter().filter(move |word| fits(word) && word.chars().all(char::is_alphabetic))
}

/// The first so many, each once.
fn distinct(words: impl IntoIterator<Item = String>, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words {
        if found.len() == most {
            break;
        }
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}
