/** Decides where a text with a sign between its cells (RFC 4180) has cells and rows. */
import { MAX_CELL, MAX_COLUMNS } from "./limits.js";
import { Problem } from "./problem.js";

const QUOTE = 34;
const NEW_LINE = 10;
const RETURN = 13;

/**
 * The rows of a text, one after the other; empty lines are none.
 *
 * @param delimiter - One character.
 * @throws {@link Problem} where a quote never closes, or a cell or row is too long.
 */
export function* recordsOf(text: string, delimiter: string): Generator<string[]> {
	const between = delimiter.charCodeAt(0);
	let at = 0;
	let count = 0;
	while (at < text.length) {
		const record: string[] = [];
		count += 1;
		for (let isOpen = true; isOpen; ) {
			const { cell, end } =
				text.charCodeAt(at) === QUOTE ? quoted(text, at, between, count) : plain(text, at, between);
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

function quoted(text: string, at: number, between: number, count: number): Found {
	let close = text.indexOf('"', at + 1);
	let hasQuotes = false;
	while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
		hasQuotes = true;
		close = text.indexOf('"', close + 2);
	}
	if (close === -1) throw new Problem(`Row ${count} has a quote that never closes.`);
	const inside = text.slice(at + 1, close);
	// What follows the quote belongs to the cell as well: `"a"b`.
	const { cell: rest, end } = plain(text, close + 1, between);
	return { cell: (hasQuotes ? inside.replaceAll('""', '"') : inside) + rest, end };
}
