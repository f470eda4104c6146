/** The Worker's side of a database: fills it, then answers one question after the other. */
import { parentPort, workerData } from "node:worker_threads";
import sqlite3InitModule from "@sqlite.org/sqlite-wasm";
import { fill } from "./fill.mjs";
import { guard } from "./guard.mjs";
import { QueryError } from "./sql.mjs";

if (!parentPort) throw new Error("This module is a Worker's.");
const port = parentPort;
const sqlite3 = await sqlite3InitModule();
// Errors are thrown; printed as well, they would fill the terminal with each mistake in a query.
sqlite3.config.warn = () => {};
const db = new sqlite3.oo1.DB(":memory:", "c");
const { tables, limits } = workerData;
const infos = tables.map((/** @type {import("./datasets.mjs").Table} */ table) => fill(db, table));
const query = guard(sqlite3, db, limits);

port.on("message", (sql) => {
	try {
		port.postMessage({ result: query(sql) });
	} catch (error) {
		// After any other error nobody knows what state SQLite is in: it ends this Worker.
		if (!(error instanceof QueryError)) throw error;
		port.postMessage({ mistake: error.message });
	}
});
port.postMessage(infos);
