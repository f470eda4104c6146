/** What a console lists of a recording: a line for each request and each call, in words and figures. */
import type { ChatMessage } from "../../types/index.js";
import type { RecordedEntry, RecordedRequest } from "../../workspace/recording.js";
import { spokenName } from "../chat/readable.js";
import type { Say } from "../../words/words.js";

/** What is looked for. */
export interface Filter {
	readonly words: string;
	readonly kind: "all" | "request" | "call" | "failed";
}

/** What the line says. */
export function titleOf(entry: RecordedEntry, t: Say): string {
	if (entry.kind === "call") return spokenName(entry.call.name, t);
	return t("request", { n: entry.messages.length, tools: entry.tools.length });
}

/** Whether something went wrong. */
export function hasFailed(entry: RecordedEntry): boolean {
	return entry.kind === "call" && entry.call.error !== undefined;
}

/** The entries that a filter leaves. */
export function filtered(entries: readonly RecordedEntry[], { words, kind }: Filter): RecordedEntry[] {
	const wanted = words
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== "");
	return entries.filter((entry) => {
		if (kind === "failed" ? !hasFailed(entry) : kind !== "all" && entry.kind !== kind) return false;
		if (wanted.length === 0) return true;
		const text = searched(entry);
		return wanted.every((word) => text.includes(word));
	});
}

/** Texts of entries that have ended; one under way still grows. */
const texts = new WeakMap<RecordedEntry, string>();

function searched(entry: RecordedEntry): string {
	const known = texts.get(entry);
	if (known !== undefined) return known;
	const parts = entry.kind === "call" ? entry.call : [entry.messages, entry.response];
	const text = JSON.stringify(parts).toLowerCase();
	if (entry.end !== undefined) texts.set(entry, text);
	return text;
}

/** What a request has cost. */
export function costOf({
	response,
	costUsd,
}: RecordedRequest): { input: number; output: number; usd?: number } | undefined {
	const usage = response?.usage;
	if (!usage) return undefined;
	const input =
		usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
	return { input, output: usage.output_tokens, ...(costUsd !== undefined && { usd: costUsd }) };
}

/** A request's prompt as text, message by message, to be read and compared. */
export function promptOf(messages: readonly ChatMessage[]): string {
	return messages
		.map(
			({ role, content }) =>
				`# ${role}\n${typeof content === "string" ? content : JSON.stringify(content, null, 1)}`,
		)
		.join("\n\n");
}
