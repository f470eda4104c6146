//! The canvas: which widgets there are and how they lie. State changes through one door, [`apply`].

mod action;
mod apply;
mod frame_style;
mod history;
mod ids;
mod patch;
mod plan;
mod rules;
mod shape;
mod state;
mod style;
mod widgets;

pub use action::{Action, Change};
pub use apply::apply;
pub use history::Entry;
pub(crate) use ids::Ids;
pub use state::Canvas;
pub use style::{PROPERTIES as STYLE_PROPERTIES, parted as parted_styles, settled};

/// Who does what the page wants: the person before it.
pub const PERSON: &str = "person";
/// Who does what a model wants.
pub const AGENT: &str = "agent";
