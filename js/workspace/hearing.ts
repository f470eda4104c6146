/** What an answer becomes while its run goes on. */
import type { AgentCallbacks, LLMResponse, RunEvent } from "../types/index.js";
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
	// What a reply is, is known when it has ended: a model's server may send what it thinks as if it said it.
	let [before, thoughtBefore] = ["", ""];
	const settle = ({ content, suggestions }: LLMResponse) => {
		const of = (type: "text" | "reasoning") =>
			content.map((block) => (block.type === type ? block.text : "")).join("");
		const [text, reasoning] = [before + of("text"), thoughtBefore + of("reasoning")];
		if (text.trim() !== answer.text.trim()) change({ text, ...(reasoning !== "" && { reasoning }) });
		if (suggestions || answer.suggestions) change({ suggestions: suggestions ?? [] });
	};
	return {
		...listener,
		onEvent: (event) => {
			if (event.type === "llm-request") [before, thoughtBefore] = [answer.text, answer.reasoning ?? ""];
			if (event.type === "llm-delta") change({ text: answer.text + event.text });
			if (event.type === "llm-reasoning") change({ reasoning: (answer.reasoning ?? "") + event.text });
			if (event.type === "llm-response") settle(event.response);
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
