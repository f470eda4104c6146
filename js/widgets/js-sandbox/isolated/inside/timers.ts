/** Timers of code inside; the Worker counts the time. */
import type { Host } from "../messages.js";

type Work = (...values: unknown[]) => unknown;

/** What calls back later. */
export class Timers {
	readonly began = Date.now();
	readonly #host: Host;
	readonly #report: (error: unknown) => void;
	readonly #waiting = new Map<
		number,
		{ work: Work; values: unknown[]; repeats: boolean; isFrame: boolean }
	>();

	constructor(host: Host, report: (error: unknown) => void) {
		this.#host = host;
		this.#report = report;
	}

	#start(work: unknown, wait: unknown, values: unknown[], repeats: boolean, isFrame = false): number {
		if (typeof work !== "function") throw new TypeError("A timer needs a function.");
		const number = this.#host.timer(Number(wait) || 0, repeats, isFrame);
		this.#waiting.set(number, { work: work as Work, values, repeats, isFrame });
		return number;
	}

	/** The functions that code calls. */
	functions(): object {
		const stop = (number: unknown) => {
			if (typeof number !== "number" || !this.#waiting.delete(number)) return;
			this.#host.untimer(number);
		};
		return {
			setTimeout: (work: unknown, wait?: unknown, ...values: unknown[]) =>
				this.#start(work, wait, values, false),
			setInterval: (work: unknown, wait?: unknown, ...values: unknown[]) =>
				this.#start(work, wait, values, true),
			requestAnimationFrame: (work: unknown) => this.#start(work, 16, [], false, true),
			...{ clearTimeout: stop, clearInterval: stop, cancelAnimationFrame: stop },
		};
	}

	/** It is time. */
	tick(number: number, now: number): void {
		const timer = this.#waiting.get(number);
		if (!timer) return;
		if (!timer.repeats) this.#waiting.delete(number);
		try {
			timer.work(...(timer.isFrame ? [now] : timer.values));
		} catch (error) {
			this.#report(error);
		}
	}
}
