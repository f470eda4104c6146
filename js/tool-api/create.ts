/** Drives a request through what decides: reads the body, asks who calls, calls the tool, as it is told to. */
import { aSignal, aText, anObject, must, objectOf, optional, recordOf } from "../core/arguments.js";
import { withLimit } from "./body.js";
import { type Checked, checked, toolsText } from "./options.js";
import { toolApiModule } from "./module.js";
import { Deadline, requestOf } from "./request.js";
import type { PlainReply, ToolApi, ToolApiOptions } from "./types.js";

type Module = Awaited<ReturnType<typeof toolApiModule>>;
type Raw = InstanceType<Module["RawToolApi"]>;
type Exchange = ReturnType<Raw["begin"]>;

const ADDRESS = must("an absolute address", (url) => typeof url === "string" && URL.canParse(url));
const ADDRESSED = objectOf({ url: ADDRESS }, "a Request");
const REQUEST = objectOf(
	{ url: ADDRESS, method: aText, headers: anObject, signal: optional(aSignal) },
	"a Request",
);
const BODY = must("a text, bytes, or a stream of bytes", (body) => {
	const isStream = typeof (body as Partial<ReadableStream> | null)?.getReader === "function";
	return typeof body === "string" || body instanceof Uint8Array || isStream;
});
const PLAIN = objectOf({
	method: aText,
	path: aText,
	headers: optional(recordOf(aText)),
	body: optional(BODY),
	signal: optional(aSignal),
});

/**
 * The Tool Execution API (published as "F3: Tool Execution API"; protocol of mcp-embedded-ui 0.5.0) of some tools, wherever `fetch` handlers
 * run: `webmcp-auto-ui/tool-api/node` serves it in Node, `…/service-worker` in a page, and Deno, Bun and workerd take its `fetch`.
 *
 * @throws {@link WebMcpError} `invalid_argument` when the options make no sense.
 */
export function createToolApi(options: ToolApiOptions): ToolApi {
	const known = checked(options);
	let made: Promise<Raw> | undefined;
	const raw = (): Promise<Raw> => {
		made ??= toolApiModule(known.wasm).then((module) => new module.RawToolApi(known.settings, known.fixed));
		made.catch(() => {
			made = undefined;
		});
		return made;
	};
	const { prefix } = known;
	return {
		match(request) {
			ADDRESSED("match: request", request);
			const { pathname } = new URL(request.url);
			return (
				pathname.startsWith(prefix) &&
				(pathname.length === prefix.length || prefix === "" || pathname[prefix.length] === "/")
			);
		},
		async fetch(request) {
			REQUEST("fetch: request", request);
			const { method, url, signal } = request;
			const headers = Object.fromEntries(request.headers);
			return responseOf(await answer({ method, url, headers, signal, body: request.body }, known, raw));
		},
		async handle(request) {
			PLAIN("handle: request", request);
			const { method, path, headers, signal } = request;
			const body = typeof request.body === "string" ? encoder.encode(request.body) : (request.body ?? null);
			const url = `${NOWHERE}${path.startsWith("/") ? "" : "/"}${path}`;
			return answer({ method, url, headers: headers ?? {}, signal, body }, known, raw);
		},
	};
}

function responseOf({ status, headers, body }: PlainReply): Response {
	return new Response(body === "" ? null : body, { status, headers });
}

interface Incoming {
	method: string;
	url: string;
	/** As they came: a browser's own `Headers` lose those that it would set itself, such as `Origin`. */
	headers: { readonly [name: string]: string };
	signal: AbortSignal | undefined;
	body: Uint8Array | ReadableStream<Uint8Array> | null;
}

/** A promise, and what settles it. */
function promised<T>() {
	let resolve: (value: T) => void = () => undefined;
	let reject: (error: unknown) => void = () => undefined;
	const promise = new Promise<T>((...both) => {
		[resolve, reject] = both;
	});
	return { promise, resolve, reject };
}

/** Only the path counts, so any name will do. */
const NOWHERE = "http://localhost";
const encoder = new TextEncoder();

async function answer(incoming: Incoming, known: Checked, raw: () => Promise<Raw>): Promise<PlainReply> {
	const deadline = new Deadline(known.timeoutMs, incoming.signal);
	let exchange: Exchange | undefined;
	try {
		const { pathname } = new URL(incoming.url);
		const headers = Object.entries(incoming.headers).flatMap(([name, value]) => [name.toLowerCase(), value]);
		exchange = (await raw()).begin(incoming.method.toUpperCase(), pathname, headers);
		return await followed(exchange, { incoming, known, deadline });
	} catch (error) {
		return failed(error, known);
	} finally {
		// What still runs is told, and its place is free.
		deadline.end();
		exchange?.free();
	}
}

function failed(error: unknown, known: Checked): PlainReply {
	report(error, "the Tool Execution API", known);
	return {
		status: 500,
		headers: { "content-type": "application/json", "cache-control": "no-store" },
		body: '{"error":"Internal error"}',
	};
}

interface Host {
	incoming: Incoming;
	known: Checked;
	deadline: Deadline;
}

async function followed(exchange: Exchange, host: Host): Promise<PlainReply> {
	const { incoming, known, deadline } = host;
	const seen = requestOf(incoming.method, incoming.url, incoming.headers, deadline);
	const ended = promised<PlainReply>();
	ended.promise.catch(() => undefined);
	let step = exchange.first() as unknown[];
	try {
		for (;;) {
			switch (step[0]) {
				case "tools":
					step = exchange.tools(await listed(known, deadline));
					break;
				case "who":
					step = exchange.authorised(await may(seen, known, ended.promise, deadline));
					break;
				case "body": {
					const body = await bodyOf(incoming, known.bodyBytes, deadline);
					step = body === "late" ? exchange.tookTooLong() : exchange.body(body);
					break;
				}
				case "call":
					step = await called(exchange, step as [string, string, string], seen, host);
					break;
				default: {
					const reply = replyOf(step as [string, number, string[], string]);
					ended.resolve(reply);
					return reply;
				}
			}
		}
	} catch (error) {
		ended.reject(error);
		throw error;
	}
}

async function bodyOf({ body }: Incoming, most: number, { passed }: Deadline) {
	if (body instanceof Uint8Array) return body.length > most ? undefined : body;
	return withLimit(body, most, passed);
}

function replyOf([, status, flat, body]: [string, number, string[], string]): PlainReply {
	const headers: PlainReply["headers"] = {};
	for (let at = 0; at < flat.length; at += 2) headers[flat[at] ?? ""] = flat[at + 1] ?? "";
	return { status, headers, body };
}

async function listed(known: Checked, { passed }: Deadline): Promise<string | undefined> {
	try {
		if (typeof known.tools !== "function") return undefined;
		const tools = await Promise.race([known.tools(), passed]);
		if (tools === "late") throw new Error(`tools gave no list within ${known.timeoutMs} ms.`);
		return toolsText("tools", tools);
	} catch (error) {
		report(error, "tools", known);
		return undefined;
	}
}

async function may(
	request: Request,
	known: Checked,
	reply: Promise<PlainReply>,
	deadline: Deadline,
): Promise<boolean> {
	const hook = known.authHook;
	if (!hook) return true;
	const passed = promised<boolean>();
	let hasGoneOn = false;
	const next = async (): Promise<Response> => {
		hasGoneOn = true;
		passed.resolve(true);
		return responseOf(await reply);
	};
	const run = async () => {
		try {
			const said = await hook(request, next);
			if (said !== false && !isIdentity(said) && hook.length < 2 && !hasGoneOn) throw forgotten(said);
			// A hook that takes `next` lets nobody through without calling it.
			passed.resolve(hook.length < 2 && isIdentity(said));
		} catch (error) {
			report(error, "authHook", known);
			passed.resolve(false);
		}
	};
	void run();
	const outcome = await Promise.race([passed.promise, deadline.passed]);
	if (outcome !== "late") return outcome;
	report(
		new Error(`authHook did not answer within ${known.timeoutMs} ms; it is refused.`),
		"authHook",
		known,
	);
	return false;
}

/** Whether a hook has said who calls: `true`, a name, or an object with something in it that is neither a reply nor an error. */
function isIdentity(said: unknown): boolean {
	if (typeof said === "string") return said.trim() !== "";
	if (typeof said !== "object" || said === null) return said === true;
	const isRefusal = said instanceof Error || said instanceof Response || Array.isArray(said);
	return !isRefusal && Object.keys(said).length > 0;
}

function forgotten(said: unknown): TypeError {
	const shown =
		typeof said === "object" && said !== null ? (said.constructor?.name ?? "an object") : String(said);
	return new TypeError(
		`authHook gave ${shown === "" ? "an empty text" : shown.slice(0, 40)}: return true, or who calls (a name, or an object with fields), to let a call through; false to refuse it.`,
	);
}

async function called(
	exchange: Exchange,
	[, name, args]: [string, string, string],
	request: Request,
	{ known, deadline }: Host,
): Promise<unknown[]> {
	try {
		const work = Promise.resolve().then(() => known.call(name, JSON.parse(args), request));
		// Nobody waits for what comes too late; what it throws then is nobody's surprise.
		work.catch(() => undefined);
		const outcome = await Promise.race([work, deadline.passed]);
		if (outcome === "late") return exchange.tookTooLong();
		const [content, isError, traceId] = outcome;
		if (!Array.isArray(content)) throw new TypeError(`The handler of '${name}' gave no list of content.`);
		return exchange.returned(
			JSON.stringify(content),
			isError === true,
			typeof traceId === "string" ? traceId : "",
		);
	} catch (error) {
		report(error, name, known);
		return exchange.threw(wordsOf(error, known));
	}
}

function wordsOf(error: unknown, { exposeErrors }: Checked): string {
	try {
		if (typeof exposeErrors === "function") return String(exposeErrors(error));
		return error instanceof Error ? error.message : String(error);
	} catch {
		return "The tool failed.";
	}
}

function report(error: unknown, where: string, { onError }: Checked): void {
	try {
		if (onError) onError(error, where);
		else console.error(`webmcp-auto-ui: ${where} failed.`, error);
	} catch {
		// A log that fails must not fail the request.
	}
}
