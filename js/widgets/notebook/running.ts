/** Cells that run, one after the other. */
import { listOf, recordOf, textOf } from "../dom.js";
import { type Isolated, isolate } from "../js-sandbox/isolated/client.js";
import { type Line, written } from "../js-sandbox/isolated/lines.js";
import { MAX_VALUE_CHARS } from "../js-sandbox/isolated/messages.js";
import type { Cell } from "./cells.js";
import type { Results } from "./results.js";
import { say } from "../say.js";

/** What runs need of the notebook. */
export interface Notebook {
	readonly cells: readonly Cell[];
	readonly results: Results;
	/** Asks the page for the rows of a query. */
	query(key: string, sql: string): void;
	/** Is called after each change. */
	changed(): void;
}

/** Which cells run, and which wait. */
export class Running {
	/** The cell that runs. */
	current: string | undefined;
	/** Those that follow. */
	waiting: string[] = [];
	said = "";
	readonly #notebook: Notebook;
	#code: Isolated | undefined;
	#lines: readonly Line[] = [];
	#cell: Cell | undefined;
	#inputs: ReadonlyMap<string, number> = new Map();

	constructor(notebook: Notebook) {
		this.#notebook = notebook;
	}

	/** Runs cells, after what runs already. */
	run(keys: readonly string[]): void {
		this.waiting = [...this.waiting, ...keys.filter((key) => !this.waiting.includes(key))];
		if (this.current === undefined) this.#next();
		else this.#notebook.changed();
	}

	/** Ends what runs at once, and runs nothing else. */
	stop(said = say("Stopped.")): void {
		this.#code?.stop();
		this.#code = undefined;
		this.current = undefined;
		this.waiting = [];
		this.said = said;
		this.#notebook.changed();
	}

	/** Ends it without a word. */
	end(): void {
		this.#code?.stop();
		this.current = undefined;
		this.waiting = [];
	}

	/** What came back for a query. One that nobody waits for is passed over. */
	answered(payload: unknown): void {
		const { cell, rows, error } = recordOf(payload);
		if (this.#cell?.type !== "sql" || this.current === undefined || cell !== this.current) return;
		if (error !== undefined && error !== null) {
			const { message } = recordOf(error);
			this.#finish({ error: textOf(message ?? error, 1000) });
			return;
		}
		let json = "";
		try {
			json = JSON.stringify(listOf(rows)) ?? "";
		} catch (problem) {
			this.#finish({ error: `The rows are no JSON: ${String(problem)}` });
			return;
		}
		const isMuch = json.length > MAX_VALUE_CHARS;
		const tooMuch = `The rows have more than ${MAX_VALUE_CHARS.toLocaleString()} characters: ask for fewer.`;
		this.#finish(isMuch ? { error: tooMuch } : { json });
	}

	#next(): void {
		const { cells, results } = this.#notebook;
		const key = this.waiting.shift();
		const at = cells.findIndex((cell) => cell.key === key);
		const cell = cells[at];
		this.current = undefined;
		if (key === undefined) {
			this.said = say("Done.");
			this.#notebook.changed();
			return;
		}
		if (!cell || cell.type === "md" || cell.content.trim() === "") {
			this.#next();
			return;
		}
		this.current = key;
		this.#cell = cell;
		this.#lines = [];
		this.#inputs = results.inputs(cells, at);
		this.said = say("Cell {at} runs.", { at: at + 1 });
		if (cell.type === "sql") {
			this.#notebook.changed();
			this.#notebook.query(key, cell.content);
			return;
		}
		this.#start(cell, results.variables(cells, at));
		this.#notebook.changed();
	}

	#start({ content }: Cell, variables: [string, string][]): void {
		const job = { code: content, html: "", variables, width: 0, height: 0 };
		this.#code = isolate(job, (message) => {
			if (message.kind === "line") this.#lines = written(this.#lines, message);
			else if (message.kind === "done") this.#finish({ json: message.json ?? "" });
			else if (message.kind === "failed") this.#finish({ error: message.reason });
			else if (message.kind === "stopped") this.#finish({ error: `${say("Stopped.")} ${message.reason}` });
		});
	}

	#finish(given: { json?: string; error?: string }): void {
		const cell = this.#cell;
		this.#code?.stop();
		this.#code = undefined;
		if (!cell || this.current === undefined) return;
		this.#notebook.results.set(cell, this.#inputs, { ...given, lines: this.#lines });
		if (given.error === undefined) {
			this.#next();
			return;
		}
		// What follows would run with what is missing.
		const at = this.#notebook.cells.findIndex(({ key }) => key === cell.key);
		this.stop(say("Cell {at} failed.", { at: at + 1 }));
	}
}
