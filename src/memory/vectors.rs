//! Vectors of one length, checked when they come in, compared by their angle.

use super::numbered::Numbered;
use crate::error::{Code, Error, Result};

/// Checked vectors by number, each of length 1.
#[derive(Default)]
pub(super) struct Vectors {
    dimensions: usize,
    rows: Numbered<Box<[f32]>>,
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
    pub fn set(&mut self, number: usize, vector: Vec<f32>) {
        self.dimensions = vector.len();
        self.rows.insert(number, vector.into_boxed_slice());
    }

    /// Takes the vector at `number` out.
    pub fn remove(&mut self, number: usize) {
        self.rows.remove(number);
    }

    /// The vector at `number`, unless there is none.
    pub fn get(&self, number: usize) -> Option<&[f32]> {
        self.rows.get(number).map(AsRef::as_ref)
    }

    /// The cosine of each vector's angle to `vector`, −1 to 1, in the order of the numbers.
    pub fn cosines(&self, vector: &[f32]) -> Vec<(usize, f64)> {
        let dot = |row: &[f32]| f64::from(row.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>());
        self.rows.iter().map(|(number, row)| (number, dot(row).clamp(-1.0, 1.0))).collect()
    }
}

/// `vector` with length 1; `None` for a zero vector.
fn unit(vector: &[f32]) -> Option<Vec<f32>> {
    let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    (length > 0.0).then(|| vector.iter().map(|number| (f64::from(*number) / length) as f32).collect())
}
