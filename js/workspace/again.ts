/** When what could not be reached is tried again: later each time, and only while somebody is there whom it would help. */
import { watchPage } from "../mcp/page.js";
import type { Cleanup } from "../types/index.js";

const FIRST_MS = 5_000;
const MOST_MS = 300_000;
/** By so much a wait is longer or shorter: a server that comes back is not to be asked by all pages at once. */
const SPREAD = 0.25;

/** Where time, chance and the page come from. */
export interface Moments {
	/** Does it once so many milliseconds are over, unless what is returned was called. */
	after(ms: number, work: () => void): Cleanup;
	/** From 0 to below 1. */
	random(): number;
	/** Whether the page is seen, and has a network. */
	isThere(): boolean;
	/** Tells when the page may be there again. */
	watch(back: () => void): Cleanup;
}

/** Those of the platform. Without a page there is nobody who could be away. */
export const MOMENTS: Moments = {
	after(ms, work) {
		const timer: unknown = setTimeout(work, ms);
		// Node would wait for it.
		Object(timer).unref?.();
		return () => clearTimeout(timer as number);
	},
	random: Math.random,
	isThere() {
		const { document, navigator } = globalThis as Partial<Pick<Window, "document" | "navigator">>;
		return document?.visibilityState !== "hidden" && navigator?.onLine !== false;
	},
	watch: (back) => watchPage({ online: (isOnline) => isOnline && back(), awake: back }),
};

interface Wait {
	tries: number;
	/** Keeps the next try from coming. */
	cancel: Cleanup | undefined;
}

/** What is to be tried again, by name. */
export class Again {
	readonly #moments: Moments;
	/** Resolves with whether it need not be tried any more. */
	readonly #try: (name: string) => Promise<boolean>;
	readonly #waits = new Map<string, Wait>();
	readonly #trying = new Set<string>();
	#unwatch: Cleanup | undefined;

	constructor(tried: (name: string) => Promise<boolean>, moments: Moments = MOMENTS) {
		this.#try = tried;
		this.#moments = moments;
	}

	/** Has it tried again from now on; nothing where that is so already. */
	begin(name: string): void {
		if (this.#waits.has(name)) return;
		const wait: Wait = { tries: 0, cancel: undefined };
		this.#waits.set(name, wait);
		this.#unwatch ??= this.#moments.watch(() => this.#back());
		this.#plan(name, wait);
	}

	/** Tries it no more; what is under way ends by itself. */
	forget(name: string): void {
		this.#waits.get(name)?.cancel?.();
		this.#waits.delete(name);
		if (this.#waits.size > 0) return;
		this.#unwatch?.();
		this.#unwatch = undefined;
	}

	/** Tries nothing any more. */
	dispose(): void {
		for (const name of [...this.#waits.keys()]) this.forget(name);
	}

	#plan(name: string, wait: Wait): void {
		const { after, random } = this.#moments;
		const usual = Math.min(FIRST_MS * 2 ** wait.tries, MOST_MS);
		const ms = usual * (1 - SPREAD + 2 * SPREAD * random());
		wait.cancel?.();
		wait.cancel = after(ms, () => void this.#go(name, wait));
	}

	async #go(name: string, wait: Wait): Promise<void> {
		// Who is away is waited for: it is tried as soon as the page is there again.
		if (!this.#moments.isThere()) return;
		// A try from before it was forgotten and begun anew has not ended.
		if (this.#trying.has(name)) return this.#plan(name, wait);
		wait.cancel?.();
		wait.tries += 1;
		this.#trying.add(name);
		const isOver = await this.#try(name).catch(() => false);
		this.#trying.delete(name);
		if (this.#waits.get(name) !== wait) return;
		if (isOver) this.forget(name);
		else this.#plan(name, wait);
	}

	#back(): void {
		if (!this.#moments.isThere()) return;
		for (const [name, wait] of [...this.#waits]) void this.#go(name, wait);
	}
}
