/** Decides what a file holds: columns, and rows of cells. */
import { delimitedSheet } from "./delimited.js";
import { isJsonLines, jsonLinesSheet, jsonSheet } from "./json-sheet.js";
import { Problem } from "./problem.js";
import type { Cell, Column, Dialect, ReadOptions } from "./types.js";

/** What is to become a table. */
export interface Sheet {
	columns: Column[];
	dialect: Dialect;
	rows(): Iterable<Cell[]>;
}

/**
 * Reads a text.
 *
 * @param name - The file's name: its ending says JSON (`.json`, `.geojson`) and JSON Lines (`.jsonl`, `.ndjson`). Of any other name a text
 * is JSON as well that is by its beginning, unless `reading` has a delimiter.
 * @throws {@link Problem} where it holds no table.
 */
export function sheetOf(name: string, text: string, reading: ReadOptions): Sheet {
	if (text.includes("\0")) throw new Problem("It is no text.");
	const plain = text.replace(/^\uFEFF/, "");
	if (/\.(?:jsonl|ndjson|jsonlines|geojsonl|geojsons)$/i.test(name)) return jsonLinesSheet(plain);
	if (/\.(?:geo)?json$/i.test(name)) return jsonSheet(plain);
	if (reading.delimiter === undefined) {
		const isLines = isJsonLines(plain);
		if (isJson(plain) && !(isLines && !hasTable(plain))) return jsonSheet(plain);
		if (isLines) return jsonLinesSheet(plain);
	}
	return delimitedSheet(text, reading);
}

/** Whether a text begins as a list or record of JSON does, and is one to its end. */
function isJson(text: string): boolean {
	if (!/^\s*(?:\[\s*\{\s*["}]|\{\s*["}])/.test(text)) return false;
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Whether there is a table in it, and not a single record. */
function hasTable(json: string): boolean {
	try {
		jsonSheet(json);
		return true;
	} catch {
		return false;
	}
}
