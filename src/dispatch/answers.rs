//! What tools and recipes that are known say to a model that looks for some.

use super::canonical::Role;
use super::layer::RecipeSummary;
use super::name::excerpt;
use crate::json;
use crate::model::ToolDef;
use crate::search::{Hit, Index};
use crate::text::lower;
use serde_json::{Value, json};

/// What is searched, and how much a word counts there.
const FIELDS: [(&str, f64); 3] = [("name", 3.0), ("description", 2.0), ("body", 1.0)];

/// What the recipes that a host gave say to a question.
pub(super) enum Local {
    /// This.
    Answer(String),
    /// That none of them fits, in these words; the host's list need not be complete.
    NoneFits(String),
    /// Nothing: they were not loaded.
    Unknown,
}

/// What `recipes` say to `role`.
pub(super) fn recipes(recipes: &[RecipeSummary], role: Role, args: &Value) -> Local {
    if recipes.is_empty() {
        return Local::Unknown;
    }
    match role {
        Role::ListRecipes => Local::Answer(listed(recipes.iter().map(|recipe| (recipe, None)))),
        Role::SearchRecipes => search_recipes(recipes, &query(args)),
        Role::GetRecipe => {
            let name = word(args, &["name", "id", "recipe_id", "key"]);
            match recipes.iter().find(|recipe| lower(&recipe.name).eq(lower(&name))) {
                Some(recipe) if recipe.body.is_some() => Local::Answer(json::text(&recipe)),
                None if recipes.iter().all(|recipe| recipe.body.is_some()) => {
                    Local::NoneFits(json::text(&json!({
                        "error": format!("Recipe \"{}\" not found", excerpt(&name)),
                        "available": recipes.iter().map(|recipe| &recipe.name).collect::<Vec<_>>(),
                    })))
                }
                _ => Local::Unknown,
            }
        }
    }
}

/// An index over the names and descriptions of `tools`.
pub(super) fn tool_index(tools: &[ToolDef]) -> Index {
    let mut index = Index::new(&FIELDS);
    for tool in tools {
        index.add(&[&tool.name, &tool.description]);
    }
    index
}

/// The tools that fit the query, best first; `None` for a blank one.
pub(super) fn find_tools(index: &Index, tools: &[ToolDef], args: &Value) -> Option<Vec<Hit>> {
    let query = query(args);
    (!query.is_empty()).then(|| index.query(&query, tools.len()))
}

/// The tools found, each with the reason why, or the words that there are none.
pub(super) fn found_tools(tools: &[ToolDef], hits: &[Hit], args: &Value) -> String {
    if hits.is_empty() {
        return format!("No tools matching query: {}", excerpt(&query(args)));
    }
    let found = hits.iter().filter_map(|hit| {
        let mut tool = serde_json::to_value(tools.get(hit.index)?).ok()?;
        if !hit.reasons.is_empty()
            && let Some(fields) = tool.as_object_mut()
        {
            fields.insert("why".into(), json!(hit.reasons.join(", ")));
        }
        Some(tool)
    });
    json::text(&found.collect::<Vec<_>>())
}

fn search_recipes(recipes: &[RecipeSummary], query: &str) -> Local {
    if query.is_empty() {
        return Local::Answer(listed(recipes.iter().map(|recipe| (recipe, None))));
    }
    let mut index = Index::new(&FIELDS);
    for recipe in recipes {
        index.add(&[&recipe.name, &recipe.description, recipe.body.as_deref().unwrap_or_default()]);
    }
    let hits = index.query(query, recipes.len());
    if hits.is_empty() {
        let names: Vec<&str> = recipes.iter().map(|recipe| recipe.name.as_str()).collect();
        let query = excerpt(query);
        return Local::NoneFits(format!(
            "No recipes matching query: {query}. There are: {}.",
            names.join(", ")
        ));
    }
    let found = hits.iter().filter_map(|hit| Some((recipes.get(hit.index)?, Some(hit.reasons.join(", ")))));
    Local::Answer(listed(found))
}

fn listed<'a>(recipes: impl Iterator<Item = (&'a RecipeSummary, Option<String>)>) -> String {
    let list = recipes.map(|(recipe, why)| {
        let mut entry = json!({"name": recipe.name, "description": recipe.description});
        if let (Some(why), Some(fields)) = (why.filter(|why| !why.is_empty()), entry.as_object_mut()) {
            fields.insert("why".into(), json!(why));
        }
        entry
    });
    json::text(&list.collect::<Vec<_>>())
}

/// What is looked for, under the names that models use.
fn query(args: &Value) -> String {
    word(args, &["query", "q", "keyword", "search"])
}

/// The first of `keys` that is there, as text.
fn word(args: &Value, keys: &[&str]) -> String {
    keys.iter().find_map(|key| args.get(key)).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
