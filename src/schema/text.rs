//! Judges a JSON text in one pass and builds no tree: it says yes, or leaves the answer to parsing and checking.

use super::check::{fits_below, type_bits};
use super::compile::Compiled;
use super::node::{Node, NodeId, ObjectRules, types};
use super::number::is_multiple;
use super::value::equal;
use crate::json;
use serde_json::{Number, Value};

/// What reading takes too.
const MAX_DEPTH: usize = 120;
/// Aliases of aliases; with as many steps a level the check of a tree would not give up either.
const MAX_ALIASES: usize = 3;
/// Required names that are counted by their bits.
const MAX_COUNTED: usize = 64;

/// Whether `text` is JSON that fits. `false` means no more than "not seen to fit": an error, a rule that needs the
/// whole value, a rare way to write something; whoever asks then parses and checks.
pub(super) fn surely_fits(compiled: &Compiled, text: &str) -> bool {
    let mut reader = Reader { compiled, text, bytes: text.as_bytes(), at: 0 };
    reader.value(Some(0), 0).is_some() && {
        reader.space();
        reader.at == reader.bytes.len()
    }
}

/// `None` anywhere below: give up.
struct Reader<'s> {
    compiled: &'s Compiled,
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
}

impl<'s> Reader<'s> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        rest.starts_with(word.as_bytes()).then(|| self.at += word.len())
    }

    /// The value that stands here; `id` is what it must fit, if anything.
    fn value(&mut self, id: Option<NodeId>, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.space();
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
        if let Some(node) = node
            && (!node.streams || node.logic.is_some())
        {
            return self.whole(id?, depth);
        }
        match self.peek()? {
            b'"' => self.string(node),
            b'{' => self.record(node, depth),
            b'[' => self.list(node, depth),
            b't' => self.word("true").and_then(|()| literal(node, types::BOOLEAN, &Value::Bool(true))),
            b'f' => self.word("false").and_then(|()| literal(node, types::BOOLEAN, &Value::Bool(false))),
            b'n' => self.word("null").and_then(|()| literal(node, types::NULL, &Value::Null)),
            _ => self.number(node),
        }
    }

    /// A value that a rule wants to see as a whole.
    fn whole(&mut self, id: NodeId, depth: usize) -> Option<()> {
        let start = self.at;
        self.value(None, depth)?;
        let value = json::parse(self.text.get(start..self.at)?).ok()?;
        // Only `$dynamicRef` asks from where a schema was entered.
        (self.compiled.dynamic.is_empty() && fits_below(self.compiled, id, &value, depth * (MAX_ALIASES + 1)))
            .then_some(())
    }

    /// The text between the quotes, when it holds no escape.
    fn raw(&mut self) -> Option<&'s str> {
        self.take(b'"')?;
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
        if rest.get(length) != Some(&b'"') {
            return None;
        }
        let text = self.text.get(self.at..self.at + length)?;
        self.at += length + 1;
        Some(text)
    }

    fn string(&mut self, node: Option<&Node>) -> Option<()> {
        let start = self.at;
        let decoded;
        let text = match self.raw() {
            Some(text) => text,
            None => {
                self.at = start;
                self.skip_string()?;
                decoded = json::string(self.text.get(start..self.at)?)?;
                &*decoded
            }
        };
        let Some(node) = node else { return Some(()) };
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

    /// To the end of a text with escapes; whether they are right is for the parser to say.
    fn skip_string(&mut self) -> Option<()> {
        self.take(b'"')?;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    fn number(&mut self, node: Option<&Node>) -> Option<()> {
        let start = self.at;
        let mut whole = true;
        let negative = self.take(b'-').is_some();
        let mut digits = 0;
        let mut value: i64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if digits == 1 && value == 0 {
                return None; // 01 is no number.
            }
            digits += 1;
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            self.at += 1;
        }
        if digits == 0 {
            return None;
        }
        if matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            whole = false;
            while matches!(self.peek(), Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) {
                self.at += 1;
            }
        }
        let plain = whole && digits <= 18 && !(negative && value == 0);
        let Some(node) = node else {
            return if plain { Some(()) } else { self.parsed_number(start).map(drop) };
        };
        if node.never || node.types & (types::NUMBER | types::INTEGER) == 0 {
            return None;
        }
        if plain && node.number.is_none() && node.values.is_none() {
            return Some(()); // Every integer is a number.
        }
        let number = if plain {
            Number::from(if negative { -value } else { value })
        } else {
            self.parsed_number(start)?
        };
        let as_value = Value::Number(number.clone());
        literal(Some(node), type_bits(&as_value), &as_value)?;
        let Some(rules) = &node.number else { return Some(()) };
        let order = |limit: &Option<Number>| limit.as_ref().map(|limit| super::number::order(&number, limit));
        let fits = order(&rules.minimum).is_none_or(std::cmp::Ordering::is_ge)
            && order(&rules.maximum).is_none_or(std::cmp::Ordering::is_le)
            && order(&rules.above).is_none_or(std::cmp::Ordering::is_gt)
            && order(&rules.below).is_none_or(std::cmp::Ordering::is_lt)
            && rules.multiple_of.as_ref().is_none_or(|step| is_multiple(&number, step));
        fits.then_some(())
    }

    fn parsed_number(&self, start: usize) -> Option<Number> {
        json::number(self.text.get(start..self.at)?)
    }

    fn list(&mut self, node: Option<&Node>, depth: usize) -> Option<()> {
        self.at += 1;
        if node.is_some_and(|node| node.never || node.types & types::ARRAY == 0 || node.values.is_some()) {
            return None;
        }
        let rules = node.and_then(|node| node.array.as_deref());
        let mut count = 0_usize;
        self.space();
        if self.take(b']').is_none() {
            loop {
                let child = rules.and_then(|rules| rules.prefix.get(count).copied().or(rules.items));
                self.value(child, depth + 1)?;
                count += 1;
                self.space();
                if self.take(b',').is_none() {
                    self.take(b']')?;
                    break;
                }
            }
        }
        let count = count as u64;
        let fits = rules.is_none_or(|rules| count >= rules.min && rules.max.is_none_or(|max| count <= max));
        fits.then_some(())
    }

    fn record(&mut self, node: Option<&Node>, depth: usize) -> Option<()> {
        self.at += 1;
        if node.is_some_and(|node| node.never || node.types & types::OBJECT == 0 || node.values.is_some()) {
            return None;
        }
        let rules = node.and_then(|node| node.object.as_deref());
        let mut met = Met::default();
        self.space();
        if self.take(b'}').is_none() {
            loop {
                self.space();
                let child = match rules {
                    None => {
                        self.skip_key()?;
                        None
                    }
                    Some(rules) => {
                        let key = self.raw()?;
                        met.key(rules, key).ok()?
                    }
                };
                self.space();
                self.take(b':')?;
                self.value(child, depth + 1)?;
                self.space();
                if self.take(b',').is_none() {
                    self.take(b'}')?;
                    break;
                }
            }
        }
        rules.is_none_or(|rules| met.fits(rules)).then_some(())
    }

    /// A key of a record that nothing is asked of; a repeated one changes nothing.
    fn skip_key(&mut self) -> Option<()> {
        let start = self.at;
        if self.raw().is_none() {
            self.at = start;
            self.skip_string()?;
            json::string(self.text.get(start..self.at)?)?;
        }
        Some(())
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
        self.count += 1;
        let property = rules.find(key, &mut self.hint);
        if let Some(property) = property {
            let index = self.hint.checked_sub(1).filter(|index| *index < MAX_COUNTED).ok_or(Unsure)?;
            if self.known >> index & 1 == 1 {
                return Err(Unsure);
            }
            self.known |= 1 << index;
            self.required += usize::from(property.required);
            if property.node.is_some() {
                return Ok(property.node);
            }
        } else if rules.additional.is_some() || rules.min > 0 || rules.max.is_some() {
            if self.others.len() >= MANY || self.others.contains(&key) {
                return Err(Unsure);
            }
            self.others.push(key);
        }
        Ok(rules.additional)
    }

    fn fits(&self, rules: &ObjectRules) -> bool {
        self.required == rules.required
            && self.count >= rules.min
            && rules.max.is_none_or(|max| self.count <= max)
    }
}

fn literal(node: Option<&Node>, bits: u8, value: &Value) -> Option<()> {
    let Some(node) = node else { return Some(()) };
    if node.never || node.types & bits == 0 {
        return None;
    }
    let Some(values) = &node.values else { return Some(()) };
    let allowed = values.one_of.as_ref().is_none_or(|allowed| allowed.iter().any(|one| equal(one, value)));
    (allowed && values.constant.as_ref().is_none_or(|constant| equal(constant, value))).then_some(())
}
