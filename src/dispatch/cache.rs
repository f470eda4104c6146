//! Recipes and tools that are known already: discovery is answered from here, without the network
//! (spec "ToolLayers", Progressive discovery; the published `DiscoveryCache`).

use super::canonical::Role;
use super::connected::{FIELDS, tool_index};
use super::layer::RecipeSummary;
use super::layers::Layers;
use crate::model::ToolDef;
use crate::search::{Hit, Index};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What is known of one server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Known {
    /// The prefix of its full tool names.
    pub prefix: String,
    /// Its recipes; none when nobody asked for them.
    pub recipes: Vec<RecipeSummary>,
    /// Its tools.
    pub tools: Vec<ToolDef>,
}

/// Known servers, in the order of their registration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DiscoveryCache(Vec<Known>);

impl DiscoveryCache {
    /// What `layers` bring along. Layers that display are left out: their recipes carry schemas, which only
    /// the server itself can give.
    pub fn of(layers: &Layers) -> Self {
        let known = layers.connected.iter().filter(|connected| !connected.layer.protocol.rules().displays);
        DiscoveryCache(
            known
                .map(|connected| Known {
                    prefix: connected.prefix.clone(),
                    recipes: connected.layer.recipes.clone(),
                    tools: connected.layer.tools.clone(),
                })
                .collect(),
        )
    }

    /// Adds a server, or replaces what was known of it.
    pub fn register(&mut self, known: Known) {
        match self.0.iter_mut().find(|old| old.prefix == known.prefix) {
            Some(old) => *old = known,
            None => self.0.push(known),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The known servers.
    pub fn servers(&self) -> &[Known] {
        &self.0
    }

    /// The server of that prefix.
    pub fn get(&self, prefix: &str) -> Option<&Known> {
        self.0.iter().find(|known| known.prefix == prefix)
    }

    /// The answer of the discovery tool `tool` of the server `prefix`, or `None` when only the server can
    /// give it: it is unknown, its recipes were never loaded, or the recipe's text was not.
    pub fn resolve(&self, prefix: &str, tool: &str, args: &Value) -> Option<String> {
        let known = self.get(prefix)?;
        match tool {
            "list_tools" => Some(json!(known.tools).to_string()),
            "search_tools" => {
                let find = |query: &str| tool_index(&known.tools).query(query, known.tools.len());
                Some(search_tools(&known.tools, find, args))
            }
            _ => recipes(&known.recipes, Role::ALL.into_iter().find(|role| role.name() == tool)?, args),
        }
    }
}

/// The answer that `recipes` give to `role`; `None` when they cannot.
pub(super) fn recipes(recipes: &[RecipeSummary], role: Role, args: &Value) -> Option<String> {
    if recipes.is_empty() {
        return None;
    }
    match role {
        Role::ListRecipes => Some(listed(recipes.iter().map(|recipe| (recipe, None)))),
        Role::SearchRecipes => {
            Some(search_recipes(recipes, &word(args, &["query", "q", "keyword", "search"])))
        }
        Role::GetRecipe => {
            let name = word(args, &["name", "id", "recipe_id", "key"]);
            match recipes.iter().find(|recipe| recipe.name.to_lowercase() == name.to_lowercase()) {
                Some(recipe) => recipe.body.as_ref().map(|_| json!(recipe).to_string()),
                // Somebody else may know it: the host's list need not be complete.
                None if recipes.iter().any(|recipe| recipe.body.is_none()) => None,
                None => Some(
                    json!({
                        "error": format!("Recipe \"{name}\" not found"),
                        "available": recipes.iter().map(|recipe| &recipe.name).collect::<Vec<_>>(),
                    })
                    .to_string(),
                ),
            }
        }
    }
}

/// Tools that fit the query, best first, each with the reason why; everything for a blank query. `find` asks
/// their index.
pub(super) fn search_tools(tools: &[ToolDef], find: impl FnOnce(&str) -> Vec<Hit>, args: &Value) -> String {
    let query = word(args, &["query", "q", "keyword", "search"]);
    if query.is_empty() {
        return json!(tools).to_string();
    }
    let hits = find(&query);
    if hits.is_empty() {
        return format!("No tools matching query: {query}");
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
    Value::Array(found.collect()).to_string()
}

fn search_recipes(recipes: &[RecipeSummary], query: &str) -> String {
    if query.is_empty() {
        return listed(recipes.iter().map(|recipe| (recipe, None)));
    }
    let mut index = Index::new(&FIELDS);
    for recipe in recipes {
        index.add(&[&recipe.name, &recipe.description, recipe.body.as_deref().unwrap_or_default()]);
    }
    let hits = index.query(query, recipes.len());
    if hits.is_empty() {
        let names: Vec<&str> = recipes.iter().map(|recipe| recipe.name.as_str()).collect();
        return format!("No recipes matching query: {query}. There are: {}.", names.join(", "));
    }
    listed(hits.iter().filter_map(|hit| Some((recipes.get(hit.index)?, Some(hit.reasons.join(", "))))))
}

fn listed<'a>(recipes: impl Iterator<Item = (&'a RecipeSummary, Option<String>)>) -> String {
    let list = recipes.map(|(recipe, why)| {
        let mut entry = json!({"name": recipe.name, "description": recipe.description});
        if let (Some(why), Some(fields)) = (why.filter(|why| !why.is_empty()), entry.as_object_mut()) {
            fields.insert("why".into(), json!(why));
        }
        entry
    });
    Value::Array(list.collect()).to_string()
}

/// The first of `keys` that is there, as text.
fn word(args: &Value, keys: &[&str]) -> String {
    keys.iter().find_map(|key| args.get(key)).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
