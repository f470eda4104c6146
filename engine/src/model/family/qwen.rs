//! Qwen 2, 2.5 and 2.5 Coder, and Qwen 3 without experts.

use super::{Family, USUAL};

pub(super) const QWEN_2: Family = Family { name: "qwen2", adds_biases: true, ..USUAL };

pub(super) const QWEN_3: Family = Family { name: "qwen3", norms_heads: true, ..USUAL };
