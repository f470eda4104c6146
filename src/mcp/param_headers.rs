//! Arguments of a tool that its server wants in headers as well (MCP 2026-07-28, Streamable HTTP, "Custom Headers from
//! Tool Parameters").

use super::base64;
use serde_json::{Map, Value};

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
pub(super) fn param_headers(schema: &Value) -> Result<Vec<ParamHeader>, String> {
    let mut found: Vec<ParamHeader> = Vec::new();
    if let Value::Object(schema) = schema {
        below(schema, &mut Vec::new(), &mut found)?;
    }
    Ok(found)
}

fn below(
    schema: &Map<String, Value>,
    path: &mut Vec<String>,
    found: &mut Vec<ParamHeader>,
) -> Result<(), String> {
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    path.push(name.clone());
                    if let Value::Object(property) = property {
                        one(property, path, found)?;
                        below(property, path, found)?;
                    }
                    path.pop();
                }
            }
            // What stands there is data and no schema.
            ("const" | "default" | "enum" | "examples" | ANNOTATION, _) => {}
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

fn one(property: &Map<String, Value>, path: &[String], found: &mut Vec<ParamHeader>) -> Result<(), String> {
    let Some(name) = property.get(ANNOTATION) else { return Ok(()) };
    let place = path.join(".");
    let name = name.as_str().filter(|name| is_token(name)).ok_or_else(|| {
        format!("'{ANNOTATION}' of '{place}' is no name of a header: letters, digits and hyphens")
    })?;
    if !property.get("type").and_then(Value::as_str).is_some_and(|kind| PLAIN.contains(&kind)) {
        return Err(format!("'{place}' is to go into a header, and is no {}", PLAIN.join(", ")));
    }
    if found.iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
        return Err(format!("two arguments are to go into the header {PREFIX}{name}"));
    }
    found.push(ParamHeader { name: name.to_owned(), path: path.to_vec() });
    Ok(())
}

/// Whether an annotation stands anywhere in there.
fn holds(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.contains_key(ANNOTATION) || fields.values().any(holds),
        Value::Array(entries) => entries.iter().any(holds),
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
    arguments: &'a Value,
) -> impl Iterator<Item = (String, String)> + 'a {
    headers.iter().filter_map(move |header| {
        let value = header.path.iter().try_fold(arguments, |at, name| at.get(name))?;
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bool(_) => value.to_string(),
            Value::Number(number) => whole(number.as_f64()).unwrap_or_else(|| number.to_string()),
            _ => return None,
        };
        Some((format!("{PREFIX}{}", header.name), field(&text)))
    })
}

/// A whole number that a model has written as `42.0`.
fn whole(number: Option<f64>) -> Option<String> {
    let number = number.filter(|number| number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0)?;
    Some(format!("{number:.0}"))
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
