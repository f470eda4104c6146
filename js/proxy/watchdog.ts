/** Decides when a connection has stood still for too long. */

/** Barks when it has not been restarted for a while. */
export class Watchdog {
	/** Whether it has barked. */
	barked = false;
	/** Called when it barks, once. */
	onBark: () => void;
	readonly #ms: number;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#at = 0;
	#stopped = false;

	/** Barks after `ms`, never for `Infinity`. */
	constructor(ms: number, onBark: () => void) {
		this.#ms = ms;
		this.onBark = onBark;
		this.restart();
	}

	/** Begins to wait anew. Cheap: a running timer is left alone and looks at the time when it fires. */
	restart(): void {
		this.#at = performance.now();
		if (this.#timer === undefined) this.#wait(this.#ms);
	}

	/** Never barks again. */
	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}

	#wait(ms: number): void {
		if (this.#stopped || this.barked || !Number.isFinite(this.#ms)) return;
		// Platforms take a timer of more than 31 bits for one of 0.
		this.#timer = setTimeout(() => this.#look(), Math.min(ms, 2 ** 31 - 1));
	}

	#look(): void {
		const rest = this.#at + this.#ms - performance.now();
		if (rest > 0) {
			this.#wait(rest);
			return;
		}
		this.barked = true;
		this.onBark();
	}
}
