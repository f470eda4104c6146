//! Decides which byte a character stands for in the pieces of byte-level vocabularies (GPT-2's way): bytes that print stand for
//! themselves, the others for the characters from U+0100 on, in their order.

/// Whether a byte is written as itself.
fn prints(byte: u8) -> bool {
    matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff)
}

/// The bytes of a piece as the file writes it; a character that stands for none is kept.
pub(super) fn bytes_of(piece: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(piece) else { return piece.to_vec() };
    let mut hidden = (0..=u8::MAX).filter(|byte| !prints(*byte));
    let hidden: [u8; 68] = std::array::from_fn(|_| hidden.next().unwrap_or_default());
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        let code = u32::from(character);
        let own = u8::try_from(code).ok().filter(|byte| prints(*byte));
        let other = || hidden.get(usize::try_from(code.checked_sub(0x100)?).ok()?).copied();
        match own.or_else(other) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_stand_for_bytes_as_in_gpt_2() {
        assert_eq!(bytes_of("Ġthe".as_bytes()), b" the");
        assert_eq!(bytes_of("ĊĊ".as_bytes()), b"\n\n");
        assert_eq!(bytes_of("Ã©".as_bytes()), "é".as_bytes());
        assert_eq!(bytes_of("ŃĂ".as_bytes()), [0xad, 0x02]);
    }
}
