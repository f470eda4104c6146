/** Decides which part of wllama is used here; TypeScript holds it against the real one. */
import { WebMcpError } from "../core/errors.js";

/** A message in the shape of OpenAI's chat completions. */
export type WireMessage =
	| { role: "system" | "user"; content: string }
	| { role: "assistant"; content: string; tool_calls?: WireCall[] }
	| { role: "tool"; content: string; tool_call_id: string };

/** A call in that shape. */
export interface WireCall {
	id: string;
	type: "function";
	function: { name: string; arguments: string };
}

/** A piece of a reply. */
export interface WireChunk {
	choices?: {
		delta?: {
			content?: string | null;
			reasoning_content?: string | null;
			tool_calls?: { index: number; id?: string; function?: { name?: string; arguments?: string } }[];
		};
		finish_reason?: string | null;
	}[];
	usage?: {
		prompt_tokens: number;
		completion_tokens: number;
		prompt_tokens_details?: { cached_tokens: number };
	} | null;
	timings?: { cache_n: number; prompt_n: number; predicted_n: number; predicted_per_second: number };
}

/** One model in llama.cpp. */
export interface Llama {
	loadModel(files: Blob[], options: { [option: string]: unknown }): Promise<void>;
	getLoadedContextInfo(): { n_ctx: number; n_vocab: number };
	createChatCompletion(request: object): Promise<unknown>;
	exit(): Promise<void>;
}

/** The module `@wllama/wllama`. */
export interface Library {
	Wllama: new (paths: { default: string }, options: object) => Llama;
}

/** Imports it: from `address`, or as the bundler put it in. Rejects with `unsupported`, naming the remedy. */
export async function importLibrary(address: string | undefined): Promise<Library> {
	try {
		const module: unknown = await (address === undefined
			? // Its package names a file that it lacks as its entry.
				import("@wllama/wllama/esm/index.js")
			: import(/* @vite-ignore */ /* webpackIgnore: true */ address));
		if (typeof module === "object" && module !== null && "Wllama" in module) return module as Library;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const remedy =
			address === undefined ? "install @wllama/wllama" : "serve esm/index.js of @wllama/wllama there";
		throw new WebMcpError("unsupported", `wllama could not be imported (${reason}): ${remedy}.`);
	}
	throw new WebMcpError(
		"unsupported",
		`${address ?? "@wllama/wllama"} offers no Wllama: it is another module.`,
	);
}
