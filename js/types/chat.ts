/** Conversations with a model. */
import type { JsonObject, JsonSchema } from "./json.js";

/** One piece of a message. */
export type ContentBlock =
	| { type: "text"; text: string }
	| { type: "image"; data: string; mediaType: string }
	| { type: "tool_use"; id: string; name: string; input: JsonObject }
	| {
			type: "tool_result";
			tool_use_id: string;
			content: string;
			/** Pictures that belong to the answer, base64 without a `data:` prefix. */
			images?: { data: string; mediaType: string }[];
			is_error?: boolean;
	  };

/** A message of the conversation. */
export interface ChatMessage {
	role: "user" | "assistant" | "system";
	content: string | ContentBlock[];
}

/** A tool as a provider sends it to a model. */
export interface ProviderTool {
	/** `{server}_{mcp|webmcp}_{tool}` */
	name: string;
	description: string;
	input_schema: JsonSchema;
	strict?: boolean;
}

/** Tokens that one reply cost. */
export interface Usage {
	/** Those read from a cache not counted. */
	input_tokens: number;
	output_tokens: number;
	cache_read_input_tokens?: number;
}

/** A model's reply. */
export interface LLMResponse {
	content: ContentBlock[];
	stopReason: string;
	usage?: Usage;
	stats?: { tokensPerSec: number; totalTokens: number; latencyMs: number };
}

/** Options of one call to a model. */
export interface ChatOptions {
	signal?: AbortSignal;
	cacheEnabled?: boolean;
	system?: string;
	maxTokens?: number;
	temperature?: number;
	topK?: number;
	onToken?: (token: string) => void;
	/** Hears the arguments of tool calls as they are written, as pieces of JSON text. */
	onArguments?: (piece: { id: string; name: string; delta: string }) => void;
}

/** Whose way of writing tool calls the system prompt follows. */
export type PromptKind = "generic" | "gemma" | "qwen" | "mistral";

/** Anything that answers a conversation (spec "System Architecture", LLM Providers). */
export interface LLMProvider {
	readonly name: string;
	readonly model: string;
	/** Whose way of writing tool calls the system prompt follows. Default `generic`. */
	readonly promptKind?: PromptKind;
	/** False for a provider that reads old results in the history itself; see `compressHistory`. */
	readonly compressHistory?: boolean;
	chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse>;
}
