/** How often something may happen: some at once, and then so many each second. */

/** Lets pass what comes at a bearable pace. */
export class Pace {
	readonly #burst: number;
	readonly #perSecond: number;
	readonly #patience: number;
	readonly #now: () => number;
	#left: number;
	#last: number;
	#refused = 0;

	/**
	 * @param burst - How many may come at once.
	 * @param perSecond - How many each second after that.
	 * @param patience - How many may be refused before it is a flood.
	 */
	constructor(burst: number, perSecond: number, patience: number, now = () => performance.now()) {
		this.#burst = burst;
		this.#perSecond = perSecond;
		this.#patience = patience;
		this.#now = now;
		this.#left = burst;
		this.#last = now();
	}

	/** Whether one more may pass now. */
	take(): boolean {
		const now = this.#now();
		this.#left = Math.min(this.#burst, this.#left + ((now - this.#last) / 1000) * this.#perSecond);
		this.#last = now;
		if (this.#left < 1) {
			this.#refused += 1;
			return false;
		}
		this.#left -= 1;
		return true;
	}

	/** Whether so much was refused that it is no oversight. */
	get isFlooded(): boolean {
		return this.#refused > this.#patience;
	}
}
