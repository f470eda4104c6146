/** What happens to messages for a handler that is still busy with an earlier one. */
import type { BusBackpressure, BusHandler, BusMessage } from "../types/index.js";

const MAX_WAITING = 1_000;

interface Waiting {
	readonly message: BusMessage;
	readonly resolve: (answer: unknown) => void;
	readonly reject: (problem: unknown) => void;
}

/** The handler, called at its own pace; who waits gets a promise. */
export function paced(handler: BusHandler, whenBusy: BusBackpressure): BusHandler {
	if (whenBusy === "call") return handler;
	const waiting: Waiting[] = [];
	let busy = false;
	const take = (message: BusMessage): unknown => {
		const answer = handler(message);
		if (!isPromise(answer)) return answer;
		busy = true;
		answer.then(next, next);
		return answer;
	};
	const next = () => {
		busy = false;
		while (!busy) {
			const first = waiting.shift();
			if (!first) return;
			try {
				first.resolve(take(first.message));
			} catch (problem) {
				first.reject(problem);
			}
		}
	};
	return (message) => {
		if (!busy) return take(message);
		if (whenBusy === "latest") for (const { resolve } of waiting.splice(0)) resolve(undefined);
		return new Promise((resolve, reject) => {
			waiting.push({ message, resolve, reject });
			if (waiting.length <= MAX_WAITING) return;
			const problem = `A handler of '${message.channel}' is busy and ${MAX_WAITING} messages wait: the oldest was dropped.`;
			waiting.shift()?.reject(new Error(problem));
		});
	};
}

export function isPromise(value: unknown): value is Promise<unknown> {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
