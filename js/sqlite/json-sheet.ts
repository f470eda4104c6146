/** Decides what a JSON text holds: a list of records, an object in which there is one, records line by line, or GeoJSON. */
import { parsedExactly } from "../core/exact.js";
import { flattened, isFeature } from "./geojson.js";
import { isDate } from "./kinds.js";
import { MAX_CELL, MAX_COLUMNS, MAX_DISTINCT, MAX_ROWS } from "./limits.js";
import { columnNames } from "./names.js";
import { Problem } from "./problem.js";
import type { Sheet } from "./sheet.js";
import type { Cell, Column, Dialect } from "./types.js";

type Fields = { [key: string]: unknown };

/**
 * Reads JSON. What lies deeper in a record becomes a cell of JSON.
 *
 * @throws {@link Problem} where it is no list of records, or larger than is taken.
 */
export function jsonSheet(text: string): Sheet {
	let value: unknown;
	try {
		value = parsedExactly(text);
	} catch (error) {
		if (isJsonLines(text)) return jsonLinesSheet(text);
		throw new Problem(`It is no JSON (${reasonOf(error)}).`);
	}
	if (isRecord(value) && isFeature(value)) return sheetOf([value], "json");
	return sheetOf(listIn(value), "json");
}

/**
 * Reads JSON Lines: a record on each line.
 *
 * @throws {@link Problem} as {@link jsonSheet}, with the line.
 */
export function jsonLinesSheet(text: string): Sheet {
	const records: Fields[] = [];
	for (const [at, line] of linesOf(text)) {
		let value: unknown;
		try {
			value = parsedExactly(line);
		} catch (error) {
			throw new Problem(`Line ${at} is no JSON (${reasonOf(error)}).`);
		}
		if (!isRecord(value)) throw new Problem(`Line ${at} is no record, such as {"name": "Ann", "age": 40}.`);
		records.push(value);
		if (records.length > MAX_ROWS) break;
	}
	if (records.length === 0) throw new Problem("It has no rows.");
	return sheetOf(records, "json-lines");
}

/** Whether a text begins with a line that is a record by itself, and has no line after it that is not begun as one. */
export function isJsonLines(text: string): boolean {
	const [first, second] = linesOf(text);
	if (!first?.[1].startsWith("{") || (second && !second[1].startsWith("{"))) return false;
	try {
		return isRecord(JSON.parse(first[1]));
	} catch {
		return false;
	}
}

/** Lines in which something stands, with their numbers from 1. */
function* linesOf(text: string): Generator<[number, string]> {
	let at = 0;
	for (let count = 1; at < text.length; count += 1) {
		const next = text.indexOf("\n", at);
		const end = next === -1 ? text.length : next;
		// A list's records without its brackets are such lines as well.
		const line = text.slice(at, end).trim().replace(/,$/, "");
		if (line !== "") yield [count, line];
		at = end + 1;
	}
}

function sheetOf(list: Fields[], format: Dialect["format"]): Sheet {
	const isGeo = list.every(isFeature);
	const records = isGeo ? flattened(list) : list;
	if (records.length > MAX_ROWS) throw new Problem(`It has more than ${MAX_ROWS} records.`);
	const found = new Set<string>();
	for (const record of records) for (const key of Object.keys(record)) found.add(key);
	const keys = [...found];
	if (keys.length === 0) throw new Problem("Its records are empty.");
	if (keys.length > MAX_COLUMNS) throw new Problem(`Its records have more than ${MAX_COLUMNS} fields.`);
	const names = columnNames(keys);
	// A key such as `__proto__` is there in every object.
	const cell = (record: Fields, key: string) => (Object.hasOwn(record, key) ? cellOf(record[key]) : null);
	const columns = keys.map((key, at) => {
		const values = new Set<Cell>();
		let [isNumber, isDates] = [true, true];
		for (const record of records) {
			const value = cell(record, key);
			if (value === null) continue;
			isNumber &&= typeof value === "number";
			isDates &&= typeof value === "string" && isDate(value);
			if (values.size < MAX_DISTINCT) values.add(value);
		}
		const kind = isNumber ? "number" : isDates ? "date" : "text";
		const type: Column["type"] = values.size > 0 ? kind : "text";
		return { name: names[at] ?? "", type, distinct: values.size };
	});
	return {
		columns,
		dialect: { format: isGeo ? "geojson" : format },
		*rows() {
			for (const record of records)
				yield keys.map((key, at) => {
					const value = cell(record, key);
					// SQLite would write 5 as 5.0 among texts.
					return columns[at]?.type === "text" && value !== null ? String(value) : value;
				});
		},
	};
}

function listIn(value: unknown): Fields[] {
	const lists = isRecord(value) ? Object.values(value).filter(isList) : [value].filter(isList);
	const [list] = lists;
	if (list === undefined || lists.length > 1)
		throw new Problem('It is no list of records, such as [{"name": "Ann", "age": 40}].');
	return list;
}

const isRecord = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is Fields[] =>
	Array.isArray(value) && value.length > 0 && value.every(isRecord);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function cellOf(value: unknown): Cell {
	if (value === null || value === undefined || value === "") return null;
	if (typeof value === "number") return value;
	const text = typeof value === "string" ? value : JSON.stringify(value);
	if (text.length > MAX_CELL) throw new Problem(`It has a value of more than ${MAX_CELL} characters.`);
	return text;
}
