/** The one door to the database: who may pass, with which key, and what failures are called. */
import { WebMcpError } from "../core/errors.js";
import type { Cipher } from "./cipher.js";
import { cut } from "./database.js";
import { inWords } from "./problems.js";
import type { Database } from "./rows.js";

/** What whoever is let in works with. */
export interface Opened {
	readonly database: Database;
	readonly cipher: Cipher;
}

export class Vault {
	readonly #database: Database;
	#cipher: Cipher;
	#ended: string | undefined;
	/** What is under way; each ends without an error. */
	readonly #inside = new Set<Promise<unknown>>();
	/** Whoever wants in waits for it. */
	#door: Promise<unknown> = Promise.resolve();

	constructor(database: Database, cipher: Cipher) {
		this.#database = database;
		this.#cipher = cipher;
	}

	get isEncrypted(): boolean {
		return this.#cipher.isEncrypting;
	}

	/**
	 * Does some work with the database.
	 *
	 * @throws {@link WebMcpError} What the browser's storage says, in words; `conflict` when the storage has ended.
	 */
	async use<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
		await this.#door;
		return this.#entered(work);
	}

	/** Does some work while nobody else does any in this tab; what comes meanwhile waits, and finds the cipher that it returns. */
	alone(work: (opened: Opened) => Promise<Cipher>): Promise<void> {
		const run = this.#door.then(async () => {
			await Promise.all(this.#inside);
			this.#cipher = await this.#entered(work);
		});
		this.#door = run.catch(() => undefined);
		return run;
	}

	/** Lets nobody in any more, and says why; resolves when those that were in are out. */
	async end(why: string): Promise<void> {
		this.#ended ??= why;
		await Promise.all([this.#door, ...this.#inside]);
		this.#database.close();
	}

	/** Lets nobody in any more, and gives up what those do that are in; {@link end} waits for them. */
	abandon(why: string): void {
		this.#ended ??= why;
		cut(this.#database);
	}

	async #entered<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
		if (this.#ended !== undefined) throw new WebMcpError("conflict", this.#ended);
		const run = work({ database: this.#database, cipher: this.#cipher });
		const quiet = run.catch(() => undefined);
		this.#inside.add(quiet);
		try {
			return await run;
		} catch (error) {
			// A connection that ends in the middle fails in words of its own.
			if (this.#ended !== undefined && error instanceof DOMException)
				throw new WebMcpError("conflict", this.#ended);
			throw await inWords(error);
		} finally {
			this.#inside.delete(quiet);
		}
	}
}
