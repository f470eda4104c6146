/** How files of tables are written, and how they are to be read. */

/** What stands between two cells. */
export type Delimiter = "," | ";" | "\t" | "|";

/** How a file was read. What {@link ReadOptions} did not say was detected, and may be wrong. */
export interface Dialect {
	format: "delimited" | "json" | "json-lines" | "geojson";
	/** The encoding by its `TextDecoder` label; none where the file was given as text. */
	encoding?: string;
	/** Nothing in the file says its encoding: it is neither marked nor UTF-8. */
	isEncodingGuessed?: boolean;
	delimiter?: Delimiter;
	/** The mark before decimals. */
	decimal?: "." | ",";
	/** Columns that are other numbers by the other mark, which nothing in the file decides: `1,204` is 1204 or 1.204. */
	doubtful?: string[];
	/** The row that holds the names, from 1; rows without any cell do not count. 0 where none does. */
	header?: number;
	/** The row below the names holds the columns' units, and is none of the table. */
	hasUnits?: boolean;
	/** How many rows before the table were left out, and the first of them. */
	skipped?: { rows: number; texts: string[] };
}

/** How a file is read; what is left out is detected. */
export interface ReadOptions {
	delimiter?: Delimiter;
	/** The mark before decimals, where a column's numbers can be read by either. */
	decimal?: "." | ",";
	/** Whether the table's first row are names; or which row they are, from 1, where rows stand before the table. */
	header?: boolean | number;
	/** The encoding of a file's bytes, as `TextDecoder` calls it: `shift_jis`, `windows-1250`, `gb18030`. */
	encoding?: string;
}
