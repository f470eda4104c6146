/** Decides how long is waited: until the work is done, the time is up, or nobody wants it any more. */
import { WebMcpError } from "../core/errors.js";

/** Timers of more would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What is told to whoever has given up. */
export function cancelled(): WebMcpError {
	return new WebMcpError("aborted", "The sign-in was cancelled.");
}

/** Waits for `work` as long as the signal wants it; the work itself goes on. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return work;
	return new Promise((resolve, reject) => {
		const leave = () => reject(cancelled());
		signal.addEventListener("abort", leave, { once: true });
		if (signal.aborted) leave();
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
	});
}

/**
 * Does `work`, which is told when to stop, and stops waiting for it even where it does not.
 *
 * @param late - What is said when `limitMs` are over.
 */
export function inTime<T>(
	limitMs: number,
	signal: AbortSignal | undefined,
	late: () => WebMcpError,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	if (signal?.aborted) return Promise.reject(cancelled());
	const inner = new AbortController();
	return new Promise<T>((resolve, reject) => {
		const stop = (error: WebMcpError) => {
			end();
			reject(error);
			inner.abort(error);
		};
		const leave = () => stop(cancelled());
		const timer = limitMs <= MAX_TIMER_MS ? setTimeout(() => stop(late()), limitMs) : undefined;
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", leave);
		};
		signal?.addEventListener("abort", leave, { once: true });
		work(inner.signal).then(resolve, reject).finally(end);
	});
}
