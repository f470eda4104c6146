//! Which addresses and embedded pictures may stand in a widget's data
//! (spec "Tool Calling and Dispatch", Widget Display in Detail, step 3).

use super::address::{Address, candidates, is_browsers_own, is_icon_name};
use super::address_fields::{Fields, Reads, by_name, open_by_name};
use crate::schema::Violation;
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// Pictures that may be embedded. SVG is none of them: it can carry scripts.
const IMAGE_TYPES: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
/// The most that one embedded picture may weigh, in characters of its address.
const MAX_DATA_CHARS: usize = 2 * 1024 * 1024;
/// The most violations that are listed.
const MAX_VIOLATIONS: usize = 20;

/// Says of an address and its place (a JSON Pointer) whether it may be loaded or linked to.
pub type AllowUrl = Rc<dyn Fn(&str, &str) -> bool>;

/// What is allowed besides the rule of schemes: http, https, mailto and tel, addresses without a scheme, and embedded
/// pictures of a few types.
#[derive(Clone, Default)]
pub struct MediaPolicy {
    /// Asked for each http and https address, `//host` included, as a browser would read it; all are allowed without it.
    pub allow_url: Option<AllowUrl>,
    /// The most characters of an embedded picture; 2 MB without it.
    pub max_data_chars: Option<usize>,
}

impl MediaPolicy {
    /// What in `data` must not be shown, in nested lists and objects too. An address is what `schema` declares as one:
    /// by its format, or as a field under a name that means one. In what the schema leaves open, such as the rows of a table, a field under
    /// such a name is one where it can be read as an address: a renderer may load it, or a person press it. So is one of a column that the
    /// data calls a link (`columns` of `js/widgets/data-table/recipe.md`).
    pub fn check(&self, schema: &Value, data: &Value) -> Vec<Violation> {
        let mut found = Vec::new();
        self.walk(&Fields::of(schema), data, "", Reads::Text, &[], &mut found);
        found
    }

    /// The same of a value of which the schema says nothing.
    fn walk_open<'v>(
        &self,
        value: &'v Value,
        path: &str,
        reads: Reads,
        names: &mut HashMap<&'v str, Reads>,
        found: &mut Vec<Violation>,
    ) {
        if found.len() >= MAX_VIOLATIONS {
            return;
        }
        match value {
            Value::String(text) if reads != Reads::Text => {
                if let Some(problem) = self.problem(text, path, reads) {
                    found.push(Violation::foreign(path, "media", &problem));
                }
            }
            Value::Array(items) => {
                for (index, item) in
                    items.iter().enumerate().filter(|(_, item)| can_hold_address(item, reads))
                {
                    self.walk_open(item, &format!("{path}/{index}"), reads, names, found);
                }
            }
            Value::Object(entries) => {
                for (key, entry) in entries {
                    // A table has the same names in each of its rows.
                    let own = *names.entry(key).or_insert_with(|| open_by_name(key));
                    if can_hold_address(entry, own) {
                        let step = key.replace('~', "~0").replace('/', "~1");
                        self.walk_open(entry, &format!("{path}/{step}"), own, names, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// `links` are names under which addresses stand in what the schema leaves open.
    fn walk(
        &self,
        fields: &Fields<'_>,
        value: &Value,
        path: &str,
        reads: Reads,
        links: &[&str],
        found: &mut Vec<Violation>,
    ) {
        if found.len() >= MAX_VIOLATIONS {
            return;
        }
        // Under a name that means an address, also what is not described any further is read as one.
        if fields.are_unknown() && matches!(reads, Reads::Text | Reads::Open) {
            let mut names = links.iter().map(|name| (*name, Reads::Open)).collect();
            return self.walk_open(value, path, reads, &mut names, found);
        }
        match value {
            Value::String(text) => {
                let reads =
                    if reads == Reads::Text && fields.has_address_format() { Reads::Address } else { reads };
                if let Some(problem) = self.problem(text, path, reads) {
                    found.push(Violation::foreign(path, "media", &problem));
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.walk(&fields.item(index), item, &format!("{path}/{index}"), reads, links, found);
                }
            }
            Value::Object(entries) => {
                let below: Vec<&str> = entries.values().flat_map(link_columns).collect();
                let below = if below.is_empty() { links } else { &below };
                for (key, entry) in entries {
                    let step = key.replace('~', "~0").replace('/', "~1");
                    let (field, own) = fields.field(key);
                    let own = match reads {
                        Reads::Text if own == Reads::Text && links.contains(&key.as_str()) => Reads::Open,
                        Reads::Text => own,
                        _ => by_name(key),
                    };
                    self.walk(&field, entry, &format!("{path}/{step}"), own, below, found);
                }
            }
            _ => {}
        }
    }

    fn problem(&self, text: &str, path: &str, reads: Reads) -> Option<String> {
        match reads {
            Reads::Text => None,
            Reads::Icon if is_icon_name(text) => None,
            Reads::Address | Reads::Icon => self.refuse(text, path),
            Reads::Perhaps => match Address::of(text) {
                Address::Other(scheme) if !is_browsers_own(&scheme) => None,
                _ => self.refuse(text, path),
            },
            Reads::Open => match Address::of(text) {
                // A word, a colon and a blank begin a sentence.
                Address::Other(scheme) if !is_browsers_own(&scheme) && text.contains(' ') => None,
                Address::Data(_) if !text.contains(',') => None,
                _ => self.refuse(text, path),
            },
            Reads::Srcset => candidates(text).find_map(|address| self.refuse(address, path)),
        }
    }

    fn refuse(&self, text: &str, path: &str) -> Option<String> {
        match Address::of(text) {
            Address::Own | Address::Contact => None,
            Address::Web(whole) => match &self.allow_url {
                Some(allow) if !allow(&whole, path) => Some("this address is not allowed by the page".into()),
                _ => None,
            },
            Address::Data(kind) => self.refuse_data(text, &kind),
            Address::Other(scheme) => {
                let shown: String = scheme.chars().take(40).collect();
                Some(format!("an address must be http or https, not '{shown}:'"))
            }
        }
    }

    fn refuse_data(&self, text: &str, kind: &str) -> Option<String> {
        if !IMAGE_TYPES.contains(&kind) {
            let shown: String = kind.chars().take(40).collect();
            return Some(format!("embedded data must be one of {}, not '{shown}'", IMAGE_TYPES.join(", ")));
        }
        let most = self.max_data_chars.unwrap_or(MAX_DATA_CHARS);
        (text.len() > most)
            .then(|| format!("embedded data of {} characters; at most {most} are taken", text.len()))
    }
}

/// The keys of those columns of a list that are links.
fn link_columns(columns: &Value) -> Vec<&str> {
    let is_link = |column: &&Value| column.get("type").and_then(Value::as_str) == Some("link");
    let links = columns.as_array().into_iter().flatten().filter(is_link);
    links.filter_map(|column| column.get("key")?.as_str()).collect()
}

/// Whether a value can hold an address; most cells of a table cannot.
fn can_hold_address(value: &Value, reads: Reads) -> bool {
    value.is_array() || value.is_object() || (value.is_string() && reads != Reads::Text)
}
