//! Recipes: Markdown with frontmatter that tells a model when and how to use a widget or a tool.

mod flow;
mod frontmatter;
mod widget;
mod yaml;
mod yaml_flow;

pub use flow::{Display, FlowRecipe};
pub use frontmatter::{Frontmatter, split};
pub use widget::{Example, WidgetRecipe};
