/** A Worker that answers one question at a time, and is ended when that takes too long. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { QueryError } from "./sql.mjs";

/** Ends with the first question that it does not answer; another takes its place then. */
export class Thread {
	#worker;
	#over = new AbortController();

	/** @param {object} workerData */
	constructor(workerData) {
		this.#worker = new Worker(new URL("./worker.mjs", import.meta.url), { workerData });
		// Who waits is told; where nobody does, an error would end the process.
		this.#worker.on("error", ({ message }) => this.end(`The database broke, and starts anew: ${message}`));
		this.#worker.on("exit", () => this.end());
	}

	get ended() {
		return this.#over.signal.aborted;
	}

	/** @returns {Promise<any>} what it says next; rejects when it ends before */
	async next() {
		try {
			const [said] = await once(this.#worker, "message", { signal: this.#over.signal });
			return said;
		} catch {
			throw new QueryError(String(this.#over.signal.reason));
		}
	}

	/** @param {string} question @param {number} milliseconds */
	async ask(question, milliseconds) {
		const timer = setTimeout(
			() => this.end(`The query took longer than ${milliseconds} ms and was stopped.`),
			milliseconds,
		);
		const said = this.next();
		this.#worker.postMessage(question);
		return said.finally(() => clearTimeout(timer));
	}

	end(why = "The database was closed.") {
		this.#over.abort(why);
		return this.#worker.terminate();
	}
}
