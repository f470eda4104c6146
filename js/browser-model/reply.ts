/** Reads the model's answer as it arrives. */
import { WebMcpError } from "../core/errors.js";
import { type Listeners, tell } from "../model/tell.js";
import { createPartialJson, type PartialJson } from "../schema/partial-json.js";
import type { ContentBlock, JsonObject, LLMResponse } from "../types/index.js";

/** Longer answers are runaways. */
const MAX_REPLY_CHARS = 200_000;

/** A call that the model makes. */
export type Call = Extract<ContentBlock, { type: "tool_use" }>;

/** An answer that is still being written. */
export class Reply {
	readonly #listeners: Listeners;
	readonly #json: PartialJson | undefined;
	readonly #id: string;
	#told = 0;
	#text = "";

	/** @param isHeld whether it is JSON, held by a constraint; else any text */
	constructor(isHeld: boolean, id: string, listeners: Listeners) {
		this.#json = isHeld ? createPartialJson() : undefined;
		this.#id = id;
		this.#listeners = listeners;
	}

	/** Takes the next piece. */
	push(piece: string): void {
		if (this.#text.length + piece.length > MAX_REPLY_CHARS) {
			throw new WebMcpError("model", `The browser's model wrote more than ${MAX_REPLY_CHARS} characters.`);
		}
		this.#text += piece;
		if (!this.#json) {
			tell(this.#listeners, { type: "text", text: piece });
			return;
		}
		const { say } = read(() => this.#json?.push(piece));
		if (typeof say !== "string" || say.length === this.#told) return;
		tell(this.#listeners, { type: "text", text: say.slice(this.#told) });
		this.#told = say.length;
	}

	/** The whole answer. */
	end(): LLMResponse {
		const { say, call, arguments: input } = this.#whole();
		if (typeof call !== "string") {
			return { content: [{ type: "text", text: String(say ?? "") }], stopReason: "end_turn" };
		}
		return this.calling([{ type: "tool_use", id: this.#id, name: call, input: input as JsonObject }]);
	}

	/** The answer so far, which goes on once these calls are answered. */
	calling(calls: Call[]): LLMResponse {
		for (const { id, name, input } of calls) {
			tell(this.#listeners, { type: "call-start", id, name });
			tell(this.#listeners, { type: "arguments", id, name, delta: JSON.stringify(input) });
		}
		const said: ContentBlock[] = this.#json || this.#text === "" ? [] : [{ type: "text", text: this.#text }];
		return { content: [...said, ...calls], stopReason: "tool_use" };
	}

	#whole(): JsonObject {
		if (!this.#json) return { say: this.#text };
		const value = read(() => this.#json?.finish());
		const { say, call, arguments: input } = value;
		const isCall = typeof call === "string" && typeof input === "object" && input !== null;
		if (typeof say !== "string" && !isCall) throw cut();
		return value;
	}
}

/** What of the answer is there; some browsers hold it to nothing. */
function read(from: () => unknown): JsonObject {
	try {
		return (from() ?? {}) as JsonObject;
	} catch {
		throw cut();
	}
}

function cut(): WebMcpError {
	return new WebMcpError(
		"model",
		"The browser's model wrote neither an answer nor a call, or broke off: ask again, or with a shorter history.",
	);
}
