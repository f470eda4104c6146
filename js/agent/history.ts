/** Smaller histories: old results as previews, old turns gone. What is given is never changed. */
import { optionsOf, read } from "../core/arguments.js";
import { core } from "../core/init.js";
import type { ChatMessage } from "../types/index.js";

/** How {@link compressOldToolResults} shortens. */
export interface CompressHistoryOptions {
	/** How much of a result stays, characters. Default 200. */
	preview?: number;
	/** Results up to this length stay whole, characters. Default one and a half previews. */
	threshold?: number;
	/** How many messages at the end stay as they are. Default 2. */
	keepLast?: number;
	/** Full results by tool call id; with them the hint names what `recall` can give. */
	results?: ReadonlyMap<string, string>;
}

/**
 * The history with old, long tool results as previews that end in a hint (spec "Result Compression").
 * Applying it twice is applying it once. Messages that do not change are the same objects.
 *
 * @throws {@link WebMcpError} `not_initialised`, or `invalid_argument` for messages that are none.
 */
export function compressOldToolResults(
	messages: readonly ChatMessage[],
	options: CompressHistoryOptions = {},
): ChatMessage[] {
	const { results, ...rest } = optionsOf("compressOldToolResults: options", options);
	const pairs = read("compressOldToolResults: options.results", () => [...(results ?? [])]);
	const changed = core().compressOldToolResults(messages, { ...rest, results: pairs }) as [
		number,
		ChatMessage,
	][];
	const history = [...messages];
	for (const [place, message] of changed) history[place] = message;
	return history;
}

/**
 * The end of the history that fits into `maxTokens`, at four characters of JSON per token. System messages at the
 * front and the last message of the user stay; no call is left without its result, no result without its call.
 *
 * @throws {@link WebMcpError} `not_initialised`, or `invalid_argument` for messages that are none.
 */
export function trimConversationHistory(messages: readonly ChatMessage[], maxTokens: number): ChatMessage[] {
	const kept = core().trimConversationHistory(messages, maxTokens) as [number, ChatMessage | null][];
	return kept.flatMap(([place, message]) => message ?? messages[place] ?? []);
}

/**
 * The beginning of a tool's result, as a run tells it to the model (spec "Tool Calling and Dispatch", MCP Dispatch), without a hint of
 * `recall`: JSON stays JSON, other text ends at a word, and a last line tells what is missing.
 *
 * @param result - The whole result. One that is short enough is returned as it is.
 * @param maxLength - The most that is left of it, characters; the last line comes on top. Default 10,000, as of a run.
 * @throws {@link WebMcpError} `not_initialised`, or `invalid_argument` for a length that is none.
 */
export function truncateResult(result: string, maxLength = 10_000): string {
	return core().truncateResult(result, maxLength);
}
