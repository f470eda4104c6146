/** Decides how a snapshot of what an engine remembers is stored beside its model. */

import { PART_BYTES, readNote, SNAPSHOT, type SyncFile, type SyncHandle } from "./folder.js";

/** Bytes that a snapshot of what an engine remembers may take: all that a model of 1.5B has read ahead of the wishes for a page with data. */
export const MOST_SNAPSHOT_BYTES = 160 << 20;

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

	/**
	 * Hands the bytes to `take`, part after part, and gives how many they are; nothing where there are none, too many, or another tab writes
	 * them. Throws what `take` throws.
	 */
	async read(take: (parts: Iterable<Uint8Array>) => void): Promise<number | undefined> {
		return this.#opened(false, (handle) => {
			const size = handle.getSize();
			if (size === 0 || size > MOST_SNAPSHOT_BYTES) return undefined;
			take(partsOf(handle, size));
			return size;
		});
	}

	/**
	 * Puts these bytes in the place of those that are there, where the model is still stored, and gives how many were written. Throws what
	 * `parts` throws. They end in a checksum, so that what is cut short by the end of this Worker, or by the quota, is refused by the engine and written anew.
	 */
	async write(parts: Iterable<Uint8Array>): Promise<number> {
		if (!(await readNote(this.#folder, this.#model))?.complete) return 0;
		const written = await this.#opened(true, (handle) => {
			let at = 0;
			const isDone = (write: () => unknown): boolean => {
				try {
					return write() !== false;
				} catch {
					return false;
				}
			};
			if (!isDone(() => handle.truncate(0))) return 0;
			// What the engine throws while it gives a part is not the file's matter.
			for (const part of parts) {
				// A copy, because the bytes may lie in memory that threads share.
				const bytes = part.slice();
				// Chromium counts 2³² - 8 bytes where the quota was in the way.
				if (!isDone(() => handle.write(bytes, { at }) === bytes.length)) return 0;
				at += bytes.length;
			}
			return isDone(() => handle.flush()) ? at : 0;
		});
		// Where another tab has it open, it is that tab's to write.
		if (written === 0) await this.remove();
		return written ?? 0;
	}

	/** Removes the file, unless another tab has it open. */
	async remove(): Promise<void> {
		await this.#folder.removeEntry(this.#name).catch(() => undefined);
	}

	async #opened<Result>(create: boolean, use: (handle: SyncHandle) => Result): Promise<Result | undefined> {
		let handle: SyncHandle;
		try {
			const file = await this.#folder.getFileHandle(this.#name, { create });
			handle = await (file as unknown as SyncFile).createSyncAccessHandle();
		} catch {
			return undefined;
		}
		try {
			return use(handle);
		} finally {
			handle.close();
		}
	}
}

function* partsOf(handle: SyncHandle, size: number): Generator<Uint8Array> {
	for (let at = 0; at < size; at += PART_BYTES) {
		const part = new Uint8Array(Math.min(PART_BYTES, size - at));
		handle.read(part, { at });
		yield part;
	}
}
