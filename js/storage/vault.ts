/** The one door to the database: who may pass, with which key, and what failures are called. */
import { WebMcpError } from "../core/errors.js";
import type { Json } from "../types/index.js";
import type { Cipher } from "./cipher.js";
import { cut } from "./database.js";
import { inWords } from "./problems.js";
import type { Body, Database } from "./rows.js";

/** What whoever is let in works with. */
export interface Opened {
	readonly database: Database;
	readonly cipher: Cipher;
	readonly read: Read;
}

/**
 * Opens what is stored at a place; nothing where it is damaged, which is told once. One row that cannot be read shuts out no other.
 *
 * @param fits - Whether it is what belongs there.
 */
export interface Read {
	(body: Body | undefined, place: string): Promise<Json | undefined>;
	<T extends Json>(
		body: Body | undefined,
		place: string,
		fits: (value: Json) => value is T,
	): Promise<T | undefined>;
}

export class Vault {
	readonly #database: Database;
	#cipher: Cipher;
	readonly #onDamage: (place: string) => void;
	readonly #damaged = new Set<string>();
	#ended: string | undefined;
	/** What is under way; each ends without an error. */
	readonly #inside = new Set<Promise<unknown>>();
	/** Whoever wants in waits for it. */
	#door: Promise<unknown> = Promise.resolve();

	/** @param onDamage - Hears once of each place where something is damaged. */
	constructor(database: Database, cipher: Cipher, onDamage: (place: string) => void = () => undefined) {
		this.#database = database;
		this.#cipher = cipher;
		this.#onDamage = onDamage;
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

	async #read(
		cipher: Cipher,
		body: Body | undefined,
		place: string,
		fits: (value: Json) => boolean = () => true,
	): Promise<Json | undefined> {
		try {
			const value = await cipher.open(body as Body, place);
			if (fits(value)) return value;
		} catch {
			// Told below.
		}
		if (!this.#damaged.has(place)) {
			this.#damaged.add(place);
			this.#onDamage(place);
		}
		return undefined;
	}

	async #entered<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
		if (this.#ended !== undefined) throw new WebMcpError("conflict", this.#ended);
		const cipher = this.#cipher;
		const read = (body: Body | undefined, place: string, fits?: (value: Json) => boolean) =>
			this.#read(cipher, body, place, fits);
		const run = work({ database: this.#database, cipher, read: read as Read });
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
