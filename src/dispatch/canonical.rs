//! The canonical resolver: which of a server's tools search, list and get recipes, whatever their names
//! (spec "ToolLayers", Canonical tool resolution).

use crate::json::{self, FromJson, Read};
use crate::model::ToolDef;
use serde::Serialize;
use serde_json::Value;

/// What a tool does for recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Finds recipes by words.
    SearchRecipes,
    /// Lists all recipes.
    ListRecipes,
    /// Reads one recipe.
    GetRecipe,
}

impl FromJson for Role {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("search_recipes", Role::SearchRecipes),
                ("list_recipes", Role::ListRecipes),
                ("get_recipe", Role::GetRecipe),
            ],
        )
    }
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

/// What descriptions say for these actions.
const SEARCHES: [&str; 5] = ["search", "find", "query", "lookup", "look"];
const LISTS: [&str; 6] = ["list", "browse", "explore", "discover", "enumerate", "catalog"];
const GETS: [&str; 8] = ["get", "read", "fetch", "show", "describe", "retrieve", "return", "load"];

/// Words between a verb and what it is done to.
const BEFORE_OBJECT: [&str; 30] = [
    "a",
    "all",
    "an",
    "any",
    "available",
    "catalog",
    "content",
    "details",
    "each",
    "every",
    "existing",
    "for",
    "full",
    "given",
    "in",
    "list",
    "matching",
    "names",
    "of",
    "one",
    "our",
    "relevant",
    "single",
    "specific",
    "text",
    "the",
    "their",
    "this",
    "through",
    "up",
];

/// What holds many of a kind.
const COLLECTIONS: [&str; 7] = ["catalog", "catalogue", "collection", "gallery", "index", "library", "list"];

/// Words with which something new begins behind it.
const AFTER_OBJECT: [&str; 24] = [
    "and",
    "as",
    "at",
    "available",
    "based",
    "by",
    "for",
    "from",
    "given",
    "in",
    "including",
    "of",
    "on",
    "or",
    "that",
    "there",
    "this",
    "to",
    "using",
    "via",
    "whose",
    "which",
    "with",
    "you",
];

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
/// name, a resource that the description says something is done to. The fourth is to find nothing. A
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

/// What the description says that the tool does (spec "MCP / WebMCP Architecture", The canonical resolver: a description with "recipe" and
/// "search"): a verb, and a recipe as what it is done to ("Search a recipe by keyword"), or recipes alone ("All the recipes of this server",
/// "The template collection"). What stands further off is no object of the verb: "Lists the items of a template", "Follows the recipe".
/// The documents let "template" and "library" mean a list (spec "System Architecture", Canonical resolver).
fn by_description(tool: &ToolDef) -> Option<Role> {
    let name = tokens(&tool.name);
    let (first, others) = name.split_first()?;
    let acts = action(first).or(verb(first));
    // A name that says what is done to what is believed: "list_items" lists items, whatever its description says.
    if acts.is_some() && !others.iter().all(|word| is_general(word)) {
        return None;
    }
    let sentence = tool.description.split(['.', '\n', ';', ':']).find(|part| !part.trim().is_empty())?;
    let words = tokens(sentence);
    let says_nothing = |word: &String| SAYS_NOTHING.contains(&word.as_str());
    let vague = acts.is_some() && others.iter().all(says_nothing);
    match words.iter().position(|word| verb(word).is_some() && !COLLECTIONS.contains(&word.as_str())) {
        Some(at) => {
            let object = object_of(words.get(at + 1..)?)?;
            let said = if object == "library" {
                Some(Role::ListRecipes)
            } else {
                words.get(at).and_then(|word| verb(word))
            };
            if vague { action(first).or(said) } else { said }
        }
        None => all_of(&words).then_some(Role::ListRecipes),
    }
}

/// Whether the words name recipes as a whole: several of them, or a collection.
fn all_of(words: &[String]) -> bool {
    let is_before = |word: &String| {
        [&BEFORE_OBJECT[..], &COLLECTIONS[..]].iter().any(|some| some.contains(&word.as_str()))
    };
    let Some(at) = words.iter().position(|word| !is_before(word)) else { return false };
    let word = |place: usize| words.get(place).map(String::as_str);
    let Some(object) = word(at).filter(|object| is_resource(object)) else { return false };
    let behind = match word(at + 1) {
        Some(next) if COLLECTIONS.contains(&next) => word(at + 2),
        next => {
            let before = words.get(..at).unwrap_or_default();
            let is_whole =
                object.ends_with('s') || before.iter().any(|word| COLLECTIONS.contains(&word.as_str()));
            if !is_whole {
                return false;
            }
            next
        }
    };
    behind.is_none_or(|next| AFTER_OBJECT.contains(&next))
}

/// The recipe that is what a verb is done to, if it is one: what stands first behind words that say nothing, and is
/// itself no mere part of a longer name ("workflow runs").
fn object_of(words: &[String]) -> Option<&str> {
    let at = words.iter().position(|word| !BEFORE_OBJECT.contains(&word.as_str()))?;
    let object = words.get(at)?;
    let after = words.get(at + 1);
    let ends = after.is_none_or(|word| AFTER_OBJECT.contains(&word.as_str()));
    (ends && (is_resource(object) || object == "library")).then_some(object.as_str())
}

/// Whether a word in a tool's name leaves open what the tool acts on.
fn is_general(word: &str) -> bool {
    SAYS_NOTHING.contains(&word) || verb(word).is_some() || is_resource(word)
}

/// What a verb in a description asks for.
fn verb(word: &str) -> Option<Role> {
    let plain = word.strip_suffix("es").filter(|plain| SEARCHES.contains(plain));
    let plain = plain.or_else(|| word.strip_suffix('s')).unwrap_or(word);
    [word, plain].into_iter().find_map(|word| {
        if SEARCHES.contains(&word) {
            Some(Role::SearchRecipes)
        } else if LISTS.contains(&word) {
            Some(Role::ListRecipes)
        } else {
            GETS.contains(&word).then_some(Role::GetRecipe)
        }
    })
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
