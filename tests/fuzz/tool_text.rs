//! Tool calls written as text: whatever a model writes is text or calls, and what holds no mark stays as it is.

use webmcp_auto_ui::model::Block;
use webmcp_auto_ui::provider::{TextFormat, parse_tool_calls};

pub const SEEDS: &[&str] = &[
    "\u{0}a<|tool_call>call:f{a:<|\"|>x<|\"|>,b:[1,{c:true}]}<tool_call|>b",
    "\u{1}<start_function_call>call:f{a:<escape>x<escape>}<end_function_call>",
    "\u{2}<think>a</think><tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>",
    "\u{3}[TOOL_CALLS]f[ARGS]{\"a\":1}[TOOL_CALLS][{\"name\":\"f\"}]",
    "\u{4}<|python_tag|>{\"name\":\"f\",\"parameters\":{}}<function=f>{}</function>",
    "\u{5}```json\n{\"name\":\"f\",\"parameters\":{}}\n```",
];

const FORMATS: [TextFormat; 7] = [
    TextFormat::Gemma,
    TextFormat::FunctionGemma,
    TextFormat::Qwen,
    TextFormat::Mistral,
    TextFormat::Llama,
    TextFormat::Json,
    TextFormat::Auto,
];

pub fn run(input: &[u8]) {
    let Some((first, rest)) = input.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let format = FORMATS[usize::from(*first) % FORMATS.len()];
    let (content, found) = parse_tool_calls(&text, format);
    assert_eq!(found, content.iter().any(|block| matches!(block, Block::ToolUse { .. })));
    for block in &content {
        match block {
            Block::ToolUse { name, input, .. } => assert!(!name.is_empty() && input.is_object(), "{block:?}"),
            Block::Text { text: said } => assert!(said.len() <= text.len()),
            other => panic!("{other:?}"),
        }
    }
    if !text.contains(['<', '[', '{', '`']) && !text.is_empty() {
        assert_eq!(content, [Block::Text { text: text.clone().into_owned() }], "{text}");
    }
}
