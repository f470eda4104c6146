//! Decides which families of models the forward pass knows, and by which names.

use crate::error::{EngineError, Result};
use crate::gguf::Metadata;

/// A family of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Architecture {
    /// Gemma 3, and `FunctionGemma`.
    Gemma3,
    /// Gemma 4 without experts: E2B, E4B and the dense ones.
    Gemma4,
}

impl Architecture {
    /// The name that GGUF files give it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gemma3 => "gemma3",
            Self::Gemma4 => "gemma4",
        }
    }

    /// The family that a file names.
    pub(super) fn of(metadata: &Metadata) -> Result<Self> {
        let named = metadata.text("general.architecture").unwrap_or("unknown");
        [Self::Gemma3, Self::Gemma4].into_iter().find(|known| known.name() == named).ok_or_else(|| {
            EngineError::model(format!(
                "the architecture {named} is not supported; use a Gemma 3, FunctionGemma or Gemma 4 GGUF"
            ))
        })
    }
}
