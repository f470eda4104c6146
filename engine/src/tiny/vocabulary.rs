//! Decides the 512 tokens of the tiny files: bytes, characters, and pieces of many bytes that masks have to meet.

use super::VOCABULARY;

/// Merged pieces beyond the single characters.
const MERGED: &str = "▁▁ in er on an re th he ing tion chart name type title value label true false null ▁the ▁a ▁of 10 00 12 ab cd éé 日本 \
    {\" \": \", ▁\" \"▁ \"} \"] ], }, [\" [] {} :▁ ,▁ \":▁ \",▁ \",▁\" \":▁\" ▁[ ▁{ }] }} ]] \\\" \\n \\u 1, 2, 0. .5 -1 -2 tru fals nul";

/// Gemma 4's marks, with the kinds that its files give them: 3 is control, 4 user-defined.
const MARKS: [(&str, u32); 10] = [
    ("<|tool>", 3),
    ("<tool|>", 3),
    ("<|tool_call>", 4),
    ("<tool_call|>", 4),
    ("<|tool_response>", 4),
    ("<|\"|>", 4),
    ("<|channel>", 4),
    ("<channel|>", 4),
    ("<|turn>", 3),
    ("<turn|>", 3),
];

/// Pieces and their kinds, in GGUF's numbers.
pub(super) fn tokens(architecture: &str) -> Vec<(String, u32)> {
    let mut tokens: Vec<(String, u32)> =
        ["<pad>", "<eos>", "<bos>", "<unk>"].map(|name| (name.to_owned(), 3)).into();
    tokens.extend((0..256).map(|byte| (format!("<0x{byte:02X}>"), 6)));
    tokens.push(("\n".into(), if architecture == "gemma4" { 1 } else { 4 }));
    let characters = (33u8..127).map(|byte| char::from(byte).to_string());
    let merged = MERGED.split_whitespace().map(str::to_owned);
    for piece in characters.chain(["▁", "é", "日", "本", "🙂"].map(str::to_owned)).chain(merged) {
        if !tokens.iter().any(|(known, _)| *known == piece) {
            tokens.push((piece, 1));
        }
    }
    if architecture == "gemma4" {
        tokens.push(("\n\n".into(), 1));
        tokens.extend(MARKS.map(|(piece, kind)| (piece.to_owned(), kind)));
    }
    while tokens.len() < VOCABULARY {
        tokens.push((format!("<unused{}>", tokens.len()), 3));
    }
    tokens.truncate(VOCABULARY);
    tokens
}

/// Every way to put a piece together from two others, the pieces in the order of their ids.
pub(super) fn merges(tokens: &[(String, u32)]) -> Vec<String> {
    let known = |piece: &str| tokens.iter().any(|(token, kind)| token == piece && *kind == 1);
    let mut merges = Vec::new();
    for (piece, _) in tokens.iter().filter(|(_, kind)| *kind == 1) {
        for (at, _) in piece.char_indices().skip(1) {
            if let Some((left, right)) = piece.split_at_checked(at)
                && known(left)
                && known(right)
            {
                merges.push(format!("{left} {right}"));
            }
        }
    }
    merges
}
