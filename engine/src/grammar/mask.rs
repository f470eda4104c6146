//! Decides which tokens the grammar allows: the sorted vocabulary is walked once, and a refused beginning skips all that
//! share it.

use super::State;
use super::string::plain_length;
use super::style::QUOTE;
use crate::tokenizer::{SortedPieces, Vocabulary};

/// Every token whose bytes the state takes, in the vocabulary's sorted order. A quote that is a token of its own is not among
/// them: [`State::takes_quote`] tells.
pub fn allowed_tokens(state: &State, pieces: &SortedPieces, vocabulary: &Vocabulary) -> Vec<u32> {
    let mut allowed = Vec::new();
    let room = state.room_in_text();
    for byte in state.next_bytes().into_iter().filter(|byte| *byte != QUOTE) {
        walk(state, pieces, vocabulary, pieces.beginning(byte), room, &mut allowed);
    }
    allowed
}

fn walk(
    start: &State,
    pieces: &SortedPieces,
    vocabulary: &Vocabulary,
    range: std::ops::Range<usize>,
    room: Option<u32>,
    allowed: &mut Vec<u32>,
) {
    // `path[n]` is the state after the first n + 1 bytes of the piece at hand.
    let mut path: Vec<State> = Vec::new();
    let style = start.style();
    let mut position = range.start;
    let mut shared_with_path = 0;
    while position < range.end {
        let Some((id, shared)) = pieces.at(position) else { return };
        shared_with_path = shared.min(shared_with_path);
        let bytes = vocabulary.output(id);
        // Inside a string most tokens are plain text, for which counting characters is enough.
        if let (Some(room), Some(length)) = (room, room.and_then(|_| plain_length(bytes, style))) {
            if length <= room {
                allowed.push(id);
            }
            position += 1;
            continue;
        }
        path.truncate(shared_with_path);
        let mut refused = None;
        for (index, byte) in bytes.iter().enumerate().skip(path.len()) {
            let next = (*byte != QUOTE).then(|| path.last().unwrap_or(start).stepped(*byte)).flatten();
            match next {
                Some(state) => path.push(state),
                None => {
                    refused = Some(index);
                    break;
                }
            }
        }
        shared_with_path = path.len();
        match refused {
            // Inside a string plain tokens may share this beginning and yet be allowed: no skipping there.
            Some(index) if room.is_none() => position = pieces.skip(position, index + 1),
            Some(_) => position += 1,
            None => {
                allowed.push(id);
                position += 1;
            }
        }
    }
}
