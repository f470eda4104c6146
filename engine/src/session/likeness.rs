//! Decides how alike words are in what they mean, in any language: by the vectors of their tokens, which are there before the model
//! reads anything, as an adapter was taught to see them. The training's hints come from the same (`training/likeness.py`).

use super::Engine;
use crate::model::{Adapter, dot, normalize};
use crate::tokenizer::Specials;

/// The middle of all vectors says nothing, so it is taken from each; it is that of every so-manieth token.
const STEP: usize = 13;

impl Engine {
    /// A row for each of `words`, in it the cosine with each of `others`, -1 to 1; where an adapter was taught which words mean which
    /// names, times how much the word says at all. Each is taken as a word inside a sentence.
    pub fn compare(&mut self, words: &[String], others: &[String]) -> Vec<Vec<f32>> {
        let middle = self.middle.take().unwrap_or_else(|| self.middle());
        let vectors =
            |list: &[String]| list.iter().map(|word| self.meaning(word, &middle)).collect::<Vec<_>>();
        let (mut words, mut others) = (vectors(words), vectors(others));
        self.middle = Some(middle);
        if let Some(taught) = self.model.adapters.iter().rev().find_map(Adapter::likeness) {
            words = words.iter().map(|word| taught.of_word(word)).collect();
            others = others.iter().map(|other| taught.of_name(other)).collect();
        }
        words.iter().map(|word| others.iter().map(|other| dot(word, other)).collect()).collect()
    }

    fn middle(&self) -> Vec<f32> {
        self.mean((0..self.model.tokenizer.vocabulary().len() as u32).step_by(STEP))
    }

    /// The vector of a word: as one begins in a sentence, or as a name does, whichever the vocabulary knows in fewer tokens.
    fn meaning(&self, word: &str, middle: &[f32]) -> Vec<f32> {
        let mut letters = word.chars();
        let capital: String =
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let [plain, name] =
            [word, &capital].map(|word| self.model.tokenizer.encode(&format!(" {word}"), Specials::Off));
        let ids = if name.len() < plain.len() { name } else { plain };
        let mut vector = self.mean(ids.into_iter());
        for (value, middle) in vector.iter_mut().zip(middle) {
            *value -= middle;
        }
        normalize(&mut vector);
        vector
    }

    /// The mean of the tokens' vectors, each of length 1.
    fn mean(&self, ids: impl Iterator<Item = u32>) -> Vec<f32> {
        let (mut sum, mut row) = (vec![0f32; self.model.config.width], vec![0f32; self.model.config.width]);
        let mut count = 0f32;
        for id in ids {
            self.model.token_vector(id, &mut row);
            normalize(&mut row);
            for (sum, value) in sum.iter_mut().zip(&row) {
                *sum += value;
            }
            count += 1.0;
        }
        for value in &mut sum {
            *value /= count.max(1.0);
        }
        sum
    }
}
