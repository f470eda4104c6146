/** Decides where downloaded models live: in the origin's private file system, each file with a note beside it. */

/** What is known of a stored model. */
export interface StoredModel {
	/** Where it came from. */
	url: string;
	/** Bytes that are there. */
	bytes: number;
	/** Bytes of the whole file; 0 when the server did not say. */
	total: number;
	/** Whether the download ended. */
	complete: boolean;
	/** When it was last opened, ISO 8601. */
	lastUsed: string;
}

interface Note extends Omit<StoredModel, "bytes"> {
	/** What tells this file from another at the same address, byte for byte; without it no download goes on. */
	validator?: string;
	/** Of the file, once that was checked. */
	sha256?: string;
}

/** A file that only the holder of this handle uses. The page's types know no Workers, so the part used stands here. */
interface SyncHandle {
	read(into: Uint8Array, options: { at: number }): number;
	write(bytes: Uint8Array, options: { at: number }): number;
	truncate(size: number): void;
	getSize(): number;
	flush(): void;
	close(): void;
}

interface SyncFile {
	createSyncAccessHandle(): Promise<SyncHandle>;
}

const FOLDER = "webmcp-auto-ui-models";
const NOTE = ".json";
/** What an engine remembered of a model, in a file whose name begins with the model's. */
const SNAPSHOT = ".kept-";
const READ_BYTES = 4 << 20;
/** Bytes that a snapshot of what an engine remembers may take. */
export const MOST_SNAPSHOT_BYTES = 64 << 20;

/** Whether a file belongs to a model's. */
const isBeside = (name: string): boolean => name.endsWith(NOTE) || name.includes(SNAPSHOT);

async function folder(create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
	try {
		const root = await navigator.storage.getDirectory();
		return await root.getDirectoryHandle(FOLDER, { create });
	} catch {
		// Private windows, insecure pages and old browsers have none.
		return undefined;
	}
}

async function nameOf(url: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url));
	return [...new Uint8Array(digest).subarray(0, 16)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}

async function readNote(from: FileSystemDirectoryHandle, name: string): Promise<Note | undefined> {
	try {
		const file = await (await from.getFileHandle(name + NOTE)).getFile();
		return JSON.parse(await file.text()) as Note;
	} catch {
		return undefined;
	}
}

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
		for (let at = 0; at < size; at += READ_BYTES) {
			const bytes = new Uint8Array(Math.min(READ_BYTES, size - at));
			this.#handle.read(bytes, { at });
			yield bytes;
		}
		this.#at = size;
	}

	/** Adds bytes behind those that were read or written. Throws where the disk or the quota is full. */
	write(bytes: Uint8Array): void {
		if (this.#handle.write(bytes, { at: this.#at }) < bytes.length) throw new Error("the disk is full");
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

/** A snapshot of what an engine remembers, beside its model. It is a cache: where it cannot be had, it is not missed. */
export class SnapshotFile {
	readonly #folder: FileSystemDirectoryHandle;
	readonly #model: string;
	readonly #name: string;

	constructor(home: FileSystemDirectoryHandle, model: string, build: string) {
		this.#folder = home;
		this.#model = model;
		this.#name = `${model}${SNAPSHOT}${build}`;
	}

	/** The bytes, or nothing where there are none, too many, or another tab writes them. */
	async read(): Promise<Uint8Array | undefined> {
		return this.#opened(false, (handle) => {
			const size = handle.getSize();
			if (size === 0 || size > MOST_SNAPSHOT_BYTES) return undefined;
			const bytes = new Uint8Array(size);
			handle.read(bytes, { at: 0 });
			return bytes;
		});
	}

	/**
	 * Puts these bytes in the place of those that are there, where the model is still stored. They end in a checksum, so
	 * that what is cut short by the end of this Worker, or by the quota, is refused by the engine and written anew.
	 */
	async write(bytes: Uint8Array): Promise<void> {
		if (!(await readNote(this.#folder, this.#model))?.complete) return;
		const whole = await this.#opened(true, (handle) => {
			handle.truncate(0);
			for (let at = 0; at < bytes.length; at += READ_BYTES) {
				// A copy, because the bytes may lie in memory that threads share.
				const part = bytes.slice(at, at + READ_BYTES);
				if (handle.write(part, { at }) < part.length) return false;
			}
			handle.flush();
			return true;
		});
		if (!whole) await this.remove();
	}

	/** Removes the file, unless another tab has it open. */
	async remove(): Promise<void> {
		await this.#folder.removeEntry(this.#name).catch(() => undefined);
	}

	async #opened<Result>(create: boolean, use: (handle: SyncHandle) => Result): Promise<Result | undefined> {
		let handle: SyncHandle | undefined;
		try {
			const file = await this.#folder.getFileHandle(this.#name, { create });
			handle = await (file as unknown as SyncFile).createSyncAccessHandle();
			return use(handle);
		} catch {
			return undefined;
		} finally {
			handle?.close();
		}
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
