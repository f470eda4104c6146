/** The shapes of a database in the page: what goes in, what comes out. */
import type { Dialect, ReadOptions } from "../types/dialect.js";
import type { WebMcpLayer } from "../types/index.js";

export type { Delimiter, Dialect, ReadOptions } from "../types/dialect.js";

/** What stands in one cell. A whole number beyond 2^53, which JavaScript does not hold exactly, is its digits as text. */
export type Cell = null | number | string;

/** A column as its cells have it: `date` are ISO dates, which are text in SQL. */
export interface Column {
	name: string;
	type: "number" | "date" | "text";
	/** How many different values it has; counted up to 1,000. */
	distinct: number;
	/**
	 * What stands with its numbers in the file: `%`, `‰` or a currency as it is written there; or the unit in a row below the names. The numbers are those that stand there: `12%`
	 * is 12, so that sums, axes and whoever compares with the file see the same figures.
	 */
	unit?: string;
}

/** A table that there is. */
export interface Table {
	name: string;
	rows: number;
	columns: Column[];
	dialect: Dialect;
}

/** What a query came to. */
export interface QueryResult {
	columns: string[];
	rows: { [column: string]: Cell }[];
	/** There are more rows than these. */
	truncated: boolean;
}

/** What became of a file. */
export interface AddedFile {
	/** What its table is called. */
	table: string;
	rows: number;
	columns: Column[];
	/** How it was read: for whoever gave the file to see, and to change by {@link Database.readAgain}. */
	dialect: Dialect;
}

/** A file: one of the browser, or its name and text. */
export type TableFile = File | { name: string; text: string };

/** How a file becomes a table. */
export interface AddFileOptions extends ReadOptions {
	/** What its table is to be called; by default as the file. */
	table?: string;
	/** Rejects with its reason; nothing of the file is kept. */
	signal?: AbortSignal;
}

/** Options of {@link openDatabase}. */
export interface DatabaseOptions {
	/** What a model knows the database by; default `files`. */
	name?: string;
	/** The most rows that a query brings; default 1,000. */
	maxRows?: number;
	/** How long a query may take, milliseconds; default 2,000. */
	timeoutMs?: number;
	/** The address of `index.mjs` of `@sqlite.org/sqlite-wasm`, for pages without a bundler. */
	library?: string | URL;
	/** Starts the Worker; by default the one beside this module. Called again where a query had to be ended. */
	worker?: () => Worker;
}

/** SQLite in a Worker, in memory: files go in, a model and the page ask. It is gone with the page. */
export interface Database {
	readonly name: string;
	/**
	 * Makes a table of a file: CSV, TSV and their like, JSON that is a list of records, JSON Lines, or GeoJSON, whose features' properties
	 * are columns. Encodings are detected by their mark and by being UTF-8; another one is guessed where it is plausible, which the
	 * dialect says.
	 *
	 * @throws {@link WebMcpError} `invalid_argument` where it is no table, in an encoding that cannot be detected, or larger than is taken (64 MB,
	 * 2,000 columns, 2 million rows).
	 */
	addFile(file: TableFile, options?: AddFileOptions): Promise<AddedFile>;
	/**
	 * Reads the file of a table again, otherwise: the table keeps its name. What `options` leaves out is detected anew. Where it
	 * fails the table stays as it was.
	 *
	 * @throws {@link WebMcpError} `not_found` where there is no such table; what {@link addFile} throws.
	 */
	readAgain(table: string, options?: ReadOptions): Promise<AddedFile>;
	/**
	 * Asks. Only reading is answered, and of the tables alone that files have become: one SELECT. SUM, AVG and TOTAL of texts that are no
	 * numbers are an error that names them, for SQLite counts those as 0.
	 *
	 * @throws {@link WebMcpError} `invalid_argument` where the SQL is wrong or would write, `tool_failed` where it takes too long.
	 */
	query(sql: string, options?: { signal?: AbortSignal }): Promise<QueryResult>;
	/** The tables that there are now. */
	tables(): Table[];
	/**
	 * All rows of a table as CSV, UTF-8 with its mark, by which Excel knows it. A text that a spreadsheet would run as a formula begins with
	 * an apostrophe there.
	 *
	 * @param options - `bom: false` leaves the mark out.
	 * @throws {@link WebMcpError} `not_found` where there is no such table.
	 */
	exportCsv(table: string, options?: { bom?: boolean }): Promise<Blob>;
	/** Forgets a table. False where there is none of that name. */
	dropTable(table: string): Promise<boolean>;
	/** The layer to hand to `runAgentLoop`: the tables as they are now. A later run takes a new one. */
	layer(): WebMcpLayer;
	/** Calls `listener` when tables come or go. Returns an idempotent unsubscribe. */
	subscribe(listener: () => void): () => void;
	/** Ends the Worker and forgets all. */
	close(): void;
}
