/** What happens during a run, in words for its status line. */
import type { RunEvent } from "webmcp-auto-ui";
import { spokenName } from "./readable.js";

/** What an event means; undefined when it changes nothing for the person. */
export function describe(event: RunEvent): string | undefined {
	switch (event.type) {
		case "iteration-start":
			return `Step ${event.iteration} of at most ${event.maxIterations} …`;
		case "llm-request":
			return `Asking the model, with ${event.tools} tools at hand …`;
		case "tool-start":
			return `Calling ${spokenName(event.call.name)} …`;
		case "tool-end": {
			const name = spokenName(event.call.name);
			return event.call.error ? `${name} failed; the model reads why …` : `${name} answered.`;
		}
		default:
			return undefined;
	}
}
