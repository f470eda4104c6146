/** Decides what a text with a sign between its cells holds. It is read twice: a column's kind hangs on all its cells. */
import { Kind } from "./kinds.js";
import { MAX_ROWS } from "./limits.js";
import { columnNames } from "./names.js";
import { Problem } from "./problem.js";
import { recordsOf } from "./records.js";
import type { Reading, Sheet } from "./sheet.js";
import { delimiterOf, isHeader } from "./sniff.js";

/**
 * Reads CSV and its like.
 *
 * @throws {@link Problem} where it has no rows, or more than are taken.
 */
export function delimitedSheet(whole: string, reading: Reading): Sheet {
	// Spreadsheets put the sign into a first line of its own.
	const [told, sign] = /^\uFEFF?sep=([,;\t|])\r?\n/.exec(whole) ?? [];
	const text = told ? whole.slice(told.length) : whole.replace(/^\uFEFF/, "");
	const delimiter = reading.delimiter ?? sign ?? delimiterOf(text);
	const [first = []] = recordsOf(text, delimiter);
	const hasHeader = reading.header ?? isHeader(first);
	const rows = function* () {
		const records = recordsOf(text, delimiter);
		if (hasHeader) records.next();
		yield* records;
	};

	const kinds = first.map(() => new Kind(delimiter));
	let count = 0;
	for (const record of rows()) {
		count += 1;
		if (count > MAX_ROWS) throw new Problem(`It has more than ${MAX_ROWS} rows.`);
		for (let at = 0; at < record.length; at += 1) {
			// A row may be longer than the names.
			kinds[at] ??= new Kind(delimiter);
			kinds[at]?.see(record[at] ?? "");
		}
	}
	if (count === 0) throw new Problem("It has no rows.");
	const names = columnNames(kinds.map((_, at) => (hasHeader ? (first[at] ?? "") : "")));
	const readers = kinds.map((kind) => kind.reader());
	return {
		columns: kinds.map((kind, at) => kind.column(names[at] ?? "")),
		*rows() {
			for (const record of rows()) yield readers.map((read, at) => read(record[at] ?? ""));
		},
	};
}
