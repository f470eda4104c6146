/** Decides who waits: how many requests run at a time, and how many begin in a minute. */
import { Refusal } from "./refusal.js";
import type { ProxyLimits } from "./types.js";

/** Subjects that are remembered before those who have waited long enough are forgotten. */
const MAX_BUCKETS = 1024;

interface Bucket {
	left: number;
	at: number;
}

/** Counts what runs. */
export class Places {
	readonly #limits: Required<ProxyLimits>;
	readonly #now: () => number;
	readonly #running = new Map<string, number>();
	readonly #buckets = new Map<string, Bucket>();
	#total = 0;

	constructor(limits: Required<ProxyLimits>, now = () => performance.now()) {
		this.#limits = limits;
		this.#now = now;
	}

	/**
	 * Takes a place for `subject`; gives what frees it, once.
	 *
	 * @throws {@link Refusal} 429 with `Retry-After`.
	 */
	take(subject: string | undefined): () => void {
		const { concurrency, concurrencyPerSubject, requestsPerMinute } = this.#limits;
		if (this.#total >= concurrency) throw busy("This proxy is busy", 1);
		const running = subject === undefined ? 0 : (this.#running.get(subject) ?? 0);
		if (running >= concurrencyPerSubject) throw busy("You have as many requests running as you may", 1);
		if (Number.isFinite(requestsPerMinute)) this.#count(subject ?? "", requestsPerMinute);
		this.#total += 1;
		if (subject !== undefined) this.#running.set(subject, running + 1);
		let taken = true;
		return () => {
			if (!taken) return;
			taken = false;
			this.#total -= 1;
			if (subject === undefined) return;
			const rest = (this.#running.get(subject) ?? 1) - 1;
			if (rest > 0) this.#running.set(subject, rest);
			else this.#running.delete(subject);
		};
	}

	#count(subject: string, perMinute: number): void {
		const now = this.#now();
		const perMs = perMinute / 60_000;
		const most = Math.max(perMinute, 1);
		const known = this.#buckets.get(subject);
		const left = known ? Math.min(most, known.left + (now - known.at) * perMs) : most;
		if (left < 1) {
			throw busy("You have asked as often as you may in a minute", Math.ceil((1 - left) / perMs / 1000));
		}
		if (!known && this.#buckets.size >= MAX_BUCKETS) {
			for (const [name, bucket] of this.#buckets) {
				// A full bucket is as good as none.
				if (bucket.left + (now - bucket.at) * perMs >= most) this.#buckets.delete(name);
			}
		}
		this.#buckets.set(subject, { left: left - 1, at: now });
	}
}

function busy(why: string, seconds: number): Refusal {
	return new Refusal(429, `${why}. Try again in ${seconds} s.`, { "retry-after": String(seconds) });
}
