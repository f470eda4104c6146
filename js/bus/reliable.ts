/**
 * Makes of a broadcast that may lose things one that does not: each frame has a number of its sender's, is kept until every known side has
 * taken it in, and is said again where one has not. Pure but for its clock; the transport posts texts and hands over what came.
 */
import { WebMcpError } from "../core/errors.js";
import { wordsOf } from "./complaints.js";
import { isCount, isName, isRecord, type Frame } from "./frames.js";

/** What is not yet acknowledged is kept within these bounds; beyond them the oldest is let go. */
const MAX_KEPT = 10_000;
const MAX_KEPT_CHARS = 8 * 1024 * 1024;
/** Acknowledgements wait so long for others, or for so many. */
const ACK_MS = 20;
const ACK_EVERY = 200;
/** So long without an acknowledgement, and what is kept is said again; the next time after twice as long. */
const AGAIN_MS = 2_000;
const MAX_AGAIN_MS = 32_000;
/** One asks for it many times while it is under way. */
const ONCE_IN_MS = 200;
const MAX_SIDES = 200;

/** How it stands with a sender. `have`: the last of each sender that was taken in; `base`: what each receiver is taken to have. */
interface State {
	readonly by: string;
	readonly next: number;
	readonly first: number;
	readonly have: { readonly [node: string]: number };
	readonly base: { readonly [node: string]: number };
	/** Something may have been missed. */
	readonly again: boolean;
}

interface Kept {
	readonly n: number;
	readonly text: string;
}

/** What a {@link Reliable} needs. */
export interface Carrier {
	/** Says it, perhaps in vain. Throws where it is too large. */
	post(text: string): void;
	hear(frame: unknown): void;
	complain(problem: string): void;
	isUp(): boolean;
}

export class Reliable {
	readonly #id: string;
	readonly #carrier: Carrier;
	#next = 1;
	#kept: Kept[] = [];
	#chars = 0;
	/** What each receiver has acknowledged. */
	readonly #acked = new Map<string, number>();
	/** What of each sender was taken in. */
	readonly #have = new Map<string, number>();
	#acks = 0;
	#misses = false;
	#ackTimer: ReturnType<typeof setTimeout> | undefined;
	readonly #againTimer: ReturnType<typeof setInterval>;
	/** When an acknowledgement came last, or something was said while none was due. */
	#moved = Date.now();
	#patienceMs = AGAIN_MS;
	#saidAgain = 0;
	#waiting: {
		readonly n: number;
		readonly resolve: () => void;
		readonly reject: (problem: Error) => void;
	}[] = [];

	constructor(id: string, carrier: Carrier) {
		this.#id = id;
		this.#carrier = carrier;
		this.#againTimer = setInterval(() => this.#check(), AGAIN_MS / 2);
		(this.#againTimer as { unref?: () => void }).unref?.();
	}

	/** How many frames are not yet acknowledged. */
	get waiting(): number {
		return this.#kept.length;
	}

	/** Resolves when every side that is known has taken in what was said until now, or has gone; rejects when this one is closed. */
	acknowledged(): Promise<void> {
		const n = this.#next - 1;
		if (this.#done() >= n) return Promise.resolve();
		return new Promise((resolve, reject) => this.#waiting.push({ n, resolve, reject }));
	}

	/** Says a frame. A `beat` is how it stands here, and needs no number. */
	say(frame: Frame): void {
		if (frame.kind === "beat") {
			this.#tellState(true);
			return;
		}
		const text = JSON.stringify({ by: this.#id, n: this.#next, frame });
		this.#carrier.post(text);
		const n = this.#next++;
		if (this.#acked.size === 0) return;
		if (this.#kept.length === 0) this.#moved = Date.now();
		this.#kept.push({ n, text });
		this.#chars += text.length;
		if (this.#kept.length <= MAX_KEPT && this.#chars <= MAX_KEPT_CHARS) return;
		this.#drop(Math.ceil(this.#kept.length / 10));
		this.#carrier.complain("too much waits to be acknowledged, the oldest is not said again if it was lost.");
	}

	/** The connection is there again: what was said meanwhile may be lost. */
	resume(): void {
		this.#tellState(true);
		this.#sayAgain(0);
	}

	/** A side has gone: nothing waits for it. */
	forget(node: string): void {
		this.#acked.delete(node);
		this.#have.delete(node);
		this.#settle();
	}

	close(): void {
		clearTimeout(this.#ackTimer);
		clearInterval(this.#againTimer);
		for (const { reject } of this.#waiting.splice(0))
			reject(new WebMcpError("aborted", "The link was ended before all was acknowledged."));
	}

	/** Takes in what came. */
	take(data: unknown): void {
		if (!isRecord(data) || !isName(data.by)) {
			this.#carrier.complain("something came that is no frame.");
			return;
		}
		const { by, n, frame } = data;
		if (by === this.#id) return;
		if (n === undefined) {
			const state = stateOf(data);
			if (state) this.#heardState(state);
			else this.#carrier.complain("something came that is no frame.");
			return;
		}
		const have = this.#have.get(by);
		// From a sender that has not said from where on.
		if (have === undefined || !isCount(n)) return;
		this.#acks += 1;
		if (n > have + 1) this.#misses = true;
		if (n === have + 1) {
			this.#have.set(by, n);
			this.#carrier.hear(isRecord(frame) ? { ...frame, by } : frame);
		}
		if (this.#acks >= ACK_EVERY) this.#tellState(this.#misses);
		else this.#ackTimer ??= setTimeout(() => this.#tellState(this.#misses), ACK_MS);
	}

	#heardState({ by, next, first, have, base, again }: State): void {
		const isNew = !this.#acked.has(by);
		if (isNew) {
			if (this.#acked.size >= MAX_SIDES) {
				this.#carrier.complain("more sides came than can be known, some are not heard.");
				return;
			}
			this.#acked.set(by, this.#next - 1);
		}
		const start = Object.hasOwn(base, this.#id) ? base[this.#id] : undefined;
		let taken = this.#have.get(by);
		if (taken === undefined && start !== undefined) taken = start;
		if (taken !== undefined && taken < first - 1) {
			if (this.#have.has(by))
				this.#carrier.complain(`${first - 1 - taken} messages of another side were lost.`);
			taken = first - 1;
		}
		if (taken !== undefined) this.#have.set(by, Math.min(taken, next));
		const got = Object.hasOwn(have, this.#id) ? have[this.#id] : undefined;
		const before = this.#acked.get(by) ?? 0;
		if (got !== undefined && got > before && got < this.#next) {
			this.#acked.set(by, got);
			this.#settle();
		}
		// Before anything with a number: it says from where on this side is heard.
		if (isNew || (again && got === undefined)) this.#tellState(false);
		else if (again && got !== undefined && got < this.#next - 1) this.#sayAgain(got);
		this.#carrier.hear({ kind: "beat", by });
	}

	#tellState(again: boolean): void {
		clearTimeout(this.#ackTimer);
		this.#ackTimer = undefined;
		this.#acks = 0;
		this.#misses = false;
		const first = this.#kept[0]?.n ?? this.#next;
		const state: State = {
			by: this.#id,
			next: this.#next,
			first,
			again,
			have: Object.fromEntries(this.#have),
			base: Object.fromEntries(this.#acked),
		};
		this.#post(JSON.stringify(state));
	}

	/** Says again what came after `n`. */
	#sayAgain(after: number): void {
		if (!this.#carrier.isUp() || Date.now() - this.#saidAgain < ONCE_IN_MS) return;
		this.#saidAgain = Date.now();
		for (const { n, text } of this.#kept) if (n > after) this.#post(text);
	}

	#check(): void {
		if (this.#kept.length === 0 || !this.#carrier.isUp() || Date.now() - this.#moved < this.#patienceMs)
			return;
		this.#moved = Date.now();
		this.#patienceMs = Math.min(2 * this.#patienceMs, MAX_AGAIN_MS);
		this.#tellState(true);
		this.#sayAgain(0);
	}

	#post(text: string): void {
		try {
			this.#carrier.post(text);
		} catch (error) {
			this.#carrier.complain(wordsOf(error));
		}
	}

	/** What all have taken in. */
	#done(): number {
		return Math.min(this.#next - 1, ...this.#acked.values());
	}

	#settle(): void {
		const done = this.#done();
		const at = this.#kept.findIndex(({ n }) => n > done);
		const count = at < 0 ? this.#kept.length : at;
		if (count > 0) {
			this.#moved = Date.now();
			this.#patienceMs = AGAIN_MS;
		}
		this.#drop(count);
		const [ready, rest] = [
			this.#waiting.filter(({ n }) => n <= done),
			this.#waiting.filter(({ n }) => n > done),
		];
		this.#waiting = rest;
		for (const { resolve } of ready) resolve();
	}

	#drop(count: number): void {
		for (const { text } of this.#kept.splice(0, count)) this.#chars -= text.length;
	}
}

function stateOf(data: { readonly [field: string]: unknown }): State | undefined {
	const { by, next, first, have, base, again } = data;
	if (!isName(by) || !isCount(next) || !isCount(first) || first > next) return undefined;
	if (!isCounts(have) || !isCounts(base)) return undefined;
	return { by, next, first, have, base, again: again === true };
}

function isCounts(data: unknown): data is { readonly [node: string]: number } {
	return isRecord(data) && Object.values(data).every(isCount);
}
