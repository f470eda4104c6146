/** One stream for all tabs: one of them hears what changes on a server, and tells the others. */

/** What of it is no one client's own. */
const SHARED = /^notifications\/(?:tools|prompts|resources)\/list_changed$/;

/** Whoever shares. */
export interface Sharer {
	/** From now on it hears all of it for the others; or what it alone has asked for. */
	listen(to: "all" | "own"): void;
	/** What another has heard; `params` are JSON. */
	told(method: string, params: string): void;
}

interface Told {
	method: string;
	params: string;
}

/** Whether this platform can share: Node before 24 cannot. */
export function canShare(): boolean {
	return typeof BroadcastChannel === "function" && typeof globalThis.navigator?.locks?.request === "function";
}

/** A tab's part in the stream of one server. Tabs that are closed, or put aside, leave it to the next. */
export class SharedStream {
	readonly #name: string;
	readonly #sharer: Sharer;
	#channel: BroadcastChannel | undefined;
	#leaving: AbortController | undefined;
	#isHolder = false;

	/** @param url - The server's, who tells all of them the same. */
	constructor(url: string, sharer: Sharer) {
		this.#name = `webmcp-auto-ui mcp stream ${url}`;
		this.#sharer = sharer;
	}

	/** Hears with the others, and holds the stream when it is this one's turn. */
	join(): void {
		if (this.#leaving) return;
		const leaving = new AbortController();
		const { signal } = leaving;
		this.#leaving = leaving;
		this.#sharer.listen("own");
		this.#channel = new BroadcastChannel(this.#name);
		this.#channel.onmessage = ({ data }: MessageEvent<Partial<Told>>) => {
			const { method, params } = Object(data) as Partial<Told>;
			if (typeof method === "string" && typeof params === "string" && SHARED.test(method))
				this.#sharer.told(method, params);
		};
		const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
		navigator.locks
			.request(this.#name, { signal }, () => {
				// Granted and given up at the same moment.
				if (signal.aborted) return undefined;
				this.#isHolder = true;
				this.#sharer.listen("all");
				return left;
			})
			.catch(() => {
				// Where no storage is allowed, nothing can be shared.
				if (!signal.aborted) this.#sharer.listen("all");
			});
	}

	/** Tells the others what came by the stream. */
	heard(method: string, params: string): void {
		if (this.#isHolder && SHARED.test(method)) this.#channel?.postMessage({ method, params } satisfies Told);
	}

	leave(): void {
		if (!this.#leaving) return;
		this.#leaving.abort();
		this.#leaving = undefined;
		this.#channel?.close();
		this.#channel = undefined;
		this.#isHolder = false;
		this.#sharer.listen("own");
	}
}
