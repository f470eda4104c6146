//! Decides the shortest end of every open part: the way out that a token limit may force.

use super::Grammar;
use super::frame::{Frame, Phase};
use super::node::{Field, Head, Limits, Node, Shape, member};
use super::part;
use super::style::Style;

impl Frame {
    /// Appends the shortest text that ends this frame.
    pub(super) fn rest(self, grammar: &Grammar, out: &mut Vec<u8>) {
        match (self, self.shape(grammar)) {
            (Self::Value(node), _) => out.extend_from_slice(&grammar.node(node).shortest),
            (Self::Choice { low, high, at, .. }, Shape::Choice(texts)) => {
                let open = texts.get(low as usize..high as usize).unwrap_or_default();
                let shortest = open.iter().min_by_key(|text| text.len());
                out.extend_from_slice(shortest.and_then(|text| text.get(at as usize..)).unwrap_or_default());
            }
            (Self::Number { progress, .. }, Shape::Number(range)) => {
                out.extend(progress.rest(range).unwrap_or_default());
            }
            (Self::Text { progress, .. }, Shape::Text { least, .. }) => {
                progress.rest(&grammar.style, *least, out);
            }
            (Self::List { count, phase, .. }, Shape::List { first, item, least, .. }) => {
                list((&grammar.nodes, &grammar.style), phase, count, (first, *item), *least, out);
            }
            (Self::Map { count, phase, .. }, Shape::Map { key, value, least, .. }) => {
                map(&grammar.nodes, phase, count, (*key, *value), *least, out);
            }
            (Self::Fields { count, next, key, at, phase, .. }, Shape::Fields { fields, least, most }) => {
                let limits = Limits { count, next, least: *least, most: *most };
                self::fields((&grammar.nodes, &grammar.style), phase, limits, (key, at), fields, out);
            }
            (Self::Part { low, high, at, .. }, Shape::Part(all)) => {
                out.extend_from_slice(part::rest(all, low, high, at));
            }
            (Self::Chain { at, .. }, Shape::Chain(parts)) => {
                for part in parts.get(at as usize..).unwrap_or_default() {
                    out.extend_from_slice(text(&grammar.nodes, *part));
                }
            }
            (Self::Calls { low, high, at, .. }, Shape::Calls { heads, tail }) => {
                let open = heads.get(low as usize..high as usize).unwrap_or_default();
                call(&grammar.nodes, open, at as usize, *tail, out);
            }
            _ => {}
        }
    }
}

/// The shortest text of a shape whose parts are already in `nodes`.
pub(super) fn shortest(nodes: &[Node], shape: &Shape, style: &Style) -> Vec<u8> {
    let mut out = Vec::new();
    match shape {
        Shape::Choice(texts) => out.extend(texts.iter().min_by_key(|text| text.len()).into_iter().flatten()),
        Shape::Number(range) => out.extend(range.shortest().unwrap_or_default()),
        Shape::Text { least, .. } => super::string::Progress::START.rest(style, *least, &mut out),
        Shape::List { first, item, least, .. } => {
            list((nodes, style), Phase::Start, 0, (first, *item), *least, &mut out);
        }
        Shape::Map { key, value, least, .. } => map(nodes, Phase::Start, 0, (*key, *value), *least, &mut out),
        Shape::Fields { fields, least, most } => {
            let limits = Limits { count: 0, next: 0, least: *least, most: *most };
            self::fields((nodes, style), Phase::Start, limits, (0, 0), fields, &mut out);
        }
        Shape::Union(parts) => {
            let shortest = parts.iter().map(|part| text(nodes, *part)).min_by_key(|text| text.len());
            out.extend_from_slice(shortest.unwrap_or_default());
        }
        Shape::Part(all) => out.extend_from_slice(part::rest(all, 0, all.len() as u32, 0)),
        Shape::Chain(parts) => out.extend(parts.iter().flat_map(|part| text(nodes, *part))),
        Shape::Calls { heads, tail } => call(nodes, heads, 0, *tail, &mut out),
    }
    out
}

/// Of these tools, the rest of the one whose call is the shortest.
fn call(nodes: &[Node], heads: &[Head], at: usize, tail: Option<u32>, out: &mut Vec<u8>) {
    let cost = |head: &&Head| head.text.len() + text(nodes, head.arguments).len();
    if let Some(head) = heads.iter().min_by_key(cost) {
        out.extend_from_slice(head.text.get(at..).unwrap_or_default());
        out.extend_from_slice(text(nodes, head.arguments));
        out.extend_from_slice(tail.map(|tail| text(nodes, tail)).unwrap_or_default());
    }
}

fn text(nodes: &[Node], node: u32) -> &[u8] {
    nodes.get(node as usize).map(|node| node.shortest.as_slice()).unwrap_or_default()
}

fn list(
    (nodes, style): (&[Node], &Style),
    phase: Phase,
    mut count: u32,
    (first, item): (&[u32], u32),
    least: u32,
    out: &mut Vec<u8>,
) {
    if phase == Phase::Start {
        out.push(b'[');
    }
    if phase == Phase::Space {
        out.extend_from_slice(style.gap().as_bytes());
        out.extend_from_slice(text(nodes, member(first, item, count)));
        count += 1;
    }
    while count < least {
        if count > 0 {
            out.extend_from_slice(style.comma().as_bytes());
        }
        out.extend_from_slice(text(nodes, member(first, item, count)));
        count += 1;
    }
    out.push(b']');
}

/// Only JSON has free keys.
fn map(
    nodes: &[Node],
    phase: Phase,
    mut count: u32,
    (key, value): (u32, u32),
    least: u32,
    out: &mut Vec<u8>,
) {
    match phase {
        Phase::Start => out.push(b'{'),
        Phase::Space => {
            out.push(b' ');
            out.extend_from_slice(text(nodes, key));
            out.extend_from_slice(b": ");
        }
        Phase::Colon => out.extend_from_slice(b": "),
        Phase::ColonSpace => out.push(b' '),
        _ => {}
    }
    if matches!(phase, Phase::Space | Phase::Colon | Phase::ColonSpace) {
        out.extend_from_slice(text(nodes, value));
        count += 1;
    }
    while count < least {
        out.extend_from_slice(if count > 0 { b", " } else { b"" });
        out.extend_from_slice(text(nodes, key));
        out.extend_from_slice(b": ");
        out.extend_from_slice(text(nodes, value));
        count += 1;
    }
    out.push(b'}');
}

fn fields(
    (nodes, style): (&[Node], &Style),
    phase: Phase,
    mut limits: Limits,
    (key, at): (u32, u32),
    fields: &[Field],
    out: &mut Vec<u8>,
) {
    match phase {
        Phase::Start => out.push(b'{'),
        Phase::Space => out.extend_from_slice(style.gap().as_bytes()),
        _ => {}
    }
    // After a comma a key must come; inside one, it must end. Any that agrees with what is written will do.
    let mut forced = matches!(phase, Phase::Space | Phase::Key);
    let written = fields.get(key as usize).and_then(|field| field.key.get(..at as usize)).unwrap_or_default();
    let mut skip = written.len();
    while forced || !limits.can_close(fields) {
        let cost = |field: &Field| field.key.len() + text(nodes, field.value).len();
        let agrees = |field: &Field| skip == 0 || field.key.starts_with(written);
        let cheapest =
            limits.candidates(fields).filter(|(_, field)| agrees(field)).min_by_key(|(_, field)| cost(field));
        let Some((index, field)) = cheapest else { break };
        if limits.count > 0 && !forced {
            out.extend_from_slice(style.comma().as_bytes());
        }
        out.extend_from_slice(field.key.get(skip..).unwrap_or_default());
        out.extend_from_slice(text(nodes, field.value));
        (limits.count, limits.next) = (limits.count + 1, index + 1);
        (forced, skip) = (false, 0);
    }
    out.push(b'}');
}
