//! What is left of a text that must become shorter: JSON stays JSON, other text ends at a word.

use super::scan::{Part, Parts, compact_size, letters, push_compact};
use crate::json;

/// How deep containers are shortened; deeper ones are kept whole or emptied.
const MAX_DEPTH: usize = 32;
/// The least room in which an item of a list is shown in part, in characters.
const MIN_PARTIAL_CHARS: usize = 40;
/// The room that every shown key of an object can count on for its value, in characters.
const MIN_VALUE_CHARS: usize = 32;
/// How many places are remembered of which something is missing.
const MAX_CUTS: usize = 16;
/// How many of them a summary names.
const NAMED_CUTS: usize = 3;
/// How much of a path a summary shows, in characters.
const MAX_PATH_CHARS: usize = 80;

/// A shortened text.
#[derive(Debug, Default)]
pub(crate) struct Short {
    /// What is left, at most as long as asked.
    pub text: String,
    cuts: Vec<Cut>,
    more_cuts: usize,
    plain: bool,
}

/// A place of which a part is missing.
#[derive(Debug)]
struct Cut {
    path: String,
    kept: usize,
    total: usize,
    unit: &'static str,
}

/// Shortens `text` to at most `limit` characters.
///
/// Of JSON, what is left is JSON again, without white space: lists lose items from the end, objects first share
/// the room among their values and then lose keys from the end, long strings end in `…`. Reads the text at most
/// once per level of nesting that it shortens, 32 times at worst.
pub(crate) fn shorten(text: &str, limit: usize) -> Short {
    let mut short = Short::default();
    if text.chars().nth(limit).is_none() {
        text.clone_into(&mut short.text);
        return short;
    }
    if json::is_json(text) {
        let raw = text.trim();
        if compact_size(raw) <= limit {
            push_compact(&mut short.text, raw);
            return short;
        }
        if short.shrink(raw, limit, "", 0) {
            return short;
        }
    }
    Short { text: words_within(text, limit), plain: true, ..Short::default() }
}

impl Short {
    /// True when something is missing.
    pub fn is_cut(&self) -> bool {
        self.plain || !self.cuts.is_empty() || self.more_cuts > 0
    }

    /// "truncated, 500 items total", "truncated, /rows 20 of 500 items".
    pub fn summary(&self) -> String {
        let mut parts = vec!["truncated".to_owned()];
        for cut in self.cuts.iter().take(NAMED_CUTS) {
            parts.push(match cut.path.as_str() {
                "" => format!("{} {} total", cut.total, cut.unit),
                path => format!("{path} {} of {} {}", cut.kept, cut.total, cut.unit),
            });
        }
        let more = self.cuts.len().saturating_sub(NAMED_CUTS) + self.more_cuts;
        if more > 0 {
            parts.push(format!("{more} more places"));
        }
        parts.join(", ")
    }

    /// Appends as much of `raw`, which is too long, as fits into `room`. False when nothing of it can.
    fn shrink(&mut self, raw: &str, room: usize, path: &str, depth: usize) -> bool {
        match raw.as_bytes().first() {
            Some(b'"') if room >= 3 => self.shrink_string(raw, room, path),
            Some(b'[') if room >= 2 => self.shrink_list(raw, room, path, depth),
            Some(b'{') if room >= 2 => self.shrink_object(raw, room, path, depth),
            _ => return false,
        }
        true
    }

    fn shrink_string(&mut self, raw: &str, room: usize, path: &str) {
        let (mut used, mut kept, mut total) = (3, 0, 0);
        self.text.push('"');
        for letter in letters(raw) {
            total += 1;
            used += letter.chars().count();
            if used <= room {
                self.text.push_str(letter);
                kept += 1;
            }
        }
        self.text.push_str("…\"");
        self.note(self.cuts.len(), path, kept, total, "characters");
    }

    fn shrink_list(&mut self, raw: &str, room: usize, path: &str, depth: usize) {
        let place = self.cuts.len();
        let (mut used, mut kept, mut total, mut full) = (2, 0, 0, depth >= MAX_DEPTH);
        self.text.push('[');
        for part in Parts::of(raw) {
            total += 1;
            if full {
                continue;
            }
            let comma = usize::from(kept > 0);
            let left = room - used - comma.min(room - used);
            if part.size <= left {
                self.separate(kept);
                push_compact(&mut self.text, part.raw);
                used += comma + part.size;
                kept += 1;
                continue;
            }
            full = true;
            if left >= MIN_PARTIAL_CHARS && left * 5 > room && shrinkable(part.raw) {
                self.separate(kept);
                self.shrink(part.raw, left, &format!("{path}/{kept}"), depth + 1);
                kept += 1;
            }
        }
        self.text.push(']');
        if kept < total {
            self.note(place, path, kept, total, "items");
        }
    }

    fn shrink_object(&mut self, raw: &str, room: usize, path: &str, depth: usize) {
        let place = self.cuts.len();
        let (parts, total) = shown_keys(raw, room, depth);
        let fixed: usize = 2 + parts.iter().map(|part| part.key.chars().count() + 2).sum::<usize>();
        // The first entry has no comma.
        let share =
            fair_share(parts.iter().map(|part| part.size).collect(), (room + 1).saturating_sub(fixed));
        let (mut kept, mut spare) = (0, 0);
        self.text.push('{');
        for part in &parts {
            let before = self.text.len();
            self.separate(kept);
            push_compact(&mut self.text, part.key);
            self.text.push(':');
            let start = self.text.len();
            if part.size <= share + spare {
                push_compact(&mut self.text, part.raw);
                spare -= part.size.saturating_sub(share);
            } else if self.shrink(part.raw, share + spare, &child_path(path, part.key), depth + 1) {
                let used = self.text.get(start..).unwrap_or_default().chars().count();
                spare = (share + spare).saturating_sub(used);
            } else {
                self.text.truncate(before);
                spare += share;
                continue;
            }
            kept += 1;
        }
        self.text.push('}');
        if kept < total {
            self.note(place, path, kept, total, "keys");
        }
    }

    fn separate(&mut self, kept: usize) {
        if kept > 0 {
            self.text.push(',');
        }
    }

    fn note(&mut self, place: usize, path: &str, kept: usize, total: usize, unit: &'static str) {
        let mut shown: String = path.chars().take(MAX_PATH_CHARS).collect();
        if shown.len() < path.len() {
            shown.push('…');
        }
        self.cuts.insert(place.min(self.cuts.len()), Cut { path: shown, kept, total, unit });
        if self.cuts.len() > MAX_CUTS {
            self.cuts.pop();
            self.more_cuts += 1;
        }
    }
}

fn shrinkable(raw: &str) -> bool {
    raw.starts_with(['"', '[', '{'])
}

/// The keys from the front for which there is room, and how many there are in all.
fn shown_keys(raw: &str, room: usize, depth: usize) -> (Vec<Part<'_>>, usize) {
    let (mut shown, mut used, mut total, mut full) = (Vec::new(), 2, 0, depth >= MAX_DEPTH);
    for part in Parts::of(raw) {
        total += 1;
        if full {
            continue;
        }
        let least = part.key.chars().count() + 2 + part.size.min(MIN_VALUE_CHARS);
        if used + least <= room + 1 {
            used += least;
            shown.push(part);
        } else {
            // One monstrous key at the front must not hide all others.
            full = !shown.is_empty();
        }
    }
    (shown, total)
}

/// The largest share such that values of these sizes, each cut to it, fit into `room`.
fn fair_share(mut sizes: Vec<usize>, room: usize) -> usize {
    sizes.sort_unstable();
    let (mut left, mut count) = (room, sizes.len());
    for size in sizes {
        if size * count > left {
            return left / count;
        }
        left -= size;
        count -= 1;
    }
    room
}

fn child_path(path: &str, key: &str) -> String {
    let name = json::string(key).unwrap_or_else(|| key.trim_matches('"').into());
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// At most `limit` characters of `text`, ending at a word where one ends in the last fifth.
fn words_within(text: &str, limit: usize) -> String {
    let end = text.char_indices().nth(limit).map_or(text.len(), |(at, _)| at);
    let head = text.get(..end).unwrap_or_default();
    if text.get(end..).is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        return head.trim_end().to_owned();
    }
    let floor = text.char_indices().nth(limit - limit / 5).map_or(end, |(at, _)| at);
    match head.rfind(char::is_whitespace) {
        Some(at) if at >= floor => head.get(..at).unwrap_or_default().trim_end().to_owned(),
        _ => head.to_owned(),
    }
}
