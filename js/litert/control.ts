/** Decides what of a text could be taken for Gemma's control tokens, and defuses it. */

/**
 * The texts that Gemma 4's tokenizer reads as control tokens. The runtime takes whole strings and cannot be told which
 * of them are untrusted, and `<|"|>` has no escape: a page or a tool's result could end a turn and speak as another.
 */
const CONTROL = [
	"<bos>",
	"<eos>",
	"<|tool>",
	"<tool|>",
	"<|tool_call>",
	"<tool_call|>",
	"<|tool_response>",
	"<tool_response|>",
	'<|"|>',
	"<|think|>",
	"<|channel>",
	"<channel|>",
	"<|turn>",
	"<turn|>",
	"<start_of_turn>",
	"<end_of_turn>",
];

const PATTERN = new RegExp(CONTROL.map((text) => text.replaceAll("|", "\\|")).join("|"), "g");

/** The same text with a space in each control string, so that it reads alike and commands nothing. */
export function defuse(text: string): string {
	return text.replace(PATTERN, (control) => `${control[0]} ${control.slice(1)}`);
}

/** Defuses every text in a JSON value, names of fields too. */
export function defuseAll<Value>(value: Value): Value {
	// Written and read again, because recursion over a hostile depth would exhaust the stack.
	const text = JSON.stringify(value, (_, part: unknown) => defused(part));
	return (text === undefined ? undefined : JSON.parse(text)) as Value;
}

function defused(part: unknown): unknown {
	if (typeof part === "string") return defuse(part);
	if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
	const entries = Object.entries(part);
	return entries.some(([key]) => defuse(key) !== key)
		? Object.fromEntries(entries.map(([key, inner]) => [defuse(key), inner]))
		: part;
}

/** Whether a text still holds the beginning of a tool call: a reply that was cut in the middle of one. */
export function holdsCall(text: string): boolean {
	return text.includes("<|tool_call>");
}
