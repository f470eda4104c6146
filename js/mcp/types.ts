/** Shapes of what MCP servers offer, ask and tell. All texts in them are the server's word. */
import type { Json, JsonObject, McpAuth } from "../types/index.js";

/** How to reach an MCP server. */
export interface McpClientOptions {
	/** Sent with each request, such as `authorization`. What belongs to the protocol itself cannot be replaced. */
	headers?: { [name: string]: string };
	clientName?: string;
	clientVersion?: string;
	/**
	 * How long is waited, milliseconds; 0 for ever. `connectMs` for the handshake (default 20 000), `callMs` for every other
	 * request (default 60 000), counted anew whenever the server tells of progress, but never for longer than `totalMs` (default
	 * 600 000). What takes longer is given up and rejects with `network`; a call may have taken effect. The time in which a person
	 * answers what the server asks does not count.
	 */
	timeouts?: { connectMs?: number; callMs?: number; totalMs?: number };
	/**
	 * Which protocol is spoken: `legacy` with sessions (2024-11-05 to 2025-11-25, and HTTP+SSE where there is nothing newer); `modern`
	 * without (2026-07-28); `auto`, the default, the newer one where the server speaks it, which costs other servers one request more.
	 */
	era?: "auto" | "modern" | "legacy";
	/** Whether a server of the modern era is asked about itself before the first call. Without it names and capabilities are not known. */
	probe?: boolean;
	/** The most bytes that are kept of one reply (default 16 MiB). A larger one rejects with `protocol`. */
	maxReplyBytes?: number;
	/**
	 * Asks the person what a server wants to know in the middle of a call, or to visit an address. Without it servers are told that
	 * nobody can be asked. What the person leaves out has the default that the server gives. Rejecting counts as `cancel`.
	 */
	elicit?(request: McpElicitRequest, options: McpAsked): Promise<McpElicitResult> | McpElicitResult;
	/** Asks a model for the server (deprecated by the protocol). A person should see it first. Without it servers cannot ask. */
	sample?(request: JsonObject, options: McpAsked): Promise<JsonObject> | JsonObject;
	/** The folders that the server may work in (deprecated by the protocol). Without it servers cannot ask. */
	roots?(options: McpAsked): Promise<McpRoot[]> | McpRoot[];
	/** Extensions that the page supports, by their names, such as `{ "io.modelcontextprotocol/ui": { mimeTypes: […] } }`. */
	extensions?: JsonObject;
	/** Signs in where the server wants it; `createMcpAuth` of `webmcp-auto-ui/mcp/auth` makes one. */
	auth?: McpAuth;
	/**
	 * Where the server's recipes are, for {@link McpClient.layer}: the address of a JSON file, relative to the server's own (`"recipes.json"` lies beside
	 * `…/mcp`), which is fetched without credentials. By default the resource `recipes.json` where the server lists one; `false` for none. A
	 * server with tools that tell recipes is not asked for a file. Of a file at most 256 KiB and 100 recipes are taken.
	 */
	recipes?: false | string | URL;
	/** In place of the platform's own, such as one that goes through a proxy. */
	fetch?: typeof fetch;
}

/** What goes with a question of a server. */
export interface McpAsked {
	/** Fires when the answer is not wanted any more. */
	signal: AbortSignal;
}

/** A folder. */
export interface McpRoot {
	/** A `file://` address. */
	uri: string;
	name?: string;
}

/**
 * What a server wants of the person. `mode` `form`, or none: `requestedSchema` describes a flat form. `url`: the person is to visit `url`,
 * which must be shown in full and opened only after consent, by `window.open(url, "_blank", "noopener")` in a click.
 */
export interface McpElicitRequest {
	message: string;
	mode?: "form" | "url";
	requestedSchema?: JsonObject;
	url?: string;
	elicitationId?: string;
	[more: string]: Json | undefined;
}

/** What the person did: `accept` with what was filled in, `decline`, or `cancel` without a decision. */
export interface McpElicitResult {
	action: "accept" | "decline" | "cancel";
	content?: JsonObject;
}

/** What an MCP server says of addresses with gaps to fill in (RFC 6570). */
export interface McpResourceTemplate {
	uriTemplate: string;
	name?: string;
	title?: string;
	description?: string;
	mimeType?: string;
	[more: string]: unknown;
}

/** What an MCP server says of one of its prompts. */
export interface McpPrompt {
	name: string;
	title?: string;
	description?: string;
	arguments?: { name: string; description?: string; required?: boolean }[];
	[more: string]: unknown;
}

/** A prompt that is filled in. */
export interface McpFilledPrompt {
	description?: string;
	messages: { role: "user" | "assistant"; content: JsonObject }[];
}

/** What can stand in the place of an argument that is being typed. */
export interface McpCompletion {
	/** At most 100. */
	values: string[];
	total?: number;
	hasMore?: boolean;
}

/** How far a call has come; `progress` only grows, `total` may not be known. */
export interface McpProgress {
	progress: number;
	total?: number;
	message?: string;
}

/** Work that a server does in its own time (2025-11-25, Tasks; extension `io.modelcontextprotocol/tasks`), as it says. */
export interface McpTask {
	taskId: string;
	status: string;
	statusMessage?: string;
	/** How long it is kept from its creation, milliseconds, in the newer and the older protocol; null for ever. */
	ttlMs?: number | null;
	ttl?: number | null;
	[more: string]: Json | undefined;
}

/** Stops a request. */
export interface Abortable {
	/** Rejects with its reason; the server is told to stop. */
	signal?: AbortSignal;
}

/** How one request is made. */
export interface McpCallOptions extends Abortable {
	/** In place of `timeouts.callMs`. */
	timeoutMs?: number;
	/** Told how far it has come, where the server tells it. */
	onProgress?(progress: McpProgress): void;
	/**
	 * Told that the server works on it in its own time: who keeps `taskId` can ask for the result later by `resumeTask`, also after a
	 * reload. Until it is done it is asked after, as often as the server wants; giving it up ends the task.
	 */
	onTask?(task: McpTask): void;
	/**
	 * Whether doing it twice does no more than doing it once: then it is sent again when nobody knows what became of it. Default: only
	 * where the tool says so itself (`readOnlyHint`, `idempotentHint`).
	 */
	isSafe?: boolean;
}

/** A server by its own words. */
export interface McpServerInfo {
	name: string;
	version: string;
	title?: string;
	[more: string]: Json | undefined;
}

/** How a client is doing. */
export interface McpStatus {
	/**
	 * `signing-in`: until the person has done so. `failed`: the last try to connect has failed, for `problem`; the next call tries again.
	 */
	state: "idle" | "connecting" | "signing-in" | "ready" | "failed";
	info: McpServerInfo;
	/** What the server says that it can do. */
	capabilities: JsonObject;
	/** The revision that is spoken; empty while none is agreed on. */
	protocolVersion: string;
	isModern: boolean;
	/** What the server wants models to know about it. */
	instructions?: string;
	/** Whether a connection is open by which the server tells what it wants. */
	isStreaming: boolean;
	requests: { sent: number; answered: number; failed: number };
	/** Of the last answer, and on average over about the last ten, milliseconds. */
	latencyMs: { last: number; mean: number };
	problem: string | null;
	code: string | null;
}

/** What a client tells its subscribers: `state` when {@link McpStatus} has changed, `notification` what the server tells. */
export type McpEvent =
	| { type: "state"; state: McpStatus["state"] }
	| { type: "notification"; method: string; params: JsonObject };
