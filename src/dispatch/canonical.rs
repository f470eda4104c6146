//! The canonical resolver: which of a server's tools search, list and get recipes, whatever their names
//! (spec "ToolLayers", Canonical tool resolution).

use crate::model::ToolDef;
use serde::{Deserialize, Serialize};

/// What a tool does for recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Finds recipes by words.
    SearchRecipes,
    /// Lists all recipes.
    ListRecipes,
    /// Reads one recipe.
    GetRecipe,
}

impl Role {
    /// Every role, in the order of the steps of the prompt.
    pub const ALL: [Role; 3] = [Role::SearchRecipes, Role::ListRecipes, Role::GetRecipe];

    /// The canonical tool name.
    pub fn name(self) -> &'static str {
        match self {
            Role::SearchRecipes => "search_recipes",
            Role::ListRecipes => "list_recipes",
            Role::GetRecipe => "get_recipe",
        }
    }
}

const SEARCH: [&str; 3] = ["search", "find", "query"];
const LIST: [&str; 4] = ["list", "browse", "explore", "discover"];
const GET: [&str; 5] = ["get", "read", "fetch", "show", "describe"];
const RESOURCES: [&str; 6] = ["recipe", "skill", "template", "workflow", "playbook", "pattern"];

/// Words in a tool's name that do not say what it acts on.
const SAYS_NOTHING: [&str; 14] = [
    "all",
    "any",
    "available",
    "by",
    "detail",
    "details",
    "for",
    "id",
    "keyword",
    "keywords",
    "name",
    "one",
    "query",
    "text",
];

/// Assigns each role to at most one tool, and each tool to at most one role; the first match wins.
///
/// Layers 1 to 3 are tried in turn for the whole server: exact name, an (action, resource) pair in the
/// name, an action in the name with a resource in the description. The fourth is to find nothing. A
/// server that can only list also gets `search_recipes`, answered by the list tool: the documents give
/// `list_skills` both roles.
pub fn resolve(tools: &[ToolDef]) -> Vec<(Role, String)> {
    let mut found: Vec<(Role, String)> = Vec::new();
    let layers: [fn(&ToolDef) -> Option<Role>; 3] = [by_name, by_tokens, by_description];
    for layer in layers {
        for tool in tools {
            if let Some(role) = layer(tool)
                && !found.iter().any(|(taken, name)| *taken == role || *name == tool.name)
            {
                found.push((role, tool.name.clone()));
            }
        }
    }
    let listed = found.iter().find(|(role, _)| *role == Role::ListRecipes).map(|(_, name)| name.clone());
    if let Some(name) = listed
        && !found.iter().any(|(role, _)| *role == Role::SearchRecipes)
    {
        found.push((Role::SearchRecipes, name));
    }
    found.sort_by_key(|(role, _)| Role::ALL.iter().position(|known| known == role));
    found
}

fn by_name(tool: &ToolDef) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role.name() == tool.name)
}

fn by_tokens(tool: &ToolDef) -> Option<Role> {
    let tokens = tokens(&tool.name);
    tokens.iter().any(|token| is_resource(token)).then(|| first_action(&tokens)).flatten()
}

fn by_description(tool: &ToolDef) -> Option<Role> {
    let words = tokens(&tool.description);
    if !words.iter().any(|word| is_resource(word)) {
        return None;
    }
    // The action must open the name: "create_list_template" lists nothing. And a name that says what it acts on
    // is believed: "list_items" lists items, even when its description speaks of templates.
    let name = tokens(&tool.name);
    let (first, others) = name.split_first()?;
    others.iter().all(|word| SAYS_NOTHING.contains(&word.as_str())).then(|| action(first)).flatten()
}

fn first_action(tokens: &[String]) -> Option<Role> {
    tokens.iter().find_map(|token| action(token))
}

fn action(token: &str) -> Option<Role> {
    if SEARCH.contains(&token) {
        Some(Role::SearchRecipes)
    } else if LIST.contains(&token) {
        Some(Role::ListRecipes)
    } else if GET.contains(&token) {
        Some(Role::GetRecipe)
    } else {
        None
    }
}

fn is_resource(token: &str) -> bool {
    RESOURCES.iter().any(|resource| token == *resource || token.strip_suffix('s') == Some(resource))
}

/// Lower-case words of a name in snake, kebab or camel case, or of prose.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![String::new()];
    let mut lower_before = false;
    for c in text.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower_before) {
            tokens.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(last) = tokens.last_mut()
        {
            last.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}
