//! Base64 (RFC 4648, 4), for headers that carry any text.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `bytes` as text.
pub(super) fn of(bytes: &[u8]) -> String {
    let letters = bytes.chunks(3).flat_map(|chunk| {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let all = at(0) << 16 | at(1) << 8 | at(2);
        (0..4).map(move |place| {
            let letter = LETTERS.get((all >> (18 - 6 * place) & 63) as usize).copied().unwrap_or(b'=');
            char::from(if place > chunk.len() { b'=' } else { letter })
        })
    });
    letters.collect()
}
