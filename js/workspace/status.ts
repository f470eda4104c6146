/** What is going on in a conversation, for a line that says it. */
import type { RunEvent } from "../types/index.js";

/** What is going on. */
export type Status =
	| { at: "step"; iteration: number; of: number }
	| { at: "calling" | "answered" | "call-failed"; tool: string }
	| { at: "asking" | "reads-next" | "decided" | "stopped" | "failed" }
	| { at: "waiting"; calls: number }
	| { at: "done"; seconds: number };

/** What an event means; undefined where it changes nothing for the person. */
export function statusOf(event: RunEvent): Status | undefined {
	switch (event.type) {
		case "iteration-start":
			return { at: "step", iteration: event.iteration, of: event.maxIterations };
		case "llm-request":
			return { at: "asking" };
		case "tool-start":
			return { at: "calling", tool: event.call.name };
		case "tool-end":
			return { at: event.call.error ? "call-failed" : "answered", tool: event.call.name };
		default:
			return undefined;
	}
}
