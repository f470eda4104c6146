/** Waits for a part of the page to say that it has done what an event asked for. */
import { WebMcpError } from "../errors.js";

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

/**
 * Dispatches the event `event` with `detail`, and waits until a listener answers by {@link signalCompletion} with the
 * `completionEventName` that it finds in the event's detail.
 *
 * @returns What the listener answered, else `successValue`.
 * @throws {@link WebMcpError} `not_found` when nobody answers in time; the signal's reason when it aborts.
 */
export function dispatchAndWait(
	event: string,
	detail: { [key: string]: unknown } = {},
	{ timeout = DEFAULT_TIMEOUT_MS, successValue, target, signal }: DispatchOptions = {},
): Promise<unknown> {
	const at = place(target);
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
		at.dispatchEvent(new CustomEvent(event, { detail: { ...detail, requestId, completionEventName } }));
	});
}

/**
 * Answers {@link dispatchAndWait}.
 *
 * @param name - The `completionEventName` of the event's detail.
 * @param detail - What the one who waits gets.
 */
export function signalCompletion(name: string, detail?: unknown, target?: EventTarget): void {
	place(target).dispatchEvent(new CustomEvent(name, { detail }));
}

function place(target: EventTarget | undefined): EventTarget {
	if (target) return target;
	if (typeof window !== "undefined") return window;
	throw new WebMcpError(
		"invalid_argument",
		"There is no window here: pass the target to dispatch the event on.",
	);
}
