/** What an app is told of the call that it shows: in the order of the specification, once it listens, and anew if it begins anew. */
import { invalid, json } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { JsonObject, McpToolResult } from "../types/index.js";
import { MAX_MESSAGE_CHARS } from "./plain.js";

const MAX_REASON_CHARS = 500;

type Tell = (method: string, params: JsonObject) => void;

/** Keeps what is known of a call. */
export class Told {
	readonly #tell: Tell;
	#listens = false;
	#partial: JsonObject | undefined;
	#input: JsonObject | undefined;
	/** How it ended: the method by which that is told, and what is told. */
	#outcome: readonly [method: string, params: JsonObject] | undefined;

	constructor(tell: Tell) {
		this.#tell = (method, params) => tell(`ui/notifications/${method}`, params);
	}

	/** The app is ready: all that is known already is told. */
	open(): void {
		this.#listens = true;
		if (this.#input) this.#tell("tool-input", { arguments: this.#input });
		else if (this.#partial) this.#tell("tool-input-partial", { arguments: this.#partial });
		if (this.#outcome) this.#tell(...this.#outcome);
	}

	/** The app is not ready any more. */
	close(): void {
		this.#listens = false;
	}

	partial(args: JsonObject): void {
		if (this.#input || this.#outcome) return;
		this.#partial = plain("toolInputPartial: args", args);
		this.#now("tool-input-partial", { arguments: this.#partial });
	}

	input(args: JsonObject): void {
		if (this.#input) throw new WebMcpError("conflict", "toolInput: the app knows the arguments already.");
		this.#input = plain("toolInput: args", args);
		this.#now("tool-input", { arguments: this.#input });
	}

	result(result: McpToolResult): void {
		this.#unended("toolResult");
		// An app waits for the arguments before it shows a result.
		if (!this.#input) this.input({});
		this.#end("tool-result", resultOf(result));
	}

	cancelled(reason: string): void {
		this.#unended("toolCancelled");
		this.#end("tool-cancelled", { reason: reason.slice(0, MAX_REASON_CHARS) });
	}

	#end(method: string, params: JsonObject): void {
		this.#outcome = [method, params];
		this.#now(method, params);
	}

	#now(method: string, params: JsonObject): void {
		if (this.#listens) this.#tell(method, params);
	}

	#unended(what: string): void {
		if (this.#outcome)
			throw new WebMcpError("conflict", `${what}: the app knows already how the call ended.`);
	}
}

/** What the page, or a model, has made: a copy, so that what becomes of it later is not told by halves. */
function plain(what: string, value: object): JsonObject {
	const text = json(what, value);
	if (!text?.startsWith("{")) throw invalid(what, "must be an object");
	if (text.length > MAX_MESSAGE_CHARS)
		throw invalid(what, `must have at most ${MAX_MESSAGE_CHARS} characters`);
	return JSON.parse(text) as JsonObject;
}

/** A result is the server's: how long it is cannot be helped by the page. */
function resultOf(result: McpToolResult): JsonObject {
	const text = json("toolResult: result", result);
	if (text && text.length > MAX_MESSAGE_CHARS) {
		const said = `The result has ${text.length} characters; ${MAX_MESSAGE_CHARS} are passed on.`;
		return { content: [{ type: "text", text: said }], isError: true };
	}
	const plainResult = plain("toolResult: result", result);
	return Array.isArray(plainResult.content) ? plainResult : { ...plainResult, content: [] };
}
