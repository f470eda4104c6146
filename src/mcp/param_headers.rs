//! Arguments of a tool that its server wants in headers as well (MCP 2026-07-28, Streamable HTTP, "Custom Headers from
//! Tool Parameters").

use super::base64;
use super::message::word;
use crate::json::{self, raw_field, raw_fields, raw_items};

const ANNOTATION: &str = "x-mcp-header";
const PREFIX: &str = "Mcp-Param-";
/// The types that an argument in a header may have.
const PLAIN: [&str; 3] = ["string", "integer", "boolean"];

/// An argument that goes into a header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParamHeader {
    name: String,
    /// Where it lies in the arguments.
    path: Vec<String>,
}

/// The arguments of a tool with this schema that go into headers, or why the tool is not to be used at all.
pub(super) fn param_headers(schema: &str) -> Result<Vec<ParamHeader>, String> {
    let mut found: Vec<ParamHeader> = Vec::new();
    // Most schemas need not be walked.
    if schema.contains(ANNOTATION) || schema.contains("\\u") {
        below(schema, &mut Vec::new(), &mut found)?;
    }
    Ok(found)
}

fn below(schema: &str, path: &mut Vec<String>, found: &mut Vec<ParamHeader>) -> Result<(), String> {
    for (keyword, value) in raw_fields(schema).unwrap_or_default() {
        match keyword.as_ref() {
            "properties" => {
                for (name, property) in raw_fields(value).unwrap_or_default() {
                    path.push(name.into_owned());
                    one(property, path, found)?;
                    below(property, path, found)?;
                    path.pop();
                }
            }
            // What stands there is data and no schema.
            "const" | "default" | "enum" | "examples" | ANNOTATION => {}
            _ if holds(value) => {
                return Err(format!(
                    "'{ANNOTATION}' stands below '{keyword}', where its argument cannot be found"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

fn one(property: &str, path: &[String], found: &mut Vec<ParamHeader>) -> Result<(), String> {
    let Some(name) = raw_field(property, ANNOTATION) else { return Ok(()) };
    let place = path.join(".");
    let name = json::string(name).filter(|name| is_token(name)).ok_or_else(|| {
        format!("'{ANNOTATION}' of '{place}' is no name of a header: letters, digits and hyphens")
    })?;
    let kind = word(property, "type").unwrap_or_default();
    if !PLAIN.contains(&kind.as_str()) {
        return Err(format!("'{place}' is to go into a header, and is no {}", PLAIN.join(", ")));
    }
    if found.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
        return Err(format!("two arguments are to go into the header {PREFIX}{name}"));
    }
    found.push(ParamHeader { name: name.into_owned(), path: path.to_vec() });
    Ok(())
}

/// Whether an annotation stands anywhere in there.
fn holds(value: &str) -> bool {
    match value.as_bytes().first() {
        Some(b'{') => raw_fields(value)
            .unwrap_or_default()
            .iter()
            .any(|(name, value)| name == ANNOTATION || holds(value)),
        Some(b'[') => raw_items(value).unwrap_or_default().into_iter().any(holds),
        _ => false,
    }
}

/// RFC 9110, 5.6.2.
fn is_token(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_part)
}

/// The headers of a call with these arguments; what is missing or null has none.
pub(super) fn values<'a>(
    headers: &'a [ParamHeader],
    arguments: &'a str,
) -> impl Iterator<Item = (String, String)> + 'a {
    headers.iter().filter_map(move |header| {
        let value = header.path.iter().try_fold(arguments, |at, name| raw_field(at, name))?;
        let text = match value.as_bytes().first()? {
            b'"' => json::string(value)?.into_owned(),
            b'{' | b'[' | b'n' => return None,
            _ => whole(value),
        };
        Some((format!("{PREFIX}{}", header.name), field(&text)))
    })
}

/// A whole number that a model has written as `42.0`.
fn whole(number: &str) -> String {
    let (before, after) = number.split_once('.').unwrap_or((number, ""));
    let is_whole = after.bytes().all(|byte| byte == b'0');
    if is_whole { before.to_owned() } else { number.to_owned() }
}

/// A text as a header's value: as it is where that is plain, in base64 where not ("Value Encoding").
pub(super) fn field(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && text.trim_ascii() == text;
    if is_plain && !(text.starts_with("=?base64?") && text.ends_with("?=")) {
        text.to_owned()
    } else {
        format!("=?base64?{}?=", base64::of(text.as_bytes()))
    }
}
