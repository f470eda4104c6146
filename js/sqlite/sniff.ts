/** Decides what stands between the cells of a text, and whether its first row are names. */
import { isValue } from "./kinds.js";
import { recordsOf } from "./records.js";

/** So much of a text is looked at: characters and rows. */
const CHARS = 100_000;
const ROWS = 50;
const DELIMITERS = [",", ";", "\t", "|"];

/** The sign that parts most rows into equally many cells; a comma where none parts any. */
export function delimiterOf(text: string): string {
	const beginning = text.slice(0, CHARS);
	const found = DELIMITERS.map((delimiter) => ({ delimiter, ...evenness(beginning, delimiter) }));
	const [best] = found.toSorted((one, other) => other.share - one.share || other.cells - one.cells);
	return best && best.share > 0 ? best.delimiter : ",";
}

/** Names are no numbers, no dates, and not missing. */
export const isHeader = (first: readonly string[]): boolean =>
	!first.some(isValue) && first.some((cell) => cell.trim() !== "");

function evenness(text: string, delimiter: string): { share: number; cells: number } {
	const counts = new Map<number, number>();
	let rows = 0;
	try {
		for (const record of recordsOf(text, delimiter)) {
			counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
			rows += 1;
			if (rows === ROWS) break;
		}
	} catch {
		// The beginning may end within quotes; what is wrong with the whole is said when it is read.
	}
	const [cells, often] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? [0, 0];
	return cells > 1 ? { share: often / rows, cells } : { share: 0, cells };
}
