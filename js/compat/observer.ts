/** Shows a run while it goes on, as a table on a canvas. */
import { aFunction, objectOf, read } from "../core/arguments.js";
import type { AgentCallbacks, JsonObject, RunEvent } from "../types/index.js";

/** Where the table is shown; a canvas of this package will do. */
export interface TraceTarget {
	addWidget(type: string, data?: JsonObject, options?: { serverName?: string }): { id: string };
	updateWidget(id: string, patch: JsonObject): unknown;
}

/** Follows runs. */
export interface TraceObserver {
	/** For `runAgentLoop`; merge them with your own where you have some. */
	readonly callbacks: AgentCallbacks;
	/** Shows now what has not been shown yet. */
	flush(): void;
	/** Shows the rest, and follows no longer. The table stays. */
	stop(): void;
}

/** Rows beyond are dropped from the top. */
const MAX_ROWS = 500;
const MAX_DETAIL_CHARS = 200;
const FLUSH_MS = 100;

const TARGET = objectOf({ addWidget: aFunction, updateWidget: aFunction }, "a canvas");

/** Shows each step of a run as a row of one `data-table`, in batches of 100 ms. */
export function createTraceObserver(target: TraceTarget): TraceObserver {
	TARGET("createTraceObserver: target", target);
	const rows: JsonObject[] = [];
	let dropped = 0;
	let id: string | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let stopped = false;

	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		const data = { title: dropped > 0 ? `Trace (${dropped} earlier)` : "Trace", rows: [...rows] };
		if (id === undefined) id = target.addWidget("data-table", data, { serverName: "autoui" })?.id;
		else target.updateWidget(id, data);
	};
	const onEvent = (event: RunEvent) => {
		const row = stopped ? undefined : read("onEvent: event", () => rowOf(event));
		if (!row) return;
		rows.push(row);
		if (rows.length > MAX_ROWS) {
			rows.shift();
			dropped += 1;
		}
		timer ??= setTimeout(flush, FLUSH_MS);
	};
	return {
		callbacks: { onEvent },
		flush,
		stop() {
			if (timer !== undefined) flush();
			stopped = true;
		},
	};
}

function rowOf(event: RunEvent): JsonObject | undefined {
	switch (event.type) {
		case "iteration-start":
			return row("iteration", `${event.iteration} of ${event.maxIterations}`);
		case "llm-request":
			return row("request", `${event.messages} messages, ${event.tools} tools`);
		case "llm-response":
			return row("reply", event.response.stopReason, event.latencyMs);
		case "tool-end": {
			const { name, error, result, elapsed } = event.call;
			return row(error === undefined ? "tool" : "tool failed", `${name}: ${error ?? result ?? ""}`, elapsed);
		}
		case "approval-needed":
			return row("waits for approval", event.call.name);
		case "run-end":
			return row("end", event.stopReason);
		default:
			return undefined;
	}
}

function row(step: string, detail: string, ms?: number): JsonObject {
	const short = detail.length > MAX_DETAIL_CHARS ? `${detail.slice(0, MAX_DETAIL_CHARS)}…` : detail;
	return { step, detail: short, ms: ms === undefined ? "" : Math.round(ms) };
}
