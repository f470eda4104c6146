/** `webmcp-auto-ui/sqlite`: files as tables of a SQL database in the page, which a model asks. */
export { openDatabase } from "./open.js";
export type {
	AddedFile,
	AddFileOptions,
	Cell,
	Column,
	Database,
	DatabaseOptions,
	Delimiter,
	Dialect,
	QueryResult,
	ReadOptions,
	Table,
	TableFile,
} from "./types.js";
