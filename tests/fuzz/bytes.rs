//! Draws values from bytes: every sequence of bytes is some value, and small changes make neighbouring values.

use serde_json::{Map, Value, json};

/// The bytes that are left. Where none are left, everything drawn is the smallest there is.
pub struct Bytes<'a>(pub &'a [u8]);

/// Letters among which names and values meet, and those that trip readers.
const LETTERS: &[&str] = &[
    "a", "b", "c", "x", "_", "__", "-", " ", "mcp", "webmcp", "data", "ui", "é", "😀", "\u{feff}", "\u{0}",
    "\n", "\"", "\\", "/", "~", "~1", "0", "1", "9", ".", "$", "#", "{", "}", "[", "]", ",", ":", "e", "E",
    "+", "true", "null", "%", "^", "(", "*", "|", "日", "\u{d7ff}", "\u{85}", "\u{301}",
];

const KEYS: &[&str] = &["a", "b", "c", "a__b", "__proto__", "toString", "", "é"];

const TYPES: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];

impl<'a> Bytes<'a> {
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    pub fn chance(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// What is left, as text.
    pub fn rest(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.0)).into_owned()
    }

    /// A text of at most `most` letters.
    pub fn text(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.pick(LETTERS)).collect()
    }

    pub fn key(&mut self) -> String {
        if self.byte() % 8 == 0 { self.text(6) } else { self.pick(KEYS).to_owned() }
    }

    fn number(&mut self) -> Value {
        match self.below(8) {
            0 => json!(i64::MIN),
            1 => json!(u64::MAX),
            2 => json!(f64::from(self.byte()) / 10.0),
            3 => json!(1e300),
            4 => json!(-0.0),
            5 => json!(9_007_199_254_740_993_u64),
            _ => json!(i64::from(self.byte()) - 8),
        }
    }

    /// A value of at most `depth` levels.
    pub fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 => Value::Null,
            1 => Value::Bool(self.chance()),
            2 => self.number(),
            3 => Value::String(self.text(12)),
            4 | 5 => (0..self.below(5)).map(|_| self.json(depth - 1)).collect(),
            _ => Value::Object(self.record(depth - 1)),
        }
    }

    pub fn record(&mut self, depth: usize) -> Map<String, Value> {
        (0..self.below(6)).map(|_| (self.key(), self.json(depth))).collect()
    }

    /// A schema of at most `depth` levels; not every one compiles.
    pub fn schema(&mut self, depth: usize) -> Value {
        if self.byte() % 16 == 0 {
            return Value::Bool(self.chance());
        }
        let mut schema = Map::new();
        if self.chance() {
            schema.insert("type".into(), json!(self.pick(TYPES)));
        }
        for _ in 0..self.below(5) {
            let (keyword, value) = self.keyword(depth);
            schema.insert(keyword.to_owned(), value);
        }
        Value::Object(schema)
    }

    fn keyword(&mut self, depth: usize) -> (&'static str, Value) {
        let counts = [
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
        ];
        let numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        let lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
        let records =
            ["properties", "properties", "properties", "patternProperties", "dependentSchemas", "$defs"];
        let formats = ["date", "date-time", "ipv4", "ipv6", "uri", "email", "uuid", "time", "odd"];
        let single =
            ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
        match self.below(if depth == 0 { 9 } else { 14 }) {
            0 => (self.pick(&counts), json!(self.below(5))),
            1 => (self.pick(&numbers), self.number()),
            2 => ("enum", (0..self.below(4)).map(|_| self.json(1)).collect()),
            3 => ("const", self.json(2)),
            4 => ("pattern", json!(self.text(8))),
            5 => ("required", (0..self.below(3)).map(|_| json!(self.key())).collect()),
            6 => ("default", self.json(2)),
            7 => (if self.chance() { "format" } else { "description" }, json!(self.pick(&formats))),
            8 => ("$ref", json!(self.pick(&["#", "#/$defs/a", "#/properties/a", "#/nowhere", "x:y"]))),
            9 => (self.pick(&lists), (0..=self.below(3)).map(|_| self.schema(depth - 1)).collect()),
            10 | 11 => {
                let records = self.pick(&records);
                let named = (0..self.below(4)).map(|_| (self.key(), self.schema(depth - 1))).collect();
                (records, Value::Object(named))
            }
            12 => (if self.chance() { "uniqueItems" } else { "nullable" }, json!(self.chance())),
            _ => (self.pick(&single), self.schema(depth - 1)),
        }
    }
}
