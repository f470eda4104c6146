//! How a wish lists its data: what stands in front of it, and its parts ("tent, torch and rope" has three).

use super::asking::without_asking;
use super::head::head_and_data;
use super::marks::{is_numeric, words};
use super::parts::parts;

/// A wish as it lists things.
#[derive(Debug, PartialEq)]
pub(super) struct Reading<'w> {
    /// What stands in front of the data, up to a colon, a question's end or a dash; `None` where nothing says where the data begins.
    pub(super) head: Option<&'w str>,
    /// The things listed. Without a head the first one may begin with words that do not belong to it.
    pub(super) parts: Vec<&'w str>,
    /// Everything behind the head.
    pub(super) data: &'w str,
    /// Head and data, without what asks behind them, unless a title stands there, or all the words.
    pub(super) said: &'w str,
    /// What asks behind the data.
    pub(super) asking: Option<&'w str>,
}

/// What comes in front of a title.
const TITLED: [&str; 4] = ["title", "called", "named", "heading"];

impl<'w> Reading<'w> {
    pub(super) fn new(wish: &'w str) -> Self {
        let whole = wish.trim();
        let (wish, asking) = without_asking(whole);
        let marked = head_and_data(wish);
        // Lines of their own are the data, all of them, where what asks stands behind.
        let in_lines = asking.filter(|_| wish.contains('\n'));
        let (head, data) = marked.map_or((in_lines, wish), |(head, data)| (Some(head), data));
        let titled = asking.is_some_and(|asking| TITLED.iter().any(|word| asking.contains(word)));
        let wordless = words(wish).into_iter().filter(|word| !is_numeric(word)).count() < 2;
        let said = if titled || wordless { whole } else { wish };
        Reading { head: head.map(str::trim), parts: parts(data), data: data.trim(), said, asking }
    }

    /// What stands in front of the things listed; without a head, of as many last words as the second thing has.
    pub(super) fn front(&self) -> Option<&'w str> {
        let first = self.parts.first()?;
        let words = words(first);
        let listed = self.parts.get(1).map_or(1, |part| part.split_whitespace().count());
        let end = words.len().checked_sub(listed).filter(|end| *end > 0);
        let without =
            end.and_then(|end| words.get(end)).map(|word| word.as_ptr() as usize - first.as_ptr() as usize);
        self.head.or_else(|| without.and_then(|end| first.get(..end))).or(Some(first))
    }
}
