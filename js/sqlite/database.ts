/** Decides what a database holds: a Worker that is started again where a question had to be ended, with the files that it had. */
import {
	aFlag,
	aFunction,
	aSignal,
	aText,
	invalid,
	must,
	objectOf,
	oneOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { guarded } from "../core/report.js";
import type { WebMcpLayer } from "../types/index.js";
import { layerOf } from "./layer.js";
import { MAX_FILE, MAX_TABLES } from "./limits.js";
import { Link } from "./link.js";
import type { Add, Start } from "./messages.js";
import { Turns } from "./turns.js";
import type {
	AddedFile,
	AddFileOptions,
	Database,
	QueryResult,
	ReadOptions,
	Table,
	TableFile,
} from "./types.js";

const FILE = must(
	"a file, or its name and text",
	(file) =>
		typeof file === "object" &&
		file !== null &&
		"name" in file &&
		typeof file.name === "string" &&
		(file instanceof Blob || ("text" in file && typeof file.text === "string")),
);
const READING = {
	delimiter: optional(oneOf([",", ";", "\t", "|"])),
	decimal: optional(oneOf([".", ","])),
	header: optional(
		must(
			"true, false, or the row of the names, from 1",
			(header) => typeof header === "boolean" || (Number.isInteger(header) && (header as number) >= 1),
			true,
		),
	),
	encoding: optional(must("an encoding that TextDecoder knows", isEncoding, true)),
};
const ADDING = objectOf({ ...READING, table: optional(aText), signal: optional(aSignal) });
const READING_AGAIN = objectOf(READING);
const EXPORTING = objectOf({ bom: optional(aFlag) });
const ASKING = objectOf({ signal: optional(aSignal) });

/** So much longer than its own limit a Worker may take that SQLite cannot interrupt, milliseconds. */
const GRACE = 2_000;
/** More of a file's name is not said. */
const MAX_SAID = 80;

/** A {@link Database}. */
export class PageDatabase implements Database {
	readonly name: string;
	readonly #start: Start;
	readonly #worker: () => Worker;
	/** What each table was made of. */
	readonly #files = new Map<string, Add>();
	#tables: readonly Table[] = [];
	#link: Link | undefined;
	readonly #turns = new Turns();
	#isClosed = false;
	readonly #listeners = new Set<() => void>();

	constructor(name: string, start: Start, worker: () => Worker) {
		this.name = name;
		this.#start = start;
		this.#worker = worker;
	}

	/** The Worker runs. */
	ready(): Promise<void> {
		return this.#inTurn(async () => undefined);
	}

	async addFile(file: TableFile, options: AddFileOptions = {}): Promise<AddedFile> {
		FILE("addFile: file", file);
		const { signal, table: called, ...reading } = optionsOf("addFile: options", options, ADDING);
		const { name } = file;
		const inside = file instanceof Blob ? file : file.text;
		if ((inside instanceof Blob ? inside.size : inside.length) > MAX_FILE)
			throw invalid("addFile: file", `is larger than ${MAX_FILE / 1_000_000} MB`);
		return this.#inTurn(async (link) => {
			// The Worker may have had to start again meanwhile.
			signal?.throwIfAborted();
			if (this.#tables.length === MAX_TABLES)
				throw invalid("addFile: file", `is one table more than ${MAX_TABLES}: drop one first`);
			return this.#add(link, { file: inside, name, table: called ?? name, isAgain: false, reading }, signal);
		}, signal);
	}

	async readAgain(table: string, options: ReadOptions = {}): Promise<AddedFile> {
		aText("readAgain: table", table);
		const reading = optionsOf("readAgain: options", options, READING_AGAIN);
		return this.#inTurn((link) => this.#add(link, { ...this.#fileOf(table), isAgain: true, reading }));
	}

	async query(sql: string, options: { signal?: AbortSignal } = {}): Promise<QueryResult> {
		aText("query: sql", sql);
		const { signal } = optionsOf("query: options", options, ASKING);
		const { timeoutMs } = this.#start;
		return this.#inTurn(async (link) => {
			const why = `The query took longer than ${timeoutMs} ms and was ended: ask for less.`;
			const timer = setTimeout(() => link.end(new WebMcpError("tool_failed", why)), timeoutMs + GRACE);
			return link.ask("query", sql).finally(() => clearTimeout(timer));
		}, signal);
	}

	tables(): Table[] {
		return structuredClone(this.#tables) as Table[];
	}

	async exportCsv(table: string, options: { bom?: boolean } = {}): Promise<Blob> {
		aText("exportCsv: table", table);
		const { bom = true } = optionsOf("exportCsv: options", options, EXPORTING);
		return this.#inTurn((link) => {
			this.#fileOf(table);
			return link.ask("export", { table, bom });
		});
	}

	async dropTable(table: string): Promise<boolean> {
		aText("dropTable: table", table);
		return this.#inTurn(async (link) => {
			if (!this.#files.has(table)) return false;
			await link.ask("drop", table);
			this.#forget(table);
			return true;
		});
	}

	layer(): WebMcpLayer {
		return layerOf(this.name, this.#tables, (sql, options) => this.query(sql, options));
	}

	subscribe(listener: () => void): () => void {
		aFunction("subscribe: listener", listener);
		const told = (): void => listener();
		this.#listeners.add(told);
		return () => this.#listeners.delete(told);
	}

	close(): void {
		this.#isClosed = true;
		this.#link?.end(new WebMcpError("aborted", "The database was closed."));
		this.#files.clear();
		this.#tables = [];
		this.#tell();
	}

	/** Makes or remakes a table. */
	async #add(link: Link, add: Add, signal?: AbortSignal): Promise<AddedFile> {
		// A file is read in one go, so nothing less ends it.
		const made = await ended(link, link.ask("add", add), signal).catch((error: unknown) => {
			throw inFile(add.name, error);
		});
		const { name, rows, columns, dialect } = made;
		this.#files.set(name, { ...add, table: name, isAgain: true });
		const isThere = this.#tables.some((table) => table.name === name);
		this.#tables = isThere
			? this.#tables.map((table) => (table.name === name ? made : table))
			: [...this.#tables, made];
		this.#tell();
		return structuredClone({ table: name, rows, columns, dialect });
	}

	#fileOf(table: string): Add {
		const file = this.#files.get(table);
		if (!file) throw new WebMcpError("not_found", `There is no table '${table}'.`);
		return file;
	}

	#inTurn<T>(work: (link: Link) => Promise<T>, signal?: AbortSignal): Promise<T> {
		return this.#turns.take(async () => work(await this.#running()), signal);
	}

	async #running(): Promise<Link> {
		if (this.#isClosed) throw new WebMcpError("aborted", "The database was closed; open another.");
		if (this.#link && !this.#link.hasEnded) return this.#link;
		const link = new Link(this.#worker());
		this.#link = link;
		await link.ask("start", this.#start).catch(({ code, message }: WebMcpError) => {
			throw new WebMcpError(code === "aborted" ? code : "unsupported", message);
		});
		for (const [table, add] of this.#files) {
			await link.ask("add", add).catch((error: unknown) => {
				if (link.hasEnded) throw error;
				// A file may have changed or gone since; the others are still there.
				this.#forget(table);
			});
		}
		return link;
	}

	#forget(table: string): void {
		this.#files.delete(table);
		this.#tables = this.#tables.filter(({ name }) => name !== table);
		this.#tell();
	}

	#tell(): void {
		for (const listener of this.#listeners) guarded(listener);
	}
}

/** An abort ends the Worker. */
async function ended<T>(link: Link, work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	const end = (): void => link.end(new WebMcpError("aborted", "The file was given up."));
	signal?.addEventListener("abort", end);
	return work.finally(() => signal?.removeEventListener("abort", end));
}

function isEncoding(label: unknown): boolean {
	try {
		return typeof label === "string" && new TextDecoder(label) !== undefined;
	} catch {
		return false;
	}
}

function inFile(name: string, error: unknown): unknown {
	if (!(error instanceof WebMcpError) || error.code !== "invalid_argument") return error;
	return new WebMcpError("invalid_argument", `${name.slice(0, MAX_SAID)} cannot be read. ${error.message}`);
}
