//! Decides what is known of an open part of a value, and what a byte may do to it.

use super::{number, string};

/// One open part of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Frame {
    /// A value that has not begun.
    Value(u32),
    /// Inside one of the texts `low..high`, which agree so far.
    Choice {
        node: u32,
        low: u32,
        high: u32,
        at: u32,
    },
    Number {
        node: u32,
        progress: number::Progress,
    },
    Text {
        node: u32,
        progress: string::Progress,
    },
    List {
        node: u32,
        count: u32,
        phase: Phase,
    },
    /// `next` is the first property that may still come; `key` the one being written, `at` bytes in.
    Fields {
        node: u32,
        count: u32,
        next: u32,
        key: u32,
        at: u32,
        phase: Phase,
    },
    Map {
        node: u32,
        count: u32,
        phase: Phase,
    },
    /// In a part of a text: one of what follows the words `low..high`, which agree so far.
    Part {
        node: u32,
        low: u32,
        high: u32,
        at: u32,
        decided: bool,
    },
    /// Where something has ended though it might have gone on.
    Nothing,
    /// Before the `at`th of parts that follow each other.
    Chain {
        node: u32,
        at: u32,
    },
    /// In the head of one of the tools `low..high`, which agree so far.
    Calls {
        node: u32,
        low: u32,
        high: u32,
        at: u32,
    },
}

/// Where in an array or object one is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Phase {
    /// Before the opening bracket.
    Start,
    /// Just after it.
    First,
    /// After a member.
    After,
    /// After a comma.
    Space,
    /// Inside a declared key.
    Key,
    /// After a free key.
    Colon,
    /// After a free key's colon.
    ColonSpace,
}

/// What a byte does to the top frame.
pub(super) enum Move {
    Refuse,
    /// The byte is used; the frame becomes this.
    Stay(Frame),
    /// The byte is used; the frame is done.
    Pop,
    /// The byte is used; the frame becomes this, with another on top.
    Push(Frame, Frame),
    /// The frame becomes this with another on top, which gets the byte.
    PushAgain(Frame, Frame),
    /// The frame was done before: the one below gets the byte.
    PopAgain,
    /// The frame stands for any of these, which get the byte.
    Fork(Vec<Frame>),
}
