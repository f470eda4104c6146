/** Decides what a text with a sign between its cells holds. It is read twice: a column's kind hangs on all its cells. */
import { decimalOf, isDoubtful } from "./decimals.js";
import { Kind } from "./kinds.js";
import { unitsIn } from "./header.js";
import { MAX_ROWS } from "./limits.js";
import { columnNames } from "./names.js";
import { Problem } from "./problem.js";
import { recordsOf } from "./records.js";
import type { Sheet } from "./sheet.js";
import { sniffed } from "./sniff.js";
import type { Delimiter, ReadOptions } from "./types.js";

/** Spreadsheets put the sign into a first line of its own, also in quotes. */
const SIGN = /^\uFEFF?(?:sep=([,;\t|])|"sep=([,;\t|])")[,;\t|]*(?:\r\n|\n|\r)/i;
/** So much is said of rows that were left out: rows, and characters of each. */
const MOST_SAID = 20;
const LONGEST_SAID = 200;
/** So many rows say whether the first of them are units. */
const ROWS_SEEN = 100;

/**
 * Reads CSV and its like.
 *
 * @throws {@link Problem} where it has no rows, or more than are taken.
 */
export function delimitedSheet(whole: string, reading: ReadOptions): Sheet {
	const [line, ...signs] = SIGN.exec(whole) ?? [];
	const text = line ? whole.slice(line.length) : whole.replace(/^\uFEFF/, "");
	const sniff = sniffed(text, reading.delimiter ?? (signs.find(Boolean) as Delimiter | undefined));
	const { delimiter } = sniff;
	const hasHeader = reading.header === undefined ? sniff.hasHeader : reading.header !== false;
	const before = typeof reading.header === "number" ? reading.header - 1 : sniff.before;
	const rows = function* (from: number) {
		let at = 0;
		for (const record of recordsOf(text, delimiter)) {
			if (at >= from) yield record;
			at += 1;
		}
	};
	const skipped = firstOf(recordsOf(text, delimiter), Math.min(before, MOST_SAID));
	const [top = []] = rows(before);
	const [maybeUnits = [], ...others] = firstOf(rows(before + 1), ROWS_SEEN);
	// Who says where the names are has every row below them.
	const units = reading.header === undefined && hasHeader ? unitsIn(maybeUnits, others) : undefined;
	const body = before + (hasHeader ? 1 : 0) + (units ? 1 : 0);

	const kinds = top.map(() => new Kind());
	let count = 0;
	let areAllWider = hasHeader;
	for (const record of rows(body)) {
		count += 1;
		if (count > MAX_ROWS) throw new Problem(`It has more than ${MAX_ROWS} rows.`);
		if (record.length !== top.length + 1) areAllWider = false;
		for (let at = 0; at < record.length; at += 1) {
			// A row may be longer than the names.
			kinds[at] ??= new Kind();
			kinds[at]?.see(record[at] ?? "");
		}
	}
	if (count === 0) throw new Problem("It has no rows.");
	// R names its rows and has no name for their names; what ends each row with a delimiter has nothing behind it.
	const first = areAllWider && !kinds.at(-1)?.isBlank ? ["", ...top] : top;
	const heads = kinds.map((_, at) => (hasHeader ? (first[at] ?? "") : ""));
	// Where each row ends with a delimiter, a column follows in which nothing stands.
	while (kinds.length > 1 && kinds.at(-1)?.isBlank && heads.at(-1)?.trim() === "") {
		kinds.pop();
		heads.pop();
	}
	const names = columnNames(heads);
	const decimal = reading.decimal ?? decimalOf(kinds, delimiter);
	const [, ...behind] = hasHeader ? first : [];
	const areNamesIndented = behind.length > 0 && behind.every((name) => name.startsWith(" "));
	const isIndented = areNamesIndented || kinds.some((kind) => kind.isIndented);
	const readers = kinds.map((kind) => kind.reader(decimal, isIndented));
	const isSaid = reading.decimal !== undefined;
	const doubtful = names.filter((_, at) => {
		const kind = kinds[at];
		return kind !== undefined && !isSaid && isDoubtful(kind, kinds, decimal, delimiter);
	});
	return {
		columns: kinds.map((kind, at) => kind.column(names[at] ?? "", units?.[at])),
		dialect: {
			format: "delimited",
			delimiter,
			decimal,
			...(doubtful.length > 0 && { doubtful }),
			header: hasHeader ? before + 1 : 0,
			...(units && { hasUnits: true }),
			...(before > 0 && { skipped: { rows: before, texts: skipped.map(said) } }),
		},
		*rows() {
			for (const record of rows(body)) yield readers.map((read, at) => read(record[at] ?? ""));
		},
	};
}

const said = (record: readonly string[]): string => record.join(" ").trim().slice(0, LONGEST_SAID);

function firstOf<T>(items: Iterable<T>, most: number): T[] {
	const first: T[] = [];
	if (most === 0) return first;
	for (const item of items) {
		first.push(item);
		if (first.length === most) break;
	}
	return first;
}
