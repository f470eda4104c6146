/** Who is at the other end of a link, and until when: who says nothing for long has gone without a word. */

const MAX_SIDES = 200;
/** In the time after which silence counts; browsers let a hidden page speak once a minute. */
const BEATS = 5;

interface Doing {
	readonly beat: () => void;
	readonly lost: (node: string) => void;
	readonly isUp: () => boolean;
}

export class Sides {
	/** When each was heard last. */
	readonly #heard = new Map<string, number>();
	readonly #timer: ReturnType<typeof setInterval>;
	#looked = Date.now();

	constructor(silenceMs: number, doing: Doing) {
		const beatMs = Math.max(1, Math.min(silenceMs, MAX_TIMER_MS) / BEATS);
		this.#timer = setInterval(() => {
			doing.beat();
			const now = Date.now();
			// A machine that slept has heard nobody.
			const slept = now - this.#looked > silenceMs / 2;
			this.#looked = now;
			for (const [node, heard] of [...this.#heard]) {
				if (slept || !doing.isUp()) this.#heard.set(node, now);
				else if (now - heard > silenceMs) doing.lost(node);
			}
		}, beatMs);
		// Node would wait for it.
		(this.#timer as { unref?: () => void }).unref?.();
	}

	get list(): string[] {
		return [...this.#heard.keys()];
	}

	/** Notes that a side was heard. */
	met(node: string): "first" | "again" | "full" {
		const isKnown = this.#heard.has(node);
		if (!isKnown && this.#heard.size >= MAX_SIDES) return "full";
		this.#heard.set(node, Date.now());
		return isKnown ? "again" : "first";
	}

	/** False where it was not there. */
	leave(node: string): boolean {
		return this.#heard.delete(node);
	}

	close(): void {
		clearInterval(this.#timer);
	}
}

const MAX_TIMER_MS = 2 ** 31 - 1;
