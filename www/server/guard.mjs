/** What a question may touch and bring: one reading statement, so many rows and characters. */
import { QueryError } from "./sql.mjs";

/** The defaults; the milliseconds are kept by whoever runs this. */
export const LIMITS = { rows: 1000, milliseconds: 2000, resultChars: 1_000_000 };

const MAX_SQL_CHARS = 20_000;
const MAX_VALUE_BYTES = 1_000_000;
const HEAP_BYTES = 256 * 1024 * 1024;

/**
 * Makes a database read-only and returns the one way to ask it.
 *
 * @param {any} sqlite3 the library
 * @param {any} db
 * @param {typeof LIMITS} limits
 * @returns {(sql: string) => import("./sql.mjs").Result}
 */
export function guard(sqlite3, db, limits) {
	const { capi } = sqlite3;
	db.exec(`PRAGMA query_only = 1; PRAGMA hard_heap_limit = ${HEAP_BYTES}`);
	capi.sqlite3_limit(db, capi.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
	const allowed = new Set([
		capi.SQLITE_SELECT,
		capi.SQLITE_READ,
		capi.SQLITE_FUNCTION,
		capi.SQLITE_RECURSIVE,
	]);
	const judge = (/** @type {unknown} */ _, /** @type {number} */ action) =>
		allowed.has(action) ? capi.SQLITE_OK : capi.SQLITE_DENY;
	capi.sqlite3_set_authorizer(db, judge, 0);
	return (sql) => {
		try {
			return answered(capi, db, sql, limits);
		} catch (error) {
			throw error instanceof sqlite3.SQLite3Error ? explained(/** @type {Error} */ (error)) : error;
		}
	};
}

/** @param {any} capi @param {any} db @param {string} sql @param {typeof LIMITS} limits */
function answered(capi, db, sql, limits) {
	if (sql.trim() === "") throw new QueryError("The SQL is empty; write one SELECT statement.");
	if (sql.length > MAX_SQL_CHARS) throw new QueryError(`The SQL is longer than ${MAX_SQL_CHARS} characters.`);
	const statement = db.prepare(sql);
	try {
		const rest = sql.slice(capi.sqlite3_sql(statement.pointer)?.length ?? sql.length);
		if (/[^\s;]/.test(rest)) throw new QueryError("Send one statement at a time.");
		return read(statement, limits);
	} finally {
		statement.finalize();
	}
}

/** @param {any} statement @param {typeof LIMITS} limits @returns {import("./sql.mjs").Result} */
function read(statement, limits) {
	/** @type {string[]} */
	const columns = statement.columnCount > 0 ? statement.getColumnNames() : [];
	/** @type {Record<string, import("./datasets.mjs").Cell>[]} */
	const rows = [];
	// Each row repeats the columns' names.
	const names = columns.join("").length;
	let chars = 0;
	while (statement.step()) {
		const cells = columns.map((_, i) => plain(statement.get(i)));
		chars += names + cells.reduce((/** @type {number} */ sum, cell) => sum + String(cell).length, 0);
		if (rows.length === limits.rows || chars > limits.resultChars) return { columns, rows, truncated: true };
		rows.push(Object.fromEntries(columns.map((name, i) => [name, cells[i]])));
	}
	return { columns, rows, truncated: false };
}

/** @param {unknown} value @returns {import("./datasets.mjs").Cell} */
function plain(value) {
	if (value instanceof Uint8Array) return `(${value.length} bytes)`;
	if (typeof value === "bigint") return value.toString();
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	return value === null || value === undefined ? null : String(value);
}

/** @param {Error} error SQLite's own */
function explained({ message }) {
	if (/SQLITE_AUTH|not authorized/i.test(message)) {
		return new QueryError("This database is read-only: only SELECT statements are answered.");
	}
	return new QueryError(message.replace(/^.*?sqlite3 result code \d+: /i, ""));
}
