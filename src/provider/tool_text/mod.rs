//! Tool calls that a model wrote as text, where its server has no parser for them: found while the text streams in.
//!
//! The markers are those of the models' own chat templates (Gemma 4, `FunctionGemma`, Qwen and Hermes, Mistral, Llama 3, GLM, `DeepSeek`,
//! Kimi K2, `MiniMax`, gpt-oss);
//! Gemma 3 and others that are only told to answer in JSON write an object with a name and arguments.

use crate::json::{self, FromJson, Read};

mod body;
mod gemma;
mod head;
mod scanner;
mod tags;

pub(super) use scanner::{Found, Offered, Scanner};

use crate::model::Block;
use serde_json::Value;

/// Which way of writing calls is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextFormat {
    /// All of them; a bare JSON object only where it names a tool that was offered.
    #[default]
    Auto,
    /// `<|tool_call>call:name{key:<|"|>text<|"|>}<tool_call|>`
    Gemma,
    /// `<start_function_call>call:name{key:<escape>text<escape>}<end_function_call>`
    FunctionGemma,
    /// `<tool_call>{"name": …, "arguments": …}</tool_call>`, of Qwen and Hermes; Qwen3-Coder and GLM write tags in it.
    Qwen,
    /// `[TOOL_CALLS][{"name": …, "arguments": …}]` or `[TOOL_CALLS]name[ARGS]{…}`
    Mistral,
    /// `<|python_tag|>{"name": …, "parameters": …}` or `<function=name>{…}</function>`
    Llama,
    /// `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>name<｜tool▁sep｜>{…}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`, and the tags of 3.2.
    DeepSeek,
    /// `<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{…}<|tool_call_end|>`
    Kimi,
    /// `<minimax:tool_call><invoke name="name"><parameter name="key">value</parameter></invoke></minimax:tool_call>`
    MiniMax,
    /// `<|channel|>commentary to=functions.name<|message|>{…}<|call|>`, and its other channels.
    GptOss,
    /// The whole answer is `{"name": …, "parameters": …}` or a list of such, fenced or not.
    Json,
}

impl FromJson for TextFormat {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("auto", TextFormat::Auto),
                ("gemma", TextFormat::Gemma),
                ("function-gemma", TextFormat::FunctionGemma),
                ("qwen", TextFormat::Qwen),
                ("mistral", TextFormat::Mistral),
                ("llama", TextFormat::Llama),
                ("deepseek", TextFormat::DeepSeek),
                ("kimi", TextFormat::Kimi),
                ("minimax", TextFormat::MiniMax),
                ("gpt-oss", TextFormat::GptOss),
                ("json", TextFormat::Json),
            ],
        )
    }
}

/// What a marker begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    /// `call:name{…}` with texts between these quotes.
    Dict(&'static str),
    /// A JSON object, or a list of them, that says the name itself.
    Named,
    /// Either of Mistral's two ways.
    Mistral,
    /// `name>` and a JSON object of arguments.
    Function,
    /// Tags, to the end mark.
    Tags,
    /// A message of gpt-oss, which may be to a tool.
    Channel,
    /// What the model thinks.
    Thought,
    /// Nothing: a mark between messages.
    Nothing,
}

#[derive(Clone, Copy, Debug)]
struct Marker {
    open: &'static str,
    begins: Begins,
    /// What ends it; none where the value's own end does.
    close: &'static [&'static str],
    format: TextFormat,
}

const GEMMA_QUOTE: &str = "<|\"|>";

const fn marker(
    open: &'static str,
    begins: Begins,
    close: &'static [&'static str],
    format: TextFormat,
) -> Marker {
    Marker { open, begins, close, format }
}

/// `<|tool_call|>` is how the published documents spell Gemma's token.
const MARKERS: [Marker; 24] = [
    marker("<|tool_call>", Begins::Dict(GEMMA_QUOTE), &["<tool_call|>", "<|tool_call|>"], TextFormat::Gemma),
    marker(
        "<|tool_call|>",
        Begins::Dict(GEMMA_QUOTE),
        &["<tool_call|>", "<|tool_call|>", "<|/tool_call|>"],
        TextFormat::Gemma,
    ),
    marker(
        "<start_function_call>",
        Begins::Dict("<escape>"),
        &["<end_function_call>"],
        TextFormat::FunctionGemma,
    ),
    marker("<tool_call>", Begins::Named, &["</tool_call>"], TextFormat::Qwen),
    marker("[TOOL_CALLS]", Begins::Mistral, &[], TextFormat::Mistral),
    marker("<|python_tag|>", Begins::Named, &["<|eom_id|>", "<|eot_id|>"], TextFormat::Llama),
    marker("<function=", Begins::Function, &["</function>"], TextFormat::Llama),
    marker("<｜tool▁calls▁begin｜>", Begins::Tags, &["<｜tool▁calls▁end｜>"], TextFormat::DeepSeek),
    marker("<｜tool▁call▁begin｜>", Begins::Tags, &["<｜tool▁call▁end｜>"], TextFormat::DeepSeek),
    marker("<｜DSML｜function_calls>", Begins::Tags, &["</｜DSML｜function_calls>"], TextFormat::DeepSeek),
    marker("<|tool_calls_section_begin|>", Begins::Tags, &["<|tool_calls_section_end|>"], TextFormat::Kimi),
    marker("<minimax:tool_call>", Begins::Tags, &["</minimax:tool_call>"], TextFormat::MiniMax),
    marker("<|channel|>analysis<|message|>", Begins::Thought, &["<|end|>"], TextFormat::GptOss),
    marker("<|channel|>commentary", Begins::Channel, &["<|call|>"], TextFormat::GptOss),
    marker("<|start|>assistant", Begins::Channel, &["<|call|>"], TextFormat::GptOss),
    marker("<|channel|>final", Begins::Channel, &["<|call|>"], TextFormat::GptOss),
    marker("<|message|>", Begins::Nothing, &[], TextFormat::GptOss),
    marker("<|end|>", Begins::Nothing, &[], TextFormat::GptOss),
    marker("<|return|>", Begins::Nothing, &[], TextFormat::GptOss),
    marker("<|call|>", Begins::Nothing, &[], TextFormat::GptOss),
    marker("<think>", Begins::Thought, &["</think>"], TextFormat::Auto),
    marker("[THINK]", Begins::Thought, &["[/THINK]"], TextFormat::Mistral),
    marker("<|channel>thought", Begins::Thought, &["<channel|>"], TextFormat::Gemma),
    // Gemma's prompt for a result, after which the model should have stopped: what follows is made up.
    marker("<|tool_response>", Begins::Thought, &["<tool_response|>"], TextFormat::Gemma),
];

/// A whole answer (published `parseToolCalls`): the text without its calls as one block, then the calls, and whether
/// there are any. Calls without an id get one made from their place.
///
/// What begins like a call and does not end as one stays text. Arguments that cannot be read are kept as `_raw`, so that
/// the model is told.
pub fn parse_tool_calls(text: &str, format: TextFormat) -> (Vec<Block>, bool) {
    let mut scanner = Scanner::new(format, None);
    let mut found = scanner.push(text);
    found.extend(scanner.finish());
    let (mut said, mut calls) = (String::new(), Vec::new());
    for piece in found {
        match piece {
            Found::Text(text) => said.push_str(&text),
            Found::Thought(_) => {}
            Found::ThoughtSoFar => said.clear(),
            Found::Call { name, arguments } => {
                let id = format!("text-call-{}", calls.len() + 1);
                let input = json::parse(&arguments).ok().filter(Value::is_object);
                let input = input.unwrap_or_else(|| serde_json::json!({ "_raw": arguments }));
                calls.push(Block::ToolUse { id, name, input });
            }
        }
    }
    let any = !calls.is_empty();
    let said = if any { said.trim() } else { said.as_str() };
    let mut content = Vec::new();
    if !said.is_empty() {
        content.push(Block::Text { text: said.to_owned() });
    }
    content.extend(calls);
    (content, any)
}
