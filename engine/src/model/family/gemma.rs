//! Gemma 3 (with `FunctionGemma`), and Gemma 4 without experts: E2B, E4B and the dense ones.

use super::{Family, Gate, QueryScale, RopeFactors, USUAL, Windows};

pub(super) const GEMMA_3: Family = Family {
    name: "gemma3",
    scales_embedding: true,
    norms_after: true,
    norms_heads: true,
    gate: Gate::Gelu,
    // Gemma 3's files do not say that every sixth layer sees all; some do.
    windows: Windows::Every(6),
    base: 1_000_000.0,
    scalings: &["linear"],
    ..USUAL
};

pub(super) const GEMMA_4: Family = Family {
    name: "gemma4",
    norms_values: true,
    query_scale: QueryScale::One,
    windows: Windows::AsSaid,
    rope_factors: RopeFactors::Always,
    scales_layers: true,
    scalings: &[],
    ..GEMMA_3
};
