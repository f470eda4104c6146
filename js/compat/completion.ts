/** Waits for a part of the page to say that it has done what an event asked for. */
import {
	aFunction,
	aSignal,
	aText,
	copied,
	invalid,
	milliseconds,
	objectOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";

/** How {@link dispatchAndWait} waits. */
export interface DispatchOptions {
	/** Milliseconds; default 5,000. */
	timeout?: number;
	/** The answer where the listener gives none. */
	successValue?: unknown;
	/** Where event and answer are dispatched; default: the window. */
	target?: EventTarget;
	signal?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 5000;

const TARGET = optional(
	objectOf({ addEventListener: aFunction, dispatchEvent: aFunction }, "an EventTarget"),
);
const OPTIONS = objectOf({ timeout: optional(milliseconds), target: TARGET, signal: optional(aSignal) });

/**
 * Dispatches the event `event` with `detail`, and waits until a listener answers by {@link signalCompletion} with the
 * `completionEventName` that it finds in the event's detail.
 *
 * @returns What the listener answered, else `successValue`.
 * @throws {@link WebMcpError} `not_found` when nobody answers in time; the signal's reason when it aborts.
 */
export async function dispatchAndWait(
	event: string,
	detail: { [key: string]: unknown } = {},
	options: DispatchOptions = {},
): Promise<unknown> {
	aText("dispatchAndWait: event", event);
	const told = copied("dispatchAndWait: detail", detail);
	const given = optionsOf("dispatchAndWait: options", options, OPTIONS);
	const { timeout = DEFAULT_TIMEOUT_MS, successValue, target, signal } = given;
	const at = place("dispatchAndWait: options.target", target);
	const requestId = crypto.randomUUID();
	const completionEventName = `tool-completion-${requestId}`;
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const settle = (end: () => void) => {
			clearTimeout(timer);
			at.removeEventListener(completionEventName, answered);
			signal?.removeEventListener("abort", aborted);
			end();
		};
		const answered = (answer: Event) =>
			settle(() => resolve(answer instanceof CustomEvent ? (answer.detail ?? successValue) : successValue));
		const aborted = () => settle(() => reject(signal?.reason));
		const timer = setTimeout(() => {
			const message = `Nobody answered the event '${event}' within ${timeout} ms: a listener has to call signalCompletion(event.detail.completionEventName).`;
			settle(() => reject(new WebMcpError("not_found", message)));
		}, timeout);
		at.addEventListener(completionEventName, answered);
		signal?.addEventListener("abort", aborted);
		at.dispatchEvent(new CustomEvent(event, { detail: { ...told, requestId, completionEventName } }));
	});
}

/**
 * Answers {@link dispatchAndWait}.
 *
 * @param name - The `completionEventName` of the event's detail.
 * @param detail - What the one who waits gets.
 */
export function signalCompletion(name: string, detail?: unknown, target?: EventTarget): void {
	aText("signalCompletion: name", name);
	TARGET("signalCompletion: target", target);
	place("signalCompletion: target", target).dispatchEvent(new CustomEvent(name, { detail }));
}

function place(what: string, target: EventTarget | undefined): EventTarget {
	if (target) return target;
	if (typeof window !== "undefined") return window;
	throw invalid(what, "must be given: there is no window here to dispatch the event on");
}
