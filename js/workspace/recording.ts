/** What was asked and called, and how long each took: what a developer looks at, and what can be taken along. */
import type { AgentCallbacks, ChatMessage, LLMResponse, ProviderTool, ToolCall } from "../types/index.js";
import { Observed } from "./observed.js";

/** A request to the model. */
export interface RecordedRequest {
	kind: "request";
	id: number;
	run: number;
	/** Milliseconds since 1970; a request under way has no `end`. */
	start: number;
	end?: number;
	messages: readonly ChatMessage[];
	tools: readonly ProviderTool[];
	response?: LLMResponse;
	/** US dollars, where prices are known. */
	costUsd?: number;
}

/** A call of a tool. */
export interface RecordedCall {
	kind: "call";
	id: number;
	run: number;
	start: number;
	end?: number;
	call: ToolCall;
}

/** A run from the wish to its end. */
export interface RecordedRun {
	id: number;
	wish: string;
	start: number;
	end?: number;
	stopReason?: string;
}

/** One line of a recording. */
export type RecordedEntry = RecordedRequest | RecordedCall;

/** A recording as JSON. */
export interface Recording {
	version: 1;
	runs: RecordedRun[];
	entries: RecordedEntry[];
}

/** Older entries go. */
export const MOST_ENTRIES = 2_000;

/** Keeps what runs tell. */
export class Recorder extends Observed {
	#runs: RecordedRun[] = [];
	#entries: RecordedEntry[] = [];
	#made = 0;

	get runs(): readonly RecordedRun[] {
		return this.#runs;
	}

	/** The requests and calls, the oldest first; at most 2,000. */
	get entries(): readonly RecordedEntry[] {
		return this.#entries;
	}

	/** What hears one run. */
	hear(wish: string): AgentCallbacks {
		const run: RecordedRun = { id: this.#next(), wish, start: Date.now() };
		this.#runs = [...this.#runs, run];
		const calls = new Map<string, RecordedCall>();
		let request: RecordedRequest | undefined;
		return {
			onLLMRequest: (messages, tools) => {
				request = { kind: "request", id: this.#next(), run: run.id, start: Date.now(), messages, tools };
				this.#add(request);
			},
			onEvent: (event) => {
				if (event.type === "llm-response" && request) {
					Object.assign(request, { end: Date.now(), response: event.response });
					if (event.costUsd !== undefined) request.costUsd = event.costUsd;
				} else if (event.type === "tool-start") {
					const call: RecordedCall = {
						kind: "call",
						id: this.#next(),
						run: run.id,
						start: Date.now(),
						call: event.call,
					};
					calls.set(event.call.id, call);
					this.#add(call);
				} else if (event.type === "tool-end") {
					const known = calls.get(event.call.id);
					if (known) Object.assign(known, { end: Date.now(), call: event.call });
				} else if (event.type === "run-end") {
					Object.assign(run, { end: Date.now(), stopReason: event.stopReason });
				} else return;
				this.tell();
			},
		};
	}

	/** Forgets all. */
	clear(): void {
		this.#runs = [];
		this.#entries = [];
		this.tell();
	}

	/** All of it as JSON. */
	toJSON(): Recording {
		return { version: 1, runs: [...this.#runs], entries: [...this.#entries] };
	}

	#add(entry: RecordedEntry): void {
		this.#entries.push(entry);
		if (this.#entries.length > MOST_ENTRIES) {
			this.#entries = this.#entries.slice(-MOST_ENTRIES);
			const kept = new Set(this.#entries.map(({ run }) => run));
			this.#runs = this.#runs.filter(({ id, end }) => end === undefined || kept.has(id));
		}
		this.tell();
	}

	#next(): number {
		this.#made += 1;
		return this.#made;
	}
}
