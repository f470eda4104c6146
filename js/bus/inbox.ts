/** Takes in what comes over a link: at once while it is little, in slices of time when it floods, so that the page stays alive. */
import { guarded } from "../core/report.js";

/** So long messages are taken in before the page has its turn: two such slices are one frame of 60 a second. */
const SLICE_MS = 8;
/** So many wait; beyond it the oldest are dropped. */
const MAX_WAITING = 100_000;
/** A thousand at once: taking the first one out of a long list again and again is slow. */
const PORTION = 1_000;

export class Inbox<T> {
	readonly #take: (item: T) => void;
	readonly #onDrop: (problem: string) => void;
	#waiting: T[] = [];
	/** Of the slice that the page has not had its turn after. */
	#spentMs = 0;
	#isTaking = false;
	#turn: ReturnType<typeof setTimeout> | undefined;
	#isClosed = false;

	constructor(take: (item: T) => void, onDrop: (problem: string) => void) {
		this.#take = take;
		this.#onDrop = onDrop;
	}

	add(item: T): void {
		if (this.#isClosed) return;
		this.#turn ??= setTimeout(() => this.#next(), 0);
		// In their order: what comes while another one is told waits as well.
		if (this.#waiting.length === 0 && !this.#isTaking && this.#spentMs < SLICE_MS) {
			this.#takeOne(item);
			return;
		}
		this.#waiting.push(item);
		if (this.#waiting.length <= MAX_WAITING) return;
		this.#waiting.splice(0, PORTION);
		this.#onDrop(`more than ${MAX_WAITING} messages waited to be told, the oldest were dropped.`);
	}

	close(): void {
		this.#isClosed = true;
		clearTimeout(this.#turn);
		this.#waiting = [];
	}

	#next(): void {
		this.#turn = undefined;
		this.#spentMs = 0;
		while (this.#waiting.length > 0 && this.#spentMs < SLICE_MS) {
			const portion = this.#waiting.splice(0, PORTION);
			let taken = 0;
			while (taken < portion.length && this.#spentMs < SLICE_MS && !this.#isClosed) {
				this.#takeOne(portion[taken] as T);
				taken += 1;
			}
			if (this.#isClosed) return;
			if (taken < portion.length) this.#waiting = [...portion.slice(taken), ...this.#waiting];
		}
		// After a whole slice the page has its turn first, whatever comes meanwhile.
		if (this.#waiting.length > 0 || this.#spentMs >= SLICE_MS) {
			this.#turn ??= setTimeout(() => this.#next(), 0);
		}
	}

	#takeOne(item: T): void {
		const began = performance.now();
		this.#isTaking = true;
		guarded(() => this.#take(item));
		this.#isTaking = false;
		this.#spentMs += performance.now() - began;
	}
}
