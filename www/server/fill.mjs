/** Puts rows into a table and tells what its columns are like. */
import { quoted } from "./sql.mjs";

const NUMBER = /** @type {const} */ ("number");
const TEXT = /** @type {const} */ ("text");

/**
 * @param {any} db sqlite-wasm's DB
 * @param {import("./datasets.mjs").Table} table
 * @returns {import("./sql.mjs").TableInfo}
 */
export function fill(db, { table, rows }) {
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
