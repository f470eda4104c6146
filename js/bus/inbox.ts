/** Takes in what comes over a link: at once while it is little, in portions when it floods, so that the page stays alive. */

/** Taken in before the page has its turn. */
const PORTION = 1_000;
/** So many wait; beyond it the oldest is dropped. */
const MAX_WAITING = 10_000;

export class Inbox<T> {
	readonly #take: (item: T) => void;
	readonly #onDrop: (problem: string) => void;
	#waiting: T[] = [];
	#credit = PORTION;
	#turn: ReturnType<typeof setTimeout> | undefined;

	constructor(take: (item: T) => void, onDrop: (problem: string) => void) {
		this.#take = take;
		this.#onDrop = onDrop;
	}

	add(item: T): void {
		this.#turn ??= setTimeout(() => this.#next(), 0);
		if (this.#credit > 0 && this.#waiting.length === 0) {
			this.#credit -= 1;
			this.#take(item);
			return;
		}
		this.#waiting.push(item);
		if (this.#waiting.length <= MAX_WAITING) return;
		// A thousand at once: taking the first one out of a long list again and again is slow.
		this.#waiting.splice(0, PORTION);
		this.#onDrop(`more than ${MAX_WAITING} messages waited to be told, the oldest were dropped.`);
	}

	close(): void {
		clearTimeout(this.#turn);
		this.#waiting = [];
		this.#credit = 0;
		this.#turn = undefined;
	}

	#next(): void {
		this.#turn = undefined;
		const portion = this.#waiting.splice(0, PORTION);
		this.#credit = PORTION - portion.length;
		if (portion.length > 0) this.#turn = setTimeout(() => this.#next(), 0);
		for (const item of portion) this.#take(item);
	}
}
