/** The browser's own model, as far as it is used here (W3C Prompt API, `interfaces/prompt-api.idl`). */

/** A message of a session. */
export interface Prompt {
	role: "system" | "user" | "assistant";
	content: string;
}

/** Whether the browser has a model, and whether it has to be downloaded first. */
export type Availability = "unavailable" | "downloadable" | "downloading" | "available";

/** A conversation with the model. */
export interface BrowserSession {
	promptStreaming(
		input: Prompt[],
		options: { signal?: AbortSignal; responseConstraint?: object; omitResponseConstraintInput?: boolean },
	): ReadableStream<string>;
	clone(): Promise<BrowserSession>;
	destroy(): void;
	/** Tokens that it holds at most; `inputQuota` in earlier drafts. */
	readonly contextWindow?: number;
	readonly inputQuota?: number;
}

/** What hears of a download. */
interface Monitor {
	addEventListener(type: "downloadprogress", listener: (event: { loaded: number }) => void): void;
}

/** A tool that the browser calls itself, in the draft; Chrome 148 has none. */
export interface BrowserTool {
	name: string;
	description: string;
	inputSchema: object;
	execute(input: unknown): Promise<string>;
}

export interface CreateOptions {
	expectedInputs?: { type: string }[];
	expectedOutputs?: { type: string }[];
	tools?: BrowserTool[];
	initialPrompts?: Prompt[];
	monitor?: (monitor: Monitor) => void;
	temperature?: number;
	topK?: number;
}

/** The global `LanguageModel`. */
export interface BrowserLanguageModel {
	availability(options?: object): Promise<Availability>;
	create(options?: CreateOptions): Promise<BrowserSession>;
}
