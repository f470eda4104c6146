//! Server-sent events: where the bytes were cut changes nothing.

use super::bytes::Bytes;
use webmcp_auto_ui::sse::{Decoder, Event};

pub const SEEDS: &[&str] = &[
    "\0\u{1}\u{2}data: a\ndata:b\r\n\r\nevent: x\rid: 7\rdata\r\r: note\n\ndata: c\n\n",
    "\u{3}\u{feff}data: {\"a\":1}\n\nid: \0\ndata: é😀\n\n",
];

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let steps = [1 + bytes.below(7), 1 + bytes.below(3)];
    let stream = bytes.0;
    let whole = events(std::iter::once(stream));
    for step in steps {
        assert_eq!(events(stream.chunks(step)), whole, "cut every {step} bytes");
    }
    assert!(whole.iter().all(|event| !event.name.contains('\n') && !event.data.contains('\r')));
}

fn events<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut decoder = Decoder::default();
    pieces.flat_map(|piece| decoder.feed(piece).unwrap_or_else(|_| panic!("too large"))).collect()
}
