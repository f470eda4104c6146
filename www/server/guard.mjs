/** What a question may cost and touch: one reading statement, so many rows, bytes and milliseconds. */
import { QueryError } from "./database.mjs";

/** The defaults. */
export const LIMITS = { rows: 1000, milliseconds: 2000, resultChars: 1_000_000 };

const MAX_SQL_CHARS = 20_000;
const MAX_VALUE_BYTES = 1_000_000;
const HEAP_BYTES = 256 * 1024 * 1024;
/** How many of SQLite's steps pass between two looks at the clock. */
const STEPS = 5000;

/**
 * Makes a database read-only and returns the one way to ask it.
 *
 * @param {any} sqlite3 the library
 * @param {any} db
 * @param {typeof LIMITS} limits
 * @returns {(sql: string) => import("./database.mjs").Result}
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
	let deadline = 0;
	capi.sqlite3_progress_handler(db, STEPS, () => (performance.now() > deadline ? 1 : 0), 0);
	return (sql) => {
		deadline = performance.now() + limits.milliseconds;
		const statement = prepare(capi, db, sql);
		try {
			return read(statement, limits);
		} catch (error) {
			throw explained(error, limits);
		} finally {
			statement.finalize();
		}
	};
}

/** @param {any} capi @param {any} db @param {string} sql */
function prepare(capi, db, sql) {
	if (sql.trim() === "") throw new QueryError("The SQL is empty; write one SELECT statement.");
	if (sql.length > MAX_SQL_CHARS) throw new QueryError(`The SQL is longer than ${MAX_SQL_CHARS} characters.`);
	let statement;
	try {
		statement = db.prepare(sql);
	} catch (error) {
		throw explained(error, LIMITS);
	}
	const rest = sql.slice(capi.sqlite3_sql(statement.pointer)?.length ?? sql.length);
	if (/[^\s;]/.test(rest)) {
		statement.finalize();
		throw new QueryError("Send one statement at a time.");
	}
	return statement;
}

/** @param {any} statement @param {typeof LIMITS} limits @returns {import("./database.mjs").Result} */
function read(statement, limits) {
	/** @type {string[]} */
	const columns = statement.columnCount > 0 ? statement.getColumnNames() : [];
	/** @type {Record<string, import("./datasets.mjs").Cell>[]} */
	const rows = [];
	let chars = 0;
	while (statement.step()) {
		const cells = columns.map((_, i) => plain(statement.get(i)));
		chars += cells.reduce((/** @type {number} */ sum, cell) => sum + String(cell).length, 0);
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

/** @param {unknown} error @param {typeof LIMITS} limits */
function explained(error, limits) {
	if (error instanceof QueryError) return error;
	const message = error instanceof Error ? error.message : String(error);
	if (/SQLITE_AUTH|not authorized/i.test(message)) {
		return new QueryError("This database is read-only: only SELECT statements are answered.");
	}
	if (/SQLITE_INTERRUPT|interrupted/i.test(message)) {
		return new QueryError(`The query took longer than ${limits.milliseconds} ms and was stopped.`);
	}
	return new QueryError(message.replace(/^.*?sqlite3 result code \d+: /i, ""));
}
