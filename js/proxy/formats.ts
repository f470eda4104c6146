/** Decides, for each API, which paths are passed on and where a request says model and length. */
import type { WireFormat } from "../types/index.js";
import type { KeyStyle } from "./types.js";

/** What one API is like. */
export interface Format {
	/** The maker's own address, with its version. */
	readonly url: string;
	readonly keyStyle: KeyStyle;
	/** Sent unless the client or the operator says otherwise. */
	readonly headers: { readonly [name: string]: string };
	/** The path that may be asked, without a version; null where the path names the model. */
	readonly path: string | null;
	/** Where a body says how long the reply may be; the first is written where none is there. */
	readonly tokenFields: readonly string[];
	/** Where a body asks for several replies at once. */
	readonly countFields: readonly string[];
}

/** The APIs by name. */
export const FORMATS: { readonly [format in WireFormat]: Format } = {
	anthropic: {
		url: "https://api.anthropic.com/v1",
		keyStyle: { header: "x-api-key" },
		headers: { "anthropic-version": "2023-06-01" },
		path: "messages",
		tokenFields: ["max_tokens"],
		countFields: [],
	},
	openai: {
		url: "https://api.openai.com/v1",
		keyStyle: "bearer",
		headers: {},
		path: "chat/completions",
		// OpenAI's own newer models refuse `max_tokens`; other servers often know nothing else.
		tokenFields: ["max_tokens", "max_completion_tokens"],
		countFields: ["n", "n_cmpl", "best_of", "num_return_sequences"],
	},
	"openai-responses": {
		url: "https://api.openai.com/v1",
		keyStyle: "bearer",
		headers: {},
		path: "responses",
		tokenFields: ["max_output_tokens"],
		countFields: [],
	},
	gemini: {
		url: "https://generativelanguage.googleapis.com/v1beta",
		keyStyle: { header: "x-goog-api-key" },
		headers: {},
		path: null,
		// Google reads both spellings, as protocol buffers do.
		tokenFields: ["maxOutputTokens", "max_output_tokens"],
		countFields: ["candidateCount", "candidate_count"],
	},
};

/** What is asked of an upstream. */
export interface Target {
	/** Behind the upstream's address, with its query. */
	path: string;
	/** Where the path names it. */
	model: string | undefined;
}

const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?\//;
const GEMINI_PATH = /^models\/([\w.-]+):(generateContent|streamGenerateContent)$/;

/**
 * Where `path` leads, which follows the upstream's name; undefined where nothing may be asked there. The upstream's
 * address holds the version, so one in the path is dropped. Of queries only Gemini's `alt` is passed on.
 */
export function targetOf(format: WireFormat, path: string, query: URLSearchParams): Target | undefined {
	const bare = path.replace(VERSION, "");
	const { path: allowed } = FORMATS[format];
	if (allowed !== null) {
		return path === "" || bare === allowed ? { path: allowed, model: undefined } : undefined;
	}
	const [, model, method] = GEMINI_PATH.exec(bare) ?? [];
	if (!model || !method) return undefined;
	const alt = query.get("alt") === "sse" ? "?alt=sse" : "";
	return { path: `models/${model}:${method}${alt}`, model };
}
