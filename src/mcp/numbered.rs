//! Things by their numbers, which only grow: a list in order finds them, where a map would be compiled anew for each kind.

/// The things that are there.
#[derive(Debug)]
pub(super) struct Numbered<T>(Vec<(u32, T)>);

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered(Vec::new())
    }
}

impl<T> Numbered<T> {
    fn place(&self, number: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&number, |(known, _)| *known)
    }

    pub(super) fn insert(&mut self, number: u32, thing: T) {
        match self.place(number) {
            Ok(at) => {
                if let Some(place) = self.0.get_mut(at) {
                    place.1 = thing;
                }
            }
            Err(at) => self.0.insert(at, (number, thing)),
        }
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        self.0.get(self.place(number).ok()?).map(|(_, thing)| thing)
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let at = self.place(number).ok()?;
        self.0.get_mut(at).map(|(_, thing)| thing)
    }

    pub(super) fn remove(&mut self, number: u32) -> Option<T> {
        self.place(number).ok().map(|at| self.0.remove(at).1)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, thing)| thing)
    }

    pub(super) fn pairs_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        self.0.iter_mut().map(|(number, thing)| (*number, thing))
    }

    /// The numbers of those that `is` picks.
    pub(super) fn which(&self, is: impl Fn(&T) -> bool) -> Vec<u32> {
        self.0.iter().filter(|(_, thing)| is(thing)).map(|(number, _)| *number).collect()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
