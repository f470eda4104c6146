/** Journals: where runs write down what happens, so that they survive a crash and no call runs twice. */
import { aText, objectOf, read } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { Journal, JournalEntry } from "../types/index.js";

/** A journal that can be read back. */
export interface ReadableJournal extends Journal {
	/** Everything that was written, in order. */
	entries(): Promise<JournalEntry[]>;
	/** Forgets everything. */
	clear(): Promise<void>;
}

const ENTRY = objectOf({ type: aText });

/** A copy of what is to be written down; nothing is written of what cannot be copied. */
function taken(entry: JournalEntry): JournalEntry {
	ENTRY("append: entry", entry);
	return read("append: entry", () => structuredClone(entry));
}

/** What makes an intent unique: one call, one attempt. */
function intentKey(entry: JournalEntry): string | undefined {
	return entry.type === "intent" ? `${entry.id} ${entry.attempt ?? 0}` : undefined;
}

function conflict(entry: JournalEntry): WebMcpError {
	return new WebMcpError(
		"conflict",
		`The call '${entry.id}' was begun already, by this run or by another one that resumed it; it does not run twice.`,
	);
}

/** A journal that lives as long as the page. Refuses the second intent of a call with `conflict`. */
export function createMemoryJournal(): ReadableJournal {
	let entries: JournalEntry[] = [];
	const intents = new Set<string>();
	return {
		async append(given) {
			const entry = taken(given);
			const key = intentKey(entry);
			if (key !== undefined) {
				if (intents.has(key)) throw conflict(entry);
				intents.add(key);
			}
			entries.push(entry);
		},
		async entries() {
			return structuredClone(entries);
		},
		async clear() {
			entries = [];
			intents.clear();
		},
	};
}

const ENTRIES = "entries";
const INTENTS = "intents";

/**
 * A journal in IndexedDB: survives a reload and a crash, and holds across tabs.
 *
 * @param name - Of the run or the session; each name is a database of its own.
 * @returns A journal that refuses the second intent of a call with `conflict`, and rejects with `unsupported` where the
 *   browser's storage does not work.
 */
export function createIndexedDBJournal(name: string): ReadableJournal {
	aText("createIndexedDBJournal: name", name);
	let opening: Promise<IDBDatabase> | undefined;
	const open = () => {
		opening ??= openDatabase(`webmcp-auto-ui journal ${name}`).catch((error: unknown) => {
			opening = undefined;
			throw error;
		});
		return opening;
	};
	return {
		async append(given) {
			const entry = taken(given);
			const transaction = (await open()).transaction([ENTRIES, INTENTS], "readwrite");
			const written = settled(transaction, () => conflict(entry));
			const key = intentKey(entry);
			// `add` fails on a key that is there, and the failure takes the whole transaction back.
			if (key !== undefined) transaction.objectStore(INTENTS).add(true, key);
			transaction.objectStore(ENTRIES).add(entry);
			await written;
		},
		async entries() {
			const store = (await open()).transaction(ENTRIES).objectStore(ENTRIES);
			return (await answered(store.getAll())) as JournalEntry[];
		},
		async clear() {
			const transaction = (await open()).transaction([ENTRIES, INTENTS], "readwrite");
			transaction.objectStore(ENTRIES).clear();
			transaction.objectStore(INTENTS).clear();
			await settled(transaction);
		},
	};
}

async function openDatabase(name: string): Promise<IDBDatabase> {
	const request = begun(name);
	request.onupgradeneeded = () => {
		request.result.createObjectStore(ENTRIES, { autoIncrement: true });
		request.result.createObjectStore(INTENTS);
	};
	return answered(request);
}

function begun(name: string): IDBOpenDBRequest {
	try {
		return indexedDB.open(name, 1);
	} catch (error) {
		// There is none, or the page may not use it.
		throw unusable(error instanceof Error ? error : null);
	}
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(unusable(request.error));
	});
}

function settled(transaction: IDBTransaction, onConstraint?: () => WebMcpError): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => {
			const constraint = transaction.error?.name === "ConstraintError";
			reject(constraint && onConstraint ? onConstraint() : unusable(transaction.error));
		};
	});
}

function unusable(cause: Error | null): WebMcpError {
	return new WebMcpError(
		"unsupported",
		`The journal could not be stored: ${cause?.message ?? "unknown reason"}.`,
	);
}
