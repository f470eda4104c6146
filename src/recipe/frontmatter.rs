//! Splits a recipe into its frontmatter and its body.

use super::yaml;
use serde_json::{Map, Value};

/// A recipe's two parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frontmatter {
    /// The fields between the `---` lines; empty when there are none.
    pub fields: Map<String, Value>,
    /// The Markdown below.
    pub body: String,
}

impl Frontmatter {
    /// The field `name` as text, if it is a string that is not blank.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }
}

/// Splits `recipe`. Text without a leading `---` line is all body, untouched.
///
/// # Errors
/// A sentence that names the line, when the frontmatter cannot be read or is not closed.
pub fn split(recipe: &str) -> Result<Frontmatter, String> {
    let text = recipe.strip_prefix('\u{feff}').unwrap_or(recipe).replace("\r\n", "\n");
    let text = text.trim_start_matches('\n');
    let Some(rest) = text.strip_prefix("---\n") else {
        return Ok(Frontmatter { fields: Map::new(), body: recipe.to_owned() });
    };
    let mut head = String::new();
    let mut lines = rest.split_inclusive('\n');
    for line in lines.by_ref() {
        if line.trim_end() == "---" {
            let body: String = lines.collect();
            return match yaml::parse(&head)? {
                Value::Object(fields) => {
                    Ok(Frontmatter { fields, body: body.trim_start_matches('\n').to_owned() })
                }
                Value::Null => Ok(Frontmatter { fields: Map::new(), body }),
                _ => Err("The frontmatter is not a list of 'key: value' lines.".into()),
            };
        }
        head.push_str(line);
    }
    Err("The frontmatter is not closed: add a line '---' below it.".into())
}
