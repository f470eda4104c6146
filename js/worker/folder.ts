/** Decides what the origin's private file system holds for us: models, a note beside each, and what engines remembered of them. */

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

/** What stands in the note beside a model's file. */
export interface Note extends Omit<StoredModel, "bytes"> {
	/** What tells this file from another at the same address, byte for byte; without it no download goes on. */
	validator?: string;
	/** Of the file, once that was checked. */
	sha256?: string;
}

/** A file that only the holder of this handle uses. The page's types know no Workers, so the part used stands here. */
export interface SyncHandle {
	read(into: Uint8Array, options: { at: number }): number;
	write(bytes: Uint8Array, options: { at: number }): number;
	truncate(size: number): void;
	getSize(): number;
	flush(): void;
	close(): void;
}

export interface SyncFile {
	createSyncAccessHandle(): Promise<SyncHandle>;
}

const FOLDER = "webmcp-auto-ui-models";
/** How the name of a model's note ends. */
export const NOTE = ".json";
/** What an engine remembered of a model, in a file whose name begins with the model's. */
export const SNAPSHOT = ".kept-";
/** Bytes that are read and written at a time. */
export const PART_BYTES = 4 << 20;

/** Whether a file belongs to a model's. */
export const isBeside = (name: string): boolean => name.endsWith(NOTE) || name.includes(SNAPSHOT);

/** The folder; nothing in private windows, insecure pages and old browsers. */
export async function folder(create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
	try {
		const root = await navigator.storage.getDirectory();
		return await root.getDirectoryHandle(FOLDER, { create });
	} catch {
		return undefined;
	}
}

/** The name of the file in which the model from this address lies. */
export async function nameOf(url: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url));
	return [...new Uint8Array(digest).subarray(0, 16)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}

/** A model's note; nothing where it is missing or damaged. */
export async function readNote(from: FileSystemDirectoryHandle, name: string): Promise<Note | undefined> {
	try {
		const file = await (await from.getFileHandle(name + NOTE)).getFile();
		return JSON.parse(await file.text()) as Note;
	} catch {
		return undefined;
	}
}
