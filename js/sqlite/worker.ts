/** Decides what happens in the database's Worker: it starts SQLite, then does one thing after the other. */
import { holdsPulse, type Pulse } from "../worker/pulse.js";
import { Guard, Late } from "./guard.js";
import { type Connection, type Sqlite, startSqlite } from "./library.js";
import { MAX_FILE } from "./limits.js";
import type { Add, Answers, FromDatabase, Start, ToDatabase } from "./messages.js";
import { quoted, tableName } from "./names.js";
import { decoded, encodingOf } from "./encoding.js";
import { Problem } from "./problem.js";
import { sheetOf } from "./sheet.js";
import { csvOf, fill } from "./tables.js";
import type { Table } from "./types.js";

/** The part of a Worker's global that is used here; the page's types know only windows. */
interface Scope {
	postMessage(message: FromDatabase): void;
	addEventListener(type: "message", listener: (event: MessageEvent<ToDatabase | Pulse>) => void): void;
}

const scope = globalThis as unknown as Scope;
let database: Opened | undefined;
let queue: Promise<void> = Promise.resolve();

class Opened {
	readonly #sqlite: Sqlite;
	readonly #db: Connection;
	readonly #guard: Guard;
	readonly #tables = new Map<string, Table>();

	constructor(sqlite: Sqlite, start: Start) {
		this.#sqlite = sqlite;
		this.#db = new sqlite.oo1.DB(":memory:", "c");
		this.#guard = new Guard(sqlite, this.#db, start, this.#tables);
	}

	async add({ file, name, table, isAgain, reading }: Add): Promise<Table> {
		const { text, ...encoding } = await textOf(file, reading.encoding);
		if (text.length > MAX_FILE) throw new Problem(`It is larger than ${MAX_FILE / 1_000_000} MB.`);
		const { dialect, ...sheet } = sheetOf(name, text, reading);
		const isTaken = (one: string) => this.#tables.has(one) || this.#isKeyword(one);
		const free = isAgain ? table : tableName(table, isTaken);
		const filled = this.#guard.unlocked(() => {
			if (isAgain) this.#db.exec(`DROP TABLE IF EXISTS ${quoted(free)}`);
			return fill(this.#sqlite, this.#db, free, sheet);
		});
		const added = { ...filled, dialect: { ...dialect, ...encoding } };
		this.#tables.set(free, added);
		return added;
	}

	query(sql: string): Answers["query"]["answer"] {
		return this.#guard.query(sql);
	}

	export({ table, bom }: Answers["export"]["ask"]): Blob {
		return this.#guard.unlocked(() => csvOf(this.#db, table, bom));
	}

	drop(table: string): true {
		this.#guard.unlocked(() => this.#db.exec(`DROP TABLE ${quoted(table)}`));
		this.#tables.delete(table);
		return true;
	}

	#isKeyword(name: string): boolean {
		return this.#sqlite.capi.sqlite3_keyword_check(name, new TextEncoder().encode(name).length) !== 0;
	}
}

/** The text of a file, and how its bytes were read. */
async function textOf(
	file: Blob | string,
	asked: string | undefined,
): Promise<{ text: string; encoding?: string; isEncodingGuessed?: true }> {
	if (typeof file === "string") return { text: file };
	const bytes = await bytesOf(file);
	const { label, isGuessed } = asked === undefined ? encodingOf(bytes) : { label: asked, isGuessed: false };
	return { text: decoded(bytes, label), encoding: label, ...(isGuessed && { isEncodingGuessed: true }) };
}

function bytesOf(file: Blob): Promise<ArrayBuffer> {
	return file.arrayBuffer().catch(() => {
		throw new Problem("It is no file, or has changed or gone since it was given.");
	});
}

scope.addEventListener("message", ({ data }) => {
	if (holdsPulse(data)) return;
	queue = queue.then(async () => scope.postMessage(await answered(data)));
});

async function answered(message: ToDatabase): Promise<FromDatabase> {
	try {
		return { answer: await served(message) };
	} catch (error) {
		const problem = error instanceof Error ? error.message : String(error);
		if (error instanceof Problem) return { problem, isLate: error instanceof Late };
		// Nobody knows what state SQLite is in.
		return { fault: problem };
	}
}

async function served(message: ToDatabase): Promise<Answers[keyof Answers]["answer"]> {
	if (message.kind === "start") {
		database = new Opened(await startSqlite(message.ask.library), message.ask);
		return true;
	}
	if (!database) throw new Error("There is no database yet.");
	if (message.kind === "add") return database.add(message.ask);
	if (message.kind === "export") return database.export(message.ask);
	return database[message.kind](message.ask);
}
