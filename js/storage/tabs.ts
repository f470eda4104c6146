/** How tabs share a storage: who may write what (Web Locks), and who is told of it (BroadcastChannel). */
import { guarded } from "../core/report.js";
import type { Cleanup } from "../types/index.js";
import type { StorageChange } from "./types.js";

/** Lets go of a lock, and resolves when others can have it. */
export type Release = () => Promise<void>;

/**
 * Takes a lock. A tab that goes, however it goes, loses its locks. Where the browser has none, everybody gets them.
 *
 * @returns How to let go of it; nothing where `ifAvailable` is set and another has it.
 */
export function lock(name: string, options: LockOptions = {}): Promise<Release | undefined> {
	const { locks } = navigator;
	if (!locks) return Promise.resolve(async () => undefined);
	return new Promise((resolve, reject) => {
		const over: Promise<unknown> = locks.request(name, options, (held) => {
			if (!held) return resolve(undefined);
			return new Promise<void>((end) => {
				resolve(async () => {
					end();
					// The browser takes it away where the page is put aside.
					await over.catch(() => undefined);
				});
			});
		});
		over.catch(reject);
	});
}

/** Tells other tabs that somebody has the storage open; where one is alone with it, it waits. */
export async function present(name: string): Promise<Release> {
	return (await lock(name, { mode: "shared" })) ?? (async () => undefined);
}

/** Tells all tabs what was written, this one among them. */
export class Notices {
	#channel: BroadcastChannel | undefined;
	readonly #listeners = new Set<(change: StorageChange, by: unknown) => void>();

	constructor(name: string) {
		if (typeof BroadcastChannel === "undefined") return;
		this.#channel = new BroadcastChannel(name);
		this.#channel.onmessage = ({ data }) => {
			// Other code of the site may speak there as well.
			if (typeof data === "object" && data !== null) this.#heard(data, undefined);
		};
	}

	/** @param by - Who has written it, if that one wants to know its own changes. */
	tell(change: StorageChange, by?: unknown): void {
		this.#channel?.postMessage(change);
		this.#heard(change, by);
	}

	listen(listener: (change: StorageChange, by: unknown) => void): Cleanup {
		const own: typeof listener = (change, by) => listener(change, by);
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}

	close(): void {
		this.#channel?.close();
		// What was begun may end after it.
		this.#channel = undefined;
		this.#listeners.clear();
	}

	#heard(change: StorageChange, by: unknown): void {
		for (const listener of [...this.#listeners]) guarded(() => listener(change, by));
	}
}
