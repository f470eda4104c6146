/** Decides what a question may touch and bring: one reading statement, for so long, so many rows and characters. */
import type { Connection, Sqlite, Statement } from "./library.js";
import { MAX_CELL, MAX_HEAP, MAX_RESULT, MAX_SQL } from "./limits.js";
import { Problem } from "./problem.js";
import { onlyReckons } from "./reckoning.js";
import { declareSums, isPlainNumber, type Refused, sumNamed } from "./sums.js";
import { quoted } from "./names.js";
import type { Cell, QueryResult, Table } from "./types.js";

/** Steps of SQLite between two looks at the clock: some microseconds. */
const STEPS = 10_000;

/**
 * What can be read besides the tables of files: tables that functions are, made of their arguments, and the tables' names. SQLite's
 * others show pages, with what was deleted, and what others have asked.
 */
const OPEN = new Set(["json_each", "json_tree", "sqlite_schema", "sqlite_master"]);
/** So many values are looked at for examples, and so many are named. */
const LOOKED_AT = 1_000;
const MOST_NAMED = 3;
const LONGEST_NAMED = 40;

/** What was asked takes too long. */
export class Late extends Problem {}

/** A database that only reads, but for whoever unlocks it. */
export class Guard {
	readonly #sqlite: Sqlite;
	readonly #db: Connection;
	readonly #limits: { maxRows: number; timeoutMs: number };
	readonly #tables: ReadonlyMap<string, Table>;
	/** SQLite's tables that files did not make, but modules. */
	readonly #modules: ReadonlySet<string>;
	#deadline = Number.POSITIVE_INFINITY;
	/** What the query that runs has read, was denied, and could not add up. */
	#read = new Set<string>();
	#denied: string | undefined;
	#refused: Refused | undefined;
	/** The first function that it adds up by. */
	#summing: string | undefined;

	/** @param tables - Those that files have become, by their names; it is read again for each query. */
	constructor(
		sqlite: Sqlite,
		db: Connection,
		limits: { maxRows: number; timeoutMs: number },
		tables: ReadonlyMap<string, Table>,
	) {
		this.#sqlite = sqlite;
		this.#db = db;
		this.#limits = limits;
		this.#tables = tables;
		const { capi } = sqlite;
		db.exec(`PRAGMA hard_heap_limit = ${MAX_HEAP}; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON`);
		this.#modules = new Set(this.#texts("SELECT name FROM pragma_module_list"));
		declareSums(sqlite, db, (refused) => {
			this.#refused = refused;
		});
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
		this.#read.clear();
		this.#summing = undefined;
		let statement: Statement | undefined;
		try {
			statement = this.#db.prepare(sql);
			const taken = this.#sqlite.capi.sqlite3_sql(statement.pointer)?.length ?? sql.length;
			if (/[^\s;]/.test(sql.slice(taken))) throw new Problem("Send one statement at a time.");
			this.#checkReckoning(sql);
			return read(statement, maxRows);
		} catch (error) {
			if (performance.now() > this.#deadline)
				throw new Late(`The query took longer than ${timeoutMs} ms and was stopped: ask for less.`);
			this.#deadline = Number.POSITIVE_INFINITY;
			throw this.#refused ? this.#unsummed(this.#refused) : this.#explained(error);
		} finally {
			this.#deadline = Number.POSITIVE_INFINITY;
			this.#denied = undefined;
			this.#refused = undefined;
			statement?.finalize();
		}
	}

	#lock(): void {
		const { capi } = this.#sqlite;
		this.#db.exec("PRAGMA query_only = 1");
		const allowed = new Set([capi.SQLITE_SELECT, capi.SQLITE_FUNCTION, capi.SQLITE_RECURSIVE]);
		const judge = (_: unknown, action: number, table: string | 0, column: string | 0) => {
			const isRead = action === capi.SQLITE_READ && table !== 0;
			if (action === capi.SQLITE_FUNCTION && column) this.#summing ??= sumNamed(column);
			const isAllowed = isRead ? this.#mayRead(table.toLowerCase(), column || "") : allowed.has(action);
			if (isRead && !isAllowed) this.#denied = table;
			return isAllowed ? capi.SQLITE_OK : capi.SQLITE_DENY;
		};
		capi.sqlite3_set_authorizer(this.#db, judge, 0);
	}

	#mayRead(table: string, column: string): boolean {
		if (this.#tables.has(table)) {
			this.#read.add(table);
			return true;
		}
		// Where none of its columns is read, a name may be one that the query itself has given (WITH).
		const isOwn = column === "" && !this.#modules.has(table) && !table.startsWith("sqlite_");
		return OPEN.has(table) || isOwn;
	}

	/** A sum of what texts are in arithmetic is wrong as well, and there no function of ours sees them. */
	#checkReckoning(sql: string): void {
		const by = this.#summing;
		if (by === undefined) return;
		for (const [table, column] of this.#textColumns()) {
			if (!onlyReckons(sql, column)) continue;
			// What is cast of its own accord may begin with zeros.
			const examples = this.#noNumbers(table, column).filter(
				(text) => !isPlainNumber(text.replace(/^0+(?=\d)/, "")),
			);
			if (examples.length > 0) throw refusal(by, table, column, examples);
		}
	}

	/** Which column it is that cannot be added up, with some of what stands there. */
	#unsummed({ by, value }: Refused): Problem {
		for (const [table, column] of this.#textColumns()) {
			const [one, name] = [quoted(table), quoted(column)];
			if (this.#texts(`SELECT 1 FROM ${one} WHERE ${name} = ? LIMIT 1`, value).length === 0) continue;
			return refusal(by, table, column, [...new Set([value, ...this.#noNumbers(table, column)])]);
		}
		return new Problem(`${by} adds up numbers, and ${shown(value)} is a text. ${REMEDY}`);
	}

	/** The columns of texts in the tables that the query reads. */
	#textColumns(): [table: string, column: string][] {
		return [...this.#read].flatMap((table) =>
			(this.#tables.get(table)?.columns ?? [])
				.filter(({ type }) => type !== "number")
				.map(({ name }): [string, string] => [table, name]),
		);
	}

	/** Some of what stands in a column and is no number. */
	#noNumbers(table: string, column: string): string[] {
		const name = quoted(column);
		return this.#texts(
			`SELECT DISTINCT ${name} FROM ${quoted(table)} WHERE ${name} IS NOT NULL LIMIT ${LOOKED_AT}`,
		).filter((text) => !isPlainNumber(text));
	}

	/** The first column of what a statement of our own brings. */
	#texts(sql: string, value?: string): string[] {
		const statement = this.#db.prepare(sql);
		try {
			if (value !== undefined) statement.bind(1, value);
			const texts: string[] = [];
			while (statement.step()) texts.push(String(statement.get(0)));
			return texts;
		} finally {
			statement.finalize();
		}
	}

	/** SQLite's words without its numbers; what it did not say stays as it is. */
	#explained(error: unknown): unknown {
		if (!(error instanceof this.#sqlite.SQLite3Error)) return error;
		const { message } = error;
		if (this.#denied !== undefined) {
			const names = [...this.#tables.keys()].join(", ") || "none yet";
			return new Problem(
				`${this.#denied} is none of the tables that can be asked (${names}): this database is read-only, and of files alone.`,
			);
		}
		if (/SQLITE_AUTH|not authorized|SQLITE_READONLY/i.test(message))
			return new Problem("This database is read-only: only SELECT statements are answered.");
		if (/SQLITE_NOMEM|SQLITE_FULL|out of memory/i.test(message))
			return new Problem("The database has no memory left for that: ask for less, or drop a table.");
		return new Problem(message.replace(/^.*?sqlite3 result code \d+: /i, ""));
	}
}

const REMEDY = "Leave out by WHERE what is no number.";
const shown = (text: string): string => `'${text.slice(0, LONGEST_NAMED)}'`;

function refusal(by: string, table: string, column: string, examples: readonly string[]): Problem {
	const named = examples.slice(0, MOST_NAMED).map(shown).join(", ");
	return new Problem(
		`${by} adds up numbers, and ${quoted(column)} of ${table} is a column of texts: ${named}. ${REMEDY}`,
	);
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
