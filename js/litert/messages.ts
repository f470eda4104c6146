/** Decides what the page and the runtime's Worker say to each other. */
import type { ChatDelta, ChatMessage, LLMResponse, ProviderTool } from "../types/index.js";
import type { LoadProgress } from "../worker/messages.js";

/** What loading needs; all addresses are absolute. */
export interface LiteRtLoad {
	source: string | Blob;
	contextSize: number;
	keep: boolean;
	downloadIdleMs?: number;
	sha256?: string;
	/** The folder of the runtime's WebAssembly, with a slash at its end. */
	wasm: string;
	/** The module of the runtime; without it, the one that the bundler put in. */
	library?: string;
	device: "gpu" | "cpu";
}

/** What one chat sends: the whole history; which of it is new, the Worker finds out. */
export interface LiteRtChat {
	messages: ChatMessage[];
	tools: ProviderTool[];
	system?: string;
	maxTokens?: number;
	temperature?: number;
	topK?: number;
	parallelToolCalls?: boolean;
	thinking: boolean;
	constrained: boolean;
}

/** What is known of the loaded model. */
export interface LiteRtInfo {
	/** Tokens that the prompt and its reply may take together. */
	contextSize: number;
	/** Whether it came out of the browser's storage. */
	stored: boolean;
	/** Why it could not be stored, in words. */
	notKept?: string;
}

/** What went wrong; after `fatal` ones the Worker is of no more use. */
export interface LiteRtProblem {
	code:
		| "unsupported"
		| "network"
		| "unauthorized"
		| "model"
		| "out_of_memory"
		| "invalid_argument"
		| "aborted";
	message: string;
	fatal: boolean;
}

/** From the page to the Worker. */
export type ToLiteRt =
	| { id: number; load: LiteRtLoad }
	| { id: number; chat: LiteRtChat }
	| { id: number; abort: true };

/** From the Worker to the page. */
export type FromLiteRt =
	| { id: number; loaded: LiteRtInfo }
	| { id: number; progress: LoadProgress }
	| { id: number; delta: ChatDelta }
	| { id: number; response: LLMResponse }
	| { id: number; problem: LiteRtProblem }
	/** The GPU's device is gone, whoever waits. */
	| { lost: string };

/** A problem on its way to the page. */
export class Problem extends Error {
	readonly code: LiteRtProblem["code"];
	readonly fatal: boolean;

	constructor(code: LiteRtProblem["code"], message: string, fatal = false) {
		super(message);
		this.code = code;
		this.fatal = fatal;
	}
}
