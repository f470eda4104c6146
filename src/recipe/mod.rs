//! Recipes: Markdown with frontmatter that tells a model when and how to use a widget.

mod frontmatter;
mod widget;
mod yaml;
mod yaml_flow;

pub use frontmatter::{Frontmatter, split};
pub use widget::{Example, WidgetRecipe};
