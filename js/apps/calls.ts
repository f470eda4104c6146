/** What an app has asked for: done by the page's functions, given up when nobody waits, and answered once. */
import { guarded } from "../core/report.js";
import type { JsonObject } from "../types/index.js";
import { MAX_MESSAGE_CHARS } from "./plain.js";
import type { McpAppAudit, McpAppCall } from "./types.js";
import { answer, failure, isRecord, NO_METHOD, REFUSED, Refusal, type RequestId } from "./wire.js";

/** Each may be a question that the person has to answer. */
const MAX_OPEN = 32;
const MAX_SAID_CHARS = 500;
const MAX_SUBJECT_CHARS = 200;

/** Does what a request wants; what it throws is the reason why not. */
export type Answer = (params: JsonObject, call: McpAppCall) => unknown;

/** All that an app can ask for. */
export type Answers = ReadonlyMap<string, Answer>;

/** The requests that are under way. */
export class Calls {
	readonly #open = new Map<RequestId, AbortController>();
	readonly #answers: Answers;
	readonly #send: (message: object) => void;
	readonly #audit: (entry: Omit<McpAppAudit, "uri">) => void;

	constructor(
		answers: Answers,
		send: (message: object) => void,
		audit: (entry: Omit<McpAppAudit, "uri">) => void,
	) {
		this.#answers = answers;
		this.#send = send;
		this.#audit = audit;
	}

	/** Does it, and answers. */
	async begin(id: RequestId, method: string, params: JsonObject): Promise<void> {
		// Whom the answer is for could not be told.
		if (this.#open.has(id)) return;
		const work = this.#answers.get(method);
		if (!work) return this.#send(failure(id, NO_METHOD, `This host has no '${method.slice(0, 100)}'.`));
		if (this.#open.size >= MAX_OPEN) {
			return this.#send(failure(id, REFUSED, `${MAX_OPEN} requests are under way; wait for an answer.`));
		}
		const controller = new AbortController();
		const { signal } = controller;
		this.#open.set(id, controller);
		const [at, begun] = [Date.now(), performance.now()];
		const gone = new Promise<never>((_, reject) => {
			signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		});
		let outcome: McpAppAudit["outcome"] = "ok";
		try {
			// A function that does not heed its signal holds nobody up.
			const result = await Promise.race([gone, (async () => work(params, { signal }))()]);
			this.#send(answer(id, written(result)));
		} catch (problem) {
			outcome = signal.aborted ? "cancelled" : "failed";
			if (!signal.aborted) this.#send(failure(id, ...reasonOf(problem)));
		}
		if (this.#open.get(id) === controller) this.#open.delete(id);
		const subject = subjectOf(params);
		const ms = Math.round(performance.now() - begun);
		guarded(() => this.#audit({ at, method, ...(subject ? { subject } : {}), outcome, ms }));
	}

	/** The app does not wait any more. */
	cancel(id: unknown): void {
		const controller = this.#open.get(id as RequestId);
		this.#open.delete(id as RequestId);
		controller?.abort();
	}

	/** Nobody waits any more. */
	end(): void {
		for (const id of [...this.#open.keys()]) this.cancel(id);
	}
}

/** What can be sent: functions, circles and getters of the page's cannot. */
function written(result: unknown): unknown {
	const text: string | undefined = JSON.stringify(result ?? {});
	if (text && text.length > MAX_MESSAGE_CHARS) {
		throw new Refusal(
			REFUSED,
			`The result has ${text.length} characters; ${MAX_MESSAGE_CHARS} are passed on.`,
		);
	}
	const plain: unknown = JSON.parse(text ?? "null");
	if (!isRecord(plain)) throw new Refusal(REFUSED, "The host has no result.");
	return plain;
}

function reasonOf(problem: unknown): [code: number, message: string] {
	let said = "It failed.";
	try {
		said = problem instanceof Error ? problem.message : String(problem);
	} catch {
		// What cannot be told is not told.
	}
	return [problem instanceof Refusal ? problem.code : REFUSED, said.slice(0, MAX_SAID_CHARS)];
}

function subjectOf({ name, uri, url }: JsonObject): string | undefined {
	const subject = [name, uri, url].find((one) => typeof one === "string") as string | undefined;
	// A text of its own: a piece of a long one would keep all of it.
	return subject && [...subject.slice(0, MAX_SUBJECT_CHARS)].join("");
}
