//! Decides the arithmetic between the matrix products: normalisation, rotation, activation.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

/// Root-mean-square normalisation of each row of `weight.len()` values.
pub fn rms_norm(input: &[f32], weight: &[f32], epsilon: f32, out: &mut [f32]) {
    for (input, out) in input.chunks_exact(weight.len()).zip(out.chunks_exact_mut(weight.len())) {
        let factor = norm_factor(input, epsilon);
        for ((out, value), weight) in out.iter_mut().zip(input).zip(weight) {
            *out = value * factor * weight;
        }
    }
}

/// As [`rms_norm`] for one row.
pub fn rms_norm_in_place(row: &mut [f32], weight: &[f32], epsilon: f32) {
    let factor = norm_factor(row, epsilon);
    for (value, weight) in row.iter_mut().zip(weight) {
        *value *= factor * weight;
    }
}

/// As [`rms_norm_in_place`] without weights.
pub fn normalize(row: &mut [f32], epsilon: f32) {
    let factor = norm_factor(row, epsilon);
    for value in row {
        *value *= factor;
    }
}

fn norm_factor(row: &[f32], epsilon: f32) -> f32 {
    // Four partial sums let the compiler use one vector register.
    let mut sums = [0f32; 4];
    for four in row.chunks_exact(4) {
        for (sum, value) in sums.iter_mut().zip(four) {
            *sum += value * value;
        }
    }
    1.0 / (sums.iter().sum::<f32>() / row.len() as f32 + epsilon).sqrt()
}

/// Rotates the pairs (i, i + half) of one head by the position's angles, then scales.
pub fn rotate(head: &mut [f32], cosines: &[f32], sines: &[f32], scale: f32) {
    let half = head.len() / 2;
    let (first, second) = head.split_at_mut(half);
    for (((one, two), cosine), sine) in first.iter_mut().zip(second).zip(cosines).zip(sines) {
        let (x, y) = (*one, *two);
        *one = (x * cosine - y * sine) * scale;
        *two = (y * cosine + x * sine) * scale;
    }
}

/// `out = gelu(gate) * up`, gate and up lying one after the other.
pub fn gelu_gate(gate_up: &[f32], out: &mut [f32]) {
    let (gate, up) = gate_up.split_at(out.len());
    for ((out, gate), up) in out.iter_mut().zip(gate).zip(up) {
        *out = gelu(*gate) * up;
    }
}

/// `out = silu(gate) * up`, gate and up lying one after the other.
pub fn silu_gate(gate_up: &[f32], out: &mut [f32]) {
    let (gate, up) = gate_up.split_at(out.len());
    for ((out, gate), up) in out.iter_mut().zip(gate).zip(up) {
        *out = gate / (1.0 + exp(-gate)) * up;
    }
}

/// `row = gelu(row) * factors`.
pub fn gelu_times(row: &mut [f32], factors: &[f32]) {
    for (value, factor) in row.iter_mut().zip(factors) {
        *value = gelu(*value) * factor;
    }
}

/// `values = cap * tanh(values / cap)`: what is small stays as it is, and nothing passes the cap.
pub fn soft_cap(values: &mut [f32], cap: f32) {
    let factor = 2.0 / cap;
    for value in values {
        let e = exp((*value * factor).clamp(-30.0, 30.0));
        *value = cap * ((e - 1.0) / (e + 1.0));
    }
}

/// The tanh form of GELU, which Gemma was trained with.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    let inner = 0.797_884_6 * (x + 0.044_715 * x * x * x);
    let e = exp(2.0 * inner.clamp(-15.0, 15.0));
    0.5 * x * (1.0 + (e - 1.0) / (e + 1.0))
}

/// e^x to about 1e-7 relative: a polynomial the compiler vectorises, where `f32::exp` is a call.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let scaled = (x * std::f32::consts::LOG2_E).clamp(-126.0, 127.0);
    let whole = scaled.floor();
    let f = (scaled - whole) * std::f32::consts::LN_2;
    let high = 1.0 / 24.0 + f * (1.0 / 120.0 + f * (1.0 / 720.0 + f * (1.0 / 5040.0)));
    let power = 1.0 + f * (1.0 + f * (0.5 + f * (1.0 / 6.0 + f * high)));
    power * f32::from_bits(((whole as i32 + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_exponential_stays_within_a_hundred_thousandth_of_the_library() {
        for step in -8_000..=1_000 {
            let x = step as f32 / 100.0;
            let exact = x.exp();
            assert!((exp(x) - exact).abs() <= exact * 1e-5, "exp({x}) is {} and should be {exact}", exp(x));
        }
    }

    #[test]
    fn a_soft_cap_is_the_hyperbolic_tangent_of_the_library() {
        for step in -900..=900 {
            let x = step as f32 / 10.0;
            let (mut value, exact) = ([x], 30.0 * (x / 30.0).tanh());
            soft_cap(&mut value, 30.0);
            assert!((value[0] - exact).abs() <= 1e-4, "{x}: {} and should be {exact}", value[0]);
        }
        let mut far = [1e30, -1e30];
        soft_cap(&mut far, 30.0);
        assert!((far[0] - 30.0).abs() < 1e-4 && (far[1] + 30.0).abs() < 1e-4);
    }

    #[test]
    fn rotation_keeps_the_length_of_a_head() {
        let mut head = [3.0, 1.0, 4.0, -2.0];
        rotate(&mut head, &[0.6, 0.0], &[0.8, 1.0], 1.0);
        let length: f32 = head.iter().map(|value| value * value).sum();
        assert!((length - 30.0).abs() < 1e-4);
    }
}
