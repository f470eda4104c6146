//! Decides how each open part of a value takes a byte.

use super::frame::{Frame, Move, Phase};
use super::node::{Field, Head, Limits, Shape, member};
use super::part::agreeing;
use super::string::Outcome;
use super::{Grammar, number, part, string};

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
                call((heads, *tail), node, low..high, at, byte)
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

/// One more byte; `at` is how many of the head are written, in which the tools `range` agree.
fn call(
    (heads, tail): (&[Head], Option<u32>),
    node: u32,
    range: std::ops::Range<u32>,
    at: u32,
    byte: u8,
) -> Move {
    let open = heads.get(range.start as usize..range.end as usize).unwrap_or_default();
    let next = agreeing(open, |head| head.text.as_slice(), at, byte);
    if !next.is_empty() {
        let (low, high) = (range.start + next.start as u32, range.start + next.end as u32);
        return Move::Stay(Frame::Calls { node, low, high, at: at + 1 });
    }
    let Some(head) = open.first().filter(|head| head.text.len() == at as usize) else { return Move::Refuse };
    let arguments = Frame::Value(head.arguments);
    tail.map_or_else(|| Move::Fork(vec![arguments]), |tail| Move::PushAgain(Frame::Value(tail), arguments))
}
