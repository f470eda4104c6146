//! Decides when bytes become text for the page: never half a character, never the beginning of a stop text.

/// The output so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    bytes: Vec<u8>,
    given: usize,
}

impl Output {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The stop text that has appeared first; it and what follows are cut away.
    pub(super) fn cut_at(&mut self, stops: &[String]) -> Option<String> {
        let found = stops.iter().filter_map(|stop| {
            let from = self.given.saturating_sub(stop.len());
            let place =
                self.bytes.get(from..)?.windows(stop.len()).position(|window| window == stop.as_bytes())?;
            Some((from + place, stop))
        });
        let (at, stop) = found.min_by_key(|(at, _)| *at)?;
        self.bytes.truncate(at);
        Some(stop.clone())
    }

    /// The next piece of whole characters; `held` bytes at the end stay back because they may begin a stop text.
    pub(super) fn piece(&mut self, stops: &[String]) -> String {
        let rest = self.bytes.get(self.given..).unwrap_or_default();
        let held = stops.iter().map(|stop| overlap(rest, stop.as_bytes())).max().unwrap_or(0);
        let rest = rest.get(..rest.len() - held).unwrap_or_default();
        let whole = match std::str::from_utf8(rest) {
            Ok(text) => text.len(),
            // Bytes that can never become a character go out as replacement characters.
            Err(error) if error.error_len().is_some() => rest.len(),
            Err(error) => error.valid_up_to(),
        };
        let piece = String::from_utf8_lossy(rest.get(..whole).unwrap_or_default()).into_owned();
        self.given += whole;
        piece
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// The longest end of `text` that begins `stop`.
fn overlap(text: &[u8], stop: &[u8]) -> usize {
    (1..stop.len().min(text.len() + 1))
        .rev()
        .find(|length| text.ends_with(stop.get(..*length).unwrap_or_default()))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_cut_between_tokens_goes_out_whole() {
        let mut output = Output::default();
        output.push(&"é".as_bytes()[..1]);
        assert_eq!(output.piece(&[]), "");
        output.push(&"é".as_bytes()[1..]);
        assert_eq!(output.piece(&[]), "é");
    }

    #[test]
    fn the_beginning_of_a_stop_text_is_held_back_and_the_rest_is_cut() {
        let stops = ["\n\nEnd".to_owned()];
        let mut output = Output::default();
        output.push(b"one\n");
        assert_eq!(output.piece(&stops), "one");
        output.push(b"\nEn");
        assert_eq!(output.piece(&stops), "");
        output.push(b"d of it");
        assert_eq!(output.cut_at(&stops).as_deref(), Some("\n\nEnd"));
        assert_eq!((output.piece(&stops), output.text()), (String::new(), "one".to_owned()));
    }
}
