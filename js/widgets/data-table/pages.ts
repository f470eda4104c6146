/** Which of a table's rows are on a page. */
import { numberOf } from "../amount.js";

const SIZE = { least: 5, most: 500 } as const;

/** A page and its rows, from one to before another; pages and rows count from 0. */
export interface Page {
	readonly at: number;
	/** How many pages there are. */
	readonly count: number;
	readonly from: number;
	readonly to: number;
}

/** How many rows a page has; nothing where a table has no pages. */
export function pageSizeOf(value: unknown): number | undefined {
	const size = Math.round(numberOf(value) ?? 0);
	return size < 1 ? undefined : Math.min(Math.max(size, SIZE.least), SIZE.most);
}

/** The page that is asked for, or the last one where it does not exist. */
export function pageOf(asked: number, rows: number, size = rows): Page {
	const count = Math.max(Math.ceil(rows / Math.max(size, 1)), 1);
	const at = Math.min(Math.max(asked, 0), count - 1);
	const from = at * size;
	return { at, count, from, to: Math.min(from + size, rows) };
}
