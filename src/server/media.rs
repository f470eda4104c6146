//! Which addresses and embedded pictures may stand in a widget's data
//! (spec "Tool Calling and Dispatch", Widget Display in Detail, step 3).

use crate::schema::Violation;
use serde_json::Value;
use std::rc::Rc;

/// Pictures that may be embedded. SVG is none of them: it can carry scripts.
const IMAGE_TYPES: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
/// The most that one embedded picture may weigh, in characters of its address.
const MAX_DATA_CHARS: usize = 2 * 1024 * 1024;
/// What a field is called that holds an address, at the end of its name, in lower case.
const ADDRESS_FIELDS: [&str; 20] = [
    "url",
    "uri",
    "href",
    "src",
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
];
/// The most violations that are listed.
const MAX_VIOLATIONS: usize = 20;

/// Says of an address and its place (a JSON Pointer) whether it may be loaded or linked to.
pub type AllowUrl = Rc<dyn Fn(&str, &str) -> bool>;

/// What is allowed besides the rule of schemes: http, https and mailto, addresses without a scheme, and embedded
/// pictures of a few types.
#[derive(Clone, Default)]
pub struct MediaPolicy {
    /// Asked for each http and https address; all are allowed without it.
    pub allow_url: Option<AllowUrl>,
    /// The most characters of an embedded picture; 2 MB without it.
    pub max_data_chars: Option<usize>,
}

impl MediaPolicy {
    /// What in `data` must not be shown, in nested lists and objects too.
    pub fn check(&self, data: &Value) -> Vec<Violation> {
        let mut found = Vec::new();
        self.walk(data, "", false, &mut found);
        found
    }

    fn walk(&self, value: &Value, path: &str, is_address: bool, found: &mut Vec<Violation>) {
        if found.len() >= MAX_VIOLATIONS {
            return;
        }
        match value {
            Value::String(text) => {
                if let Some(problem) = self.problem(text, path, is_address) {
                    found.push(Violation::foreign(path, "media", &problem));
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.walk(item, &format!("{path}/{index}"), is_address, found);
                }
            }
            Value::Object(fields) => {
                for (key, field) in fields {
                    let step = key.replace('~', "~0").replace('/', "~1");
                    self.walk(field, &format!("{path}/{step}"), names_address(key), found);
                }
            }
            _ => {}
        }
    }

    fn problem(&self, text: &str, path: &str, is_address: bool) -> Option<String> {
        let scheme = scheme(text);
        match scheme.as_deref() {
            Some("data") => self.data_problem(text, is_address),
            // Outside of address fields a text with a colon is just a text.
            _ if !is_address => None,
            None | Some("mailto") => None,
            Some("http" | "https") => match &self.allow_url {
                Some(allow) if !allow(text, path) => Some("this address is not allowed by the page".into()),
                _ => None,
            },
            Some(other) => Some(format!("an address must be http or https, not '{other}:'")),
        }
    }

    fn data_problem(&self, text: &str, is_address: bool) -> Option<String> {
        let most = self.max_data_chars.unwrap_or(MAX_DATA_CHARS);
        let head: String = text.chars().take(64).collect::<String>().trim_start().to_lowercase();
        let kind =
            head.strip_prefix("data:").and_then(|rest| rest.split([';', ',']).next()).unwrap_or_default();
        let is_picture = IMAGE_TYPES.contains(&kind);
        if is_address && !is_picture {
            return Some(format!("embedded data must be one of {}, not '{kind}'", IMAGE_TYPES.join(", ")));
        }
        ((is_address || is_picture) && text.len() > most)
            .then(|| format!("embedded data of {} characters; at most {most} are taken", text.len()))
    }
}

/// `url`, `imageUrl`, `images`, `thumbnail_src`, `backgroundImage`.
fn names_address(key: &str) -> bool {
    let key = key.to_lowercase();
    let key = key.strip_suffix('s').unwrap_or(&key);
    ADDRESS_FIELDS.iter().any(|field| key.ends_with(field))
}

/// The scheme that a browser would read: it skips blanks and control characters.
fn scheme(text: &str) -> Option<String> {
    let read: String = text
        .chars()
        .take(256)
        .filter(|c| !c.is_control() && !c.is_whitespace())
        .take_while(|c| *c != '/' && *c != '?' && *c != '#')
        .collect();
    let (scheme, _) = read.split_once(':')?;
    let starts = scheme.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    let plain = scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (starts && plain).then(|| scheme.to_lowercase())
}
