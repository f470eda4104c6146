/** A SQL database in memory that answers read-only questions, within limits. */
import sqlite3InitModule from "@sqlite.org/sqlite-wasm";
import { guard, LIMITS } from "./guard.mjs";

/** @typedef {import("./datasets.mjs").Cell} Cell */
/** @typedef {{columns: string[], rows: Record<string, Cell>[], truncated: boolean}} Result */
/** @typedef {{name: string, type: "number" | "text", distinct: number}} Column */
/** @typedef {{name: string, rows: number, columns: Column[]}} TableInfo */

/** @param {string} name */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

const NUMBER = /** @type {const} */ ("number");
const TEXT = /** @type {const} */ ("text");

/** A mistake in a question, in words for whoever asked. */
export class QueryError extends Error {}

/** @type {Promise<any> | undefined} */
let library;

/**
 * Fills a database.
 *
 * @param {import("./datasets.mjs").Table[]} tables
 * @param {Partial<typeof LIMITS>} [limits]
 */
export async function openDatabase(tables, limits = {}) {
	library ??= sqlite3InitModule();
	const sqlite3 = await library;
	// Errors are thrown; printed as well, they would fill the terminal with each mistake in a query.
	sqlite3.config.warn = () => {};
	const db = new sqlite3.oo1.DB(":memory:", "c");
	const infos = tables.map((table) => fill(db, table));
	const guarded = guard(sqlite3, db, { ...LIMITS, ...limits });
	return {
		/** @returns {TableInfo[]} */
		tables: () => infos,
		/** @param {string} sql @returns {Result} @throws {QueryError} */
		query: (sql) => guarded(sql),
		close: () => db.close(),
	};
}

/**
 * @param {any} db sqlite-wasm's DB
 * @param {import("./datasets.mjs").Table} table
 * @returns {TableInfo}
 */
function fill(db, { table, rows }) {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const columns = names.map((name) => {
		const cells = rows.map((row) => row[name]).filter((cell) => cell !== null && cell !== undefined);
		const numeric = cells.length > 0 && cells.every((cell) => typeof cell === "number");
		return { name, type: numeric ? NUMBER : TEXT, distinct: new Set(cells).size };
	});
	const declared = columns.map(
		({ name, type }) => `${quoted(name)} ${type === "number" ? "NUMERIC" : "TEXT"}`,
	);
	db.exec(`CREATE TABLE ${quoted(table)} (${declared.join(", ")})`);
	const insert = db.prepare(`INSERT INTO ${quoted(table)} VALUES (${names.map(() => "?").join(", ")})`);
	db.transaction(() => {
		for (const row of rows) insert.bind(names.map((name) => row[name] ?? null)).stepReset();
	});
	insert.finalize();
	return { name: table, rows: rows.length, columns };
}
