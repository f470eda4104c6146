/** What the Tool Execution API is told, and what it gives. */
import type { Json, JsonObject, JsonSchema } from "../types/index.js";

/** A tool that is told of. */
export interface ToolInfo {
	/** Unique, not empty. */
	name: string;
	description?: string;
	/** JSON Schema 2020-12 of the arguments; without one any object will do. */
	inputSchema?: JsonSchema;
	/** MCP's hints, such as `readOnlyHint`. */
	annotations?: JsonObject;
}

/** The tools that there are: a list, or a function that is asked for each request. */
export type ToolsProvider = readonly ToolInfo[] | (() => readonly ToolInfo[] | Promise<readonly ToolInfo[]>);

/** A part of a result as MCP has it: `{type: "text", text}`, `{type: "image", mimeType, data}` and others. */
export type ToolContent = { type: string; [field: string]: Json | undefined };

/**
 * What a call came to: content, whether that is an error of the tool's own, and an id by which its trace is found; nothing or
 * `""` for none.
 */
export type CallOutcome = readonly [
	content: readonly { readonly type: string }[],
	isError: boolean,
	traceId?: string | null,
];

/**
 * Calls a tool. `request` is what asked for it, without its body; its `signal` aborts when the client leaves or the time is up.
 * What it throws is logged and told as `isError`.
 */
export type ToolCallHandler = (
	name: string,
	args: JsonObject,
	request: Request,
) => CallOutcome | Promise<CallOutcome>;

/**
 * Finds out who calls. Lets a call through by `true`, or by who it is: a name, or an object with fields. Anything else refuses it by 401, also
 * where nothing was returned; so does throwing, and an answer that comes later than `limits.timeoutMs`. One that takes `next` refuses by not
 * calling it; `next` resolves to the reply, which stays as it is.
 */
export type AuthHook = (request: Request, next: () => Promise<Response>) => unknown;

/** How much is taken. */
export interface ToolApiLimits {
	/** Bytes of a body; default 1 MiB. More is answered by 413. */
	bodyBytes?: number;
	/** Calls that run at a time; default 64. More are answered by 429. */
	concurrency?: number;
	/** Milliseconds for `authHook`, for reading the body and for the call, together; default 60 000, `Infinity` for ever. Longer is answered by 408 and 504. */
	timeoutMs?: number;
}

/** How far it goes beyond the document where that is unsafe. Each field by itself; what is not said is as safe as can be. */
export interface ToolApiSecurity {
	/** Whether pages of other sites may call and validate (`Sec-Fetch-Site`, `Origin`); default false, answered by 403. */
	anySite?: boolean;
	/** Whether a body need not be `application/json`; default false, answered by 415. */
	anyType?: boolean;
	/** The `Host` headers that are served, with their ports. Set them wherever the address is known: DNS rebinding. */
	hosts?: readonly string[];
	/** Whether a call whose body is no JSON object is refused, by 400. Default true; the document takes such a body for `{}`. */
	strictJson?: boolean;
	/** Whether arguments must fit the tool's schema before it is called. Default true. */
	checkArguments?: boolean;
	/** Whether callers read what a tool has thrown, or what they read instead. Default true, as documented. */
	exposeErrors?: boolean | ((error: unknown) => string);
	/** Whether what a tool itself calls an error is answered by 200. Default false: 500, as documented. */
	toolErrorsAre200?: boolean;
}

/** Options of `createToolApi`. */
export interface ToolApiOptions {
	tools: ToolsProvider;
	call: ToolCallHandler;
	/** Whether tools may be called. Default false: then they are told of and arguments are checked, no more. */
	allowExecute?: boolean;
	/** Guards calls, nothing else. */
	authHook?: AuthHook;
	/** Of the page. Default `"MCP Tool Explorer"`. */
	title?: string;
	/** Named in the page's last line, and linked where `url` is http, https, mailto, or begins with a slash. */
	project?: { name: string; url?: string };
	/** In front of every path, such as `/explorer`, the default; `""` for none. */
	prefix?: string;
	limits?: ToolApiLimits;
	/** `"document"` is the plain published behaviour, safe only where no browser can reach it. */
	security?: ToolApiSecurity | "document";
	/** Hears what tools, providers and hooks throw. Default: `console.error`. */
	onError?: (error: unknown, where: string) => void;
	/** Where the WebAssembly comes from, when not from beside the module; workerd wants a compiled module. */
	wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module;
}

/** A request without HTTP objects. */
export interface PlainRequest {
	method: string;
	/** With or without a query. */
	path: string;
	headers?: { readonly [name: string]: string };
	body?: string | Uint8Array | ReadableStream<Uint8Array>;
	/** Aborts when nobody waits for the reply any more. */
	signal?: AbortSignal;
}

/** A reply without HTTP objects. */
export interface PlainReply {
	status: number;
	/** Names in lower case. */
	headers: { [name: string]: string };
	body: string;
}

/** The Tool Execution API of some tools. */
export interface ToolApi {
	/** Whether a request is for it, by its path alone; at once, as Service Workers need it. */
	match(request: { readonly url: string }): boolean;
	/** Answers. Rejects with `invalid_argument` where it is given no request, and never else. */
	fetch(request: Request): Promise<Response>;
	/** Answers without HTTP objects. Rejects as `fetch` does. */
	handle(request: PlainRequest): Promise<PlainReply>;
}
