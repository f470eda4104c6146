/** The published reader of tool calls that a model wrote as text. */
import { oneOf, read } from "../core/arguments.js";
import { TOOL_CALL_FORMATS } from "../provider/http-options.js";
import { core } from "../core/init.js";
import type { ContentBlock, ToolCallFormat } from "../types/index.js";

/** The formats' older names. */
const NAMES: { readonly [name: string]: ToolCallFormat } = {
	"gemma-native": "gemma",
	"qwen-json": "qwen",
};

const FORMAT = oneOf([...TOOL_CALL_FORMATS, ...Object.keys(NAMES)]);

/**
 * Finds the tool calls in a whole answer.
 *
 * @param text what the model wrote
 * @param format how it writes calls; a bare JSON object counts only with `json`
 * @returns the text without its calls as one block, then the calls, and whether there are any. Arguments that cannot be
 *   read are kept as `_raw`; what begins like a call and does not end as one stays text; thoughts are left out.
 * @throws {@link WebMcpError} `invalid_argument` for an unknown format, `not_initialised` before `init()`
 */
export function parseToolCalls(
	text: string,
	format: ToolCallFormat | "gemma-native" | "qwen-json" = "auto",
): { content: ContentBlock[]; foundToolCall: boolean } {
	FORMAT("parseToolCalls: format", format);
	const written = read("parseToolCalls: text", () => String(text));
	return JSON.parse(core().parseToolCalls(written, NAMES[format] ?? format));
}
