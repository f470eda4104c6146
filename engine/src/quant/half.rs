//! Decides how 16-bit floats convert: WebAssembly has no instruction for it.

/// An IEEE half to a float.
pub fn from_half(half: u16) -> f32 {
    let (sign, exponent, mantissa) =
        (u32::from(half >> 15) << 31, u32::from(half >> 10) & 31, u32::from(half) & 1023);
    match exponent {
        0 => {
            let magnitude = mantissa as f32 * (1.0 / 16_777_216.0);
            if sign == 0 { magnitude } else { -magnitude }
        }
        31 => f32::from_bits(sign | 0x7f80_0000 | (mantissa << 13)),
        _ => f32::from_bits(sign | ((exponent + 112) << 23) | (mantissa << 13)),
    }
}

/// A float to the nearest half, ties away from zero; too large becomes infinity.
pub fn to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 16) & 0x8000) as u16;
    let magnitude = f32::from_bits(bits & 0x7fff_ffff);
    if magnitude.is_nan() {
        return sign | 0x7e00;
    }
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    if magnitude < 1.0 / 16384.0 {
        return sign | (magnitude * 16_777_216.0).round() as u16;
    }
    let rounded = magnitude.to_bits() + 0x1000;
    sign | ((((rounded >> 23) - 112) << 10) | ((rounded >> 13) & 1023)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_way_to_float_and_back() {
        for half in 0..=u16::MAX {
            let value = from_half(half);
            if !value.is_nan() {
                assert_eq!(to_half(value), half, "{half:04x} is {value}");
            }
        }
    }
}
