/** Decides what a JSON text holds: a list of records, or an object in which there is one. */
import { isDate } from "./kinds.js";
import { MAX_CELL, MAX_COLUMNS, MAX_DISTINCT, MAX_ROWS } from "./limits.js";
import { columnNames } from "./names.js";
import { Problem } from "./problem.js";
import type { Sheet } from "./sheet.js";
import type { Cell, Column } from "./types.js";

type Fields = { [key: string]: unknown };

/**
 * Reads JSON. What lies deeper in a record becomes a cell of JSON.
 *
 * @throws {@link Problem} where it is no list of records, or larger than is taken.
 */
export function jsonSheet(text: string): Sheet {
	const records = listIn(parsed(text));
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
		*rows() {
			for (const record of records) yield keys.map((key) => cell(record, key));
		},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (error) {
		throw new Problem(`It is no JSON (${error instanceof Error ? error.message : error}).`);
	}
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

function cellOf(value: unknown): Cell {
	if (value === null || value === undefined || value === "") return null;
	if (typeof value === "number") return value;
	const text = typeof value === "string" ? value : JSON.stringify(value);
	if (text.length > MAX_CELL) throw new Problem(`It has a value of more than ${MAX_CELL} characters.`);
	return text;
}
