//! Which places of a widget's data hold addresses: what its schema says, by `format`, or by a name that everybody
//! uses for one. Rows and cells that the schema leaves open are text.

use serde_json::{Map, Value};

/// What a field is called that holds an address, at the end of its name, in lower case and in the singular.
const NAMES: [&str; 24] = [
    "url",
    "uri",
    "href",
    "src",
    "srcset",
    "link",
    "image",
    "img",
    "avatar",
    "photo",
    "picture",
    "icon",
    "logo",
    "poster",
    "thumbnail",
    "thumb",
    "video",
    "audio",
    "media",
    "cover",
    "background",
    "source",
    "file",
    "download",
];
/// Formats that are addresses (JSON Schema 2020-12 Validation, section 7.3.5).
const FORMATS: [&str; 4] = ["uri", "uri-reference", "iri", "iri-reference"];
/// Schemas within schemas, references followed included.
const MAX_DEPTH: usize = 24;
/// Keywords whose schemas speak of the same value.
const SAME_VALUE: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// How a place is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// As text.
    Text,
    /// As one address.
    Address,
    /// As the candidates of a `srcset`.
    Srcset,
}

/// A schema, or several that speak of the same value, as far as addresses go.
pub(super) struct Fields<'s> {
    root: &'s Value,
    schemas: Vec<&'s Map<String, Value>>,
    depth: usize,
}

impl<'s> Fields<'s> {
    /// Of a widget's data.
    pub(super) fn of(schema: &'s Value) -> Self {
        Fields::at(schema, vec![schema], 0)
    }

    fn at(root: &'s Value, schemas: Vec<&'s Value>, depth: usize) -> Self {
        let mut fields = Fields { root, schemas: Vec::new(), depth };
        if depth < MAX_DEPTH {
            let mut open = schemas;
            while let Some(schema) = open.pop() {
                let Value::Object(schema) = schema else { continue };
                if fields.schemas.iter().any(|known| std::ptr::eq(*known, schema)) {
                    continue;
                }
                fields.schemas.push(schema);
                let target =
                    schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
                open.extend(target.and_then(|pointer| root.pointer(pointer)));
                open.extend(["if", "then", "else"].iter().filter_map(|keyword| schema.get(*keyword)));
                for keyword in SAME_VALUE {
                    open.extend(schema.get(keyword).and_then(Value::as_array).into_iter().flatten());
                }
            }
        }
        fields
    }

    /// Whether nothing is known of the value, so that nothing in it can be an address.
    pub(super) fn is_empty(&self) -> bool {
        self.schemas.is_empty()
    }

    /// Whether a schema says that the value itself is an address.
    pub(super) fn has_address_format(&self) -> bool {
        let formats = self.schemas.iter().filter_map(|schema| schema.get("format")?.as_str());
        formats.into_iter().any(|format| FORMATS.contains(&format))
    }

    /// The field `name` of the value: what is known of it, and how its own text is read by its name.
    pub(super) fn field(&self, name: &str) -> (Self, Reads) {
        let of = |keyword: &str| -> Vec<&'s Value> {
            self.schemas.iter().filter_map(|schema| schema.get(keyword)?.get(name)).collect()
        };
        let declared = of("properties");
        let reads = if declared.is_empty() { Reads::Text } else { by_name(name) };
        let schemas = if declared.is_empty() {
            self.schemas.iter().filter_map(|schema| schema.get("additionalProperties")).collect()
        } else {
            declared
        };
        (Fields::at(self.root, schemas, self.depth + 1), reads)
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
        Fields::at(self.root, self.schemas.iter().filter_map(item).collect(), self.depth + 1)
    }
}

/// `imageUrl`, `images`, `picture_1`, `thumbnail_src`.
pub(super) fn by_name(name: &str) -> Reads {
    let name = name.to_lowercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    let singular = name.strip_suffix('s').unwrap_or(name);
    if name.ends_with("srcset") || singular.ends_with("srcset") {
        Reads::Srcset
    } else if NAMES.iter().any(|known| name.ends_with(known) || singular.ends_with(known)) {
        Reads::Address
    } else {
        Reads::Text
    }
}
