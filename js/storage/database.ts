/** How a database is opened, written to and deleted, with other tabs beside it. */
import { deleteDB, openDB, unwrap } from "idb";
import { migrate, VERSION } from "./migrations.js";
import { blocked, ENDED, inWords, tooNew } from "./problems.js";
import type { Database, Rows, Store, Writing } from "./rows.js";

/** So long other tabs have to let go: what they are in the middle of comes to its end. */
export const PATIENCE_MS = 3000;

/**
 * Opens a database, and brings it to today's version.
 *
 * @param onEnd - Hears why the browser or another tab has ended the connection.
 * @throws {@link WebMcpError} `unsupported` for a newer database, `conflict` where a tab with an older version
 *   does not let go.
 */
export function openDatabase(name: string, onEnd: (why: string) => void): Promise<Database> {
	return new Promise((resolve, reject) => {
		let isGivenUp = false;
		const giveUp = async (error: unknown) => {
			isGivenUp = true;
			const isNewer = error instanceof DOMException && error.name === "VersionError";
			reject(isNewer ? tooNew(VERSION) : await inWords(error));
		};
		openDB<Rows>(name, VERSION, {
			upgrade: (database, version, _, transaction) =>
				migrate(database, version, transaction).catch(() => {
					// What could not be done is not left half done.
					transaction.abort();
				}),
			blocked: () => {
				setTimeout(() => giveUp(blocked("brought to a newer version")), PATIENCE_MS);
			},
			blocking: (_, __, event) => {
				// Else the other tab would wait for this one.
				(event.target as IDBDatabase).close();
				onEnd(ENDED.replaced);
			},
			terminated: () => onEnd(ENDED.lost),
		}).then((database) => {
			// It comes when the other tab has gone at last.
			if (isGivenUp) return database.close();
			watchTransactions(database);
			resolve(database);
		}, giveUp);
	});
}

/** Of each database the transactions that are under way. */
const running = new WeakMap<Database, Set<IDBTransaction>>();

function watchTransactions(database: Database): void {
	const open = new Set<IDBTransaction>();
	running.set(database, open);
	const raw = unwrap(database);
	const begin = raw.transaction.bind(raw);
	// Here, for also a single read has one.
	raw.transaction = (...given) => {
		const transaction = begin(...given);
		open.add(transaction);
		for (const end of ["complete", "abort"])
			transaction.addEventListener(end, () => open.delete(transaction));
		return transaction;
	};
}

/** Closes a database at once: what is under way is not done. */
export function cut(database: Database): void {
	for (const transaction of running.get(database) ?? []) aborted(transaction);
	database.close();
}

function aborted(transaction: { abort(): void }): void {
	try {
		transaction.abort();
	} catch {
		// It has ended already.
	}
}

/** Deletes a database. @throws {@link WebMcpError} `conflict` where another tab does not let go. */
export function deleteDatabase(name: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const onBlocked = () => void setTimeout(() => reject(blocked("deleted")), PATIENCE_MS);
		deleteDB(name, { blocked: onBlocked }).then(resolve, async (error) => reject(await inWords(error)));
	});
}

/**
 * Does `work` in one transaction, all of it or nothing. It may wait for the transaction's own requests and for nothing else.
 *
 * @returns What `work` gave, once the disk has it, as far as the browser can tell.
 */
export async function written<T>(
	database: Database,
	stores: Store[],
	work: (transaction: Writing) => Promise<T>,
): Promise<T> {
	const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
	// Its end is awaited below, unless a request has failed before.
	transaction.done.catch(() => undefined);
	try {
		const result = await work(transaction);
		await transaction.done;
		return result;
	} catch (error) {
		const cause = transaction.error;
		aborted(transaction);
		throw cause ?? error;
	}
}
