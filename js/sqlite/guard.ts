/** Decides what a question may touch and bring: one reading statement, for so long, so many rows and characters. */
import type { Connection, Sqlite, Statement } from "./library.js";
import { MAX_CELL, MAX_HEAP, MAX_RESULT, MAX_SQL } from "./limits.js";
import { Problem } from "./problem.js";
import type { Cell, QueryResult } from "./types.js";

/** Steps of SQLite between two looks at the clock: some microseconds. */
const STEPS = 10_000;

/** What was asked takes too long. */
export class Late extends Problem {}

/** A database that only reads, but for whoever unlocks it. */
export class Guard {
	readonly #sqlite: Sqlite;
	readonly #db: Connection;
	readonly #limits: { maxRows: number; timeoutMs: number };
	#deadline = Number.POSITIVE_INFINITY;

	constructor(sqlite: Sqlite, db: Connection, limits: { maxRows: number; timeoutMs: number }) {
		this.#sqlite = sqlite;
		this.#db = db;
		this.#limits = limits;
		const { capi } = sqlite;
		db.exec(`PRAGMA hard_heap_limit = ${MAX_HEAP}; PRAGMA temp_store = MEMORY`);
		// A character takes up to four bytes.
		capi.sqlite3_limit(db, capi.SQLITE_LIMIT_LENGTH, MAX_CELL * 4);
		capi.sqlite3_progress_handler(db, STEPS, () => Number(performance.now() > this.#deadline), 0);
		this.#lock();
	}

	/** Does `work`, which may write. Nothing of it stays where it throws. */
	unlocked<T>(work: () => T): T {
		this.#sqlite.capi.sqlite3_set_authorizer(this.#db, 0, 0);
		this.#db.exec("PRAGMA query_only = 0");
		try {
			return this.#db.transaction(work);
		} catch (error) {
			throw this.#explained(error);
		} finally {
			this.#lock();
		}
	}

	/**
	 * Answers a query.
	 *
	 * @throws {@link Problem} where it is wrong or would write, {@link Late} where it takes too long.
	 */
	query(sql: string): QueryResult {
		if (sql.trim() === "") throw new Problem("The SQL is empty; write one SELECT statement.");
		if (sql.length > MAX_SQL) throw new Problem(`The SQL is longer than ${MAX_SQL} characters.`);
		const { maxRows, timeoutMs } = this.#limits;
		this.#deadline = performance.now() + timeoutMs;
		let statement: Statement | undefined;
		try {
			statement = this.#db.prepare(sql);
			const taken = this.#sqlite.capi.sqlite3_sql(statement.pointer)?.length ?? sql.length;
			if (/[^\s;]/.test(sql.slice(taken))) throw new Problem("Send one statement at a time.");
			return read(statement, maxRows);
		} catch (error) {
			throw performance.now() > this.#deadline
				? new Late(`The query took longer than ${timeoutMs} ms and was stopped: ask for less.`)
				: this.#explained(error);
		} finally {
			this.#deadline = Number.POSITIVE_INFINITY;
			statement?.finalize();
		}
	}

	#lock(): void {
		const { capi } = this.#sqlite;
		this.#db.exec("PRAGMA query_only = 1");
		const allowed = new Set([
			capi.SQLITE_SELECT,
			capi.SQLITE_READ,
			capi.SQLITE_FUNCTION,
			capi.SQLITE_RECURSIVE,
		]);
		const judge = (_: unknown, action: number) => (allowed.has(action) ? capi.SQLITE_OK : capi.SQLITE_DENY);
		capi.sqlite3_set_authorizer(this.#db, judge, 0);
	}

	/** SQLite's words without its numbers; what it did not say stays as it is. */
	#explained(error: unknown): unknown {
		if (!(error instanceof this.#sqlite.SQLite3Error)) return error;
		const { message } = error;
		if (/SQLITE_AUTH|not authorized|SQLITE_READONLY/i.test(message))
			return new Problem("This database is read-only: only SELECT statements are answered.");
		if (/SQLITE_NOMEM|SQLITE_FULL|out of memory/i.test(message))
			return new Problem("The database has no memory left for that: ask for less, or drop a table.");
		return new Problem(message.replace(/^.*?sqlite3 result code \d+: /i, ""));
	}
}

function read(statement: Statement, maxRows: number): QueryResult {
	const columns = distinct(statement.columnCount > 0 ? statement.getColumnNames() : []);
	const rows: QueryResult["rows"] = [];
	// Each row repeats the columns' names.
	const names = columns.join("").length;
	let chars = 0;
	while (statement.step()) {
		const cells = columns.map((_, at) => plain(statement.get(at)));
		chars += names + cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
		if (rows.length === maxRows || chars > MAX_RESULT) return { columns, rows, truncated: true };
		rows.push(Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])));
	}
	return { columns, rows, truncated: false };
}

/** Of two columns of one name the second would stand in the place of the first. */
function distinct(names: readonly string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		let free = name;
		for (let n = 2; taken.has(free); n += 1) free = `${name}_${n}`;
		taken.add(free);
		return free;
	});
}

function plain(value: unknown): Cell {
	if (value instanceof Uint8Array) return `(${value.length} bytes)`;
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	return value === null || value === undefined ? null : String(value);
}
