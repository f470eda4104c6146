/** What a key-keeping proxy is told: where models are, who may ask them, and how much. */

import type { WireFormat } from "../types/index.js";

/** How an upstream wants its key: as a bearer token, in a header of its own, or not at all. */
export type KeyStyle = "bearer" | "none" | { header: string };

/** A model API behind the proxy. */
export interface Upstream {
	/** Decides the paths that are passed on, where a request names its model, and how refusals are written. */
	format: WireFormat;
	/**
	 * With its version, as model SDKs call `baseURL`: `https://api.mistral.ai/v1`. Default: Anthropic's, OpenAI's or
	 * Google's own. `http:` is taken for loopback only; see `allowHttp`.
	 */
	url?: string;
	/** Default: `x-api-key` for `anthropic`, `x-goog-api-key` for `gemini`, a bearer token for the others. */
	keyStyle?: KeyStyle;
	/** Sent with each request; wins over what the client sends. */
	headers?: { [name: string]: string };
	/** Allows `http:` beyond loopback, where the key travels readable. Default false. */
	allowHttp?: boolean;
	/**
	 * What goes up of a body besides the conversation, function tools and how to answer: fields by their path
	 * (`service_tier`, `generationConfig.speechConfig`), and kinds behind the list that they stand in
	 * (`tools=web_search_20250305`, `messages.content=web_search_tool_result`).
	 */
	allowFields?: readonly string[];
	/** Values of the header `anthropic-beta` that go up: exact, or beginnings that end in `*`. Default: none. */
	allowBetas?: readonly string[];
	/**
	 * Which field says how many tokens a reply may have, where a body does not say it or says it in one that this upstream
	 * may not know. Default: the API's own; of chat completions `max_tokens`, at OpenAI and Azure
	 * `max_completion_tokens`.
	 */
	tokenField?: string;
}

/** Keys by upstream, or a function that is asked at each request, so that keys can be rotated. */
export type Keys =
	| { [upstream: string]: string }
	| ((upstream: string, request: Request) => string | undefined | Promise<string | undefined>);

/** Who asks. Limits per subject count requests with the same `subject` together. */
export interface Authorized {
	subject?: string;
}

/**
 * What `authorize` says: who asks or `true` (go on), `false` or nothing (401), or a response of its own, such as a
 * redirection to a login.
 */
export type Authorization = Authorized | Response | boolean | undefined | null;

/** How much is let through. `Infinity` lifts a limit. */
export interface ProxyLimits {
	/** The largest request body, bytes. Default 8,388,608 (8 MiB). */
	bodyBytes?: number;
	/** The least bytes a second of a request's body, on average, after its first 10 seconds. Default 4,096. */
	bodyBytesPerSecond?: number;
	/**
	 * The most tokens that one reply may have, thoughts among them. A request for more is lowered to it, one that does not
	 * say gets it, and several replies at once (`n`, `candidateCount`) are refused. Default 16,384.
	 */
	maxTokens?: number;
	/** The most requests at a time. Default 256. */
	concurrency?: number;
	/** The most requests of one subject at a time. Default 16. */
	concurrencyPerSubject?: number;
	/** The most requests of one subject in a minute; of all together where no subject is known. Default: no limit. */
	requestsPerMinute?: number;
	/** How long the upstream may be silent, or the client may take nothing, milliseconds. Default 120,000. */
	idleMs?: number;
}

/** What is told of a request when it has ended. Never holds a key, a header or words of the conversation. */
export interface ProxyEntry {
	upstream: string | undefined;
	model: string | undefined;
	subject: string | undefined;
	/** Of the response; 499 where the client left before there was one. */
	status: number;
	/** Passed back to the client. */
	bytes: number;
	ms: number;
	outcome: "complete" | "refused" | "client-left" | "upstream-broke" | "timed-out";
}

/** Options of `createModelProxy`. */
export interface ModelProxyOptions {
	/** By name; the name is the first part of the path that clients ask. */
	upstreams: { [name: string]: Upstream };
	/** Needed by every upstream whose `keyStyle` is not `none`. */
	keys?: Keys;
	/**
	 * Who may ask. Gets the request without its body; what it throws refuses the request. Without it, only requests are
	 * served that come over loopback to a loopback name, from no page but those of such names, and through no server that
	 * forwards them. One that forwards and does not say so looks like this machine: behind any server set this.
	 */
	authorize?: (request: Request) => Authorization | Promise<Authorization>;
	/** Which models each upstream may be asked for: exact ids, or beginnings that end in `*`. `["*"]` allows all. */
	allowModels: { [upstream: string]: readonly string[] };
	limits?: ProxyLimits;
	/**
	 * What becomes of fields, tools and betas that do not go up: they are left out (`drop`, the default), or the request is
	 * refused (`refuse`).
	 */
	unknownFields?: "drop" | "refuse";
	/** Origins whose pages may ask, such as `https://app.example`; those of the proxy's own origin always may. */
	origins?: readonly string[];
	/** In front of the upstream's name, such as `/api`. Default: nothing. */
	basePath?: string;
	/** Hears of each request when it has ended. What it throws is ignored. */
	onRequest?: (entry: ProxyEntry) => void;
	/** Asks the upstreams. Default: the platform's own. */
	fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Answers a request. Never rejects. `bound` is `"loopback"` where the host knows that its socket is bound to loopback
 * and that the peer's address is one of loopback; nothing else makes the proxy serve without `authorize`.
 */
export type ModelProxy = (request: Request, bound?: "loopback") => Promise<Response>;
