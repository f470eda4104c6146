/** Decides what becomes of one Worker's questions, one at a time: each is answered, or fails when the Worker ends. */
import { WebMcpError } from "../core/errors.js";
import { type Pulse, watchPulse } from "../worker/pulse.js";
import type { Answers, FromDatabase, ToDatabase } from "./messages.js";

const GONE = "The database's Worker was ended, as browsers do when memory runs out: drop a table.";

/** A Worker, and who waits for it. */
export class Link {
	readonly #worker: Worker;
	readonly #stopWatch: () => void;
	#waiting: { resolve(answer: unknown): void; reject(error: WebMcpError): void } | undefined;
	#ended: WebMcpError | undefined;

	constructor(worker: Worker) {
		this.#worker = worker;
		worker.addEventListener("message", ({ data }: MessageEvent<FromDatabase | Pulse>) => {
			if ("pulse" in data) return;
			if ("fault" in data) return this.end(new WebMcpError("tool_failed", data.fault));
			const waiting = this.#waiting;
			this.#waiting = undefined;
			if ("answer" in data) waiting?.resolve(data.answer);
			else waiting?.reject(new WebMcpError(data.isLate ? "tool_failed" : "invalid_argument", data.problem));
		});
		worker.addEventListener("error", (event: ErrorEvent) => {
			event.preventDefault?.();
			const reason = event.message ?? "it could not be started";
			const remedy = "check that the page serves it and its modules, and its policy's worker-src";
			this.end(new WebMcpError("unsupported", `The database's Worker failed (${reason}): ${remedy}.`));
		});
		this.#stopWatch = watchPulse(worker, () => this.end(new WebMcpError("tool_failed", GONE)));
	}

	/** Whether nothing more can be asked. */
	get hasEnded(): boolean {
		return this.#ended !== undefined;
	}

	/** The Worker's answer; nothing else may be asked before. */
	ask<Kind extends keyof Answers>(kind: Kind, ask: Answers[Kind]["ask"]): Promise<Answers[Kind]["answer"]> {
		if (this.#ended) return Promise.reject(this.#ended);
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve: resolve as (answer: unknown) => void, reject };
			this.#worker.postMessage({ kind, ask } as ToDatabase);
		});
	}

	/** Ends the Worker; whoever waits is told why. */
	end(why: WebMcpError): void {
		if (this.#ended) return;
		this.#ended = why;
		this.#stopWatch();
		this.#worker.terminate();
		this.#waiting?.reject(why);
	}
}
