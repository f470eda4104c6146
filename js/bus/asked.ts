/** Requests that wait for an answer from the other side of a link. */
import { WebMcpError } from "../core/errors.js";

const MAX_OPEN = 1_000;

interface Open {
	/** Who is asked. */
	readonly node: string;
	readonly to: string;
	readonly resolve: (value: unknown) => void;
	readonly reject: (problem: Error) => void;
}

export class Asked {
	readonly #open = new Map<number, Open>();
	#next = 1;

	/** Asks; `post` says it under a number. */
	ask(node: string, to: string, post: (ask: number) => void): Promise<unknown> {
		const ask = this.#next++;
		post(ask);
		const [oldest] = this.#open.keys();
		if (this.#open.size >= MAX_OPEN && oldest !== undefined)
			this.#end(oldest, `More than ${MAX_OPEN} requests wait for an answer, the oldest was given up.`);
		return new Promise((resolve, reject) => this.#open.set(ask, { node, to, resolve, reject }));
	}

	/** Takes an answer of `node`; one that it was not asked for is nothing. */
	answer(node: string, ask: number, value: unknown, problem: string | undefined): void {
		const open = this.#open.get(ask);
		if (open?.node !== node) return;
		this.#open.delete(ask);
		if (problem === undefined) open.resolve(value);
		else open.reject(new WebMcpError("tool_failed", problem));
	}

	/** Ends what waits for `node`, and of its peers for `to` where one is named. */
	leave(node: string, to?: string): void {
		for (const [ask, open] of [...this.#open]) {
			if (open.node !== node || (to !== undefined && open.to !== to)) continue;
			this.#end(ask, `'${open.to}' went away before it answered.`);
		}
	}

	#end(ask: number, problem: string): void {
		this.#open.get(ask)?.reject(new WebMcpError("network", problem));
		this.#open.delete(ask);
	}
}
