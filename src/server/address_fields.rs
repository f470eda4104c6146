//! Which places of a widget's data hold addresses: what its schema says, by `format`, or by a name that everybody
//! uses for one.

use crate::schema::Index;
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::rc::Rc;

/// What a field is called whose text is an address, by the last word of its name, in the singular.
const NAMES: [&str; 14] = [
    "link",
    "image",
    "img",
    "avatar",
    "photo",
    "picture",
    "logo",
    "poster",
    "thumbnail",
    "thumb",
    "video",
    "audio",
    "download",
    "favicon",
];
/// The same of names that also end without anything that parts the words: `imageurl`.
const ENDINGS: [&str; 4] = ["url", "uri", "href", "src"];
/// What a field is called whose text may be an address, and as well a name, a colour or a sentence.
const PERHAPS: [&str; 5] = ["source", "file", "media", "cover", "background"];
/// Formats that are addresses (JSON Schema 2020-12 Validation, section 7.3.5).
const FORMATS: [&str; 4] = ["uri", "uri-reference", "iri", "iri-reference"];
/// Keywords whose schemas speak of the same value.
const SAME_VALUE: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// How a place is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// As text.
    Text,
    /// As one address.
    Address,
    /// As one address, or the name of an icon.
    Icon,
    /// As one address where it looks like one, else as text.
    Perhaps,
    /// As one address where it can be read as one, else as text: nobody has said what it is.
    Open,
    /// As the candidates of a `srcset`.
    Srcset,
}

/// A schema, or several that speak of the same value, as far as addresses go.
pub(super) struct Fields<'s> {
    root: Rc<Root<'s>>,
    schemas: Vec<&'s Map<String, Value>>,
}

/// The whole schema, and its names: few references need them.
struct Root<'s> {
    schema: &'s Value,
    names: OnceCell<Index<'s>>,
}

impl<'s> Root<'s> {
    /// All that `reference` may name.
    fn named(&self, reference: &str) -> Vec<&'s Value> {
        let pointer = reference.strip_prefix('#').filter(|pointer| !pointer.contains('%'));
        if let Some(found) = pointer.and_then(|pointer| self.schema.pointer(pointer)) {
            return vec![found];
        }
        let names = self.names.get_or_init(|| {
            let mut names = Index::default();
            names.add("", self.schema);
            names
        });
        names.anywhere(reference)
    }
}

impl<'s> Fields<'s> {
    /// Of a widget's data.
    pub(super) fn of(schema: &'s Value) -> Self {
        Fields::at(&Rc::new(Root { schema, names: OnceCell::new() }), vec![schema])
    }

    fn at(root: &Rc<Root<'s>>, schemas: Vec<&'s Value>) -> Self {
        let mut fields = Fields { root: root.clone(), schemas: Vec::new() };
        let mut open = schemas;
        while let Some(schema) = open.pop() {
            let Value::Object(schema) = schema else { continue };
            if fields.schemas.iter().any(|known| std::ptr::eq(*known, schema)) {
                continue;
            }
            fields.schemas.push(schema);
            for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
                let reference = schema.get(keyword).and_then(Value::as_str);
                open.extend(reference.into_iter().flat_map(|reference| root.named(reference)));
            }
            open.extend(["if", "then", "else"].iter().filter_map(|keyword| schema.get(*keyword)));
            for keyword in SAME_VALUE {
                open.extend(schema.get(keyword).and_then(Value::as_array).into_iter().flatten());
            }
            for keyword in ["dependentSchemas", "dependencies"] {
                let dependent = schema.get(keyword).and_then(Value::as_object);
                open.extend(dependent.into_iter().flat_map(Map::values));
            }
        }
        fields
    }

    /// Whether nothing is known of the value.
    pub(super) fn are_unknown(&self) -> bool {
        self.schemas.iter().all(|schema| schema.is_empty())
    }

    /// Whether a schema says that the value itself is an address.
    pub(super) fn has_address_format(&self) -> bool {
        let formats = self.schemas.iter().filter_map(|schema| schema.get("format")?.as_str());
        formats.into_iter().any(|format| FORMATS.contains(&format))
    }

    /// The field `name` of the value: what is known of it, and how its own text is read by its name. A pattern of names
    /// counts for every name that stands nowhere else.
    pub(super) fn field(&self, name: &str) -> (Self, Reads) {
        let under = |keyword: &'static str| self.schemas.iter().filter_map(move |schema| schema.get(keyword));
        let mut known: Vec<&'s Value> = under("properties").filter_map(|named| named.get(name)).collect();
        if known.is_empty() {
            known.extend(under("patternProperties").filter_map(Value::as_object).flat_map(Map::values));
        }
        let reads = if known.is_empty() { Reads::Text } else { by_name(name) };
        if known.is_empty() {
            known.extend(under("additionalProperties").chain(under("unevaluatedProperties")));
        }
        let fields = Fields::at(&self.root, known);
        let reads = if reads == Reads::Text && fields.are_unknown() { open_by_name(name) } else { reads };
        (fields, reads)
    }

    /// The item `index` of the value.
    pub(super) fn item(&self, index: usize) -> Self {
        let item = |schema: &&'s Map<String, Value>| {
            let tuple =
                schema.get("prefixItems").or_else(|| schema.get("items").filter(|items| items.is_array()));
            let own = tuple.and_then(|tuple| tuple.get(index));
            own.or_else(|| schema.get("items").filter(|items| items.is_object()))
                .or_else(|| schema.get("additionalItems"))
        };
        let others = ["contains", "unevaluatedItems"];
        let others =
            self.schemas.iter().flat_map(|schema| others.iter().filter_map(|name| schema.get(*name)));
        Fields::at(&self.root, self.schemas.iter().filter_map(item).chain(others).collect())
    }
}

/// `imageUrl`, `images`, `picture_1`, `thumbnail_src`; neither `profile` nor `discover`.
pub(super) fn by_name(name: &str) -> Reads {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    let last = last_word(name).to_ascii_lowercase();
    let word = last.strip_suffix('s').unwrap_or(&last);
    let is = |known: &[&str]| known.contains(&word) || known.contains(&last.as_str());
    if word.ends_with("srcset") {
        Reads::Srcset
    } else if word == "icon" {
        Reads::Icon
    } else if is(&NAMES) || ENDINGS.iter().any(|ending| word.ends_with(ending)) {
        Reads::Address
    } else if is(&PERHAPS) {
        Reads::Perhaps
    } else {
        Reads::Text
    }
}

/// The same of a field that no schema knows. What may be a sentence is one.
pub(super) fn open_by_name(name: &str) -> Reads {
    match by_name(name) {
        Reads::Address | Reads::Icon => Reads::Open,
        Reads::Srcset => Reads::Srcset,
        _ => Reads::Text,
    }
}

/// `Url` of `imageUrl`, `URL` of `imageURL`, `src` of `thumbnail_src`.
fn last_word(name: &str) -> &str {
    let mut start = 0;
    let mut before = '_';
    for (at, c) in name.char_indices() {
        if !c.is_alphanumeric() {
            start = at + c.len_utf8();
        } else if c.is_uppercase() && before.is_lowercase() {
            start = at;
        }
        before = c;
    }
    name.get(start..).unwrap_or(name)
}
