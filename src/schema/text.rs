//! Judges a JSON text in one pass and builds no tree: it says yes, or leaves the answer to parsing and checking.

use super::check::{fits_below, type_bits};
use super::node::{Compiled, Node, NodeId, ObjectRules, types};
use super::number::is_multiple;
use super::value::equal;
use crate::json::{MAX_DEPTH, Reader};
use serde_json::{Number, Value};
use std::borrow::Cow;

/// Aliases of aliases; with as many steps a level the check of a tree would not give up either.
const MAX_ALIASES: usize = 3;
/// Required names that are counted by their bits.
const MAX_COUNTED: usize = 64;

/// Whether `text` is JSON that fits. `false` means no more than "not seen to fit": an error, a rule that needs the
/// whole value, a rare way to write something; whoever asks then parses and checks.
pub(super) fn surely_fits(compiled: &Compiled, text: &str) -> bool {
    let mut judge = Judge { compiled, reader: Reader::new(text) };
    judge.value(Some(0), 0).is_some() && judge.reader.here().is_none()
}

/// `None` anywhere below: give up.
struct Judge<'s> {
    compiled: &'s Compiled,
    reader: Reader<'s>,
}

impl Judge<'_> {
    /// The value that stands here; `id` is what it must fit, if anything.
    fn value(&mut self, id: Option<NodeId>, depth: usize) -> Option<()> {
        let compiled = self.compiled;
        let mut node = id.and_then(|id| compiled.nodes.get(id)).filter(|node| !node.asks_nothing());
        let mut id = id;
        for _ in 0..MAX_ALIASES {
            match node.and_then(|node| node.logic.as_ref()).filter(|logic| logic.is_alias()) {
                Some(logic) if node.is_some_and(|node| node.streams) => {
                    id = logic.reference;
                    node = id.and_then(|id| compiled.nodes.get(id)).filter(|node| !node.asks_nothing());
                }
                _ => break,
            }
        }
        let Some(node) = node else { return self.reader.skip(MAX_DEPTH.saturating_sub(depth)).ok() };
        if !node.streams || node.logic.is_some() {
            return self.whole(id?, depth);
        }
        match self.reader.here()? {
            b'"' => self.string(node),
            b'{' => self.record(node, depth),
            b'[' => self.list(node, depth),
            b't' => self.word("true", node, types::BOOLEAN, &Value::Bool(true)),
            b'f' => self.word("false", node, types::BOOLEAN, &Value::Bool(false)),
            b'n' => self.word("null", node, types::NULL, &Value::Null),
            _ => self.number(node),
        }
    }

    /// A value that a rule wants to see as a whole.
    fn whole(&mut self, id: NodeId, depth: usize) -> Option<()> {
        let value = self.reader.value(depth).ok()?;
        // Only `$dynamicRef` asks from where a schema was entered.
        (self.compiled.dynamic.is_empty() && fits_below(self.compiled, id, &value, depth * (MAX_ALIASES + 1)))
            .then_some(())
    }

    fn word(&mut self, word: &str, node: &Node, bits: u8, value: &Value) -> Option<()> {
        self.reader.word(word).ok()?;
        literal(node, bits, value)
    }

    fn string(&mut self, node: &Node) -> Option<()> {
        let text = &*self.reader.string().ok()?;
        if node.never || node.types & types::STRING == 0 {
            return None;
        }
        if let Some(values) = &node.values {
            let is = |value: &Value| value.as_str() == Some(text);
            let allowed = values.one_of.as_ref().is_none_or(|allowed| allowed.iter().any(is));
            if !allowed || !values.constant.as_ref().is_none_or(is) {
                return None;
            }
        }
        if let Some(rules) = &node.string {
            if rules.min > 0 || rules.max.is_some() {
                let length = text.chars().count() as u64;
                if length < rules.min || rules.max.is_some_and(|max| length > max) {
                    return None;
                }
            }
            if rules.pattern.as_ref().is_some_and(|pattern| pattern.is_match(text) != Some(true))
                || rules.format.is_some_and(|format| !format.fits(text))
            {
                return None;
            }
        }
        Some(())
    }

    fn number(&mut self, node: &Node) -> Option<()> {
        let number = self.reader.number().ok()?;
        let value = Value::Number(number);
        literal(node, type_bits(&value), &value)?;
        let (Some(rules), Value::Number(number)) = (&node.number, &value) else { return Some(()) };
        let order = |limit: &Option<Number>| limit.as_ref().map(|limit| super::number::order(number, limit));
        let fits = order(&rules.minimum).is_none_or(std::cmp::Ordering::is_ge)
            && order(&rules.maximum).is_none_or(std::cmp::Ordering::is_le)
            && order(&rules.above).is_none_or(std::cmp::Ordering::is_gt)
            && order(&rules.below).is_none_or(std::cmp::Ordering::is_lt)
            && rules.multiple_of.as_ref().is_none_or(|step| is_multiple(number, step));
        fits.then_some(())
    }

    fn list(&mut self, node: &Node, depth: usize) -> Option<()> {
        if node.never || node.types & types::ARRAY == 0 || node.values.is_some() {
            return None;
        }
        let rules = node.array.as_deref();
        let mut count = 0_usize;
        let mut more = self.reader.within(depth, b']').ok()?;
        while more {
            let child = rules.and_then(|rules| rules.prefix.get(count).copied().or(rules.items));
            self.value(child, depth + 1)?;
            count += 1;
            more = self.reader.goes_on(b']').ok()?;
        }
        let count = count as u64;
        let fits = rules.is_none_or(|rules| count >= rules.min && rules.max.is_none_or(|max| count <= max));
        fits.then_some(())
    }

    fn record(&mut self, node: &Node, depth: usize) -> Option<()> {
        if node.never || node.types & types::OBJECT == 0 || node.values.is_some() {
            return None;
        }
        let Some(rules) = node.object.as_deref() else {
            return self.reader.skip(MAX_DEPTH.saturating_sub(depth)).ok();
        };
        let mut met = Met::default();
        let mut more = self.reader.within(depth, b'}').ok()?;
        while more {
            let expected = rules.properties.get(met.hint).filter(|property| property.plain);
            let child = if expected.is_some_and(|property| self.reader.is_named(&property.name)) {
                met.hint += 1;
                met.property(rules)
            } else {
                let Cow::Borrowed(key) = self.reader.name().ok()? else { return None };
                met.key(rules, key)
            };
            let child = child.ok()?;
            self.value(child, depth + 1)?;
            more = self.reader.goes_on(b'}').ok()?;
        }
        met.fits(rules).then_some(())
    }
}

/// This pass cannot tell, such as for a repeated key.
struct Unsure;

/// The keys of one record that have been met.
#[derive(Default)]
struct Met<'s> {
    count: u64,
    required: usize,
    hint: usize,
    known: u64,
    others: Vec<&'s str>,
}

impl<'s> Met<'s> {
    /// What the value of `key` must fit, if anything.
    fn key(&mut self, rules: &ObjectRules, key: &'s str) -> Result<Option<NodeId>, Unsure> {
        const MANY: usize = 16;
        if rules.find(key, &mut self.hint).is_some() {
            return self.property(rules);
        }
        self.count += 1;
        if rules.additional.is_some() || rules.min > 0 || rules.max.is_some() {
            if self.others.len() >= MANY || self.others.contains(&key) {
                return Err(Unsure);
            }
            self.others.push(key);
        }
        Ok(rules.additional)
    }

    /// What the value of the property in front of `hint` must fit, if anything.
    #[inline]
    fn property(&mut self, rules: &ObjectRules) -> Result<Option<NodeId>, Unsure> {
        self.count += 1;
        let index = self.hint.checked_sub(1).filter(|index| *index < MAX_COUNTED).ok_or(Unsure)?;
        let property = rules.properties.get(index).ok_or(Unsure)?;
        if self.known >> index & 1 == 1 {
            return Err(Unsure);
        }
        self.known |= 1 << index;
        self.required += usize::from(property.required);
        Ok(property.node.or(rules.additional))
    }

    fn fits(&self, rules: &ObjectRules) -> bool {
        self.required == rules.required
            && self.count >= rules.min
            && rules.max.is_none_or(|max| self.count <= max)
    }
}

fn literal(node: &Node, bits: u8, value: &Value) -> Option<()> {
    if node.never || node.types & bits == 0 {
        return None;
    }
    let Some(values) = &node.values else { return Some(()) };
    let allowed = values.one_of.as_ref().is_none_or(|allowed| allowed.iter().any(|one| equal(one, value)));
    (allowed && values.constant.as_ref().is_none_or(|constant| equal(constant, value))).then_some(())
}
