//! Decides strings on which tokenisers are compared: words, code, numbers, runs of blanks, every script, emoji, what is no Unicode.

use crate::sampler::Random;

/// Words and pieces of many kinds; strings are put together from them, and from characters drawn from all of Unicode.
const PARTS: &str = "the The THE don't I'LL we've they're it's O'Neil can't 'S 's 'd x'm hello world naïve coöperate façade über Straße ÉCOLE \
    l'été aujourd'hui qu'est-ce español ¿Cómo está? ¡Hola! niño città perché olá ação não żółć Wrocław čeština ąęłń İstanbul ığüşöç \
    Привет мир ёлка ЩЪЫЬ Україна ελληνικά Ωμέγα שלום עולם مرحبا بالعالم فارسی नमस्ते दुनिया ক্ষ தமிழ் తెలుగు ไทย ภาษาไทย ລາວ မြန်မာ ខ្មែរ \
    日本語 中文 漢字かな交じり カタカナ 한국어 안녕하세요 ሰላም Հայերեն ქართული ᏣᎳᎩ 🙂 👩‍👩‍👧‍👦 🇫🇷 👍🏽 ❤️ ①②③ Ⓐⓑ ½ ⅷ ４２ ٣٤ १२३ x² H₂O 10⁻³ é ñ ǆ ʰ ـ \
    0 7 42 2024 12345 3.14 1,234.50 -17 +5 1e10 0x1F 100% $9.99 €12 12:30 2024-01-05 v1.2.3 #42 @user \
    SELECT COUNT(*) FROM \"order items\" WHERE a_b >= 3; if(x==1){return y;} => -> :: ... --- === /* */ // <!-- --> </div> &amp; \\n \\u00e9 \
    {\"key\": [1, 2.5, null]} f\"{x!r}\" a.b.c snake_case camelCase PascalCase SCREAMING_CASE user@example.org https://example.org/a?b=c#d \
    <|im_start|> <|endoftext|> <|eot_id|> <bos> [INST] <tool_call> ``` ** __ ~~ | \\ ^ ` ' \" “ ” ‘ ’ – — … • © ™ ° § ¶ × ÷ ≤ ∑ ∞ → ✓";
/// What stands between two of them.
const GAPS: [&str; 18] = [
    " ", " ", " ", " ", "", "", "\n", "\n\n", "  ", "    ", "\t", " \n", "\r\n", "\n \n", "\u{a0}",
    "\u{3000}", "\u{200b}", "   \t ",
];
/// The most parts of a string.
const MOST: usize = 12;

/// So many strings, the same for the same seed.
pub fn strings(seed: u64, count: usize) -> Vec<String> {
    let parts: Vec<&str> = PARTS.split_whitespace().collect();
    let mut random = Random::new(seed);
    let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
    (0..count).map(|_| string(&parts, &mut below)).collect()
}

fn string(parts: &[&str], below: &mut impl FnMut(usize) -> usize) -> String {
    let mut text = String::new();
    for _ in 0..=below(MOST) {
        text.push_str(GAPS.get(below(GAPS.len())).copied().unwrap_or_default());
        match below(8) {
            // Anywhere in Unicode, mostly where nothing is assigned, or within the planes that have scripts.
            0 => text.extend((0..=below(4)).filter_map(|_| char::from_u32(below(0x11_0000) as u32))),
            1 => text.extend((0..=below(6)).filter_map(|_| char::from_u32(below(0x3000) as u32))),
            _ => text.push_str(parts.get(below(parts.len())).copied().unwrap_or_default()),
        }
    }
    text
}
