//! The canvas: which widgets there are and how they lie. State changes through one door, [`Canvas::apply`].

mod action;
mod ids;
mod state;
mod style;

pub use action::{Action, Change};
pub(crate) use ids::Ids;
pub use state::Canvas;
pub use style::PROPERTIES as STYLE_PROPERTIES;
