/** What a model is told of a conversation: each answer keeps what it has added, so that nothing is kept twice. */
import type { ChatMessage } from "../types/index.js";
import type { AgentMessage, Message } from "./messages.js";
import type { Thread } from "./thread.js";

/** What the model has of all that leads to a message. */
export function historyBefore(thread: Thread, message: Message): readonly ChatMessage[] {
	const parts: (readonly ChatMessage[])[] = [];
	for (let at: Message | undefined = message; at; at = at.parent ? thread.get(at.parent) : undefined) {
		if (at.role !== "agent" || !at.history) continue;
		parts.push(at.history);
		if (at.isWhole) break;
	}
	return parts.reverse().flat();
}

/** What an answer keeps of `messages`: what it has added, unless what was before is no longer as it was. */
export function addedBy(
	thread: Thread,
	{ parent }: AgentMessage,
	messages: readonly ChatMessage[],
): Pick<AgentMessage, "history" | "isWhole"> {
	const wish = parent === undefined ? undefined : thread.get(parent);
	const before = wish ? historyBefore(thread, wish) : [];
	const isSame = JSON.stringify(messages.slice(0, before.length)) === JSON.stringify(before);
	return isSame ? { history: messages.slice(before.length) } : { history: messages, isWhole: true };
}
