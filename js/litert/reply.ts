/** Decides what the pieces of a streamed reply amount to. */
import type { ChatDelta, ContentBlock, JsonObject, LLMResponse } from "../types/index.js";
import { holdsCall } from "./control.js";
import { Problem } from "./messages.js";
import type { RuntimePiece } from "./runtime.js";
import { isRecord } from "./shapes.js";

/** A reply that is still being written. */
export class Reply {
	readonly #tell: (delta: ChatDelta) => void;
	readonly #content: ContentBlock[] = [];
	readonly #prefix: string;
	#calls = 0;

	/** `prefix` keeps the ids of calls apart from those of other replies; `tell` hears each piece. */
	constructor(prefix: string, tell: (delta: ChatDelta) => void) {
		this.#prefix = prefix;
		this.#tell = tell;
	}

	/** Whether nothing was said yet. */
	get isEmpty(): boolean {
		return this.#content.length === 0;
	}

	/** Takes the stream's next piece. Every channel besides the answer is what the model thinks. */
	add({ channels, content, tool_calls }: RuntimePiece): void {
		for (const thought of Object.values(channels ?? {})) this.#grow("reasoning", thought);
		const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
		for (const part of parts) {
			if (part.type === "text" && typeof part.text === "string") this.#grow("text", part.text);
		}
		for (const call of tool_calls ?? []) {
			const { name, arguments: input } = call.function ?? {};
			if (typeof name !== "string") throw new Problem("model", "The model called a tool without a name.");
			this.#call(name, isRecord(input) ? (input as JsonObject) : {});
		}
	}

	/** The whole reply; `single` keeps the first of several calls only. */
	end(single: boolean): LLMResponse {
		const text = this.#content.map((block) => (block.type === "text" ? block.text : "")).join("");
		if (holdsCall(text)) {
			throw new Problem(
				"model",
				"The reply broke off in the middle of a tool call: raise maxTokens or contextSize.",
			);
		}
		let kept = 0;
		const content = this.#content.filter((block) => block.type !== "tool_use" || !single || kept++ === 0);
		return { content, stopReason: this.#calls > 0 ? "tool_use" : "end_turn" };
	}

	#grow(type: "text" | "reasoning", text: string): void {
		if (!text) return;
		const last = this.#content.at(-1);
		if (last?.type === type) last.text += text;
		else this.#content.push({ type, text });
		this.#tell({ type, text });
	}

	#call(name: string, input: JsonObject): void {
		this.#calls += 1;
		const id = `${this.#prefix}_${this.#calls}`;
		this.#content.push({ type: "tool_use", id, name, input });
		this.#tell({ type: "call-start", id, name });
		this.#tell({ type: "arguments", id, name, delta: JSON.stringify(input) });
	}
}
