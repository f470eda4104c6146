/** Decides how downloaded models are stored: each is one file, opened by one tab at a time, with a note beside it. */

import {
	folder,
	isBeside,
	NOTE,
	type Note,
	nameOf,
	PART_BYTES,
	readNote,
	SNAPSHOT,
	type StoredModel,
	type SyncFile,
	type SyncHandle,
} from "./folder.js";
import { SnapshotFile } from "./snapshot-file.js";

export type { StoredModel } from "./folder.js";

/** One stored model, opened for reading or for its download; no other tab has it at the same time. */
export class Shelf {
	readonly note: Note;
	readonly #name: string;
	readonly #folder: FileSystemDirectoryHandle;
	readonly #handle: SyncHandle;
	#at = 0;
	#closed = false;

	private constructor(note: Note, name: string, home: FileSystemDirectoryHandle, handle: SyncHandle) {
		this.note = note;
		this.#name = name;
		this.#folder = home;
		this.#handle = handle;
	}

	/** Nothing where there is no private file system, or where another tab holds this model. */
	static async open(url: string): Promise<Shelf | undefined> {
		const home = await folder(true);
		if (!home) return undefined;
		const name = await nameOf(url);
		try {
			const file = (await home.getFileHandle(name, { create: true })) as unknown as SyncFile;
			const handle = await file.createSyncAccessHandle();
			const note = (await readNote(home, name)) ?? { url, total: 0, complete: false, lastUsed: "" };
			const shelf = new Shelf(note, name, home, handle);
			// A file whose length is not what its note says was cut short by something else.
			if (note.complete && handle.getSize() !== note.total) shelf.empty();
			return shelf;
		} catch {
			return undefined;
		}
	}

	/** Bytes that are there. */
	get bytes(): number {
		return this.#handle.getSize();
	}

	/** Bytes that were read and written since it was opened. */
	get written(): number {
		return this.#at;
	}

	/** The bytes that are there, from the first on. */
	*read(): Generator<Uint8Array<ArrayBuffer>> {
		const size = this.bytes;
		for (let at = 0; at < size; at += PART_BYTES) {
			const bytes = new Uint8Array(Math.min(PART_BYTES, size - at));
			this.#handle.read(bytes, { at });
			yield bytes;
		}
		this.#at = size;
	}

	/** Adds bytes behind those that were read or written. Throws where the disk or the quota is full. */
	write(bytes: Uint8Array): void {
		// Chromium counts 2³² - 8 bytes where the quota was in the way.
		if (this.#handle.write(bytes, { at: this.#at }) !== bytes.length) throw new Error("the disk is full");
		this.#at += bytes.length;
	}

	/** Forgets what is there. */
	empty(): void {
		this.#handle.truncate(0);
		this.#at = 0;
		this.note.complete = false;
		delete this.note.validator;
		delete this.note.sha256;
	}

	/** Writes down what is known now. */
	async save(facts: Partial<Note>): Promise<void> {
		Object.assign(this.note, facts, { lastUsed: new Date().toISOString() });
		const file = await this.#folder.getFileHandle(this.#name + NOTE, { create: true });
		const handle = await (file as unknown as SyncFile).createSyncAccessHandle();
		try {
			handle.truncate(0);
			handle.write(new TextEncoder().encode(JSON.stringify(this.note)), { at: 0 });
		} finally {
			handle.close();
		}
	}

	/** Lets others have the file; safe to call often. */
	close(): void {
		if (this.#closed) return;
		this.#closed = true;
		try {
			this.#handle.flush();
		} finally {
			this.#handle.close();
		}
	}

	/** Where what an engine remembers of this model is stored; `build` stands for all that it depends on besides. */
	snapshots(build: string): SnapshotFile {
		return new SnapshotFile(this.#folder, this.#name, build);
	}

	/** Removes the model. */
	async remove(): Promise<void> {
		this.close();
		await removeNamed(this.#folder, this.#name);
	}
}

/** The file first: a note without its file is nothing, a file without its note is lost. */
async function removeNamed(from: FileSystemDirectoryHandle, name: string): Promise<boolean> {
	const files = [name, name + NOTE];
	for await (const entry of from.values()) if (entry.name.startsWith(name + SNAPSHOT)) files.push(entry.name);
	for (const file of files) {
		try {
			await from.removeEntry(file);
		} catch (error) {
			if (!(error instanceof DOMException && error.name === "NotFoundError")) return false;
		}
	}
	return true;
}

/** A model that is stored whole, for reading only: also while another tab has it open. */
export async function storedFile(url: string): Promise<{ file: File; sha256?: string } | undefined> {
	const home = await folder(false);
	if (!home) return undefined;
	const name = await nameOf(url);
	const note = await readNote(home, name);
	if (!note?.complete) return undefined;
	try {
		const file = await (await home.getFileHandle(name)).getFile();
		if (file.size !== note.total) return undefined;
		return { file, ...(note.sha256 ? { sha256: note.sha256 } : {}) };
	} catch {
		return undefined;
	}
}

/** The models that this origin has stored, the least recently used first. */
export async function storedModels(): Promise<StoredModel[]> {
	const home = await folder(false);
	const models: StoredModel[] = [];
	for await (const entry of home?.values() ?? []) {
		if (!home || entry.kind !== "file" || isBeside(entry.name)) continue;
		const note = await readNote(home, entry.name);
		const { size } = await (entry as FileSystemFileHandle).getFile();
		const { url = "", total = 0, complete = false, lastUsed = "" } = note ?? {};
		models.push({ url, bytes: size, total, complete, lastUsed });
	}
	return models.sort((one, other) => one.lastUsed.localeCompare(other.lastUsed));
}

/**
 * Removes a stored model, or all of them.
 *
 * @returns whether all that was asked for is gone; what a tab is loading at the moment stays
 */
export async function removeStoredModels(url?: string): Promise<boolean> {
	const home = await folder(false);
	if (!home) return true;
	const names = new Set<string>(url === undefined ? [] : [await nameOf(url)]);
	if (url === undefined) {
		for await (const { name } of home.values())
			if (!name.endsWith(NOTE)) names.add(name.split(SNAPSHOT)[0] ?? name);
	}
	let gone = true;
	for (const name of names) gone = (await removeNamed(home, name)) && gone;
	return gone;
}
