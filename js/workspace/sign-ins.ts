/** Lets servers send the person to sign in only where they have clicked for it: nothing that connects by itself opens a window. */
import { isThisMachine } from "../core/loopback.js";
import type { Cleanup, McpAuth, McpRefusal } from "../types/index.js";

/** What signs in by a window has it opened in the click. */
type Opening = McpAuth & { prepare?(): Cleanup };

/** What signs in, in the hands of clients. */
export class SignIns implements McpAuth {
	readonly #auth: Opening;
	/** Servers that the person is signing in to, and how often that was asked for. */
	readonly #wanted = new Map<string, number>();

	constructor(auth: McpAuth) {
		this.#auth = auth;
	}

	/** Whether credentials may go to an address: nobody on the way is to read them. */
	static areSafe(url: string): boolean {
		if (!URL.canParse(url)) return false;
		const { protocol, hostname } = new URL(url);
		return protocol === "https:" || isThisMachine(hostname);
	}

	/**
	 * To be called in the click, before anything is awaited: from now on the server may send the person to sign in.
	 *
	 * @returns Ends that, and closes a window that nothing has needed.
	 * @throws {@link WebMcpError} `unsupported` where there are no windows.
	 */
	allow(serverUrl: string): Cleanup {
		const close = this.#auth.prepare?.();
		this.#count(serverUrl, 1);
		return () => {
			this.#count(serverUrl, -1);
			close?.();
		};
	}

	authorization(serverUrl: string, signal?: AbortSignal): Promise<string | undefined> {
		return this.#auth.authorization(serverUrl, signal);
	}

	async authorize(refusal: McpRefusal): Promise<boolean> {
		const { serverUrl, sent, signal } = refusal;
		if (this.#wanted.has(serverUrl)) return this.#auth.authorize(refusal);
		// Another call, or another tab, may have got a token meanwhile.
		const now = await this.#auth.authorization(serverUrl, signal);
		return now !== undefined && now !== sent;
	}

	#count(serverUrl: string, by: number): void {
		const count = (this.#wanted.get(serverUrl) ?? 0) + by;
		if (count > 0) this.#wanted.set(serverUrl, count);
		else this.#wanted.delete(serverUrl);
	}
}
