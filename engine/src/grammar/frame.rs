//! Decides how each open part of a value takes a byte, and how it would end soonest.

use super::node::{Field, Shape, member};
use super::string::Outcome;
use super::{Grammar, call, number, part, string};

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

impl Frame {
    /// The frame with which a node begins.
    pub(super) fn begin(grammar: &Grammar, node: u32) -> Self {
        let (count, phase) = (0, Phase::Start);
        match &grammar.node(node).shape {
            Shape::Choice(texts) => Self::Choice { node, low: 0, high: texts.len() as u32, at: 0 },
            Shape::Number(_) => Self::Number { node, progress: number::Progress::default() },
            Shape::Text { .. } => Self::Text { node, progress: string::Progress::START },
            Shape::List { .. } => Self::List { node, count, phase },
            Shape::Fields { .. } => Self::Fields { node, count, next: 0, key: 0, at: 0, phase },
            Shape::Map { .. } => Self::Map { node, count, phase },
            Shape::Calls { heads, .. } => Self::Calls { node, low: 0, high: heads.len() as u32, at: 0 },
            Shape::Part(all) => Self::Part { node, low: 0, high: all.len() as u32, at: 0, decided: false },
            Shape::Chain(_) => Self::Chain { node, at: 0 },
            Shape::Union(_) => Self::Value(node),
        }
    }

    pub(super) fn step(self, grammar: &Grammar, byte: u8) -> Move {
        let spaced = grammar.style.is_json();
        match (self, self.shape(grammar)) {
            (Self::Value(_), Shape::Union(nodes)) => {
                Move::Fork(nodes.iter().map(|node| Self::begin(grammar, *node)).collect())
            }
            (Self::Value(node), _) => Move::Fork(vec![Self::begin(grammar, node)]),
            (Self::Choice { node, low, high, at }, Shape::Choice(texts)) => {
                choice(texts, node, low..high, at, byte)
            }
            (Self::Number { node, progress }, Shape::Number(range)) => match progress.step(range, byte) {
                Some(progress) => Move::Stay(Self::Number { node, progress }),
                None if progress.can_end(range) => Move::PopAgain,
                None => Move::Refuse,
            },
            (Self::Text { node, progress }, Shape::Text { least, most }) => {
                match progress.step(&grammar.style, *least, *most, byte) {
                    Outcome::Refused => Move::Refuse,
                    Outcome::Goes(progress) => Move::Stay(Self::Text { node, progress }),
                    Outcome::Closed => Move::Pop,
                }
            }
            (Self::List { node, count, phase }, Shape::List { first, item, least, most }) => {
                let stay = |phase| Move::Stay(Self::List { node, count, phase });
                let after = Self::List { node, count: count + 1, phase: Phase::After };
                let next = Self::Value(member(first, *item, count));
                match (phase, byte) {
                    (Phase::Start, b'[') => stay(Phase::First),
                    (Phase::First | Phase::After, b']') if count >= *least => Move::Pop,
                    (Phase::First, _) if *most > 0 => Move::PushAgain(after, next),
                    (Phase::After, b',') if count < *most => stay(Phase::Space),
                    (Phase::Space, b' ') if spaced => Move::Push(after, next),
                    (Phase::Space, _) if !spaced => Move::PushAgain(after, next),
                    _ => Move::Refuse,
                }
            }
            (Self::Map { node, count, phase }, Shape::Map { key, value, least, most }) => {
                let stay = |phase| Move::Stay(Self::Map { node, count, phase });
                let (named, member) = (Self::Map { node, count, phase: Phase::Colon }, Self::Value(*value));
                match (phase, byte) {
                    (Phase::Start, b'{') => stay(Phase::First),
                    (Phase::First | Phase::After, b'}') if count >= *least => Move::Pop,
                    (Phase::First, _) if *most > 0 => Move::PushAgain(named, Self::Value(*key)),
                    (Phase::After, b',') if count < *most => stay(Phase::Space),
                    (Phase::Space, b' ') => Move::Push(named, Self::Value(*key)),
                    (Phase::Colon, b':') => stay(Phase::ColonSpace),
                    (Phase::ColonSpace, b' ') => {
                        Move::Push(Self::Map { node, count: count + 1, phase: Phase::After }, member)
                    }
                    _ => Move::Refuse,
                }
            }
            (Self::Fields { node, count, next, key, at, phase }, Shape::Fields { fields, least, most }) => {
                let stay = |phase| Move::Stay(Self::Fields { node, count, next, key: next, at: 0, phase });
                let limits = Limits { count, next, least: *least, most: *most };
                match (phase, byte) {
                    (Phase::Start, b'{') => stay(Phase::First),
                    (Phase::First | Phase::After, b'}') if limits.can_close(fields) => Move::Pop,
                    (Phase::After, b',') if limits.candidates(fields).next().is_some() => {
                        stay(if spaced { Phase::Space } else { Phase::Key })
                    }
                    (Phase::Space, b' ') => stay(Phase::Key),
                    (Phase::First | Phase::Key, _) => {
                        let written = fields
                            .get(key as usize)
                            .and_then(|field| field.key.get(..at as usize))
                            .unwrap_or_default();
                        let same = |field: &Field| {
                            field.key.starts_with(written) && field.key.get(at as usize) == Some(&byte)
                        };
                        let Some((key, field)) = limits.candidates(fields).find(|(_, field)| same(field))
                        else {
                            return Move::Refuse;
                        };
                        if field.key.len() == at as usize + 1 {
                            let (count, next, phase) = (count + 1, key + 1, Phase::After);
                            let after = Self::Fields { node, count, next, key: next, at: 0, phase };
                            return Move::Push(after, Self::Value(field.value));
                        }
                        Move::Stay(Self::Fields { node, count, next, key, at: at + 1, phase: Phase::Key })
                    }
                    _ => Move::Refuse,
                }
            }
            (Self::Nothing, _) => Move::PopAgain,
            (Self::Part { node, low, high, at, decided }, Shape::Part(all)) => {
                part::step(all, (node, low, high, at), decided, byte)
            }
            (Self::Chain { node, at }, Shape::Chain(parts)) => match parts.get(at as usize..) {
                Some([last]) => Move::Fork(vec![Self::Value(*last)]),
                Some([part, ..]) => Move::PushAgain(Self::Chain { node, at: at + 1 }, Self::Value(*part)),
                _ => Move::PopAgain,
            },
            (Self::Calls { node, low, high, at }, Shape::Calls { heads, tail }) => {
                call::step((heads, *tail), node, low..high, at, byte)
            }
            _ => Move::Refuse,
        }
    }

    pub(super) fn shape<'g>(&self, grammar: &'g Grammar) -> &'g Shape {
        match self {
            // No grammar has so many nodes.
            Self::Nothing => &grammar.node(u32::MAX).shape,
            Self::Value(node)
            | Self::Choice { node, .. }
            | Self::Number { node, .. }
            | Self::Text { node, .. }
            | Self::List { node, .. }
            | Self::Fields { node, .. }
            | Self::Map { node, .. }
            | Self::Part { node, .. }
            | Self::Chain { node, .. }
            | Self::Calls { node, .. } => &grammar.node(*node).shape,
        }
    }
}

/// Which of sorted texts, all alike up to `at`, go on with this byte: they lie side by side.
pub(super) fn agreeing<T>(
    open: &[T],
    text: impl Fn(&T) -> &[u8],
    at: u32,
    byte: u8,
) -> std::ops::Range<usize> {
    let next = |entry: &T| text(entry).get(at as usize).copied();
    let from = open.partition_point(|entry| next(entry).is_none_or(|other| other < byte));
    from..open.partition_point(|entry| next(entry).is_none_or(|other| other <= byte))
}

fn choice(texts: &[Vec<u8>], node: u32, range: std::ops::Range<u32>, at: u32, byte: u8) -> Move {
    let open = texts.get(range.start as usize..range.end as usize).unwrap_or_default();
    let next = agreeing(open, Vec::as_slice, at, byte);
    let (from, to) = (next.start, next.end);
    match open.get(next) {
        Some([only]) if only.len() == at as usize + 1 => Move::Pop,
        Some([_, ..]) => Move::Stay(Frame::Choice {
            node,
            low: range.start + from as u32,
            high: range.start + to as u32,
            at: at + 1,
        }),
        _ if open.first().is_some_and(|text| text.len() == at as usize) => Move::PopAgain,
        _ => Move::Refuse,
    }
}

/// What the numbers of properties allow.
pub(super) struct Limits {
    pub(super) count: u32,
    pub(super) next: u32,
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Limits {
    fn required_from(fields: &[Field], from: u32) -> u32 {
        fields.iter().skip(from as usize).filter(|field| field.required).count() as u32
    }

    pub(super) fn can_close(&self, fields: &[Field]) -> bool {
        self.count >= self.least && Self::required_from(fields, self.next) == 0
    }

    /// The properties that may come next: up to the first required one, as far as the limits leave room.
    pub(super) fn candidates<'f>(&self, fields: &'f [Field]) -> impl Iterator<Item = (u32, &'f Field)> {
        let (count, least, most, total) = (self.count, self.least, self.most, fields.len() as u32);
        let required = fields.iter().skip(self.next as usize).position(|field| field.required);
        let end = required.map_or(total, |place| self.next + place as u32 + 1);
        (self.next..end).zip(fields.iter().skip(self.next as usize)).filter(move |(index, field)| {
            let room = field.required || count + 1 + Self::required_from(fields, index + 1) <= most;
            room && count + (total - index) >= least
        })
    }
}
