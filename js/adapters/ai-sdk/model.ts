/** What is used of the Vercel AI SDK's language models, versions 2 to 4 of their specification, without depending on them. */

/** Any `LanguageModelV2`, `V3` or `V4`; what is asked of it is checked against the real types by a test. */
export interface LanguageModelLike {
	readonly specificationVersion: string;
	readonly provider: string;
	readonly modelId: string;
	/** Takes {@link CallOptions}; each version has its own type for them. */
	doStream(options: never): PromiseLike<{ stream: ReadableStream<{ type: string }> }>;
}

/** Extras for one provider, by its name. */
export type ProviderOptions = { [provider: string]: { [option: string]: unknown } };

/** A piece of a message. */
export type PromptPart = { providerOptions?: ProviderOptions } & (
	| { type: "text"; text: string }
	| { type: "reasoning"; text: string }
	/** Base64; version 4 says so in an object. */
	| { type: "file"; mediaType: string; data: string | { type: "data"; data: string } }
	| { type: "tool-call"; toolCallId: string; toolName: string; input: unknown }
	| {
			type: "tool-result";
			toolCallId: string;
			toolName: string;
			output: { type: "text" | "error-text"; value: string };
	  }
);

/** A message. */
export type PromptMessage =
	| { role: "system"; content: string }
	| { role: "user" | "assistant" | "tool"; content: PromptPart[] };

/** What a model is asked. */
export interface CallOptions {
	prompt: PromptMessage[];
	tools?: { type: "function"; name: string; description: string; inputSchema: object; strict?: boolean }[];
	toolChoice?: { type: "auto" | "none" | "required" } | { type: "tool"; toolName: string };
	maxOutputTokens?: number;
	temperature?: number;
	topK?: number;
	abortSignal?: AbortSignal;
	headers?: { [name: string]: string };
	providerOptions?: ProviderOptions;
}

/** A count of tokens: flat in version 2, split later. */
export type TokenCount =
	| number
	| { total?: number; noCache?: number; cacheRead?: number; cacheWrite?: number; reasoning?: number };

/** A piece of a reply; fields that a type of piece does not have are absent. */
export interface StreamPart {
	type: string;
	id?: string;
	delta?: string;
	toolCallId?: string;
	toolName?: string;
	/** JSON text. */
	input?: string;
	/** The provider runs the tool itself. */
	providerExecuted?: boolean;
	providerMetadata?: ProviderOptions;
	mediaType?: string;
	data?: string | Uint8Array | { type: string; data?: string | Uint8Array };
	error?: unknown;
	/** A word in version 2. */
	finishReason?: string | { unified: string; raw?: string };
	usage?: { inputTokens?: TokenCount; outputTokens?: TokenCount; cachedInputTokens?: number };
}
