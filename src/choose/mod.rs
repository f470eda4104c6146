//! How a small model decides.
