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
			try {
				handle.truncate(0);
				for (let at = 0; at < bytes.length; at += PART_BYTES) {
					// A copy, because the bytes may lie in memory that threads share.
					const part = bytes.slice(at, at + PART_BYTES);
					// Chromium counts 2³² - 8 bytes where the quota was in the way.
					if (handle.write(part, { at }) !== part.length) return false;
				}
				handle.flush();
				return true;
			} catch {
				return false;
			}
		});
		// Where another tab has it open, it is that tab's to write.
		if (whole === false) await this.remove();
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
