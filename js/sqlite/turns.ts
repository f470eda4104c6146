/** Decides in which order the questions to a database are asked: one after the other, and not too many. */
import { WebMcpError } from "../core/errors.js";
import { MAX_WAITING } from "./limits.js";

/** A queue. */
export class Turns {
	#last: Promise<unknown> = Promise.resolve();
	#waiting = 0;

	/**
	 * Does `work` once everything before it is done. What is aborted is not waited for here, but by the next one.
	 *
	 * @throws {@link WebMcpError} `tool_failed` where too many wait; the reason of `signal`.
	 */
	async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		signal?.throwIfAborted();
		if (this.#waiting === MAX_WAITING)
			throw new WebMcpError("tool_failed", "Too many questions wait for the database; ask again later.");
		this.#waiting += 1;
		const told = this.#last
			.then(() => {
				signal?.throwIfAborted();
				return work();
			})
			.finally(() => {
				this.#waiting -= 1;
			});
		this.#last = told.catch(() => undefined);
		return abortable(told, signal);
	}
}

function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return work;
	return new Promise<T>((resolve, reject) => {
		const abort = (): void => reject(signal.reason);
		signal.addEventListener("abort", abort);
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
