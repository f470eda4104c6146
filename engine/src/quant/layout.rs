//! Decides how many values stand together, in every form of a matrix.

/// Values under one scale.
pub const BLOCK: usize = 32;
/// Rows in a panel.
pub const PANEL_ROWS: usize = 4;
/// Panels in a group.
pub const GROUP_PANELS: usize = 4;
/// Rows in a group.
pub const GROUP_ROWS: usize = PANEL_ROWS * GROUP_PANELS;
