/** Rows and columns of a table, whatever was sent for them. */
import { numberOf } from "../amount.js";
import { listOf, oneOf, textOf } from "../dom.js";
import { wordsIn } from "./links.js";

/** Columns are looked for in so many rows, and of each so many are shown. */
const LOOKED_AT = 200;
const MAX_COLUMNS = 50;

/** A column: which field it shows, under which name. */
export interface Column {
	key: string;
	label: string;
	align: "left" | "center" | "right";
	/** Text where it is not said. */
	type?: "text" | "link";
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
		const type = oneOf(fields.get("type"), ["text", "link"]);
		return { key, label: textOf(fields.get("label") ?? key), align, type };
	});
	if (columns.length > 0) return columns;
	const keys = new Set(rows.slice(0, LOOKED_AT).flatMap((row) => [...row.keys()]));
	return [...keys].slice(0, MAX_COLUMNS).map((key) => {
		const numeric = rows.length > 0 && rows.every((row) => typeof (row.get(key) ?? 0) === "number");
		return { key, label: key, align: numeric ? "right" : "left" };
	});
}

/** What a cell says to people: of a link its words. */
export function saidIn(row: Row, { key, type }: Pick<Column, "key" | "type">): unknown {
	const value = row.get(key);
	return type === "link" && typeof value === "object" && value !== null ? wordsIn(value) : value;
}

/** A row with what it is sorted by. */
interface Placed {
	readonly row: Row;
	readonly text: string;
	readonly number: number | undefined;
}

/** The rows in the order of one column: numbers by size, also those that people have written, texts as people sort them. */
export function sortedRows(
	rows: readonly Row[],
	column: Pick<Column, "key" | "type">,
	descending: boolean,
): Row[] {
	const collator = new Intl.Collator(undefined, { numeric: true });
	const sign = descending ? -1 : 1;
	const placed = rows.map((row): Placed => {
		const value = saidIn(row, column);
		return { row, text: textOf(value), number: numberOf(value) };
	});
	const bySize = areNumbers(placed);
	const order = (left: Placed, right: Placed): number => {
		const [a, b] = bySize ? [left.number, right.number] : [];
		if (a !== undefined && b !== undefined && a !== b) return sign * (a - b);
		// What is no number comes last, whichever way the others go.
		if (bySize && (a === undefined) !== (b === undefined)) return a === undefined ? 1 : -1;
		return sign * collator.compare(left.text, right.text);
	};
	return placed.sort(order).map(({ row }) => row);
}

/** Whether a column is one of numbers: most are, and the others have no digit, such as "n/a". An address has one and is no number. */
function areNumbers(column: readonly Placed[]): boolean {
	const others = column.filter(({ text, number }) => number === undefined && text !== "");
	const numbers = column.filter(({ number }) => number !== undefined);
	return numbers.length > others.length && !others.some(({ text }) => /\d/.test(text));
}

/** The rows of which a shown field has the text, in whatever case. */
export function filteredRows(rows: readonly Row[], columns: readonly Column[], text: string): readonly Row[] {
	const wanted = text.trim().toLocaleLowerCase();
	if (wanted === "") return rows;
	const has = (column: Column, row: Row) =>
		textOf(saidIn(row, column), 10_000).toLocaleLowerCase().includes(wanted);
	return rows.filter((row) => columns.some((column) => has(column, row)));
}
