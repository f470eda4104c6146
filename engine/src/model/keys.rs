//! Decides how an architecture's keys are read: each within its bounds, per layer where files may say it per layer.

use crate::error::{EngineError, Result};
use crate::gguf::{Metadata, Value};

/// The keys of one architecture.
pub(super) struct Keys<'m> {
    pub(super) metadata: &'m Metadata,
    pub(super) architecture: &'static str,
}

impl Keys<'_> {
    fn key(&self, name: &str) -> String {
        format!("{}.{name}", self.architecture)
    }

    /// Whether the file says anything.
    pub(super) fn has(&self, name: &str) -> bool {
        self.metadata.get(&self.key(name)).is_some()
    }

    /// A whole number from 1 to `most`; `None` where the file says nothing.
    pub(super) fn optional(&self, name: &str, most: usize) -> Result<Option<usize>> {
        let key = self.key(name);
        if !self.has(name) {
            return Ok(None);
        }
        let value = self.metadata.integer(&key).ok_or_else(|| wrong(&key, "no whole number", 1, most))?;
        match usize::try_from(value) {
            Ok(number) if (1..=most).contains(&number) => Ok(Some(number)),
            _ => Err(wrong(&key, value, 1, most)),
        }
    }

    /// As [`Keys::optional`], but the file has to say it.
    pub(super) fn number(&self, name: &str, most: usize) -> Result<usize> {
        self.optional(name, most)?.ok_or_else(|| self.lacks(name))
    }

    /// A count from 0 to `most`, 0 where the file says nothing.
    pub(super) fn count(&self, name: &str, most: usize) -> Result<usize> {
        if self.metadata.integer(&self.key(name)) == Some(0) {
            return Ok(0);
        }
        Ok(self.optional(name, most)?.unwrap_or_default())
    }

    /// A number for each layer: files carry one for all, or one each.
    pub(super) fn each(&self, name: &str, layers: usize, most: usize) -> Result<Vec<usize>> {
        let key = self.key(name);
        let Some(numbers) = self.metadata.numbers(&key) else {
            return Ok(vec![self.number(name, most)?; layers]);
        };
        self.of_every_layer(name, numbers.len(), layers)?;
        let number = |value: &f32| {
            let whole = value.fract() == 0.0 && *value >= 1.0 && *value <= most as f32;
            if whole { Ok(*value as usize) } else { Err(wrong(&key, value, 1, most)) }
        };
        numbers.iter().map(number).collect()
    }

    /// Which layers are local: a flag each, or a number `n` that makes every `n`th global.
    pub(super) fn local_layers(&self, layers: usize, usual: Option<usize>) -> Result<Vec<bool>> {
        let name = "attention.sliding_window_pattern";
        if let Some(flags) = self.metadata.numbers(&self.key(name)) {
            self.of_every_layer(name, flags.len(), layers)?;
            return Ok(flags.iter().map(|flag| *flag != 0.0).collect());
        }
        let every = self.optional(name, 512)?.or(usual).ok_or_else(|| self.lacks(name))?;
        Ok((1..=layers).map(|number| !number.is_multiple_of(every)).collect())
    }

    /// A positive float.
    pub(super) fn float(&self, name: &str) -> Result<Option<f32>> {
        let key = self.key(name);
        match (self.metadata.get(&key), self.metadata.float(&key)) {
            (None, _) => Ok(None),
            (_, Some(value)) if value > 0.0 && value.is_finite() => Ok(Some(value)),
            _ => Err(EngineError::model(format!("{key} is not a positive number"))),
        }
    }

    /// Refuses the file when a key says anything but `expected`.
    pub(super) fn must_be(&self, name: &str, expected: usize) -> Result<()> {
        match self.optional(name, 1 << 24)? {
            Some(value) if value != expected => Err(EngineError::model(format!(
                "{} is {value}; only {expected}, the width of a head, is supported",
                self.key(name)
            ))),
            _ => Ok(()),
        }
    }

    /// A key as text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match self.metadata.get(&self.key(name))? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    fn of_every_layer(&self, name: &str, length: usize, layers: usize) -> Result<()> {
        if length == layers {
            return Ok(());
        }
        let key = self.key(name);
        Err(EngineError::model(format!("{key} has {length} values for {layers} layers")))
    }

    fn lacks(&self, name: &str) -> EngineError {
        EngineError::model(format!("the GGUF file lacks {}", self.key(name)))
    }
}

fn wrong(key: &str, value: impl std::fmt::Display, least: usize, most: usize) -> EngineError {
    EngineError::model(format!("{key} is {value}; {least} to {most} is possible"))
}
