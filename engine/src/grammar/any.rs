//! Decides what "any value" means: every JSON type, to a small depth, so that it always ends.

use super::builder::Builder;
use super::decimal::LARGEST;
use super::node::Shape;
use super::number::Range;
use crate::error::Result;

/// Arrays and objects inside one another.
pub(super) const DEPTH: u32 = 3;

/// The node of any value of so many levels; shared by all who ask.
pub(super) fn value(builder: &mut Builder<'_>, depth: u32) -> Result<u32> {
    if let Some(known) = builder.any.get(&depth) {
        return Ok(*known);
    }
    let literals = ["false", "null", "true"].map(|text| text.as_bytes().to_vec());
    let mut parts = vec![
        builder.push(Shape::Choice(literals.into())),
        builder.push(Shape::Number(Range { low: -LARGEST, high: LARGEST, step: 1, places: 6 })),
        builder.push(Shape::Text { least: 0, most: 200 }),
    ];
    if depth > 0 {
        let item = value(builder, depth - 1)?;
        let key = builder.push(Shape::Text { least: 1, most: 40 });
        parts.push(builder.push(Shape::List { first: Vec::new(), item, least: 0, most: 16 }));
        let map = if builder.style.is_json() {
            Shape::Map { key, value: item, least: 0, most: 16 }
        } else {
            Shape::EMPTY
        };
        parts.push(builder.push(map));
    }
    let node = builder.push(Shape::Union(parts));
    builder.any.insert(depth, node);
    Ok(node)
}
