//! Vectors of one length, checked when they come in, compared by their angle.

use crate::error::{Code, Error, Result};

/// Checked vectors by number, each of length 1.
#[derive(Default)]
pub(super) struct Vectors {
    dimensions: usize,
    /// One row per number; rows without a vector are all zero.
    flat: Vec<f32>,
    rows: usize,
}

impl Vectors {
    /// Checks what an embedder gave for `count` texts: as many vectors, all of the length that is known here, of
    /// finite numbers that are not all zero. Returns them with length 1.
    pub fn check(&self, vectors: Vec<Vec<f32>>, count: usize) -> Result<Vec<Vec<f32>>> {
        let refuse = |problem: String| {
            Err(Error::new(
                Code::InvalidArgument,
                format!("The embedder's answer cannot be used: {problem}."),
            ))
        };
        if vectors.len() != count {
            return refuse(format!("{} vectors for {count} texts", vectors.len()));
        }
        let first = vectors.first().map_or(0, Vec::len);
        let dimensions = if self.dimensions == 0 { first } else { self.dimensions };
        let mut checked = Vec::with_capacity(count);
        for (index, vector) in vectors.into_iter().enumerate() {
            if vector.len() != dimensions || vector.is_empty() {
                return refuse(format!(
                    "vector {index} has {} numbers, not {}",
                    vector.len(),
                    dimensions.max(1)
                ));
            }
            if let Some(at) = vector.iter().position(|number| !number.is_finite()) {
                return refuse(format!("number {at} of vector {index} is not finite"));
            }
            match unit(&vector) {
                Some(vector) => checked.push(vector),
                None => return refuse(format!("vector {index} is zero")),
            }
        }
        Ok(checked)
    }

    /// Puts a checked vector at `number`.
    pub fn set(&mut self, number: usize, vector: &[f32]) {
        if self.dimensions == 0 {
            self.dimensions = vector.len();
        }
        self.rows = self.rows.max(number + 1);
        self.flat.resize(self.rows * self.dimensions, 0.0);
        if let Some(row) = self.flat.get_mut(number * self.dimensions..(number + 1) * self.dimensions)
            && row.len() == vector.len()
        {
            row.copy_from_slice(vector);
        }
    }

    /// Takes the vector at `number` out.
    pub fn remove(&mut self, number: usize) {
        if let Some(row) = self.flat.get_mut(number * self.dimensions..(number + 1) * self.dimensions) {
            row.fill(0.0);
        }
    }

    /// The vector at `number`, unless there is none.
    pub fn get(&self, number: usize) -> Option<&[f32]> {
        let row = self.flat.get(number * self.dimensions..(number + 1) * self.dimensions)?;
        row.iter().any(|number| *number != 0.0).then_some(row)
    }

    /// The cosine of each row's angle to `vector`, by number; 0 for rows without a vector.
    pub fn cosines(&self, vector: &[f32]) -> Vec<f64> {
        if self.dimensions == 0 {
            return Vec::new();
        }
        let dot = |row: &[f32]| f64::from(row.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>());
        self.flat.chunks_exact(self.dimensions).map(dot).collect()
    }
}

/// `vector` with length 1; `None` for a zero vector.
fn unit(vector: &[f32]) -> Option<Vec<f32>> {
    let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    (length > 0.0).then(|| vector.iter().map(|number| (f64::from(*number) / length) as f32).collect())
}
