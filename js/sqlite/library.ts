/** Decides which part of SQLite's library is used here, and how it is loaded. */

/** A prepared statement. */
export interface Statement {
	readonly pointer: number;
	readonly columnCount: number;
	getColumnNames(): string[];
	get(column: number): unknown;
	bind(place: number, value: string): unknown;
	step(): boolean;
	finalize(): unknown;
}

/** A database. */
export interface Connection {
	readonly pointer: number;
	exec(sql: string): unknown;
	prepare(sql: string): Statement;
	transaction<T>(work: () => T): T;
}

/** SQLite's C interface, as far as it is used. */
export interface Interface {
	readonly SQLITE_OK: number;
	readonly SQLITE_DENY: number;
	readonly SQLITE_SELECT: number;
	readonly SQLITE_READ: number;
	readonly SQLITE_FUNCTION: number;
	readonly SQLITE_RECURSIVE: number;
	readonly SQLITE_LIMIT_LENGTH: number;
	sqlite3_limit(db: Connection, which: number, most: number): number;
	sqlite3_set_authorizer(
		db: Connection,
		judge: ((data: unknown, action: number, first: string | 0, second: string | 0) => number) | 0,
		data: number,
	): number;
	sqlite3_progress_handler(db: Connection, steps: number, look: (() => number) | 0, data: number): void;
	sqlite3_keyword_check(name: string, length: number): number;
	sqlite3_sql(statement: number): string | null;
	sqlite3_value_text(value: number): string | null;
	sqlite3_result_error(context: number, message: string, bytes: number): void;
}

/** SQLite's own functions, which take numbers alone, and the memory that they read. */
export interface Memory {
	readonly exports: {
		sqlite3_bind_null(statement: number, place: number): number;
		sqlite3_bind_double(statement: number, place: number, value: number): number;
		sqlite3_bind_int64(statement: number, place: number, value: bigint): number;
		sqlite3_bind_text(
			statement: number,
			place: number,
			text: number,
			bytes: number,
			destructor: number,
		): number;
		sqlite3_step(statement: number): number;
		sqlite3_reset(statement: number): number;
		sqlite3_create_window_function(
			db: number,
			name: number,
			places: number,
			flags: number,
			data: number,
			step: number,
			final: number,
			value: number,
			inverse: number,
			destroy: number,
		): number;
		sqlite3_aggregate_context(context: number, bytes: number): number;
		sqlite3_value_type(value: number): number;
		sqlite3_value_double(value: number): number;
		sqlite3_value_int64(value: number): bigint;
		sqlite3_result_null(context: number): void;
		sqlite3_result_double(context: number, value: number): void;
		sqlite3_result_int64(context: number, value: bigint): void;
	};
	/** A function that SQLite calls, as the number by which it knows it; `signature` as in `v(pip)`. */
	installFunction(work: (...values: number[]) => void, signature: string): number;
	allocCString(text: string): number;
	heap32u(): Uint32Array;
	/** Throws where there is no more. */
	alloc(bytes: number): number;
	dealloc(pointer: number): void;
	heap8u(): Uint8Array;
}

/** Opens a database, and throws what a result code means. */
export interface Connections {
	new (name: string, flags: string): Connection;
	checkRc(db: Connection, code: number): void;
}

/** The library, started. */
export interface Sqlite {
	readonly capi: Interface;
	readonly wasm: Memory;
	readonly oo1: { readonly DB: Connections };
	readonly SQLite3Error: new () => Error;
}

/**
 * Starts SQLite.
 *
 * @param address - Its module; the bundler's without it.
 * @throws An `Error` that names the remedy.
 */
export async function startSqlite(address: string | undefined): Promise<Sqlite> {
	const from = address ?? "@sqlite.org/sqlite-wasm";
	// Without it the library prints each mistake in a query, and that it could not keep files, which nothing here asks of it.
	const config = { warn: () => undefined, error: () => undefined, log: () => undefined };
	Object.assign(globalThis, { sqlite3ApiConfig: config });
	try {
		const library = (await (address === undefined
			? import("@sqlite.org/sqlite-wasm")
			: import(/* @vite-ignore */ /* webpackIgnore: true */ address))) as { default?: unknown };
		if (typeof library.default === "function") return (await library.default()) as Sqlite;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const remedy =
			address === undefined
				? 'npm install @sqlite.org/sqlite-wasm, or, without a bundler, give the option "library" the address of its index.mjs'
				: "serve index.mjs and the folder sqlite-wasm of @sqlite.org/sqlite-wasm there";
		throw new Error(`SQLite could not be loaded from ${from} (${reason}): ${remedy}.`);
	}
	throw new Error(`${from} starts no SQLite: it is another module.`);
}
