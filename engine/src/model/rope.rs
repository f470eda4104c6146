//! Decides the rotation angles of each position; computed once and kept.

use super::config::Config;

/// Cosines and sines of one kind of layer.
#[derive(Debug, Default)]
struct Table {
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

/// The angles of local and global layers.
#[derive(Debug, Default)]
pub struct Angles {
    local: Table,
    global: Table,
}

impl Angles {
    /// Makes sure that `positions` positions are there. `factors` slow the pairs of global heads down: Gemma 4 lets most of
    /// them stand still by a huge one.
    pub fn extend(&mut self, config: &Config, factors: &[f32], positions: usize) {
        if let Some(layer) = config.first(true) {
            self.local.extend(layer.head_width, positions, config.local_base, 1.0, &[]);
        }
        if let Some(layer) = config.first(false) {
            self.global.extend(layer.head_width, positions, config.global_base, config.global_scale, factors);
        }
    }

    /// Cosines and sines of a position.
    pub fn at(&self, local: bool, head_width: usize, position: usize) -> (&[f32], &[f32]) {
        let (table, half) = (if local { &self.local } else { &self.global }, head_width / 2);
        let range = position * half..(position + 1) * half;
        (table.cosines.get(range.clone()).unwrap_or_default(), table.sines.get(range).unwrap_or_default())
    }
}

impl Table {
    fn extend(&mut self, head_width: usize, positions: usize, base: f32, scale: f32, factors: &[f32]) {
        let half = head_width / 2;
        for position in self.cosines.len() / half..positions {
            for pair in 0..half {
                let frequency = f64::from(base).powf(-2.0 * pair as f64 / head_width as f64);
                let slower = f64::from(scale) * factors.get(pair).map_or(1.0, |factor| f64::from(*factor));
                let angle = position as f64 / slower * frequency;
                self.cosines.push(angle.cos() as f32);
                self.sines.push(angle.sin() as f32);
            }
        }
    }
}
