//! Decides which matrices a layer has.

/// A matrix of a layer, perhaps several tensors' in one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Qkv,
    Output,
    GateUp,
    Down,
    /// Of the per-layer embedding, where the model has one.
    Gate,
    Projection,
}
