/**
 * Decides how a page learns that a Worker is gone when nobody said so: the browser ended it to get its memory, or it ended
 * itself. No event tells that, but a lock goes with its holder.
 */

/** What the page asks the Worker to hold, and what the Worker says once it does. */
export interface Pulse {
	pulse: string;
}

/** In the Worker: whether a message asks for the pulse; it is held then until the Worker ends. */
export function holdsPulse(message: object): message is Pulse {
	if (!("pulse" in message) || typeof message.pulse !== "string") return false;
	const { pulse } = message;
	void navigator.locks?.request(pulse, () => {
		(globalThis as unknown as { postMessage(message: Pulse): void }).postMessage({ pulse });
		return new Promise<never>(() => undefined);
	});
	return true;
}

/**
 * In the page: calls `onGone` when the Worker is no more. Without locks, as on insecure pages, it never does.
 *
 * @returns what ends the watch
 */
export function watchPulse(worker: Worker, onGone: () => void): () => void {
	const locks = globalThis.navigator?.locks;
	if (!locks) return () => undefined;
	const pulse = `webmcp-auto-ui ${crypto.randomUUID()}`;
	const ended = new AbortController();
	const { signal } = ended;
	const hear = ({ data }: MessageEvent<Partial<Pulse> | null>): void => {
		if (data?.pulse !== pulse) return;
		worker.removeEventListener("message", hear);
		const gone = (): void => {
			if (!signal.aborted) onGone();
		};
		// Rejects when the watch ends.
		locks.request(pulse, { signal }, gone).catch(() => undefined);
	};
	worker.addEventListener("message", hear, { signal });
	worker.postMessage({ pulse } satisfies Pulse);
	return () => ended.abort();
}
