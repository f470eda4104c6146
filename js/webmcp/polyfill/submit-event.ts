/** `SubmitEvent.agentInvoked` and `respondWith` (WebMCP's explainer of forms, "Events"). */
import { DOMException } from "./dom-exception.js";

/** What an agent's submission is answered with. */
export type Answer = (response: unknown) => void;

const answers = new WeakMap<Event, Answer>();

/** Makes a submit event one that an agent has caused; `answer` hears what the page responds with. */
export function markInvoked(event: Event, answer: Answer): void {
	answers.set(event, answer);
}

/** Gives `SubmitEvent` its two members. Returns what takes them away. */
export function patchSubmitEvent(): () => void {
	const members = {
		get agentInvoked(): boolean {
			return answers.has(this as unknown as Event);
		},
		respondWith(agentResponse: unknown): void {
			const event = this as unknown as Event;
			const answer = answers.get(event);
			if (!answer) throw new DOMException("No agent has caused this submit event.", "InvalidStateError");
			if (!event.defaultPrevented) {
				throw new DOMException("Call preventDefault() before respondWith().", "InvalidStateError");
			}
			answer(agentResponse);
		},
	};
	Object.defineProperties(SubmitEvent.prototype, Object.getOwnPropertyDescriptors(members));
	return () => {
		for (const name of Object.keys(members)) Reflect.deleteProperty(SubmitEvent.prototype, name);
	};
}
