//! JSON that holds half a character: JavaScript writes lone surrogates as `\ud83d`, which no Rust text can hold.

use std::borrow::Cow;

/// `json` with U+FFFD in place of each escape that is only half of a pair; what is whole stays as it is. Without it one
/// broken character would lose a whole result.
pub fn mend_surrogates(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut mended: Option<String> = None;
    let (mut at, mut kept) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        if *byte != b'\\' {
            at += 1;
            continue;
        }
        let Some(unit) = unit(bytes, at) else {
            // Another escape: the byte behind the backslash belongs to it.
            at += 2;
            continue;
        };
        let pair = (0xd800..0xdc00).contains(&unit)
            && self::unit(bytes, at + 6).is_some_and(|low| (0xdc00..0xe000).contains(&low));
        if pair {
            at += 12;
            continue;
        }
        if (0xd800..0xe000).contains(&unit) {
            let mended = mended.get_or_insert_default();
            mended.push_str(json.get(kept..at).unwrap_or_default());
            mended.push('\u{fffd}');
            kept = at + 6;
        }
        at += 6;
    }
    match mended {
        Some(mut mended) => {
            mended.push_str(json.get(kept..).unwrap_or_default());
            Cow::Owned(mended)
        }
        None => Cow::Borrowed(json),
    }
}

/// The code unit of the escape `\uXXXX` at `at`.
fn unit(bytes: &[u8], at: usize) -> Option<u32> {
    let escape = bytes.get(at..at + 6)?;
    let digits = escape.strip_prefix(b"\\u")?;
    let digits =
        std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}
