//! What can be done about a wish: show a widget, follow a recipe for data, or answer in words.

use super::history::{Done, History, server_of};
use crate::model::ProviderTool;
use crate::recipe::{Example, FlowRecipe};
use crate::search::bm25;
use serde_json::Value;
use std::rc::Rc;

/// More recipes than this are not read: the ones that share words with the wish come first.
pub(super) const SHORTLIST: usize = 16;

/// Wishes that want words back, not a widget.
const ANSWER_WISHES: [&str; 4] =
    ["hello", "thank you very much", "who are you and what can you do for me?", "why is the sky blue?"];

/// What a candidate does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Shows a widget; the schema is that of its data.
    Widget { schema: Value },
    /// Fills a recipe's parameters and follows it on the server of that key, such as `weather_mcp`.
    Flow { server: String, recipe: Box<FlowRecipe> },
    /// Answers in words.
    Answer,
}

/// One possibility.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) examples: Vec<Example>,
    pub(super) kind: Kind,
}

impl Candidate {
    /// The recipe to follow, where it is one for data.
    pub(super) fn flow(&self) -> Option<&FlowRecipe> {
        match &self.kind {
            Kind::Flow { recipe, .. } => Some(recipe),
            _ => None,
        }
    }
}

/// The recipes to read, as (full name of the reading tool, argument, recipe name): those that the lists
/// name, at most [`SHORTLIST`], best first.
pub(super) fn shortlist(history: &History, tools: &[Rc<ProviderTool>]) -> Vec<(String, String, String)> {
    let mut found: Vec<(String, String, String, String)> = Vec::new();
    for list in ["list_recipes", "search_recipes"].into_iter().flat_map(|tool| history.calls_of(tool)) {
        let server =
            ["list_recipes", "search_recipes"].into_iter().find_map(|tool| server_of(&list.name, tool));
        let reader = server.map(|server| format!("{server}_get_recipe"));
        let Some(reader) = tools.iter().find(|tool| Some(&tool.name) == reader.as_ref()) else { continue };
        let argument = argument_of(reader);
        for entry in entries(list) {
            let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let name = if text("name").is_empty() { text("id") } else { text("name") };
            if !name.is_empty() {
                found.push((reader.name.clone(), argument.clone(), name, text("description")));
            }
        }
    }
    let texts: Vec<String> =
        found.iter().map(|(_, _, name, description)| format!("{name} {description}")).collect();
    let mut ranked: Vec<(f64, (String, String, String))> = bm25(&history.wish, &texts)
        .into_iter()
        .zip(found.into_iter().map(|(tool, argument, name, _)| (tool, argument, name)))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.truncate(SHORTLIST);
    ranked.into_iter().map(|(_, recipe)| recipe).collect()
}

/// What the recipes that were read offer, and answering in words.
pub(super) fn candidates(history: &History) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = history.calls_of("get_recipe").filter_map(candidate).collect();
    let examples =
        ANSWER_WISHES.iter().map(|wish| Example { wish: (*wish).to_owned(), params: serde_json::Map::new() });
    candidates.push(Candidate {
        name: "answer".into(),
        description: "an answer in words".into(),
        examples: examples.collect(),
        kind: Kind::Answer,
    });
    candidates
}

fn candidate(read: &Done) -> Option<Candidate> {
    if read.is_error {
        return None;
    }
    let server = server_of(&read.name, "get_recipe")?.to_owned();
    let json = read.json().unwrap_or(Value::Null);
    let text = |key: &str| json.get(key).and_then(Value::as_str).map(str::to_owned);
    if let Some(schema) = json.get("schema").filter(|schema| schema.is_object()) {
        let examples = json.get("examples").and_then(Value::as_array).into_iter().flatten();
        return Some(Candidate {
            name: text("name")?,
            description: text("description").unwrap_or_default(),
            examples: examples.filter_map(example).collect(),
            kind: Kind::Widget { schema: schema.clone() },
        });
    }
    let body = ["body", "recipe", "content", "markdown"].into_iter().find_map(text);
    let recipe = FlowRecipe::parse(body.as_deref().unwrap_or(&read.result)).ok()?;
    Some(Candidate {
        name: recipe.name.clone(),
        description: recipe.description.clone(),
        examples: recipe.examples.clone(),
        kind: Kind::Flow { server, recipe: Box::new(recipe) },
    })
}

fn example(value: &Value) -> Option<Example> {
    Some(Example {
        wish: value.get("wish")?.as_str()?.to_owned(),
        params: value.get("params")?.as_object()?.clone(),
    })
}

/// The entries of a list, whichever way the server wraps them.
fn entries(list: &Done) -> Vec<Value> {
    match list.json() {
        Some(Value::Array(entries)) => entries,
        Some(Value::Object(map)) => ["recipes", "skills", "items", "templates"]
            .into_iter()
            .find_map(|key| map.get(key).and_then(Value::as_array).cloned())
            .unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The name of the argument that says which recipe: the first required one, else the first.
fn argument_of(tool: &ProviderTool) -> String {
    let required = tool.input_schema.pointer("/required/0").and_then(Value::as_str);
    let first = || tool.input_schema.get("properties")?.as_object()?.keys().next().map(String::as_str);
    required.or_else(first).unwrap_or("name").to_owned()
}
