/** Decides which clients hold the stream by which a server tells what changes, and when. */
import type { McpStatus } from "./types.js";
import { canShare, SharedStream } from "./shared-stream.js";

/** A client that may hold one. */
export interface Listener {
	readonly url: string;
	readonly status: Pick<McpStatus, "state" | "isModern">;
	/** Whether it tells who it is: then a server may tell it what it tells nobody else. */
	readonly isKnown: boolean;
	listen(to: "all" | "own" | "nothing"): void;
	told(method: string, params: string): void;
}

/**
 * The streams of one client. Servers of the older protocol tell each session what is its own, so that each client holds one; of a
 * server of the newer one the clients of all tabs share it, unless they have credentials.
 */
export class Streaming {
	readonly #listener: Listener;
	readonly #shared: SharedStream | undefined;
	#isAside = false;

	constructor(listener: Listener) {
		this.#listener = listener;
		if (listener.isKnown || !canShare()) return;
		this.#shared = new SharedStream(listener.url, listener);
		// Until it is known whether it is this client's turn.
		listener.listen("own");
	}

	/** The client's state has changed. */
	changed(): void {
		const { state, isModern } = this.#listener.status;
		if (state !== "ready" || this.#isAside) return;
		if (this.#shared && isModern) this.#shared.join();
		else if (this.#shared) this.#listener.listen("all");
	}

	/** The client has heard something. */
	heard(method: string, params: string): void {
		this.#shared?.heard(method, params);
	}

	/** The page is put aside: with a connection or a lock it could not be, and would hold up others. */
	putAside(): void {
		this.#isAside = true;
		this.#shared?.leave();
		this.#listener.listen("nothing");
	}

	/** The page is shown again. */
	takenUp(): void {
		if (!this.#isAside) return;
		this.#isAside = false;
		this.#listener.listen(this.#shared ? "own" : "all");
		this.changed();
	}

	/** The client is disconnected. */
	end(): void {
		this.takenUp();
		this.#shared?.leave();
	}
}
