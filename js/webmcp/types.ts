/** The browser's WebMCP as it is: `document.modelContext` of the draft of September 2026, which Chromium 155 and later have. */
import type { JsonObject } from "../types/index.js";

/** What a tool tells of itself; each is false where it is not said. */
export interface ToolHints {
	/** It changes nothing. */
	readOnlyHint?: boolean;
	/** What it answers comes from others than the page's author. */
	untrustedContentHint?: boolean;
	/** What it does is significant, or cannot be undone. */
	consequentialHint?: boolean;
	/** It is for developers. */
	debugging?: boolean;
}

/** A tool as a page registers it. */
export interface ModelContextTool {
	/** 1 to 128 of `A–Z a–z 0–9 _ - .`, unique in the document. */
	name: string;
	/** For people. */
	title?: string;
	/** Not empty. */
	description: string;
	/** JSON Schema of the arguments. The browser tells it and never checks it. */
	inputSchema?: object;
	/** What it resolves to reaches the caller as JSON text, a text as it is. What it throws reaches the caller as `UnknownError`. */
	execute(input: JsonObject, options: { signal: AbortSignal }): unknown;
	annotations?: ToolHints;
}

/** Options of `registerTool`. */
export interface RegisterToolOptions {
	/** Other origins of the tab that may see and call it. */
	exposedTo?: Iterable<string>;
	/** Takes the tool away when it aborts. */
	signal?: AbortSignal;
}

/** A tool as `getTools` tells of it. */
export interface RegisteredTool {
	name: string;
	title?: string;
	description: string;
	inputSchema?: object;
	window: Window;
	origin: string;
	annotations?: ToolHints;
}

/** `document.modelContext`. */
export interface ModelContext extends EventTarget {
	registerTool(tool: ModelContextTool, options?: RegisterToolOptions): Promise<undefined>;
	getTools(options?: { fromOrigins?: Iterable<string> }): Promise<RegisteredTool[]>;
	executeTool(
		tool: RegisteredTool,
		input?: object,
		options?: { signal?: AbortSignal },
	): Promise<string | null>;
	ontoolchange: ((event: Event) => unknown) | null;
	ontoolactivated: ((event: Event) => unknown) | null;
	ontoolcancel: ((event: Event) => unknown) | null;
}
