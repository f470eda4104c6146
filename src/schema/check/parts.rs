//! Numbers, texts, lists and records: what each must be, part by part.

use super::{Checker, Here, Seen, Told};
use crate::schema::node::{ArrayRules, NumberRules, ObjectRules, StringRules};
use crate::schema::number::{is_multiple, order};
use crate::schema::value::duplicate;
use crate::schema::violation::{Path, quote};
use serde_json::{Map, Number, Value, json};

impl Checker<'_> {
    pub(super) fn number(&mut self, rules: &NumberRules, number: &Number, path: &Path) -> bool {
        let limits = [
            (&rules.minimum, "minimum", "is less than minimum"),
            (&rules.maximum, "maximum", "exceeds maximum"),
            (&rules.above, "exclusiveMinimum", "must be greater than"),
            (&rules.below, "exclusiveMaximum", "must be less than"),
            (&rules.multiple_of, "multipleOf", "is not a multiple of"),
        ];
        let mut fits = true;
        for (limit, keyword, words) in limits {
            let Some(limit) = limit else { continue };
            let holds = match keyword {
                "minimum" => order(number, limit).is_ge(),
                "maximum" => order(number, limit).is_le(),
                "exclusiveMinimum" => order(number, limit).is_gt(),
                "exclusiveMaximum" => order(number, limit).is_lt(),
                _ => is_multiple(number, limit),
            };
            if !holds {
                let told = || Told::of(format!("Value {number} {words} {limit}"), limit.clone(), number);
                fits = self.fail(path, keyword, told);
            }
        }
        fits
    }

    pub(super) fn string(&mut self, rules: &StringRules, text: &str, path: &Path) -> bool {
        let mut fits = true;
        if rules.min > 0 || rules.max.is_some() {
            // Code points, as the specification counts.
            let length = text.chars().count() as u64;
            fits &=
                self.counted(length, rules.min, rules.max, path, ["String length", "minLength", "maxLength"]);
        }
        if let Some(pattern) = &rules.pattern {
            let quoted = || quote(pattern.source());
            match pattern.is_match(text) {
                Some(true) => {}
                Some(false) => {
                    fits = self.fail(path, "pattern", || Told {
                        message: format!("String does not match pattern {}", quoted()),
                        expected: Some(json!(quoted())),
                        actual: None,
                    });
                }
                None => {
                    let message = || format!("String is too long to be matched with pattern {}", quoted());
                    fits = self.fail(path, "pattern", || Told::new(message()));
                }
            }
        }
        if let Some(format) = rules.format
            && !format.fits(text)
        {
            let name = format.name();
            fits = self.fail(path, "format", || Told {
                message: format!("String does not match format \"{name}\""),
                expected: Some(json!(name)),
                actual: None,
            });
        }
        fits
    }

    pub(super) fn array(
        &mut self,
        rules: &ArrayRules,
        items: &[Value],
        here: Here,
        mut seen: Option<&mut Seen>,
    ) -> bool {
        let words = ["Array length", "minItems", "maxItems"];
        let mut fits = self.counted(items.len() as u64, rules.min, rules.max, here.path, words);
        for (index, item) in items.iter().enumerate() {
            if !fits && self.is_done() {
                return false;
            }
            let Some(child) = rules.prefix.get(index).copied().or(rules.items) else { break };
            let path = Path::Index(here.path, index);
            fits &= self.node(child, item, Here { path: &path, ..here }, None);
            if let Some(seen) = seen.as_deref_mut() {
                seen.mark(index);
            }
        }
        if let Some(contains) = &rules.contains {
            let mut count = 0;
            for (index, item) in items.iter().enumerate() {
                if self.quietly(contains.node, item, here, None) {
                    count += 1;
                    if let Some(seen) = seen.as_deref_mut() {
                        seen.mark(index);
                    }
                }
            }
            if count < contains.min {
                let message = format!("Array contains {count} matching items, fewer than {}", contains.min);
                fits = self.fail(here.path, "contains", || Told::of(message, contains.min, count));
            }
            if let Some(max) = contains.max
                && count > max
            {
                let message = format!("Array contains {count} matching items, more than {max}");
                fits = self.fail(here.path, "maxContains", || Told::of(message, max, count));
            }
        }
        if rules.unique
            && (fits || !self.is_done())
            && let Some(index) = duplicate(items)
        {
            let path = Path::Index(here.path, index);
            fits = self.fail(&path, "uniqueItems", || Told::new(format!("Duplicate item at index {index}")));
        }
        fits
    }

    pub(super) fn object(
        &mut self,
        rules: &ObjectRules,
        map: &Map<String, Value>,
        here: Here,
        mut seen: Option<&mut Seen>,
    ) -> bool {
        let mut fits = true;
        let (mut hint, mut required) = (0, 0);
        for (index, (key, value)) in map.iter().enumerate() {
            if !fits && self.is_done() {
                return false;
            }
            let path = Path::Key(here.path, key);
            let below = Here { path: &path, ..here };
            let mut known = false;
            if let Some(property) = rules.find(key, &mut hint) {
                required += usize::from(property.required);
                if let Some(child) = property.node {
                    known = true;
                    fits &= self.node(child, value, below, None);
                }
            }
            for (pattern, child) in &rules.patterns {
                match pattern.is_match(key) {
                    Some(false) => {}
                    Some(true) => {
                        known = true;
                        fits &= self.node(*child, value, below, None);
                    }
                    None => {
                        let message = "Property name is too long to be matched with patternProperties";
                        fits = self.fail(&path, "patternProperties", || Told::new(message.to_owned()));
                    }
                }
            }
            if let (false, Some(child)) = (known, rules.additional) {
                known = true;
                if self.is_never(child) {
                    let message = || format!("Additional property \"{}\" is not allowed", quote(key));
                    fits = self.fail(&path, "additionalProperties", || Told::new(message()));
                } else {
                    fits &= self.node(child, value, below, None);
                }
            }
            if let (true, Some(seen)) = (known, seen.as_deref_mut()) {
                seen.mark(index);
            }
            if let Some(names) = rules.names
                && !self.quietly(names, &Value::String(key.clone()), here, None)
            {
                let message = || format!("Property name \"{}\" is not allowed", quote(key));
                fits = self.fail(&path, "propertyNames", || Told::new(message()));
            }
        }
        let words = ["Property count", "minProperties", "maxProperties"];
        fits &= self.counted(map.len() as u64, rules.min, rules.max, here.path, words);
        if required < rules.required {
            for property in rules.properties.iter().filter(|property| property.required) {
                fits &= map.contains_key(&*property.name) || self.missing(&property.name, here.path);
            }
        }
        for (name, needed) in &rules.dependent {
            if map.contains_key(&**name) {
                for needed in needed {
                    fits &= map.contains_key(&**needed)
                        || self.fail(here.path, "dependentRequired", || {
                            let message = format!(
                                "Property \"{}\" is needed beside \"{}\"",
                                quote(needed),
                                quote(name)
                            );
                            Told { message, expected: Some(json!(quote(needed))), actual: None }
                        });
                }
            }
        }
        fits
    }

    /// The published documents point at the missing property and say only "required" (Tool Calling and
    /// Dispatch, "Schema Validation Error").
    fn missing(&mut self, name: &str, path: &Path) -> bool {
        let before = self.out.len();
        self.fail(path, "required", || Told {
            message: "required".to_owned(),
            expected: Some(json!(name)),
            actual: None,
        });
        if self.out.len() > before
            && let Some(violation) = self.out.last_mut()
        {
            violation.path = Path::Key(path, name).pointer();
        }
        false
    }

    fn counted(&mut self, count: u64, min: u64, max: Option<u64>, path: &Path, words: [&str; 3]) -> bool {
        let [what, least, most] = words;
        if count < min {
            let message = || format!("{what} {count} is less than {least} {min}");
            return self.fail(path, least, || Told::of(message(), min, count));
        }
        match max {
            Some(max) if count > max => {
                let message = || format!("{what} {count} exceeds {most} {max}");
                self.fail(path, most, || Told::of(message(), max, count))
            }
            _ => true,
        }
    }
}
