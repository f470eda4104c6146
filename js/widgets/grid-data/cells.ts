/** What a grid shows, checked and capped. */
import { numberOf } from "../amount.js";
import { listOf, recordOf, textOf } from "../dom.js";
import { colorOf } from "../color.js";
import type { Loose } from "../view.js";

const MAX_ROWS = 200;
const MAX_COLUMNS = 50;
const MAX_HIGHLIGHTS = 1000;
/** How many tints there are beside none. */
const TINTS = 10;

/** A grid: as many cells in each row as in the longest. */
export interface Grid {
	readonly heads: readonly string[];
	readonly rows: readonly (readonly unknown[])[];
	readonly width: number;
	/** How many rows are left out, and how many columns. */
	readonly left: readonly [number, number];
	/** How warm a cell is, from 0 to 10; nothing for what is no number. */
	heat(value: unknown): number | undefined;
	/** A cell's own colour, an empty text for the page's, or nothing where it is not highlighted. */
	highlight(row: number, col: number): string | undefined;
}

/** Reads a grid out of anything. */
export function gridOf(data: Loose): Grid {
	const columns = listOf(data.columns).slice(0, MAX_COLUMNS).map(recordOf);
	const keys = columns.map(({ key }) => textOf(key, 100));
	const all = listOf(data.rows);
	const whole = all.slice(0, MAX_ROWS).map((row) => cellsOf(row, keys));
	const longest = Math.max(columns.length, ...whole.map((row) => row.length));
	const rows = whole.map((row) => row.slice(0, MAX_COLUMNS));
	const marked = new Map(listOf(data.highlights).slice(0, MAX_HIGHLIGHTS).map(recordOf).map(marking));
	const width = Math.min(longest, MAX_COLUMNS);
	return {
		heads: columns.map(({ label }, at) => textOf(label, 100) || (keys[at] ?? "")),
		rows,
		width,
		left: [all.length - rows.length, longest - width],
		heat: heatOf(rows),
		highlight: (row, col) => marked.get(`${row},${col}`),
	};
}

/** A row's cells: of an object those that the columns name, of anything else that is no list itself. */
function cellsOf(row: unknown, keys: readonly string[]): unknown[] {
	if (Array.isArray(row)) return row;
	if (typeof row !== "object" || row === null) return [row];
	const fields = new Map(Object.entries(row));
	return keys.length > 0 ? keys.map((key) => fields.get(key)) : [...fields.values()];
}

function marking({ row, col, color }: Loose): [string, string] {
	return [`${numberOf(row)},${numberOf(col)}`, colorOf(color) ?? ""];
}

function heatOf(rows: readonly (readonly unknown[])[]): Grid["heat"] {
	let least = Number.POSITIVE_INFINITY;
	let most = Number.NEGATIVE_INFINITY;
	for (const amount of rows.flat().map(numberOf)) {
		if (amount === undefined) continue;
		least = Math.min(least, amount);
		most = Math.max(most, amount);
	}
	return (value) => {
		const amount = numberOf(value);
		if (amount === undefined) return undefined;
		// Halves, because the way from the least to the most can be more than a number holds.
		const share = most === least ? 0.5 : (amount / 2 - least / 2) / (most / 2 - least / 2);
		return Math.round(share * TINTS);
	};
}
