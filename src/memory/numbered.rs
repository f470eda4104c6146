//! Things by number: the numbers grow, and the lowest go first.

use std::collections::VecDeque;

/// Things in the order of their numbers. Sorted by itself: a tree of the library's weighs 8 kB for each thing that one holds.
pub(super) struct Numbered<T>(VecDeque<(usize, T)>);

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered(VecDeque::new())
    }
}

impl<T> Numbered<T> {
    fn place(&self, number: usize) -> Result<usize, usize> {
        self.0.binary_search_by_key(&number, |(number, _)| *number)
    }

    /// Puts `thing` at `number`, in place of what was there.
    pub fn insert(&mut self, number: usize, thing: T) {
        let place = self.place(number).unwrap_or_else(|place| place);
        self.remove(number);
        self.0.insert(place, (number, thing));
    }

    /// Takes out what is at `number`.
    pub fn remove(&mut self, number: usize) {
        if let Ok(place) = self.place(number) {
            self.0.remove(place);
        }
    }

    /// What is at `number`, unless there is nothing.
    pub fn get(&self, number: usize) -> Option<&T> {
        self.0.get(self.place(number).ok()?).map(|(_, thing)| thing)
    }

    /// All, in the order of the numbers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &T)> {
        self.0.iter().map(|(number, thing)| (*number, thing))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
