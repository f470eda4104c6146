//! A layer once it is connected: its prefix, its canonical roles, and what is prepared of it on demand.

use super::canonical::Role;
use super::layer::Layer;
use super::name::full_name;
use super::prepared::Prepared;
use crate::model::ToolDef;
use crate::search::Index;
use std::cell::OnceCell;

/// The tools of a display server that are there from the start.
pub(super) const DISPLAY: [&str; 3] = ["widget_display", "canvas", "recall"];

/// A connected layer with what was found out about it.
pub(super) struct Connected {
    pub(super) layer: Layer,
    pub(super) prefix: String,
    pub(super) roles: Vec<(Role, String)>,
    pub(super) prepared: Prepared,
    /// Over the layer's tools, made when somebody searches.
    pub(super) index: OnceCell<Index>,
}

impl Connected {
    /// The name of `tool` as providers see it, before collisions are looked at.
    pub(super) fn full_name(&self, tool: &str) -> String {
        full_name(&self.prefix, self.layer.protocol, tool)
    }

    /// The tools that no recipe leads to: all of a server without recipes, and of a server that displays, whose recipes
    /// are those of its widgets, what the host added.
    pub(super) fn raw(&self) -> Vec<&ToolDef> {
        let displays = self.layer.protocol.rules().displays;
        let has_recipes = !self.roles.is_empty() || !self.local_roles().is_empty();
        if has_recipes && !displays {
            return Vec::new();
        }
        let known = |name: &str| {
            self.roles.iter().any(|(_, real)| real == name) || (displays && DISPLAY.contains(&name))
        };
        self.layer.tools.iter().filter(|tool| !known(&tool.name)).collect()
    }

    /// The roles that are answered from the recipes of the layer itself.
    pub(super) fn local_roles(&self) -> Vec<Role> {
        let recipes = &self.layer.recipes;
        Role::ALL
            .into_iter()
            .filter(|role| !self.roles.iter().any(|(taken, _)| taken == role))
            .filter(|role| match role {
                Role::GetRecipe => recipes.iter().any(|recipe| recipe.body.is_some()),
                Role::SearchRecipes | Role::ListRecipes => !recipes.is_empty(),
            })
            .collect()
    }
}
