//! The port to whatever turns texts into vectors.

use crate::error::Result;
use futures_util::future::LocalBoxFuture;

/// Gives texts vectors whose angle says how alike they mean.
pub trait Embedder {
    /// One vector per text, in the order of the texts, all of one length.
    fn embed(&self, texts: Vec<String>) -> LocalBoxFuture<'static, Result<Vec<Vec<f32>>>>;
}
