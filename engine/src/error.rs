//! Decides what can go wrong in the engine, and the code that the page sees for it.

use std::fmt;

/// The closed set of things that go wrong, as the Worker's protocol names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The bytes are no GGUF, are cut short, or hold a model that this engine does not run.
    ModelInvalid,
    /// An allocation was refused.
    OutOfMemory,
    /// The conversation does not fit the context; without its oldest turns it may.
    TooLong,
    /// The request cannot be served: bad schema, prompt too long, no model loaded.
    Engine,
}

impl Code {
    /// The code's name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Code::ModelInvalid => "model_invalid",
            Code::OutOfMemory => "out_of_memory",
            Code::TooLong => "too_long",
            Code::Engine => "engine",
        }
    }
}

/// An error with its code and a sentence that names the remedy where there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineError {
    /// What kind of failure this is.
    pub code: Code,
    /// What happened, to which name.
    pub message: String,
}

impl EngineError {
    /// The model file is at fault.
    pub fn model(message: impl Into<String>) -> Self {
        Self { code: Code::ModelInvalid, message: message.into() }
    }

    /// The request is at fault.
    pub fn request(message: impl Into<String>) -> Self {
        Self { code: Code::Engine, message: message.into() }
    }

    /// The conversation is at fault.
    pub fn too_long(message: impl Into<String>) -> Self {
        Self { code: Code::TooLong, message: message.into() }
    }

    /// Memory is exhausted.
    pub fn memory(bytes: usize) -> Self {
        let message = format!("could not allocate {bytes} bytes; use a smaller model or context size");
        Self { code: Code::OutOfMemory, message }
    }

    /// The model needs more memory than there can be.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self { code: Code::OutOfMemory, message: message.into() }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code.name(), self.message)
    }
}

impl std::error::Error for EngineError {}

/// The engine's result.
pub type Result<T> = std::result::Result<T, EngineError>;

/// A zeroed vector, or an error instead of the abort that `vec![]` ends in.
pub fn zeroed<T: Copy + Default>(length: usize) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    let failed = |_| EngineError::memory(length.saturating_mul(size_of::<T>()));
    vector.try_reserve_exact(length).map_err(failed)?;
    vector.resize(length, T::default());
    Ok(vector)
}
