/** Recordings that were taken along, which anybody may have written. */
import { invalid, read } from "../core/arguments.js";
import type { ChatMessage, JsonObject, LLMResponse, ProviderTool, ToolCall, Usage } from "../types/index.js";
import {
	MOST_ENTRIES,
	type RecordedCall,
	type RecordedEntry,
	type RecordedRequest,
	type RecordedRun,
	type Recording,
} from "./recording.js";

type Fields = { readonly [name: string]: unknown };

/**
 * A recording out of a file. Whatever is kept of it is of its kind, so that it can be shown, exported and run again; what else there
 * was is left out. Of a longer one the last 2,000 entries are taken.
 *
 * @throws {@link WebMcpError} `invalid_argument` for what is none.
 */
export function readRecording(value: unknown): Recording {
	const copy: unknown = read("readRecording: value", () => structuredClone(value));
	const { version, runs, entries } = fieldsOf(copy) ?? {};
	if (version !== 1 || !Array.isArray(runs) || !Array.isArray(entries))
		throw invalid("readRecording: value", "is no recording");
	const kept = {
		runs: runs.slice(-MOST_ENTRIES).map(runOf),
		entries: entries.slice(-MOST_ENTRIES).map(entryOf),
	};
	const isWhole = [...kept.runs, ...kept.entries].every((one) => one !== undefined);
	// Lines are told apart by their numbers.
	const ids = new Set(kept.entries.map((entry) => entry?.id));
	if (!isWhole || ids.size < kept.entries.length)
		throw invalid("readRecording: value", "holds entries that are none");
	return { version, runs: kept.runs as RecordedRun[], entries: kept.entries as RecordedEntry[] };
}

function fieldsOf(value: unknown): Fields | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const textOr = (value: unknown, usual: string): string => (typeof value === "string" ? value : usual);

/** Number, run and times of an entry or a run; milliseconds in whole numbers. */
function placeOf({ id, start, end }: Fields): { id: number; start: number; end?: number } | undefined {
	if (!isCount(id) || !isCount(start) || (end !== undefined && (!isCount(end) || end < start)))
		return undefined;
	return { id, start, ...(end !== undefined && { end }) };
}

function runOf(value: unknown): RecordedRun | undefined {
	const fields = fieldsOf(value);
	const place = fields && placeOf(fields);
	if (!place || typeof fields.wish !== "string") return undefined;
	const { wish, stopReason } = fields;
	return { ...place, wish, ...(typeof stopReason === "string" && { stopReason }) };
}

function entryOf(value: unknown): RecordedEntry | undefined {
	const fields = fieldsOf(value);
	const place = fields && placeOf(fields);
	if (!place || !isCount(fields.run)) return undefined;
	const known = { ...place, run: fields.run };
	if (fields.kind === "call") {
		const call = callOf(fields.call);
		return call && ({ kind: "call", ...known, call } satisfies RecordedCall);
	}
	return fields.kind === "request" ? requestOf(fields, known) : undefined;
}

function requestOf(
	{ messages, tools, response, costUsd }: Fields,
	place: { id: number; run: number; start: number },
): RecordedRequest | undefined {
	if (!Array.isArray(messages) || !Array.isArray(tools)) return undefined;
	const isMessage = (one: unknown) => {
		const { role, content } = fieldsOf(one) ?? {};
		return typeof role === "string" && (typeof content === "string" || areBlocks(content));
	};
	const isTool = (one: unknown) => typeof fieldsOf(one)?.name === "string";
	if (!messages.every(isMessage) || !tools.every(isTool)) return undefined;
	const answer = response === undefined ? undefined : responseOf(response);
	if (response !== undefined && !answer) return undefined;
	return {
		kind: "request",
		...place,
		messages: messages as ChatMessage[],
		tools: tools as ProviderTool[],
		...(answer && { response: answer }),
		...(typeof costUsd === "number" && Number.isFinite(costUsd) && { costUsd }),
	};
}

function areBlocks(value: unknown): boolean {
	return Array.isArray(value) && value.every((block) => typeof fieldsOf(block)?.type === "string");
}

function responseOf(value: unknown): LLMResponse | undefined {
	const fields = fieldsOf(value);
	if (!fields || !areBlocks(fields.content)) return undefined;
	const usage = usageOf(fields.usage);
	return {
		content: fields.content as LLMResponse["content"],
		stopReason: textOr(fields.stopReason, "end_turn"),
		...(usage && { usage }),
	};
}

function usageOf(value: unknown): Usage | undefined {
	const fields = fieldsOf(value);
	if (!fields) return undefined;
	const counts = Object.entries(fields).filter(([, count]) => isCount(count)) as [string, number][];
	return { input_tokens: 0, output_tokens: 0, ...Object.fromEntries(counts) };
}

function callOf(value: unknown): ToolCall | undefined {
	const fields = fieldsOf(value);
	if (typeof fields?.name !== "string") return undefined;
	const { id, name, args, result, error, elapsed, guided, fixes } = fields;
	return {
		id: textOr(id, ""),
		name,
		args: (fieldsOf(args) ?? {}) as JsonObject,
		...(typeof result === "string" && { result }),
		...(typeof error === "string" && { error }),
		...(isCount(elapsed) && { elapsed }),
		...(typeof guided === "boolean" && { guided }),
		...(Array.isArray(fixes) && { fixes: fixes.filter((fix) => typeof fix === "string") }),
	};
}
