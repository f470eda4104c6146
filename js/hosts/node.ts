/** Serves what answers as `fetch` does with Node's `http`, and knows whether it is bound to loopback. */
import { createServer } from "node:http";
import { aFunction, must, number, objectOf, optional, optionsOf } from "../core/arguments.js";
import { isThisMachine } from "../core/loopback.js";
import type { ModelProxy } from "../proxy/types.js";
import type { ToolApi } from "../tool-api/types.js";

/** A listener, as a method so that each event may have its own kind of value. */
type Listener = { hear(value: unknown): void }["hear"];

type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

/** What is used of an `http.IncomingMessage`. */
export interface NodeRequest {
	readonly method?: string | undefined;
	readonly url?: string | undefined;
	readonly headersDistinct: { readonly [name: string]: string[] | undefined };
	readonly socket: { readonly remoteAddress?: string | undefined };
	on(event: string, listener: Listener): unknown;
	off(event: string, listener: Listener): unknown;
	pause(): unknown;
	resume(): unknown;
}

/** What is used of an `http.ServerResponse`. */
export interface NodeResponse {
	readonly writableFinished: boolean;
	readonly destroyed: boolean;
	statusCode: number;
	setHeader(name: string, value: string | string[]): unknown;
	flushHeaders(): void;
	write(piece: Uint8Array): boolean;
	end(text?: string): unknown;
	destroy(): unknown;
	once(event: string, listener: () => void): unknown;
	off(event: string, listener: () => void): unknown;
}

/** Where to serve. */
export interface ServeOptions {
	/** Default 8787, of a Tool Execution API 8788; 0 for any that is free. */
	port?: number;
	/** Default 127.0.0.1. Beyond loopback the proxy needs `authorize`. */
	host?: string;
}

/** What is being served. */
export interface Served {
	/** Its address, such as `http://127.0.0.1:8787`. */
	readonly url: string;
	/** Breaks off what runs and frees the port. */
	close(): Promise<void>;
}

const OPTIONS = objectOf({
	port: optional(
		number("a whole number from 0 to 65535", (port) => Number.isInteger(port) && port >= 0 && port < 65_536),
	),
	// Node takes a blank name for every address of the machine.
	host: optional(must("the name of a host", (host) => typeof host === "string" && host.trim() !== "")),
});

const API = objectOf({ handle: aFunction }, "a ToolApi of createToolApi");

/** Serves `proxy`. Rejects with Node's error when the port is taken. */
export async function serveModelProxy(proxy: ModelProxy, options: ServeOptions = {}): Promise<Served> {
	aFunction("serveModelProxy: proxy", proxy);
	return served((bound) => nodeHandler(proxy, bound), {
		port: 8787,
		...optionsOf("serveModelProxy: options", options, OPTIONS),
	});
}

/**
 * Serves `api`. On loopback it is asked by loopback's names alone: a page of a name that was pointed there (DNS rebinding) is refused.
 * Rejects with Node's error when the port is taken.
 */
export async function serveToolApi(api: ToolApi, options: ServeOptions = {}): Promise<Served> {
	API("serveToolApi: api", api);
	const given = optionsOf("serveToolApi: options", options, OPTIONS);
	return served((bound) => toolListener(api, bound), { port: 8788, ...given });
}

/** Without `Request` and `Response`: making them in Node takes longer than all else. */
function toolListener(api: ToolApi, bound: "loopback" | undefined): NodeListener {
	const answer = async (incoming: NodeRequest, outgoing: NodeResponse) => {
		const left = new AbortController();
		outgoing.once("close", () => {
			if (!outgoing.writableFinished) left.abort();
		});
		const headers: { [name: string]: string } = {};
		for (const [name, values = []] of Object.entries(incoming.headersDistinct))
			headers[name] = values.join(", ");
		if (bound && !isLoopbackHost(headers.host)) {
			outgoing.statusCode = 421;
			outgoing.setHeader("content-type", "application/json");
			outgoing.end('{"error":"This host name is not served here."}');
			return;
		}
		const { method = "GET", url = "/" } = incoming;
		const body = method === "GET" || method === "HEAD" ? {} : { body: bodyOf(incoming) };
		const reply = await api.handle({ method, path: url, headers, signal: left.signal, ...body });
		outgoing.statusCode = reply.status;
		for (const [name, value] of Object.entries(reply.headers)) outgoing.setHeader(name, value);
		outgoing.end(reply.body);
	};
	return (incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy());
}

function isLoopbackHost(host = ""): boolean {
	const address = `http://${host}`;
	return HOST.test(host) && URL.canParse(address) && isThisMachine(new URL(address));
}

async function served(
	listener: (bound: "loopback" | undefined) => NodeListener,
	{ port, host = "127.0.0.1" }: ServeOptions & { port: number },
): Promise<Served> {
	let bound: "loopback" | undefined;
	const server = createServer((request, response) => listener(bound)(request, response));
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.once("listening", () => {
			server.off("error", reject);
			resolve();
		});
		server.listen(port, host);
	});
	const address = server.address();
	if (typeof address !== "object" || address === null) throw new TypeError("The server has no address.");
	if (isThisMachine(address.address)) bound = "loopback";
	const name = address.address.includes(":") ? `[${address.address}]` : address.address;
	return {
		url: `http://${name}:${address.port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/**
 * `proxy` as a listener of a server of your own, such as `http.createServer(nodeHandler(proxy))`. Say `"loopback"` only
 * where that server is bound to loopback.
 */
export function nodeHandler(
	proxy: ModelProxy,
	bound?: "loopback",
): (request: NodeRequest, response: NodeResponse) => void {
	aFunction("nodeHandler: proxy", proxy);
	return (incoming, outgoing) => {
		const left = new AbortController();
		outgoing.once("close", () => {
			if (!outgoing.writableFinished) left.abort();
		});
		const request = requestOf(incoming, left.signal);
		if (!request) {
			outgoing.statusCode = 400;
			outgoing.end();
			return;
		}
		// Whatever the server is bound to, only the peer's own address says where it is.
		const near = isThisMachine(incoming.socket.remoteAddress ?? "");
		proxy(request, near ? bound : undefined)
			.then((response) => send(response, outgoing))
			// A proxy never rejects; another handler of the same shape might.
			.catch(() => outgoing.destroy());
	};
}

/** A name or an address, and perhaps a port: nothing that would become another part of the request's address. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

function requestOf(incoming: NodeRequest, signal: AbortSignal): Request | undefined {
	const { method = "GET", url = "" } = incoming;
	const headers = new Headers();
	for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
		for (const value of values) headers.append(name, value);
	}
	// Put together as text: `//host/path` resolved against a base would lead to that host.
	const host = headers.get("host") ?? "localhost";
	const address = `http://${host}${url}`;
	if (!HOST.test(host) || !url.startsWith("/") || !URL.canParse(address)) return undefined;
	const init: RequestInit & { duplex?: "half" } = { method, headers, signal };
	if (method !== "GET" && method !== "HEAD") {
		init.body = bodyOf(incoming);
		init.duplex = "half";
	}
	try {
		return new Request(address, init);
	} catch {
		// Methods such as TRACE.
		return undefined;
	}
}

function bodyOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
	let stop = (): void => undefined;
	return new ReadableStream<Uint8Array>({
		start(controller) {
			const data = (piece: Uint8Array): void => {
				controller.enqueue(new Uint8Array(piece));
				if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
			};
			const end = (): void => {
				stop();
				controller.close();
			};
			const fail = (): void => {
				stop();
				controller.error(new Error("The client broke off its request."));
			};
			stop = () => {
				incoming.off("data", data);
				incoming.off("end", end);
				incoming.off("error", fail);
				incoming.off("close", fail);
			};
			incoming.on("data", data);
			incoming.on("end", end);
			incoming.on("error", fail);
			incoming.on("close", fail);
			incoming.pause();
		},
		pull: () => void incoming.resume(),
		cancel() {
			stop();
			// What still comes is thrown away, so that the refusal can be read.
			incoming.resume();
		},
	});
}

async function send(response: Response, outgoing: NodeResponse): Promise<void> {
	outgoing.statusCode = response.status;
	for (const [name, value] of response.headers) {
		outgoing.setHeader(name, name === "set-cookie" ? response.headers.getSetCookie() : value);
	}
	const reader = response.body?.getReader();
	if (!reader) {
		outgoing.end();
		return;
	}
	outgoing.flushHeaders();
	// The stream is given back at once, not when the next piece comes.
	const leave = (): void => void reader.cancel().catch(() => undefined);
	outgoing.once("close", leave);
	let waits = false;
	// Of a client that takes nothing, only the stream itself knows when that has lasted too long.
	reader.closed.catch(() => {
		if (waits) outgoing.destroy();
	});
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (outgoing.destroyed) return;
			if (done) break;
			if (!outgoing.write(value)) {
				waits = true;
				await drained(outgoing);
				waits = false;
			}
		}
	} catch {
		// The length was not told, so only a connection that breaks says that the answer is not whole.
		outgoing.destroy();
		return;
	}
	outgoing.off("close", leave);
	outgoing.end();
}

function drained(outgoing: NodeResponse): Promise<void> {
	return new Promise((resolve) => {
		const go = (): void => {
			outgoing.off("drain", go);
			outgoing.off("close", go);
			resolve();
		};
		outgoing.once("drain", go);
		outgoing.once("close", go);
	});
}
