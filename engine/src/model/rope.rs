//! Decides the rotation angles of each position; computed once and kept.

use super::config::{Config, LOCAL_BASE};

/// Cosines and sines of one base.
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
    /// Makes sure that `positions` positions are there.
    pub fn extend(&mut self, config: &Config, positions: usize) {
        self.local.extend(config.head_width, LOCAL_BASE, 1.0, positions);
        self.global.extend(config.head_width, config.global_base, config.global_scale, positions);
    }

    /// Cosines and sines of a position.
    pub fn at(&self, local: bool, head_width: usize, position: usize) -> (&[f32], &[f32]) {
        let (table, half) = (if local { &self.local } else { &self.global }, head_width / 2);
        let range = position * half..(position + 1) * half;
        (table.cosines.get(range.clone()).unwrap_or_default(), table.sines.get(range).unwrap_or_default())
    }
}

impl Table {
    fn extend(&mut self, head_width: usize, base: f32, scale: f32, positions: usize) {
        let half = head_width / 2;
        for position in self.cosines.len() / half..positions {
            for pair in 0..half {
                let frequency = f64::from(base).powf(-2.0 * pair as f64 / head_width as f64);
                let angle = position as f64 / f64::from(scale) * frequency;
                self.cosines.push(angle.cos() as f32);
                self.sines.push(angle.sin() as f32);
            }
        }
    }
}
