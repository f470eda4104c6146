/** Decides how a file becomes a table of SQLite, and a table a file again. */
import { BOM, csvLine } from "../core/csv.js";
import { Insert } from "./insert.js";
import type { Connection, Sqlite } from "./library.js";
import { quoted } from "./names.js";
import type { Sheet } from "./sheet.js";
import type { Cell, Table } from "./types.js";

/** So many rows of a file are put together at a time. */
const ROWS = 5_000;

/** Makes a table. */
export function fill(
	sqlite: Sqlite,
	db: Connection,
	name: string,
	{ columns, rows }: Omit<Sheet, "dialect">,
): Omit<Table, "dialect"> {
	const declared = columns.map((one) => `${quoted(one.name)} ${one.type === "number" ? "NUMERIC" : "TEXT"}`);
	db.exec(`CREATE TABLE ${quoted(name)} (${declared.join(", ")})`);
	const places = columns.map(() => "?").join(", ");
	const insert = new Insert(sqlite, db, `INSERT INTO ${quoted(name)} VALUES (${places})`);
	let count = 0;
	try {
		for (const row of rows()) {
			insert.row(row);
			count += 1;
		}
	} finally {
		insert.end();
	}
	return { name, rows: count, columns };
}

/** All of a table as CSV (RFC 4180). */
export function csvOf(db: Connection, name: string, bom: boolean): Blob {
	const all = db.prepare(`SELECT * FROM ${quoted(name)}`);
	try {
		const columns = all.getColumnNames();
		const parts = [];
		let lines = [bom ? BOM : "", csvLine(columns)];
		while (all.step()) {
			lines.push(csvLine(columns.map((_, at) => all.get(at) as Cell | bigint)));
			if (lines.length < ROWS) continue;
			parts.push(lines.join(""));
			lines = [];
		}
		return new Blob([...parts, ...lines], { type: "text/csv" });
	} finally {
		all.finalize();
	}
}
