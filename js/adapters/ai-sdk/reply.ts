/** Decides what a language model's stream means: which blocks it makes, why it ended, and when it is not whole. */
import { WebMcpError } from "../../core/errors.js";
import { type Listeners, tell } from "../../model/tell.js";
import type { ContentBlock, JsonObject, LLMResponse, Usage } from "../../types/index.js";
import type { ProviderOptions, StreamPart } from "./model.js";
import { thought } from "./thoughts.js";

/** A block while it is written. */
type Draft =
	| { type: "text"; id: string | undefined; text: string }
	| { type: "reasoning"; id: string | undefined; text: string; metadata?: ProviderOptions }
	| { type: "call"; id: string; name: string; input: string; metadata?: ProviderOptions }
	| { type: "image"; data: string; mediaType: string };

const STOP_REASONS: { [unified: string]: string } = {
	stop: "end_turn",
	"tool-calls": "tool_use",
	length: "max_tokens",
	"content-filter": "refusal",
};

/** Collects a reply. */
export class Reply {
	readonly #listeners: Listeners;
	readonly #drafts: Draft[] = [];
	/** Calls by id whose arguments were heard as they came. */
	readonly #heard = new Map<string, string>();
	/** Those of them that are not whole yet. */
	readonly #open = new Set<string>();
	#end: StreamPart | undefined;

	constructor(listeners: Listeners) {
		this.#listeners = listeners;
	}

	/** Takes a piece. Throws what the model says went wrong. */
	take(part: StreamPart): void {
		const { id, delta = "", providerMetadata: metadata } = part;
		switch (part.type) {
			case "text-start":
			case "reasoning-start":
				this.#begin(part.type === "text-start" ? "text" : "reasoning", id, metadata);
				break;
			case "text-delta":
				this.#draft("text", id).text += delta;
				if (delta !== "") tell(this.#listeners, { type: "text", text: delta });
				break;
			case "reasoning-delta":
			case "reasoning-end": {
				const draft = this.#draft("reasoning", id);
				draft.text += delta;
				// A signature comes with the last piece, an id with the first.
				if (metadata) draft.metadata = { ...draft.metadata, ...metadata };
				if (delta !== "") tell(this.#listeners, { type: "reasoning", text: delta });
				break;
			}
			case "tool-input-start":
				if (id && part.toolName && !part.providerExecuted) this.#beginCall(id, part.toolName);
				break;
			case "tool-input-delta":
				this.#tellArguments(id, delta);
				break;
			case "tool-call":
				this.#call(part);
				break;
			case "file":
				this.#file(part);
				break;
			case "finish":
				this.#end = part;
				break;
			case "error":
				throw part.error;
		}
	}

	/**
	 * The whole reply.
	 *
	 * @throws {@link WebMcpError} `network` when the model did not say that it was done, `model` when it failed or was
	 *   cut in the middle of a call: half a call must never run.
	 */
	whole(): LLMResponse {
		const reason = this.#end?.finishReason;
		const { unified, raw } =
			typeof reason === "string" ? { unified: reason, raw: undefined } : (reason ?? {});
		// What models of the SDK say when the connection ended before the provider gave a reason.
		if (!unified || (raw === undefined && (unified === "other" || unified === "unknown"))) {
			throw new WebMcpError("network", "The model's reply broke off before its end. Try again.");
		}
		if (unified === "error") throw new WebMcpError("model", "The model's provider failed while it answered.");
		for (const id of this.#open) throw halved(this.#heard.get(id));
		const content = this.#drafts.flatMap((draft) =>
			blocks(draft, unified !== "stop" && unified !== "tool-calls"),
		);
		const said = STOP_REASONS[unified] ?? raw ?? unified;
		const calls = content.some(({ type }) => type === "tool_use");
		const usage = this.#end?.usage;
		return {
			content,
			stopReason: calls && said === "end_turn" ? "tool_use" : said,
			...(usage ? { usage: usageOf(usage) } : {}),
		};
	}

	/** The block that `id` names: the last one, for providers number them anew. */
	#draft<Type extends "text" | "reasoning">(type: Type, id: string | undefined): Draft & { type: Type } {
		const known = this.#drafts.findLast((draft) => draft.type === type && draft.id === id);
		return (known ?? this.#begin(type, id, undefined)) as Draft & { type: Type };
	}

	#begin(type: "text" | "reasoning", id: string | undefined, metadata: ProviderOptions | undefined): Draft {
		const draft: Draft =
			type === "text" || !metadata ? { type, id, text: "" } : { type, id, text: "", metadata };
		this.#drafts.push(draft);
		return draft;
	}

	#tellArguments(id: string | undefined, delta: string): void {
		const name = id === undefined ? undefined : this.#heard.get(id);
		if (id && name && delta !== "") tell(this.#listeners, { type: "arguments", id, name, delta });
	}

	#beginCall(id: string, name: string): void {
		this.#heard.set(id, name);
		this.#open.add(id);
		tell(this.#listeners, { type: "call-start", id, name });
	}

	#call({ toolCallId: id = "", toolName: name = "", input = "", ...part }: StreamPart): void {
		this.#open.delete(id);
		// The provider has run it; its result is part of what the model says next.
		if (part.providerExecuted) return;
		const metadata = part.providerMetadata;
		this.#drafts.push({ type: "call", id, name, input, ...(metadata ? { metadata } : {}) });
		if (!this.#heard.has(id)) {
			this.#beginCall(id, name);
			this.#tellArguments(id, input);
			this.#open.delete(id);
		}
	}

	#file({ mediaType = "", data }: StreamPart): void {
		const bytes = typeof data === "object" && "type" in data ? data.data : data;
		if (bytes === undefined || !mediaType.startsWith("image/")) return;
		this.#drafts.push({ type: "image", mediaType, data: typeof bytes === "string" ? bytes : base64(bytes) });
	}
}

function blocks(draft: Draft, cut: boolean): ContentBlock[] {
	if (draft.type === "text") return draft.text === "" ? [] : [{ type: "text", text: draft.text }];
	if (draft.type === "image") return [draft];
	if (draft.type === "reasoning") return [thought(draft.text, draft.metadata)].filter(isThere);
	const input = argumentsOf(draft.input);
	if (cut && "_raw" in input) {
		throw halved(draft.name);
	}
	const about = draft.metadata && thought("", draft.metadata, draft.id);
	return [about, { type: "tool_use" as const, id: draft.id, name: draft.name, input }].filter(isThere);
}

function halved(tool = "a tool"): WebMcpError {
	return new WebMcpError(
		"model",
		`The model's provider cut the call of '${tool}' in half; raise maxTokens if it was the token limit.`,
	);
}

function isThere<T extends ContentBlock>(block: T | undefined): block is T {
	return block !== undefined;
}

/** A call's arguments; text that is no JSON object is kept under `_raw`, for the dispatcher shows it to the model. */
function argumentsOf(text: string): JsonObject {
	if (text.trim() === "") return {};
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
	} catch {
		// Kept below.
	}
	return { _raw: text };
}

function usageOf({ inputTokens, outputTokens, cachedInputTokens }: NonNullable<StreamPart["usage"]>): Usage {
	const flat = typeof inputTokens !== "object";
	const cached = (flat ? cachedInputTokens : inputTokens.cacheRead) ?? 0;
	const written = (flat ? 0 : inputTokens.cacheWrite) ?? 0;
	const thoughts = (typeof outputTokens === "object" ? outputTokens.reasoning : undefined) ?? 0;
	const total = (flat ? inputTokens : inputTokens.total) ?? 0;
	return {
		input_tokens: (flat ? undefined : inputTokens.noCache) ?? Math.max(0, total - cached - written),
		output_tokens: (typeof outputTokens === "object" ? outputTokens.total : outputTokens) ?? 0,
		...(cached > 0 ? { cache_read_input_tokens: cached } : {}),
		...(written > 0 ? { cache_creation_input_tokens: written } : {}),
		...(thoughts > 0 ? { reasoning_tokens: thoughts } : {}),
	};
}

function base64(bytes: Uint8Array): string {
	let text = "";
	// Arguments of a call are limited.
	for (let at = 0; at < bytes.length; at += 8192)
		text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return btoa(text);
}
