//! Llama 2 and 3.x and what is built like them, `SmolLM2` among it, and `SmolLM3`, whose every fourth layer knows no positions.

use super::{Family, RopeFactors, USUAL};

pub(super) const LLAMA: Family = Family {
    name: "llama",
    // llama.cpp's converter reorders the rows of queries and keys so.
    pairs_adjacent: true,
    rope_factors: RopeFactors::Maybe,
    ..USUAL
};

pub(super) const SMOLLM_3: Family = Family { name: "smollm3", unrotated_every: 4, ..LLAMA };
