//! Which recipe a call follows: said in words beside the call, so that the history alone tells how to go on, also
//! after a reload of the page.

use super::candidate::{Kind, candidates};
use super::history::{Done, History};
use crate::json;
use crate::recipe::FlowRecipe;
use serde_json::{Map, Value};

const BEGIN: &str = "Following the recipe ";
const WITH: &str = " with ";

/// A recipe that is being followed: its tool was called, its display is still to come.
pub(super) struct Following {
    pub(super) recipe: FlowRecipe,
    pub(super) parameters: Map<String, Value>,
}

/// What is said beside the call of the recipe's tool.
pub(super) fn words(recipe: &FlowRecipe, parameters: &Map<String, Value>) -> String {
    format!("{BEGIN}{}{WITH}{}", json::text(&recipe.name), json::text(parameters))
}

/// The recipe that `call` follows; it was read earlier in the turn.
pub(super) fn following(history: &History, call: &Done) -> Option<Following> {
    let (name, parameters) = read(&call.said)?;
    let fits = |server: &str, recipe: &FlowRecipe| recipe.name == name && call.name.starts_with(server);
    candidates(history).into_iter().find_map(|candidate| match candidate.kind {
        Kind::Flow { server, recipe } if fits(&server, &recipe) => {
            Some(Following { recipe: *recipe, parameters: parameters.clone() })
        }
        _ => None,
    })
}

fn read(said: &str) -> Option<(String, Map<String, Value>)> {
    let rest = said.trim().strip_prefix(BEGIN)?;
    // The name is JSON, so its end is known whatever it holds.
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let name = values.next()?.ok()?;
    let rest = rest.get(values.byte_offset()..)?.strip_prefix(WITH)?;
    Some((name, serde_json::from_str(rest).ok()?))
}
