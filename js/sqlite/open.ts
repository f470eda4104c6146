/** Decides with which options a database is opened, and how its Worker starts. */
import {
	aFunction,
	aWorker,
	address,
	must,
	number,
	objectOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { PageDatabase } from "./database.js";
import type { Database, DatabaseOptions } from "./types.js";

const COUNT = number("a whole number from 1", (value) => Number.isInteger(value) && value >= 1);
const OPTIONS = objectOf({
	name: optional(must("a text that is not blank", (name) => typeof name === "string" && name.trim() !== "")),
	maxRows: optional(COUNT),
	timeoutMs: optional(COUNT),
	worker: optional(aFunction),
});

/**
 * Opens an empty database: SQLite in a Worker of its own, by the optional peer dependency `@sqlite.org/sqlite-wasm`.
 *
 * @throws {@link WebMcpError} `unsupported` where the library or the Worker cannot be had, `invalid_argument`.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
	const given = optionsOf("openDatabase: options", options, OPTIONS);
	const { name = "files", maxRows = 1_000, timeoutMs = 2_000, library, worker } = given;
	const start = {
		maxRows,
		timeoutMs,
		...(library !== undefined && { library: address("openDatabase: options.library", library) }),
	};
	const database = new PageDatabase(name, start, () => startWorker(worker));
	await database.ready();
	return database;
}

function startWorker(start: DatabaseOptions["worker"]): Worker {
	try {
		const worker = start ? start() : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
		aWorker("what worker() gave", worker);
		return worker;
	} catch (error) {
		// A policy without `worker-src 'self'`, one that requires trusted types, another origin, or no Workers at all.
		const reason = error instanceof Error ? error.message : String(error);
		throw new WebMcpError(
			"unsupported",
			`The database's Worker could not be started (${reason}): check worker-src, or give the option "worker".`,
		);
	}
}
