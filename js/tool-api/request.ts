/** What hooks and handlers see of a request, and how long it may take. Nearly no call looks at any of it, and making it would cost more than the call: so it is made when it is looked at. */
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

/**
 * What asked for a call, as a `Request`, but that its body is gone: it is read once, and not by the host's functions. Its `signal` aborts when the
 * client leaves or the time is up.
 */
export function requestOf(
	method: string,
	url: string,
	given: { readonly [name: string]: string },
	deadline: Deadline,
): Request {
	const seen = new Seen(method, url, given, deadline);
	let made: Request | undefined;
	const whole = (): Request => {
		made ??= new Request(url, { method, headers: seen.headers, signal: seen.signal });
		return made;
	};
	return new Proxy(seen, {
		get(target, key) {
			if (key === "constructor") return Request;
			if (key in target) return Reflect.get(target, key, target);
			const value = Reflect.get(whole(), key, whole());
			return typeof value === "function" ? value.bind(whole()) : value;
		},
		has: (target, key) => key in target || key in Request.prototype,
		getPrototypeOf: () => Request.prototype,
	}) as unknown as Request;
}

/** What nearly all look at. */
class Seen {
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
