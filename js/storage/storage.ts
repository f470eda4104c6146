/** A storage while it is open: what all of it is asked, until it ends. */
import { aFunction, must } from "../core/arguments.js";
import type { Cleanup } from "../types/index.js";
import { exported, stored } from "./backup.js";
import { deleteDatabase, PATIENCE_MS } from "./database.js";
import { importedOf } from "./imported.js";
import { sealedAnew } from "./passphrase.js";
import { blocked, ENDED, estimated } from "./problems.js";
import type { Parts } from "./session.js";
import { sessionsIn } from "./sessions.js";
import { settingsIn } from "./settings.js";
import { lock, present, type Release } from "./tabs.js";
import type {
	KeptSessions,
	KeptSettings,
	KeptStorage,
	StorageChange,
	StorageExport,
	StorageRoom,
} from "./types.js";

export const aPassphrase = must("a passphrase", (value) => typeof value === "string" && value !== "");

export class OpenStorage implements KeptStorage {
	readonly sessions: KeptSessions;
	readonly settings: KeptSettings;
	readonly #parts: Parts;
	#leave: Release;
	#changing: Promise<unknown> = Promise.resolve();

	/** @param leave - Of {@link present}. */
	constructor(parts: Parts, leave: Release) {
		this.#parts = parts;
		this.#leave = leave;
		this.sessions = sessionsIn(parts);
		this.settings = settingsIn(parts.vault, parts.notices);
		globalThis.addEventListener("pagehide", this.#rest);
	}

	get isEncrypted(): boolean {
		return this.#parts.vault.isEncrypted;
	}

	async setPassphrase(passphrase: string | null): Promise<void> {
		if (passphrase !== null) aPassphrase("setPassphrase: passphrase", passphrase);
		const change = () =>
			this.#withoutOthers(() => this.#parts.vault.alone((opened) => sealedAnew(opened, passphrase)));
		const run = this.#changing.then(change);
		this.#changing = run.catch(() => undefined);
		await run;
	}

	async exportAll(): Promise<StorageExport> {
		return this.#parts.vault.use(exported);
	}

	async importAll(copy: unknown): Promise<string[]> {
		const checked = importedOf(copy);
		const ids = await this.#parts.vault.use((opened) => stored(opened, checked));
		this.#parts.notices.tell({ all: true });
		return ids;
	}

	async persist(): Promise<boolean> {
		return (await navigator.storage?.persist?.()) ?? false;
	}

	async room(): Promise<StorageRoom> {
		const persistent = (await navigator.storage?.persisted?.()) ?? false;
		return { ...(await estimated()), persistent };
	}

	subscribe(listener: (change: StorageChange) => void): Cleanup {
		aFunction("subscribe: listener", listener);
		return this.#parts.notices.listen((change) => listener(change));
	}

	async close(): Promise<void> {
		const closed = await Promise.allSettled([...this.#parts.open].map((session) => session.close()));
		await this.end(ENDED.closed);
		const failed = closed.find((one) => one.status === "rejected");
		if (failed) throw failed.reason;
	}

	async destroy(): Promise<void> {
		await this.end(ENDED.closed);
		await deleteDatabase(this.#parts.name);
	}

	/**
	 * Where the browser puts the page aside, to show it again should the person come back. WebKit lets go of its locks then, but not of its
	 * transactions: while it rests no other page could read what is stored (37 of 40 tries in WebKitGTK 2.50).
	 */
	readonly #rest = ({ persisted }: PageTransitionEvent): void => {
		if (!persisted) return;
		this.#parts.vault.abandon(ENDED.rested);
		this.end(ENDED.rested).catch(() => undefined);
	};

	/** Ends it at once. */
	async end(why: string): Promise<void> {
		globalThis.removeEventListener("pagehide", this.#rest);
		const ended = this.#parts.vault.end(why);
		await Promise.all([...this.#parts.open].map((session) => session.end()));
		await ended;
		this.#parts.notices.close();
		await this.#leave();
	}

	/** Does what other tabs may not see half done: none has the storage open, and whoever opens it waits. */
	async #withoutOthers(work: () => Promise<void>): Promise<void> {
		const { name } = this.#parts;
		await this.#leave();
		const signal = AbortSignal.timeout(PATIENCE_MS);
		const release = await lock(name, { signal }).catch(() => undefined);
		const back = present(name);
		try {
			if (!release) throw blocked("encrypted otherwise");
			await work();
		} finally {
			await release?.();
			this.#leave = await back;
		}
	}
}
