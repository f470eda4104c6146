/** A table as text of other programs. */
import { BOM, csvLine } from "../../core/csv.js";
import { textOf } from "../dom.js";
import { hasWords, linkIn } from "./links.js";
import { type Column, type Row, saidIn } from "./rows.js";

const MAX_CELL_CHARS = 100_000;

/** What a field holds, as text in full: numbers are not shortened. */
function whole(value: unknown): string {
	return typeof value === "number" ? String(value) : textOf(value, MAX_CELL_CHARS);
}

/** A column of a file. */
interface Part {
	readonly label: string;
	of(row: Row): unknown;
}

/** A link is two columns where it has words: without these nobody knows the rows again, and without its address it leads nowhere. */
function partsOf(column: Column, rows: readonly Row[]): Part[] {
	const said = { label: column.label, of: (row: Row) => saidIn(row, column) };
	const linkOf = (row: Row) => linkIn(row.get(column.key));
	if (column.type !== "link" || !rows.some((row) => hasWords(linkOf(row)))) return [said];
	return [said, { label: `${column.label} (address)`, of: (row) => linkOf(row).address }];
}

/** Values with a mark between them, as {@link csvLine} writes them. */
export function separated(columns: readonly Column[], rows: readonly Row[], mark = ","): string {
	const cell = (value: unknown) => (typeof value === "number" ? value : whole(value));
	const parts = columns.flatMap((column) => partsOf(column, rows));
	const head = parts.map(({ label }) => label);
	const lines = rows.map((row) => parts.map((part) => cell(part.of(row))));
	return [head, ...lines].map((line) => csvLine(line, mark)).join("");
}

/** The same as a file that Excel reads. */
export const csvFile = (columns: readonly Column[], rows: readonly Row[]): string =>
	BOM + separated(columns, rows);

/** A list of records. */
export function records(columns: readonly Column[], rows: readonly Row[]): string {
	const record = (row: Row) => Object.fromEntries(columns.map(({ key }) => [key, row.get(key) ?? null]));
	return `${JSON.stringify(rows.map(record), undefined, "\t")}\n`;
}

/** A table of Markdown. */
export function markdown(columns: readonly Column[], rows: readonly Row[]): string {
	const cell = (value: unknown) =>
		whole(value)
			.replace(/[\\|]/g, "\\$&")
			.replace(/\s*[\r\n]+\s*/g, " ");
	const linked = (row: Row, column: Column) => {
		const words = cell(saidIn(row, column));
		const address = column.type === "link" ? linkIn(row.get(column.key)).address : undefined;
		const leads = address?.replace(/[<>|\\\s]/g, encodeURIComponent);
		return leads === undefined ? words : `[${words.replace(/[[\]]/g, "\\$&")}](<${leads}>)`;
	};
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
	const rule = columns.map(({ align }) => (align === "right" ? "--:" : align === "center" ? ":-:" : "---"));
	const lines = rows.map((row) => line(columns.map((column) => linked(row, column))));
	return [line(columns.map(({ label }) => cell(label))), line(rule), ...lines].join("");
}
