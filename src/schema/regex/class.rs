//! Which characters a class stands for, as ECMAScript defines its escapes.

/// Sorted, disjoint ranges of code points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(Vec<(u32, u32)>);

const LAST: u32 = 0x0010_FFFF;

impl Class {
    pub(super) fn of(ranges: &[(u32, u32)]) -> Self {
        let mut class = Class::default();
        for range in ranges {
            class.insert(*range);
        }
        class
    }

    pub(super) fn one(c: char) -> Self {
        Class(vec![(c as u32, c as u32)])
    }

    /// `\d`: ASCII only, whatever the flags.
    pub(super) fn digit() -> Self {
        Class(vec![(0x30, 0x39)])
    }

    /// `\w`: ASCII only, whatever the flags.
    pub(super) fn word() -> Self {
        Class(vec![(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)])
    }

    /// `\s`: ECMAScript's `WhiteSpace` and `LineTerminator`, with the byte order mark.
    pub(super) fn space() -> Self {
        Class::of(&[
            (0x09, 0x0d),
            (0x20, 0x20),
            (0xa0, 0xa0),
            (0x1680, 0x1680),
            (0x2000, 0x200a),
            (0x2028, 0x2029),
            (0x202f, 0x202f),
            (0x205f, 0x205f),
            (0x3000, 0x3000),
            (0xfeff, 0xfeff),
        ])
    }

    /// `.`: all but `LineTerminator`.
    pub(super) fn dot() -> Self {
        Class::of(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)]).negated()
    }

    /// The only character of this class, if there is just one.
    pub(super) fn single(&self) -> Option<char> {
        match self.0.as_slice() {
            [(from, to)] if from == to => char::from_u32(*from),
            _ => None,
        }
    }

    pub(super) fn add(&mut self, other: &Class) {
        for range in &other.0 {
            self.insert(*range);
        }
    }

    pub(super) fn add_range(&mut self, from: char, to: char) {
        self.insert((from as u32, to as u32));
    }

    #[must_use]
    pub(super) fn negated(&self) -> Self {
        let mut out = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(from, to) in &self.0 {
            if from > next {
                out.push((next, from - 1));
            }
            next = to + 1;
        }
        if next <= LAST {
            out.push((next, LAST));
        }
        Class(out)
    }

    pub(super) fn contains(&self, c: char) -> bool {
        let c = c as u32;
        if let [(from, to)] = self.0.as_slice() {
            return (*from..=*to).contains(&c);
        }
        let after = self.0.partition_point(|&(from, _)| from <= c);
        after.checked_sub(1).and_then(|index| self.0.get(index)).is_some_and(|&(_, to)| c <= to)
    }

    /// Adds a range, which swallows those that it touches.
    fn insert(&mut self, (mut from, mut to): (u32, u32)) {
        let start = self.0.partition_point(|range| range.1.saturating_add(1) < from);
        let end = self.0.partition_point(|range| range.0 <= to.saturating_add(1));
        for range in self.0.get(start..end).unwrap_or_default() {
            from = from.min(range.0);
            to = to.max(range.1);
        }
        self.0.splice(start..end.max(start), [(from, to)]);
    }
}
