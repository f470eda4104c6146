/** What an answer becomes while its run goes on. */
import type { AgentCallbacks, RunEvent } from "../types/index.js";
import type { AgentMessage } from "./messages.js";

/**
 * Callbacks that write down what a run tells.
 *
 * @param change - Changes the answer.
 * @param listener - Hears all of it as well.
 * @param heard - Hears each event, for what is no part of the answer.
 */
export function hearing(
	answer: AgentMessage,
	change: (what: Partial<AgentMessage>) => void,
	listener: AgentCallbacks,
	heard: (event: RunEvent) => void,
): AgentCallbacks {
	return {
		...listener,
		onEvent: (event) => {
			if (event.type === "llm-delta") change({ text: answer.text + event.text });
			if (event.type === "llm-reasoning") change({ reasoning: (answer.reasoning ?? "") + event.text });
			if (event.type === "tool-end") change({ steps: [...answer.steps, event.call] });
			if (event.type === "iteration-start" && answer.text !== "") change({ text: `${answer.text}\n\n` });
			heard(event);
			listener.onEvent?.(event);
		},
		onWidget: (type, data, serverName, id) => {
			if (id !== undefined) change({ widgets: [...answer.widgets, id] });
			return listener.onWidget?.(type, data, serverName, id);
		},
	};
}
