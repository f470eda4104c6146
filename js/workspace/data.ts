/** What a workspace asks of data in the page, whose files become tables. */
import type { Dialect, ReadOptions } from "../types/dialect.js";
import type { Cleanup, WebMcpLayer } from "../types/index.js";

/** What became of a file. */
export interface AddedData {
	readonly table: string;
	readonly rows: number;
	readonly columns?: readonly { readonly name: string; readonly type: string; readonly unit?: string }[];
	/** How it was read, which people see and change. */
	readonly dialect?: Dialect;
}

/** Data in the page, such as a database of `webmcp-auto-ui/sqlite`. */
export interface DataSource {
	/** What a model is told of it and calls; asked for anew for each run. */
	layer(): WebMcpLayer;
	/** What is in it; a source that is empty is not told of. */
	tables(): readonly unknown[];
	/** Takes a file that a person has given. */
	addFile(file: File, options?: ReadOptions): Promise<AddedData>;
	/** Reads a table's file again, otherwise. Without it people cannot change how it was read. */
	readAgain?(table: string, options: ReadOptions): Promise<AddedData>;
	subscribe(listener: () => void): Cleanup;
}
