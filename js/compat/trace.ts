/** What the way from a reply to a result did: the lines of `onTrace`, kept and sorted. */
import { aText, oneOf } from "../core/arguments.js";

/** How bad an entry is. */
export type TraceLevel = "ok" | "warn" | "error";

/** One step of the way. */
export interface TraceEntry {
	/** Such as `dispatch`, `repair`, `validate`, `sanitize`, `flatten`, `activate`, `discovery`, `generate`. */
	step: string;
	/** The tool that it was about; may be empty. */
	tool: string;
	detail: string;
	level: TraceLevel;
}

/** The newest entries are kept; a page that runs for days must not fill its memory. */
const MAX_ENTRIES = 5000;

const LEVEL = oneOf(["ok", "warn", "error"]);

/** A list of entries. Hand `trace.onTrace` to a run's callbacks to fill it. */
export class PipelineTrace {
	#entries: TraceEntry[] = [];

	/** From the oldest to the newest; at most 5,000. */
	get entries(): readonly TraceEntry[] {
		return this.#entries;
	}

	/** Whether any entry is an error. */
	get hasErrors(): boolean {
		return this.#entries.some(({ level }) => level === "error");
	}

	/** Adds an entry. */
	add(step: string, tool: string, detail: string, level: TraceLevel = "ok"): void {
		aText("add: step", step);
		aText("add: tool", tool);
		aText("add: detail", detail);
		LEVEL("add: level", level);
		this.#entries.push({ step, tool, detail, level });
		if (this.#entries.length > MAX_ENTRIES) this.#entries.splice(0, this.#entries.length - MAX_ENTRIES);
	}

	/** Takes a line of `AgentCallbacks.onTrace`, such as `[auto-repair] rows: …`; works without `this`. */
	readonly onTrace = (line: string): void => {
		aText("onTrace: line", line);
		const parts = /^\[([^\]]{1,40})\]\s*([\s\S]*)$/.exec(line);
		this.add(
			parts?.[1] ?? "trace",
			"",
			parts?.[2] ?? line,
			/\b(error|failed)\b/i.test(line) ? "error" : "warn",
		);
	};

	/** What is not ok, a line each: `[step] tool: detail`. Empty when all is well. */
	summary(): string {
		return this.#entries
			.filter(({ level }) => level !== "ok")
			.map(({ step, tool, detail }) => `[${step}] ${tool === "" ? "" : `${tool}: `}${detail}`)
			.join("\n");
	}

	/** Forgets everything. */
	clear(): void {
		this.#entries = [];
	}
}
