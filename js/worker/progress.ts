/** Decides when it is told how far a file is: not with every piece, and yet always how far it is when nothing more comes for a while. */

/** Tells progress at most so often. */
export class PacedProgress {
	readonly #tell: (loaded: number) => void;
	readonly #everyMs: number;
	// A Worker's clock begins with it, and the first piece may come at once.
	#toldAt = Number.NEGATIVE_INFINITY;
	#timer: ReturnType<typeof setTimeout> | undefined;

	/**
	 * @param tell - Is given the bytes that are there.
	 * @param everyMs - Milliseconds between two times.
	 */
	constructor(tell: (loaded: number) => void, everyMs: number) {
		this.#tell = tell;
		this.#everyMs = everyMs;
	}

	/** So many bytes are there. @returns Whether it was told at once. */
	at(loaded: number): boolean {
		clearTimeout(this.#timer);
		const left = this.#toldAt + this.#everyMs - performance.now();
		if (left > 0) this.#timer = setTimeout(() => this.#now(loaded), left);
		else this.#now(loaded);
		return left <= 0;
	}

	/** Nothing is told any more. */
	end(): void {
		clearTimeout(this.#timer);
	}

	#now(loaded: number): void {
		this.#toldAt = performance.now();
		this.#tell(loaded);
	}
}
