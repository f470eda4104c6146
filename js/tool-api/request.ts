/** What hooks and handlers see of a request, and how long it may take. Nearly no call looks at any of it, and making it would cost more than the call: so it is made when it is looked at. */
import type { ToolRequest } from "./types.js";

/** The time that a request has. */
export class Deadline {
	/** Resolves when the time is up. */
	readonly passed: Promise<"late">;
	readonly #timer: ReturnType<typeof setTimeout> | undefined;
	readonly #client: AbortSignal | undefined;
	#controller: AbortController | undefined;
	#isOver = false;

	/** @param ms `Infinity` for ever @param client aborts when the client leaves */
	constructor(ms: number, client: AbortSignal | undefined) {
		this.#client = client;
		let tell = (_: "late"): void => undefined;
		this.passed = new Promise((resolve) => {
			tell = resolve;
		});
		if (!Number.isFinite(ms)) return;
		const over = () => {
			// First, so that what a tool returns when it hears of it comes too late.
			tell("late");
			this.end();
		};
		// Timers know no longer time than that.
		this.#timer = setTimeout(over, Math.min(ms, 2 ** 31 - 1));
	}

	/** Aborts when the time is up, the client leaves, or all is over. */
	get signal(): AbortSignal {
		const made = this.#controller ?? new AbortController();
		if (!this.#controller) {
			this.#controller = made;
			const leave = () => made.abort(this.#client?.reason);
			if (this.#isOver) made.abort();
			else if (this.#client?.aborted) leave();
			else this.#client?.addEventListener("abort", leave, { once: true, signal: made.signal });
		}
		return made.signal;
	}

	/** Nobody waits any more. */
	end(): void {
		clearTimeout(this.#timer);
		this.#isOver = true;
		this.#controller?.abort();
	}
}

/** A request without its body, which is read once, and not by the host's functions. */
export class Seen implements ToolRequest {
	readonly method: string;
	readonly url: string;
	readonly #given: { readonly [name: string]: string };
	readonly #deadline: Deadline;
	#headers: Headers | undefined;

	constructor(method: string, url: string, headers: { readonly [name: string]: string }, deadline: Deadline) {
		this.method = method;
		this.url = url;
		this.#given = headers;
		this.#deadline = deadline;
	}

	get headers(): Headers {
		this.#headers ??= new Headers(this.#given);
		return this.#headers;
	}

	get signal(): AbortSignal {
		return this.#deadline.signal;
	}
}
