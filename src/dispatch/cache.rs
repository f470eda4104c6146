//! Recipes and tools that are known already: discovery is answered from here, without the network
//! (spec "ToolLayers", Progressive discovery; the published `DiscoveryCache`).

use super::canonical::Role;
use super::connected::{FIELDS, tool_index};
use super::layer::RecipeSummary;
use super::layers::Layers;
use super::name::excerpt;
use super::protocol::Protocol;
use crate::json;
use crate::json::{Fields, FromJson, Read};
use crate::model::ToolDef;
use crate::search::{Hit, Index};
use crate::text::lower;
use serde::Serialize;
use serde_json::{Value, json};

/// What is known of one server.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Known {
    /// How it is reached, `mcp` or `webmcp`: two servers of one name are two servers.
    pub protocol: String,
    /// The prefix of its full tool names.
    pub prefix: String,
    /// Its recipes; none when nobody asked for them.
    pub recipes: Vec<RecipeSummary>,
    /// Its tools.
    pub tools: Vec<ToolDef>,
}

impl FromJson for Known {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let default = Known::default();
        Ok(Known {
            protocol: from.or("protocol", default.protocol)?,
            prefix: from.or("prefix", default.prefix)?,
            recipes: from.or("recipes", default.recipes)?,
            tools: from.or("tools", default.tools)?,
        })
    }
}

impl Default for Known {
    fn default() -> Self {
        let protocol = Protocol::MCP.rules().token.to_owned();
        Known { protocol, prefix: String::new(), recipes: Vec::new(), tools: Vec::new() }
    }
}

/// Known servers, in the order of their registration.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct DiscoveryCache(Vec<Known>);

impl FromJson for DiscoveryCache {
    fn from_json(value: Value) -> Read<Self> {
        Vec::from_json(value).map(DiscoveryCache)
    }
}

impl DiscoveryCache {
    /// What `layers` bring along. Layers that display are left out: their recipes carry schemas, which only
    /// the server itself can give.
    pub fn of(layers: &Layers) -> Self {
        let known = layers.connected.iter().filter(|connected| !connected.layer.protocol.rules().displays);
        DiscoveryCache(
            known
                .map(|connected| Known {
                    protocol: connected.layer.protocol.rules().token.to_owned(),
                    prefix: connected.prefix.clone(),
                    recipes: connected.layer.recipes.clone(),
                    tools: connected.layer.tools.clone(),
                })
                .collect(),
        )
    }

    /// Adds a server, or replaces what was known of it.
    pub fn register(&mut self, known: Known) {
        match self.0.iter_mut().find(|old| old.prefix == known.prefix && old.protocol == known.protocol) {
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

    /// The server of that protocol and prefix.
    pub fn get(&self, protocol: &str, prefix: &str) -> Option<&Known> {
        self.0.iter().find(|known| known.prefix == prefix && known.protocol == protocol)
    }

    /// The answer of the discovery tool `tool` of the server `prefix`, or `None` when only the server can
    /// give it: it is unknown, its recipes were never loaded, or the recipe's text was not.
    pub fn resolve(&self, protocol: &str, prefix: &str, tool: &str, args: &Value) -> Option<String> {
        let known = self.get(protocol, prefix)?;
        match tool {
            "list_tools" => Some(json::text(&known.tools)),
            "search_tools" => {
                let hits = find_tools(&tool_index(&known.tools), &known.tools, args);
                Some(
                    hits.map_or_else(
                        || json::text(&known.tools),
                        |hits| found_tools(&known.tools, &hits, args),
                    ),
                )
            }
            _ => {
                let role = Role::ALL.into_iter().find(|role| role.name() == tool)?;
                match recipes(&known.recipes, role, args) {
                    Local::Answer(text) | Local::NoneFits(text) => Some(text),
                    Local::Unknown => None,
                }
            }
        }
    }
}

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
