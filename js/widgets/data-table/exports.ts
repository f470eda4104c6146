/** A table as text of other programs. */
import { textOf } from "../dom.js";
import type { Column, Row } from "./rows.js";

const MAX_CELL_CHARS = 100_000;

/** What a field holds, as text in full: numbers are not shortened. */
function whole(value: unknown): string {
	return typeof value === "number" ? String(value) : textOf(value, MAX_CELL_CHARS);
}

/**
 * Values with a mark between them (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe (OWASP, CSV
 * Injection).
 */
export function separated(columns: readonly Column[], rows: readonly Row[], mark = ","): string {
	const cell = (value: unknown) => {
		const text = whole(value);
		const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
		return safe.includes(mark) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
	};
	const head = columns.map(({ label }) => cell(label));
	const lines = rows.map((row) => columns.map(({ key }) => cell(row.get(key))));
	return [head, ...lines].map((line) => `${line.join(mark)}\r\n`).join("");
}

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
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
	const rule = columns.map(({ align }) => (align === "right" ? "--:" : align === "center" ? ":-:" : "---"));
	const lines = rows.map((row) => line(columns.map(({ key }) => cell(row.get(key)))));
	return [line(columns.map(({ label }) => cell(label))), line(rule), ...lines].join("");
}
