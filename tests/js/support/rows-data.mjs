/** All that a page can call of what is kept in the browser, and of data in the page, as `rows.mjs`. */
import * as sqlite from "../../../pkg/sqlite/index.js";
import * as storage from "../../../pkg/storage/index.js";
import { signal } from "./sound.mjs";
import { used } from "./used.mjs";

/** A Worker that answers at once. */
class Idle extends EventTarget {
	postMessage({ kind }) {
		const answers = {
			add: { name: "t", rows: 1, columns: [] },
			query: { columns: [], rows: [], truncated: false },
		};
		if (!kind) return;
		const message = Object.assign(new Event("message"), { data: { answer: answers[kind] ?? true } });
		queueMicrotask(() => this.dispatchEvent(message));
	}

	terminate() {}
}

const options = () => ({
	name: "n",
	maxRows: 1,
	timeoutMs: 1,
	library: "https://x.example/index.mjs",
	worker: () => new Idle(),
});
const file = () => ({ name: "t.csv", text: "a" });

async function filled() {
	const database = await sqlite.openDatabase(options());
	await database.addFile(file());
	return database;
}

export const DATA = {
	"webmcp-auto-ui/storage": {
		of: () => storage,
		rows: {
			openStorage: used(
				() => ({ options: { name: "n", passphrase: "p", onProblem: () => undefined } }),
				undefined,
				"unsupported",
			),
		},
	},
	"webmcp-auto-ui/sqlite": { of: () => sqlite, rows: { openDatabase: () => ({ options: options() }) } },
	"a database in the page": {
		of: filled,
		rows: {
			addFile: () => ({
				file: file(),
				options: {
					table: "t",
					delimiter: ",",
					decimal: ".",
					header: 1,
					encoding: "utf-8",
					signal: signal(),
				},
			}),
			readAgain: () => ({
				table: "t",
				options: { delimiter: ",", decimal: ".", header: true, encoding: "utf-8" },
			}),
			query: () => ({ sql: "SELECT 1", options: { signal: signal() } }),
			tables: () => ({}),
			exportCsv: () => ({ table: "t", options: { bom: true } }),
			dropTable: () => ({ table: "t" }),
			layer: () => ({}),
			subscribe: () => ({ listener: () => undefined }),
			ready: () => ({}),
			close: () => ({}),
		},
	},
};
