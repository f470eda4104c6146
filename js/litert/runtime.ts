/** Decides which part of Google's runtime is used here; the tests hold it against the real one. */
import type { JsonObject } from "../types/index.js";

/** A call that the model made. */
export type RuntimeCall = {
	type: string;
	id?: string;
	function: { name: string; arguments: JsonObject };
};

/** A message to the model. */
export type RuntimeMessage = {
	role: string;
	content?: string | RuntimePart[];
	tool_calls?: RuntimeCall[];
};

/** A piece of the model's message, as it streams. */
export interface RuntimePiece {
	content?: string | { type: string; text?: unknown }[];
	/** What the model wrote into other channels, such as `thought`. */
	channels?: { [name: string]: string };
	tool_calls?: { function?: { name?: unknown; arguments?: unknown } }[];
}

/** A piece of a message's content. */
export type RuntimePart =
	| { type: "text"; text: string }
	| { type: "tool_response"; name: string; response: JsonObject };

/** A tool as the runtime declares it to the model. */
export type RuntimeTool = {
	type: "function";
	function: { name: string; description: string; parameters: JsonObject };
};

/** What a conversation begins with, and how its replies are drawn. */
export interface ConversationStart {
	preface: { messages: RuntimeMessage[]; tools?: RuntimeTool[]; extra_context?: JsonObject };
	sessionConfig?: {
		samplerParams?: { type: 2 | 3; k: number; p: number; temperature: number };
		maxOutputTokens?: number;
	};
	enableConstrainedDecoding: boolean;
	filterChannelContentFromKvCache: boolean;
}

/** A conversation, whose tokens stay in the model's memory. */
export interface RuntimeConversation {
	sendMessageStreaming(messages: RuntimeMessage[]): ReadableStream<RuntimePiece>;
	getTokenCount(): Promise<number>;
	getBenchmarkInfo(): Promise<{
		lastPrefillTokenCount: number;
		lastDecodeTokenCount: number;
		lastDecodeTokensPerSecond: number;
	}>;
	delete(): Promise<void>;
}

/** A loaded model. */
export interface RuntimeEngine {
	createConversation(start: ConversationStart): Promise<RuntimeConversation>;
	delete(): Promise<void>;
}

/** How a model is loaded. */
export interface EngineStart {
	model: ReadableStream<Uint8Array>;
	backend: number;
	mainExecutorSettings: { maxNumTokens: number };
	benchmarkEnabled: boolean;
}

/** The module `@litert-lm/core`. */
export interface Runtime {
	Backend: { CPU: number; GPU_ARTISAN: number };
	Engine: { create(start: EngineStart): Promise<RuntimeEngine> };
	SamplerType: { TOP_P: 2; GREEDY: 3 };
	/** Gives the module, which holds the GPU's device once an engine has been made. */
	loadLiteRtLm(folder: string): Promise<{
		liteRtLmWasm: { preinitializedWebGPUDevice?: { lost: Promise<{ message: string }> } };
	}>;
}
