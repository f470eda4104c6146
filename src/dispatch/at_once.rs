//! Layer 4 of the canonical resolver: the tools that no recipe leads to are offered as they are
//! (spec "MCP / WebMCP Architecture", The canonical resolver), at once where they are few.

use crate::json;
use crate::model::{ToolDef, estimate_tokens};

/// Up to so many such tools, over all servers, are offered before anything was touched.
const MAX_TOOLS: usize = 16;
/// Or as many as take up to so many tokens.
const MAX_TOKENS: usize = 3_000;
/// Name, braces and quotes alone take so many.
const MIN_TOOL_TOKENS: usize = 10;

/// Which layers offer their raw tools at once, by the order in which the host gave them.
pub(super) fn layers_at_once<'a>(raw: impl Iterator<Item = Vec<&'a ToolDef>>) -> Vec<bool> {
    let (mut count, mut tokens) = (0, 0);
    raw.map(|tools| {
        let cost = cost_within(&tools, MAX_TOKENS);
        let few = count + tools.len() <= MAX_TOOLS;
        let fits = few || cost.is_some_and(|cost| tokens + cost <= MAX_TOKENS);
        if fits {
            count += tools.len();
            tokens += cost.unwrap_or(MAX_TOKENS);
        }
        fits
    })
    .collect()
}

/// About how many tokens `tools` take; `None` when it is more than `most`.
fn cost_within(tools: &[&ToolDef], most: usize) -> Option<usize> {
    if tools.len() * MIN_TOOL_TOKENS > most {
        return None;
    }
    let mut cost = 0;
    for tool in tools {
        let schema = json::text(&tool.input_schema);
        cost += MIN_TOOL_TOKENS + estimate_tokens(&tool.description) + estimate_tokens(&schema);
        if cost > most {
            return None;
        }
    }
    Some(cost)
}
