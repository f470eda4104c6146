/** Decides what the page and the engine's Worker say to each other. */

import type { JsonSchema } from "../types/index.js";

/** What a loaded model is. */
export interface ModelInfo {
	name: string;
	architecture: string;
	/** Of its file. */
	bytes: number;
	/** Positions that a prompt and its answer may take together. */
	contextSize: number;
	/** Tokens in the vocabulary. */
	vocabulary: number;
	/** Which of the engine's builds runs. */
	build: "relaxed-simd" | "simd128";
	/** Threads that compute together. */
	threads: number;
	/** Whether it came out of the browser's storage. */
	stored: boolean;
	/** Why it could not be stored, in words. */
	notKept?: string;
	/** What the chat template shows, its own or the host's, where there is one that can be used. */
	template: ModelTemplate | null;
	/** Why the chat template that there is cannot be used. */
	templateProblem: string | null;
	/** Whether an adapter in use teaches to compose. */
	composes: boolean;
}

/** What a model's chat template shows. */
export interface ModelTemplate {
	/** Whether it has a place for tools. */
	takesTools: boolean;
	/** How the model writes calls, where the template shows it. */
	calls: "gemma" | "function-gemma" | "qwen" | null;
}

/** A chat template, and the tokens that it may name. */
export interface ChatTemplateSource {
	source: string;
	bos: string;
	eos: string;
}

/** How far loading has come. */
export interface LoadProgress {
	/** Bytes so far. */
	loaded: number;
	/** Bytes in all; 0 while that is unknown. */
	total: number;
	phase: "download" | "read" | "convert" | "warm";
}

/** A LoRA adapter in llama.cpp's form. */
export interface AdapterSource {
	source: string | Blob;
	/** How much of it is taken; 1 is what it was made for. */
	scale: number;
	/** What the file's SHA-256 must be, hexadecimal. */
	sha256?: string;
}

/** A text whose probability is wanted. */
export interface ScoreRequest {
	/** What may come before the text. Prefixes stay in memory, so the next text costs only itself. */
	prefixes: string[];
	text: string;
}

/** The probability of a text after one prefix. */
export interface TextScore {
	/** Natural logarithm of P(text | prefix). */
	logProb: number;
	/** Tokens of the text. */
	tokens: number;
	/** Tokens of the prefix that were known from earlier requests, also from those before a reload. */
	cachedTokens: number;
}

/** A text to be written. */
export interface GenerateRequest {
	/** What the model reads, where there is no `chat`. Its text can never become control tokens. */
	prompt?: string;
	/** What of the answer is written already, behind `prompt` or `chat`; what is written goes on there, under the schema too. */
	begun?: string;
	/** A conversation for the model's chat template; only the template's own text becomes control tokens. */
	chat?: { messages: object[]; tools?: object[]; prefix?: string };
	/** The answer parses as JSON and satisfies this schema. */
	schema?: JsonSchema;
	/** In place of `schema`: the answer is a call of one of these tools, `{"name": …, "arguments": …}`. */
	calls?: { name: string; parameters?: JsonSchema }[];
	/**
	 * Calls are `name{…}` in the notation of Gemma's templates, with this token around texts, such as `<escape>`; the model must
	 * have it.
	 */
	quote?: string;
	/** Tokens that the answer may take. */
	maxTokens: number;
	/** 0, the default, always takes the likeliest token. */
	temperature?: number;
	topK?: number;
	topP?: number;
	seed?: number;
	/** How many texts to write together, 1 to 8: faster than one after the other. No pieces are told while several are written. */
	n?: number;
	/** The first of several is the likeliest, whatever `temperature` says. */
	greedyFirst?: boolean;
	/** Texts that end the answer; they are not part of it. */
	stop?: string[];
}

/** One of the texts that were written. */
export interface WrittenText {
	text: string;
	/** `stop`: the model or a stop text ended it; `length`: the limit; `grammar`: the value is complete. */
	stopReason: "stop" | "length" | "grammar";
	/**
	 * Natural logarithm of how likely the text was, each token among those that the schema or the calls allowed; 0 where they
	 * left no choice, and without them.
	 */
	logProb: number;
	/** The stop text that ended it. */
	stoppedAt: string | null;
}

/** What was written: the first text, and the others where `n` asked for several. */
export interface GenerateResult extends WrittenText {
	others: WrittenText[];
	promptTokens: number;
	/** Tokens of the prompt that were known from earlier requests. */
	cachedTokens: number;
	/** Of all texts. */
	outputTokens: number;
	/** The oldest turns of the chat, which had no room. */
	droppedTurns: number;
	prefillMs: number;
	decodeMs: number;
	/** Memory that the engine holds, weights included. It never shrinks while the model is loaded. */
	memoryBytes: number;
	/** Keywords of the schema that were not enforced. */
	warnings: string[];
}

/** What can go wrong. */
export type EngineErrorCode =
	| "model_invalid"
	| "model_load"
	/** The server wants somebody to sign in, or to accept a licence. */
	| "unauthorized"
	| "aborted"
	| "out_of_memory"
	/** A conversation does not fit the context, in the end not even its last turn alone. */
	| "too_long"
	| "engine";

/** The addresses of the engine's builds. */
export interface WasmUrls {
	/** Relaxed SIMD and threads; taken in pages that are cross-origin isolated. */
	threads: string;
	relaxed: string;
	simd128: string;
	/** What runs chat templates; loaded where a model or its host has one. */
	chatTemplate: string;
}

/** What the page asks; `id` ties the replies to it. */
export type Operation =
	| {
			kind: "load";
			source: string | Blob;
			contextSize: number;
			threads: number;
			keep: boolean;
			downloadIdleMs?: number;
			sha256?: string;
			chatTemplate?: string;
			adapters: AdapterSource[];
			wasmUrls: WasmUrls;
	  }
	| { kind: "adapt"; adapters: AdapterSource[]; keep: boolean; downloadIdleMs?: number }
	| { kind: "countTokens"; text: string }
	| { kind: "compare"; words: string[]; others: string[] }
	| { kind: "score"; request: ScoreRequest }
	| { kind: "generate"; request: GenerateRequest };

/** What each operation gives. */
export interface OperationResults {
	load: ModelInfo;
	adapt: { composes: boolean };
	countTokens: number;
	compare: number[][];
	score: TextScore[];
	generate: GenerateResult;
}

/** From the page to the Worker. */
export type ToWorker = { id: number; operation: Operation } | { id: number; abort: true };

/** From the engine's Worker to the Workers that compute with it: the same module, on a stack of their own. */
export interface HelperStart {
	helper: { module: WebAssembly.Module; memory: WebAssembly.Memory; stackTop: number; tls: number };
}

/** From the Worker to the page. */
export type FromWorker =
	| { kind: "result"; id: number; value: OperationResults[keyof OperationResults] }
	/** After a fatal one the Worker is of no more use. */
	| { kind: "error"; id: number; code: EngineErrorCode; message: string; fatal: boolean }
	| { kind: "progress"; id: number; progress: LoadProgress }
	/** How much of the prompt was read, 0…1. */
	| { kind: "read"; id: number; part: number }
	| { kind: "text"; id: number; piece: string };

/** An error with a code that callers can branch on. */
export class EngineError extends Error {
	readonly code: EngineErrorCode;

	/** The message becomes a sentence, for pages show it as it is. */
	constructor(code: EngineErrorCode, message: string) {
		super(`${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`);
		this.name = "EngineError";
		this.code = code;
	}
}
