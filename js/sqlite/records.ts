/**
 * Decides where a text with a sign between its cells (RFC 4180) has cells and rows. Papa Parse (MIT, 19 kB) does no more of this than these
 * lines do, takes blanks before quotes for text, and tells neither header nor decimals: those would stay ours with it as well.
 */
import { MAX_CELL, MAX_COLUMNS } from "./limits.js";
import { Problem } from "./problem.js";

const QUOTE = 34;
const BACKSLASH = 92;
const NEW_LINE = 10;
const RETURN = 13;
const BLANK = 32;
const TAB = 9;
/** By the standard a quote behind a backslash closes a cell; one with letters behind it closes none. */
const ESCAPED = /\\" *[^ ",;|\t\r\n]/;

/**
 * The rows of a text, one after the other; empty lines are none.
 *
 * @param delimiter - One character.
 * @throws {@link Problem} where a quote never closes, or a cell or row is too long.
 */
export function* recordsOf(text: string, delimiter: string): Generator<string[]> {
	const between = delimiter.charCodeAt(0);
	// MySQL and Spark write quotes so. Decided once: what stands behind one such quote may be a delimiter.
	const isEscaped = ESCAPED.test(text);
	let at = 0;
	let count = 0;
	while (at < text.length) {
		const record: string[] = [];
		count += 1;
		for (let isOpen = true; isOpen; ) {
			const { cell, end } =
				text.charCodeAt(at) === QUOTE
					? quoted(text, at, between, count, isEscaped)
					: (indented(text, at, between) ?? plain(text, at, between));
			if (cell.length > MAX_CELL)
				throw new Problem(`Row ${count} has a cell of more than ${MAX_CELL} characters.`);
			record.push(cell);
			if (record.length > MAX_COLUMNS) throw new Problem(`Row ${count} has more than ${MAX_COLUMNS} cells.`);
			isOpen = text.charCodeAt(end) === between;
			at = end + 1;
		}
		if (text.charCodeAt(at - 1) === RETURN && text.charCodeAt(at) === NEW_LINE) at += 1;
		if (record.length > 1 || record[0] !== "") yield record;
	}
}

interface Found {
	cell: string;
	/** Where the sign behind it stands. */
	end: number;
}

function plain(text: string, at: number, between: number): Found {
	let end = at;
	for (; end < text.length; end += 1) {
		const code = text.charCodeAt(end);
		if (code === between || code === NEW_LINE || code === RETURN) break;
	}
	return { cell: text.slice(at, end), end };
}

function quoted(text: string, at: number, between: number, count: number, isEscaped: boolean): Found {
	const escaped = isEscaped ? closing(text, at, true) : -1;
	const close = escaped === -1 ? closing(text, at) : escaped;
	if (close === -1) throw new Problem(`Row ${count} has a quote that never closes.`);
	// What follows the quote belongs to the cell as well: `"a"b`.
	const { cell: rest, end } = plain(text, close + 1, between);
	const cell = inside(text, at, close, escaped !== -1);
	return { cell: cell + (rest.trim() === "" ? "" : rest), end };
}

/** A cell with blanks before its quotes, which the standard does not know and programs write: only where nothing follows the quotes. */
function indented(text: string, at: number, between: number): Found | undefined {
	let open = at;
	for (let code = text.charCodeAt(open); code === BLANK || (code === TAB && code !== between); ) {
		open += 1;
		code = text.charCodeAt(open);
	}
	if (open === at || text.charCodeAt(open) !== QUOTE) return undefined;
	const close = closing(text, open);
	if (close === -1 || close - open > MAX_CELL) return undefined;
	const { cell: rest, end } = plain(text, close + 1, between);
	return rest.trim() === "" ? { cell: inside(text, open, close), end } : undefined;
}

/** Where the quote at `open` closes; -1 where it does not. */
function closing(text: string, open: number, isEscaped = false): number {
	for (let close = text.indexOf('"', open + 1); close !== -1; ) {
		let next = close + 1;
		if (!isEscaped || !isBehindBackslash(text, open, close)) {
			if (text.charCodeAt(next) !== QUOTE) return close;
			next += 1;
		}
		close = text.indexOf('"', next);
	}
	return -1;
}

/** A backslash may stand behind one itself. */
function isBehindBackslash(text: string, open: number, at: number): boolean {
	let before = at - 1;
	while (before > open && text.charCodeAt(before) === BACKSLASH) before -= 1;
	return (at - before) % 2 === 0;
}

function inside(text: string, open: number, close: number, isEscaped = false): string {
	const cell = text.slice(open + 1, close);
	return isEscaped ? cell.replace(/\\(["\\])|""/g, (_, sign = '"') => sign) : cell.replaceAll('""', '"');
}
