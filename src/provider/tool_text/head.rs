//! What stands between a call's marker and its value: the name, in each format's own way.

use super::body::is_name;
use super::{Begins, Marker};

/// The most bytes between a marker and the value behind it.
pub(super) const MAX_HEAD: usize = 1_024;

/// The call's name, where the head says it, and where its value begins.
pub(super) fn head<'t>(marker: &Marker, held: &'t str) -> Option<(&'t str, usize)> {
    // Looked for nearby only: text full of marks would be searched to its end for each of them.
    let most = (0..=held.len().min(MAX_HEAD)).rev().find(|at| held.is_char_boundary(*at))?;
    let held = held.get(..most)?;
    let rest = held.get(marker.open.len()..)?;
    let bracket = marker.open.len() + rest.find(['{', '['])?;
    let before = held.get(marker.open.len()..bracket)?.trim();
    let named = |name: &'t str| is_name(name).then_some((name, bracket));
    match marker.begins {
        Begins::Dict(_) => named(before.strip_prefix("call:")?.trim()),
        Begins::Function => named(before.strip_suffix('>')?.trim()),
        Begins::Named => before.is_empty().then_some(("", bracket)),
        Begins::Mistral if before.is_empty() => Some(("", bracket)),
        Begins::Mistral => {
            // `name[ARGS]{…}`; an id may stand between.
            let (head, value) = held.get(marker.open.len()..)?.split_once("[ARGS]")?;
            let name = head.split_once('[').map_or(head, |(name, _id)| name);
            let brace = held.len() - value.trim_start().len();
            let brace = held.get(brace..)?.starts_with('{').then_some(brace)?;
            named(name.trim()).map(|(name, _)| (name, brace))
        }
        Begins::Tags | Begins::Channel | Begins::Thought | Begins::Nothing => None,
    }
}

/// Whether more text can still make this a call's head.
pub(super) fn may_be_head(marker: &Marker, held: &str) -> bool {
    let rest = held.get(marker.open.len()..).unwrap_or_default();
    let text = rest.trim_start();
    match marker.begins {
        Begins::Dict(_) => {
            let name = text.strip_prefix("call:").map(str::trim);
            name.map_or("call:".starts_with(text), |name| name.is_empty() || is_name(name))
        }
        Begins::Function => {
            let name = text.strip_suffix('>').unwrap_or(text).trim_end();
            text.is_empty() || is_name(name.strip_suffix('>').unwrap_or(name))
        }
        Begins::Named => text.is_empty(),
        Begins::Mistral => {
            let name = text.split('[').next().unwrap_or_default();
            text.is_empty() || (is_name(name.trim()) && text.len() < 400)
        }
        Begins::Tags | Begins::Channel | Begins::Thought | Begins::Nothing => false,
    }
}
