/** Decides how rows get into SQLite: by its C interface, for the library's own way takes three times as long. */
import type { Connection, Sqlite, Statement } from "./library.js";
import type { Cell } from "./types.js";

/** A UTF-16 unit takes at most so many bytes in UTF-8. */
const BYTES = 3;
/** SQLite makes a whole number of a double up to here. */
const MOST_EXACT = 2 ** 51;
const LEAST_BYTES = 65_536;
const ENCODER = new TextEncoder();

/** A statement that is run once for each row. */
export class Insert {
	readonly #sqlite: Sqlite;
	readonly #db: Connection;
	readonly #statement: Statement;
	/** Where the row's texts lie while it is inserted. */
	#buffer = 0;
	#size = 0;

	constructor(sqlite: Sqlite, db: Connection, sql: string) {
		this.#sqlite = sqlite;
		this.#db = db;
		this.#statement = db.prepare(sql);
	}

	/** Inserts a row. Throws SQLite's error where it does not fit. */
	row(cells: readonly Cell[]): void {
		const { exports } = this.#sqlite.wasm;
		const { pointer } = this.#statement;
		let at = this.#room(cells);
		let failed = 0;
		for (let place = 0; place < cells.length; place += 1) {
			const cell = cells[place] ?? null;
			if (cell === null) failed ||= exports.sqlite3_bind_null(pointer, place + 1);
			else if (typeof cell === "number")
				failed ||=
					Math.abs(cell) > MOST_EXACT && Number.isSafeInteger(cell)
						? exports.sqlite3_bind_int64(pointer, place + 1, BigInt(cell))
						: exports.sqlite3_bind_double(pointer, place + 1, cell);
			else {
				// The memory moves when it grows, so it is asked for anew.
				const { written } = ENCODER.encodeInto(cell, this.#sqlite.wasm.heap8u().subarray(at));
				failed ||= exports.sqlite3_bind_text(pointer, place + 1, at, written, 0);
				at += written;
			}
		}
		if (failed === 0) exports.sqlite3_step(pointer);
		// It tells what became of the step.
		failed ||= exports.sqlite3_reset(pointer);
		if (failed !== 0) this.#sqlite.oo1.DB.checkRc(this.#db, failed);
	}

	/** Lets the memory go. */
	end(): void {
		this.#statement.finalize();
		this.#sqlite.wasm.dealloc(this.#buffer);
	}

	#room(cells: readonly Cell[]): number {
		let bytes = 0;
		for (const cell of cells) if (typeof cell === "string") bytes += cell.length * BYTES;
		if (bytes > this.#size || this.#buffer === 0) {
			const { wasm } = this.#sqlite;
			wasm.dealloc(this.#buffer);
			this.#buffer = 0;
			this.#size = Math.max(bytes, LEAST_BYTES);
			this.#buffer = wasm.alloc(this.#size);
		}
		return this.#buffer;
	}
}
