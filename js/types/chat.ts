/** Conversations with a model. */
import type { Json, JsonObject, JsonSchema } from "./json.js";

/** One piece of a message. */
export type ContentBlock =
	| { type: "text"; text: string }
	| { type: "image"; data: string; mediaType: string }
	/**
	 * What the model thought before what follows it in the message; `text` as far as the provider tells. `opaque` is
	 * what only the API `format` can read (a signature, encrypted thoughts): keep it as it is, it goes back to that API
	 * and to no other.
	 */
	| { type: "reasoning"; text: string; opaque?: { format: string; data: Json } }
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
	/** Those read from or written into a cache not counted. */
	input_tokens: number;
	/** Thoughts counted. */
	output_tokens: number;
	cache_read_input_tokens?: number;
	/** Written into the provider's cache, where it counts them apart. */
	cache_creation_input_tokens?: number;
	/** How many of `output_tokens` were thoughts, where the provider says. */
	reasoning_tokens?: number;
}

/** A model's reply. */
export interface LLMResponse {
	content: ContentBlock[];
	/**
	 * `end_turn`, `tool_use`, `max_tokens`, `stop_sequence`, `pause_turn`, `refusal`, `model_context_window_exceeded`,
	 * or what the provider said. A reply that refuses, or was cut, before anything was said rejects instead; so does one
	 * that was cut in the middle of a call. `look_around`: no model wrote the reply, and its calls only find out what there
	 * is; up to 12 such replies of a run are no iterations.
	 */
	stopReason: string;
	usage?: Usage;
	/** What the person may want to say next, in their own words; `<auto-ui-chat>` shows these as buttons below the answer. */
	suggestions?: readonly string[];
	stats?: { tokensPerSec: number; totalTokens: number; latencyMs: number };
}

/** A piece of a reply as it is written. */
export type ChatDelta =
	| { type: "text"; text: string }
	| { type: "reasoning"; text: string }
	| { type: "call-start"; id: string; name: string }
	/** A piece of a call's arguments, as JSON text. */
	| { type: "arguments"; id: string; name: string; delta: string }
	/** What was counted so far. */
	| { type: "usage"; usage: Usage }
	| { type: "finish"; stopReason: string };

/** Options of one call to a model. */
export interface ChatOptions {
	signal?: AbortSignal;
	cacheEnabled?: boolean;
	system?: string;
	/** The most that is written. 0 lets a `WasmProvider` with a GGUF read only (see `warmUp`); other models say themselves what it means. */
	maxTokens?: number;
	temperature?: number;
	topK?: number;
	/** Whether the model must call a tool, and which. Default: the provider's own. */
	toolChoice?: "auto" | "none" | "required" | { name: string };
	/** Whether one reply may hold several calls. Default: the provider's own. Gemini has no such switch. */
	parallelToolCalls?: boolean;
	/**
	 * Hears the reply as it is written. A provider of your own calls this, or the three below, which hear one kind of
	 * piece each; what it does not call is not shown while it arrives.
	 */
	onDelta?: (delta: ChatDelta) => void;
	onToken?: (token: string) => void;
	/** Hears what the model thinks, as far as the provider tells. */
	onReasoning?: (text: string) => void;
	/** Hears the arguments of tool calls as they are written, as pieces of JSON text. */
	onArguments?: (piece: { id: string; name: string; delta: string }) => void;
}

/** Which API a server speaks. */
export type WireFormat = "anthropic" | "openai" | "openai-responses" | "gemini";

/** What a model can do. */
export interface Capabilities {
	/** It calls tools. Where it does not, none are offered. */
	tools: boolean;
	/** One reply may hold several calls. Where it may not, the provider is told so. */
	parallelTools: boolean;
	/** It reads pictures. Where it does not, a line of text takes their place. */
	images: boolean;
	/** The provider caches what is marked for it. */
	caching: boolean;
	/** It thinks before it answers, and wants its thoughts back. */
	reasoning: boolean;
	/** The most tokens that it reads and writes. */
	contextSize?: number;
}

/** How long a provider waits, milliseconds; 0 or `Infinity` for ever. What is late rejects with `network`. */
export interface ProviderTimeouts {
	/** For the head of the reply; servers that do not stream send it with the whole reply. Default 120,000. */
	connectMs?: number;
	/** From there to the first byte of the body. Default 120,000. */
	firstByteMs?: number;
	/** Between two pieces of the body. Default 120,000. */
	idleMs?: number;
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
	/** What the model can do, where that is known. */
	readonly capabilities?: Capabilities;
	chat(messages: ChatMessage[], tools: ProviderTool[], options?: ChatOptions): Promise<LLMResponse>;
}

/**
 * How a model writes tool calls as text: Gemma 4's marks, FunctionGemma's, the `<tool_call>` of Qwen, Hermes and GLM (JSON or tags), Mistral's
 * `[TOOL_CALLS]`, Llama 3's tags, DeepSeek's, Kimi K2's, MiniMax' and gpt-oss' own marks, or an answer that is nothing but
 * `{"name", "parameters"}`. `auto`: any of them, the last only where it names an offered tool.
 */
export type ToolCallFormat =
	| "auto"
	| "gemma"
	| "function-gemma"
	| "qwen"
	| "mistral"
	| "llama"
	| "deepseek"
	| "kimi"
	| "minimax"
	| "gpt-oss"
	| "json";
