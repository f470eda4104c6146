//! Which known name was meant: one that differs by case, by its joints, or by a slip or two.

use crate::text::lower;

/// Longer names are compared only for equality apart from case and joints.
const MAX_CHARS: usize = 64;

/// The one of `known` that `name` most likely stands for: the same but for case, `_`, `-` and spaces, or the only
/// nearest one within two slips (a letter more, less, other, or two swapped; one slip in a name of up to five
/// letters). `None` when there is none, when several are as near, or when `name` is known.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = plain(name);
    let mut best: Option<(usize, &str, bool)> = None;
    for candidate in known {
        if candidate == name {
            return None;
        }
        let Some(slips) = slips(&plain, candidate) else { continue };
        best = match best {
            Some((least, ..)) if slips > least => best,
            Some((least, found, _)) if slips == least => Some((least, found, found == candidate)),
            _ => Some((slips, candidate, true)),
        };
    }
    best.filter(|(.., alone)| *alone).map(|(_, found, _)| found)
}

fn plain(name: &str) -> Vec<char> {
    lower(name).filter(|c| !matches!(c, '_' | '-' | ' ')).collect()
}

/// How many slips lie between, if few enough.
fn slips(name: &[char], candidate: &str) -> Option<usize> {
    let candidate = plain(candidate);
    if name == candidate.as_slice() && !name.is_empty() {
        return Some(0);
    }
    let shorter = name.len().min(candidate.len());
    let allowed = match shorter {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let longer = name.len().max(candidate.len());
    if longer > MAX_CHARS || longer - shorter > allowed {
        return None;
    }
    Some(distance(name, &candidate)).filter(|slips| *slips <= allowed)
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut two_back: Vec<usize> = Vec::new();
    let mut back: Vec<usize> = (0..=b.len()).collect();
    let mut before_a = None;
    for (row, &from) in a.iter().enumerate() {
        let mut here = vec![row + 1];
        let mut before_b = None;
        for (column, &to) in b.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&back, column) + usize::from(from != to))
                .min(at(&back, column + 1) + 1)
                .min(at(&here, column) + 1);
            if before_a == Some(to) && before_b == Some(from) && column > 0 {
                least = least.min(at(&two_back, column - 1) + 1);
            }
            here.push(least);
            before_b = Some(to);
        }
        two_back = std::mem::replace(&mut back, here);
        before_a = Some(from);
    }
    back.last().copied().unwrap_or(a.len())
}
