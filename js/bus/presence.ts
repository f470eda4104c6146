/**
 * Knows at once that a tab has gone which could not say so: each holds a lock while it lives, and who gets another's lock has outlived it. Only
 * among those of one origin, as on a BroadcastChannel; elsewhere the lock of the same name would be another.
 */

const PREFIX = "webmcp-auto-ui/bus/";

/** Whether there are locks; Node 20 has none, nor have pages that are not secure. */
function locks(): LockManager | undefined {
	const found = typeof navigator === "object" && navigator !== null ? navigator.locks : undefined;
	return typeof found?.request === "function" ? found : undefined;
}

export class Presence {
	readonly #watching = new Map<string, AbortController>();
	#holding: AbortController | undefined;
	/** Whether the others may wait for this side's lock. */
	isHeld = false;

	/** Holds the lock of `id`; `held` is called when it does. */
	hold(id: string, held: () => void): void {
		this.release();
		const leaving = new AbortController();
		this.#holding = leaving;
		request(id, leaving, () => {
			this.isHeld = true;
			held();
			return new Promise<void>((resolve) => {
				leaving.signal.addEventListener("abort", () => resolve(), { once: true });
			});
		});
	}

	/** Lets the lock go, and waits for no other. */
	release(): void {
		this.isHeld = false;
		this.#holding?.abort();
		for (const node of [...this.#watching.keys()]) this.forget(node);
	}

	/** Calls back when `node`, which holds its lock, has gone. */
	watch(node: string, gone: () => void): void {
		if (this.#watching.has(node)) return;
		const leaving = new AbortController();
		this.#watching.set(node, leaving);
		request(node, leaving, () => {
			if (!leaving.signal.aborted) gone();
			return undefined;
		});
	}

	forget(node: string): void {
		this.#watching.get(node)?.abort();
		this.#watching.delete(node);
	}
}

function request(id: string, leaving: AbortController, granted: () => Promise<void> | undefined): void {
	// Without it silence tells the same, but later.
	locks()
		?.request(PREFIX + id, { signal: leaving.signal }, granted)
		.catch(() => undefined);
}
