/** Things that tell when they change. */
import { aFunction } from "../core/arguments.js";
import { guarded } from "../core/report.js";
import type { Cleanup } from "../types/index.js";

/** Something whose changes can be followed. `T` is what a listener is told. */
export class Observed<T = void> {
	readonly #listeners = new Set<(told: T) => void>();

	/**
	 * Calls `listener` after each change; what it throws is reported and keeps nobody else from hearing.
	 *
	 * @returns Stops; calling it twice is harmless.
	 */
	subscribe(listener: (told: T) => void): Cleanup {
		aFunction("subscribe: listener", listener);
		const own = (told: T) => listener(told);
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}

	protected tell(told: T): void {
		for (const listener of [...this.#listeners]) guarded(() => listener(told));
	}
}
