/** Decides what stands between the cells of a text, and in which row its table begins. */
import { filled, isHeader, isOverOthers, type Rows, shapeIn } from "./header.js";
import { recordsOf } from "./records.js";

/** So much of a text is looked at: characters and rows. */
const CHARS = 100_000;
const ROWS = 100;
const DELIMITERS = [",", "\t", ";", "|"] as const;
/** More rows than this do not stand before a table. */
const MAX_BEFORE = 40;

/** What a text looks like, parted by one sign. */
interface Shape {
	/** How many rows stand before the table. */
	before: number;
	/** How many cells most of its rows have. */
	width: number;
	/** Which part of its rows have as many. */
	share: number;
	/** How many have. */
	count: number;
}

/** What was detected in a text. */
export interface Sniffed {
	delimiter: (typeof DELIMITERS)[number];
	/** How many rows stand before the table. */
	before: number;
	/** Whether its first row are names. */
	hasHeader: boolean;
}

/** The sign that parts most rows into equally many cells; a comma where none parts any. */
export const delimiterOf = (text: string): Sniffed["delimiter"] => sniffed(text).delimiter;

/**
 * Looks at the beginning of a text.
 *
 * @param given - What stands between its cells, where that is known.
 */
export function sniffed(text: string, given?: string): Sniffed {
	const beginning = text.slice(0, CHARS);
	const signs = DELIMITERS.filter((delimiter) => delimiter === (given ?? delimiter));
	const found = signs.map((delimiter) => {
		const rows = rowsOf(beginning, delimiter);
		const shape = shapeOf(rows);
		return { delimiter, rows, ...shape, values: valuesIn(rows.slice(shape.before + 1)) };
	});
	const [best] = found.toSorted(
		(one, other) =>
			other.share - one.share ||
			wholeness(other) - wholeness(one) ||
			other.values - one.values ||
			one.before - other.before ||
			other.count - one.count ||
			other.width - one.width,
	);
	if (!best) return { delimiter: ",", before: 0, hasHeader: false };
	const [first = [], ...rest] = best.rows.slice(best.before);
	return { delimiter: best.delimiter, before: best.before, hasHeader: isHeader(first, rest) };
}

/**
 * How well a sign parts all rows, the first one as well: alike, or all but the names of rows. One that parts all but the first row is rather a
 * letter of the rows.
 */
function wholeness({ share, before, width, rows }: Shape & { rows: Rows }): number {
	if (share < 1 || before > 0) return 0;
	return rows[0]?.length === width ? 2 : 1;
}

function rowsOf(text: string, delimiter: string): string[][] {
	const rows: string[][] = [];
	try {
		for (const record of recordsOf(text, delimiter)) {
			rows.push(record);
			if (rows.length === ROWS) break;
		}
	} catch {
		// The beginning may end within quotes; what is wrong with the whole is said when it is read.
	}
	return rows;
}

/** Banks, statistics offices and programs put lines before a table: it begins with the first row that is as wide as the rest. */
function shapeOf(rows: Rows): Shape {
	const shapes = [...new Set(rows.map((row) => row.length))]
		.map((width) => {
			const before = rows.findIndex((row) => row.length === width);
			const count = rows.filter((row) => row.length === width).length;
			return { before, width, count, share: count / (rows.length - before) };
		})
		.filter(
			({ width, count, before }) => width > 1 && (before === 0 || (count > 1 && isBelow(rows, before))),
		);
	const named = rowNamesIn(rows);
	if (named) shapes.push(named);
	const widest = shapes.toSorted(
		(one, other) => other.share - one.share || other.count - one.count || other.width - one.width,
	);
	const single = rows.filter((row) => row.length === 1).length;
	// What cannot be read by a sign is to say so.
	if (rows.length === 0) return { before: 0, width: 1, count: 0, share: 1 };
	const shape = widest[0] ?? { before: comments(rows), width: 1, count: single, share: 0 };
	return { ...shape, before: shape.before + padded(rows.slice(shape.before)) };
}

/** R writes names before its rows, and none over them. A single name is a title, and not the name of one of two columns. */
function rowNamesIn(rows: Rows): Shape | undefined {
	const [names = [], ...rest] = rows;
	const width = names.length + 1;
	if (width < 3 || rest.length === 0 || filled(names) < names.length || !isHeader(names, rest))
		return undefined;
	if (!rest.every((row) => row.length === width)) return undefined;
	return { before: 0, width, count: rest.length, share: 1 };
}

/** Whether a table with names begins there, and what stands above are no names of it. */
function isBelow(rows: Rows, before: number): boolean {
	const [first = [], ...rest] = rows.slice(before);
	if (before > MAX_BEFORE || !isHeader(first, rest)) return false;
	const isTitle = (row: readonly string[]) => filled(row) <= 1 || /^#|:\s*$/.test(row[0] ?? "");
	return rows.slice(0, before).every(isTitle) || isOverOthers(first, rest);
}

/** How many of the first rows are a title of its own: spreadsheets fill it up with empty cells. A comment may have commas. */
function padded(rows: Rows): number {
	const [first = []] = rows;
	const least = filled(first);
	const isComment = /^#(?:\s|$)/.test(first[0] ?? "");
	for (let at = 1; at < Math.min(rows.length, MAX_BEFORE); at += 1) {
		const [names = [], ...rest] = rows.slice(at);
		if (isComment && names[0]?.startsWith("#")) continue;
		const isFuller = filled(names) > least && filled(names) > 1 && extent(names) > extent(first);
		if (!isFuller && !isComment) continue;
		if (isHeader(names, rest) && isOverOthers(names, rest)) return at;
		if (isComment || filled(names) === names.length) return 0;
	}
	return 0;
}

/** In a single column nothing is narrower than the rest. */
function comments(rows: Rows): number {
	const count = rows.findIndex(([cell = ""]) => !/^#(?:\s|$)/.test(cell));
	return Math.max(count, 0);
}

const extent = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== "") + 1;

/** Which part of the cells are numbers and dates: `1,5;2` has more of them where semicolons part. */
function valuesIn(rows: Rows): number {
	const cells = rows.flat();
	return cells.filter((cell) => shapeIn(cell) !== "text").length / Math.max(cells.length, 1);
}
