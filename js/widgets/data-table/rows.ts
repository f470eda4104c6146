/** Rows and columns of a table, whatever was sent for them. */
import { listOf, oneOf, textOf } from "../dom.js";

/** Columns are looked for in so many rows, and of each so many are shown. */
const LOOKED_AT = 200;
const MAX_COLUMNS = 50;

/** A column: which field it shows, under which name. */
export interface Column {
	key: string;
	label: string;
	align: "left" | "center" | "right";
}

/** A row by its fields: a map, since `__proto__` is a field like any other. */
export type Row = ReadonlyMap<string, unknown>;

/** What was sent as a row; what is no record is a value alone. */
export function asRow(value: unknown): Row {
	return new Map(typeof value === "object" && value !== null ? Object.entries(value) : [["value", value]]);
}

/** The columns that were asked for, or all fields of the first rows. */
export function columnsOf(given: unknown, rows: Row[]): Column[] {
	const columns = listOf(given).map((entry) => {
		const fields = asRow(entry);
		const key = textOf(fields.get("key") ?? fields.get("value"));
		const align = oneOf(fields.get("align"), ["left", "center", "right"]);
		return { key, label: textOf(fields.get("label") ?? key), align };
	});
	if (columns.length > 0) return columns;
	const keys = new Set(rows.slice(0, LOOKED_AT).flatMap((row) => [...row.keys()]));
	return [...keys].slice(0, MAX_COLUMNS).map((key) => {
		const numeric = rows.length > 0 && rows.every((row) => typeof (row.get(key) ?? 0) === "number");
		return { key, label: key, align: numeric ? "right" : "left" };
	});
}

/** The rows in the order of one field: numbers by size, texts as people sort them. */
export function sortedRows(rows: readonly Row[], key: string, descending: boolean): Row[] {
	const collator = new Intl.Collator(undefined, { numeric: true });
	const sign = descending ? -1 : 1;
	return [...rows].sort((left, right) => {
		const [a, b] = [left.get(key), right.get(key)];
		if (typeof a === "number" && typeof b === "number") return sign * (a - b);
		return sign * collator.compare(textOf(a), textOf(b));
	});
}

/** The rows of which a shown field has the text, in whatever case. */
export function filteredRows(rows: readonly Row[], columns: readonly Column[], text: string): readonly Row[] {
	const wanted = text.trim().toLocaleLowerCase();
	if (wanted === "") return rows;
	const has = ({ key }: Column, row: Row) =>
		textOf(row.get(key), 10_000).toLocaleLowerCase().includes(wanted);
	return rows.filter((row) => columns.some((column) => has(column, row)));
}
