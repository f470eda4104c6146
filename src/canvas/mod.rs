//! The canvas: which widgets there are and how they lie. State changes through one door, [`apply`].

mod action;
mod apply;
mod ids;
mod shape;
mod state;
mod style;

pub use action::{Action, Change};
pub use apply::apply;
pub(crate) use ids::Ids;
pub use state::Canvas;
pub use style::{PROPERTIES as STYLE_PROPERTIES, settled};
