use proptest::prelude::*;
use webmcp_auto_ui::sse::{Decoder, Event, MAX_EVENT_BYTES, TooLarge};

fn decode(pieces: &[&[u8]]) -> Vec<Event> {
    let mut decoder = Decoder::default();
    pieces.iter().flat_map(|piece| decoder.feed(piece).unwrap()).collect()
}

fn data(bytes: &[u8]) -> Vec<String> {
    decode(&[bytes]).into_iter().map(|event| event.data).collect()
}

#[test]
fn the_blank_after_the_colon_is_optional() {
    assert_eq!(data(b"data:{\"a\":1}\n\ndata: x\n\n"), ["{\"a\":1}", "x"]);
}

#[test]
fn all_three_line_ends_and_a_byte_order_mark_are_understood() {
    assert_eq!(data(b"\xEF\xBB\xBFdata: a\r\n\r\ndata: b\r\rdata: c\n\n"), ["a", "b", "c"]);
}

#[test]
fn several_data_lines_are_one_event_and_comments_are_none() {
    assert_eq!(data(b": hi\ndata: a\ndata:\ndata: b\n\n: bye\n\n"), ["a\n\nb"]);
}

#[test]
fn a_stream_with_everything_in_it_may_be_cut_anywhere() {
    let stream = "\u{feff}: hi\r\nevent: é🔥\r\nid: 7\r\ndata: a\r\ndata\rdata:b\n\n\r\r\ndata: c\r\r: bye\n\ndata:d\n\n".as_bytes();
    let whole = decode(&[stream]);
    assert_eq!(whole.iter().map(|event| event.data.as_str()).collect::<Vec<_>>(), ["a\n\nb", "c", "d"]);
    assert_eq!((whole[0].name.as_str(), whole[0].id.as_deref()), ("é🔥", Some("7")));
    for first in 0..=stream.len() {
        for second in first..=stream.len() {
            let pieces = [&stream[..first], &stream[first..second], &stream[second..]];
            assert_eq!(decode(&pieces), whole, "cut at {first} and {second}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_one_at_the_very_beginning_only() {
    assert_eq!(data("data: a\n\n\u{feff}data: b\n\ndata: c\n\n".as_bytes()), ["a", "c"]);
}

#[test]
fn many_small_lines_of_one_event_meet_the_cap_as_well() {
    let mut decoder = Decoder::default();
    let line = [b"data: ".as_slice(), &vec![b'x'; 65_530], b"\n"].concat();
    let refused = (0..=(MAX_EVENT_BYTES / 65_000)).any(|_| decoder.feed(&line) == Err(TooLarge));
    assert!(refused);
}

#[test]
fn an_event_without_its_blank_line_is_not_given() {
    assert_eq!(data(b"data: a\n\ndata: cut"), ["a"]);
}

#[test]
fn an_id_stays_until_the_next_and_one_with_a_zero_is_ignored() {
    let events = decode(&[b"id: 1\ndata: a\n\nid: \0\ndata: b\n\n"]);
    assert_eq!(events.iter().map(|e| e.id.as_deref()).collect::<Vec<_>>(), [Some("1"), Some("1")]);
}

#[test]
fn an_event_beyond_the_cap_is_refused() {
    let mut decoder = Decoder::default();
    let mut outcome = Ok(Vec::new());
    for _ in 0..=(MAX_EVENT_BYTES / 65536) {
        outcome = decoder.feed(&vec![b'x'; 65536]);
    }
    assert_eq!(outcome, Err(TooLarge));
}

proptest! {
    #[test]
    fn events_do_not_depend_on_where_bytes_are_cut(
        text in "(data:|data: |event: |id: |: |é|🔥|a|\r|\n|\r\n|\n\n){0,40}",
        cuts in proptest::collection::vec(0usize..400, 0..8),
    ) {
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().filter(|cut| *cut < bytes.len()).collect();
        cuts.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for cut in cuts {
            pieces.push(&bytes[from..cut]);
            from = cut;
        }
        pieces.push(&bytes[from..]);
        prop_assert_eq!(decode(&pieces), decode(&[bytes]));
    }
}
