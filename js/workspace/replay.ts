/** A recorded run, to be run again. */
import { WebMcpError } from "../core/errors.js";
import type { LLMProvider, LLMResponse } from "../types/index.js";
import type { Recording } from "./recording.js";

/** What the model answered in a run, in order; nothing where the recording does not hold its beginning. */
function answersOf({ runs, entries }: Recording, run: number): LLMResponse[] {
	const at = runs.findIndex(({ id }) => id === run);
	if (!runs[at]?.wish) return [];
	// A run that waited for the person went on as another one, which begins without a wish.
	const after = runs.slice(at + 1);
	const length = after.findIndex(({ wish }) => wish !== "");
	const ids = new Set([run, ...after.slice(0, length < 0 ? after.length : length).map(({ id }) => id)]);
	const own = entries.filter((entry) => ids.has(entry.run));
	// Of a recording that had become too long the oldest entries are gone, up to the middle of a run.
	if (own[0]?.kind !== "request") return [];
	return own.flatMap((entry) => (entry.kind === "request" ? (entry.response ?? []) : []));
}

/** The wish of a run, where it can be run again. */
export function replayable(recording: Recording, run: number): string | undefined {
	return answersOf(recording, run).length > 0 ? recording.runs.find(({ id }) => id === run)?.wish : undefined;
}

/**
 * A model that answers as one did in a recorded run, request by request; what it calls is really called. When nothing more was
 * recorded it rejects with `model`.
 */
export function replayOf(recording: Recording, run: number): LLMProvider {
	const answers = answersOf(recording, run).values();
	return {
		name: "replay",
		model: "recorded",
		async chat(_messages, _tools, { onDelta, onToken, signal } = {}) {
			signal?.throwIfAborted();
			const { value: answer } = answers.next();
			if (!answer) throw new WebMcpError("model", "Nothing more of this run was recorded.");
			for (const block of answer.content) {
				if (block.type !== "text") continue;
				if (onDelta) onDelta({ type: "text", text: block.text });
				else onToken?.(block.text);
			}
			return structuredClone(answer);
		},
	};
}
