/** Decides what tables and columns are called: any text may stand in a file, but a name is written into SQL and read by models. */
import { MAX_NAME } from "./limits.js";

/** A name within SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * What a file's table is called: its name in lower case, without what would have to be quoted, and unlike those that are there.
 *
 * @param isTaken - Whether a name cannot be had.
 */
export function tableName(file: string, isTaken: (name: string) => boolean): string {
	const base =
		file
			.split(/[\\/]/)
			.at(-1)
			?.replace(/\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|jsonlines|geojson|geojsonl|geojsons)$/i, "") ?? "";
	const words =
		base
			.normalize("NFC")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	const plain = cut(words.join("_"));
	// SQLite keeps the names for itself that begin with its own.
	const name = /^(?:\d|sqlite|$)/.test(plain) ? `t_${plain}`.replace(/_$/, "") : plain;
	return free(name, isTaken);
}

/** The columns' names: each one there, on one line, without quotes, and once, however it is capitalised. */
export function columnNames(heads: readonly string[]): string[] {
	const taken = new Set<string>();
	return heads.map((head, at) => {
		const plain = head
			.normalize("NFC")
			.replace(/[\p{C}\p{Z}\s]+/gu, " ")
			.replace(/["'`[\]{}\\;]/g, "")
			.trim();
		const name = free(cut(plain) || `column_${at + 1}`, (one) => taken.has(folded(one)) || one in {});
		taken.add(folded(name));
		return name;
	});
}

/** As SQLite compares names: it folds no letters beyond ASCII, but a person does. */
const folded = (name: string): string => name.toLowerCase();

/** No half of a character stays. */
const cut = (name: string): string => [...name.slice(0, MAX_NAME * 2)].slice(0, MAX_NAME).join("").trim();

function free(name: string, isTaken: (name: string) => boolean): string {
	if (!isTaken(name)) return name;
	let count = 2;
	while (isTaken(`${name}_${count}`)) count += 1;
	return `${name}_${count}`;
}
