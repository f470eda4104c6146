/** Decides what becomes of the questions to one Worker: each is answered, or fails when the Worker does. */
import { WebMcpError } from "../core/errors.js";
import { type Pulse, watchPulse } from "../worker/pulse.js";
import type { FromEmbedder, ToEmbedder } from "./messages.js";

/** A message without its number. */
export type Question = ToEmbedder extends infer Message
	? Message extends { id: number }
		? Omit<Message, "id">
		: never
	: never;

interface Waiting {
	resolve(message: FromEmbedder): void;
	reject(error: WebMcpError): void;
}

const GONE =
	"The embedder's Worker was ended, as browsers do when memory runs out; the next call starts another.";

/** A Worker and who waits for it. */
export class Link {
	readonly #worker: Worker;
	readonly #waiting = new Map<number, Waiting>();
	readonly #onEnd: () => void;
	readonly #stopWatch: () => void;
	#lastId = 0;
	#ended: WebMcpError | undefined;

	/** `onEnd` is called once: when the Worker has failed, or {@link Link.end} was called. */
	constructor(worker: Worker, onEnd: () => void) {
		this.#worker = worker;
		this.#onEnd = onEnd;
		worker.addEventListener("message", ({ data }: MessageEvent<FromEmbedder | Pulse>) => {
			if ("pulse" in data) return;
			// A runtime that failed once keeps failing, so the next question starts another Worker.
			if ("error" in data) this.end(data.error);
			else this.#take(data.id)?.resolve(data);
		});
		worker.addEventListener("error", (event: ErrorEvent) => {
			event.preventDefault?.();
			this.end(
				`The embedder's Worker failed (${event.message ?? "it could not be started"}): check that the page serves it and its modules.`,
			);
		});
		this.#stopWatch = watchPulse(worker, () => this.end(GONE));
	}

	/** The Worker's answer. Rejects with code `model` when the Worker ends before. */
	ask(question: Question): Promise<FromEmbedder> {
		if (this.#ended) return Promise.reject(this.#ended);
		this.#lastId += 1;
		const id = this.#lastId;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
			this.#worker.postMessage({ ...question, id });
		});
	}

	/** Ends the Worker and rejects whoever waits or asks later. */
	end(reason: string): void {
		if (this.#ended) return;
		this.#ended = new WebMcpError("model", reason);
		this.#stopWatch();
		this.#worker.terminate();
		this.#onEnd();
		const waiting = [...this.#waiting.values()];
		this.#waiting.clear();
		for (const { reject } of waiting) reject(this.#ended);
	}

	#take(id: number): Waiting | undefined {
		const waiting = this.#waiting.get(id);
		this.#waiting.delete(id);
		return waiting;
	}
}
