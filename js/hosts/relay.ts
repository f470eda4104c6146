/** The relay between pages and MCP clients on the same machine: WebSockets on one side, an MCP server of the official SDK on the other. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { WebSocketServer } from "ws";
import {
	aFunction,
	aText,
	invalid,
	listOf,
	must,
	number,
	objectOf,
	optional,
	optionsOf,
} from "../arguments.js";
import type { JsonObject } from "../types.js";
import {
	type FromPage,
	type FromRelay,
	NOT_UNDERSTOOD,
	type RelayedTool,
	WRONG_TOKEN,
} from "../webmcp/relay-messages.js";

/** Options of `createRelay`. */
export interface RelayOptions {
	/** The origins of the pages that may connect, such as `http://localhost:5173`; at least one. */
	origins: readonly string[];
	/** On 127.0.0.1. Default 9444; 0 for any that is free. */
	port?: number;
	/** What pages must know. Default: 32 random bytes. */
	token?: string;
	/** Milliseconds of a call; default 120,000. */
	timeoutMs?: number;
}

/** A call's result, as MCP has it. */
export interface RelayResult {
	content: ({ type: "text"; text: string } | { type: string; [field: string]: unknown })[];
	structuredContent?: JsonObject;
	isError: boolean;
}

/** A relay that runs. */
export interface Relay {
	/** For `connectRelay`. */
	readonly url: string;
	readonly token: string;
	/** The tools of all pages that are connected; of two that are called the same, the second has a number in its name. */
	tools(): RelayedTool[];
	/** Calls one. What goes wrong is a result with `isError`. */
	call(name: string, args: JsonObject, signal?: AbortSignal): Promise<RelayResult>;
	/** Calls `listener` when the tools may have changed. Returns what ends that. */
	subscribe(listener: () => void): () => void;
	/** Ends the connections and frees the port. */
	close(): Promise<void>;
}

const ORIGIN = must(
	"an origin such as 'http://localhost:5173'",
	(value) => typeof value === "string" && URL.canParse(value) && new URL(value).origin === value,
	true,
);
const OPTIONS = objectOf({
	origins: listOf(ORIGIN),
	port: optional(
		number("a whole number from 0 to 65535", (port) => Number.isInteger(port) && port >= 0 && port < 65_536),
	),
	token: optional(
		must("a text of at least 16 characters", (value) => typeof value === "string" && value.length >= 16),
	),
	timeoutMs: optional(number("milliseconds above 0", (value) => value > 0)),
});
const SERVER = objectOf(
	{ setRequestHandler: aFunction, sendToolListChanged: aFunction },
	"a Server of the MCP SDK",
);
const RELAY = objectOf({ tools: aFunction, call: aFunction, subscribe: aFunction }, "a relay of createRelay");
const PORT = 9444;
const TIMEOUT_MS = 120_000;
const HELLO_MS = 5000;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const MAX_TOOLS = 1000;
const TOKEN_BYTES = 32;

/**
 * Starts a relay on 127.0.0.1. Pages connect with `connectRelay`; pages of other origins, and those that do not know the token, are turned away.
 *
 * @throws {@link WebMcpError} `invalid_argument`; Node's own error where the port is taken.
 */
export async function createRelay(options: RelayOptions): Promise<Relay> {
	const given = optionsOf("createRelay: options", options, OPTIONS);
	if (given.origins.length === 0) {
		throw invalid("createRelay: options.origins", "must name the origins whose pages may connect");
	}
	const token = given.token ?? drawnToken();
	const server = new WebSocketServer({
		host: "127.0.0.1",
		port: given.port ?? PORT,
		maxPayload: MAX_MESSAGE_BYTES,
		verifyClient: ({ origin }) => given.origins.includes(origin),
	});
	await new Promise<void>((resolve, reject) => {
		server.once("listening", () => resolve());
		server.once("error", reject);
	});
	const pages = new Pages(token, given.timeoutMs ?? TIMEOUT_MS);
	server.on("connection", (socket) => pages.add(socket));
	const { port } = server.address();
	return {
		url: `ws://127.0.0.1:${port}`,
		token,
		tools: () => pages.tools(),
		call: (name, args, signal) => pages.call(name, args, signal),
		subscribe: (listener) => pages.subscribe(listener),
		close: () =>
			new Promise((resolve) => {
				for (const client of server.clients) client.terminate();
				server.close(() => resolve());
			}),
	};
}

/**
 * Serves a relay's tools by a server of `@modelcontextprotocol/sdk`, which needs the capability `tools: {listChanged: true}`. Returns what ends the
 * notifications.
 */
export function serveRelay(server: Server, relay: Relay): () => void {
	SERVER("serveRelay: server", server);
	RELAY("serveRelay: relay", relay);
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: relay.tools() as never }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
		const { content, isError, structuredContent } = await relay.call(
			params.name,
			(params.arguments ?? {}) as JsonObject,
			signal,
		);
		return { content: content as never, isError, ...(structuredContent ? { structuredContent } : {}) };
	});
	return relay.subscribe(() => {
		// Nobody is connected yet, or any more.
		server.sendToolListChanged().catch(() => undefined);
	});
}

function drawnToken(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What is used of a socket of `ws`. */
export interface Socket {
	on(event: "message", listener: (data: { toString(): string }) => void): void;
	on(event: "close" | "error", listener: () => void): void;
	send(text: string): void;
	close(code?: number, reason?: string): void;
	terminate(): void;
}

class Page {
	tools: readonly RelayedTool[] = [];
	readonly calls = new Map<string, (result: RelayResult) => void>();
	readonly #socket: Socket;

	constructor(socket: Socket) {
		this.#socket = socket;
	}

	say(message: FromRelay): void {
		this.#socket.send(JSON.stringify(message));
	}
}

class Pages {
	readonly #token: string;
	readonly #timeoutMs: number;
	readonly #pages = new Set<Page>();
	readonly #listeners = new Set<() => void>();
	#next = 1;

	constructor(token: string, timeoutMs: number) {
		this.#token = token;
		this.#timeoutMs = timeoutMs;
	}

	add(socket: Socket): void {
		const page = new Page(socket);
		const timer = setTimeout(() => socket.close(WRONG_TOKEN, "No hello came."), HELLO_MS);
		socket.on("message", (data) => {
			const said = parsed(data.toString());
			if (!said) return socket.close(NOT_UNDERSTOOD, "This is no message of a page.");
			if (this.#pages.has(page)) return this.#heard(page, said);
			clearTimeout(timer);
			if (said.kind !== "hello" || !this.#knows(said.token))
				return socket.close(WRONG_TOKEN, "The token is wrong.");
			this.#pages.add(page);
			page.say({ kind: "welcome" });
			this.#listed(page, said.tools);
		});
		socket.on("error", () => socket.terminate());
		socket.on("close", () => {
			clearTimeout(timer);
			if (!this.#pages.delete(page)) return;
			for (const settle of page.calls.values()) settle(failed(`The page has gone. ${UNKNOWN}`));
			this.#changed();
		});
	}

	tools(): RelayedTool[] {
		return [...this.#named()].map(([name, { tool }]) => ({ ...tool, name }));
	}

	subscribe(listener: () => void): () => void {
		aFunction("subscribe: listener", listener);
		const own = () => listener();
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}

	call(name: string, args: JsonObject, signal?: AbortSignal): Promise<RelayResult> {
		aText("call: name", name);
		const found = this.#named().get(name);
		if (!found) return Promise.resolve(failed(`No page that is connected has a tool '${name}'.`));
		if (signal?.aborted) return Promise.resolve(failed("The call was cancelled before it began."));
		const { page, tool } = found;
		const id = String(this.#next);
		this.#next += 1;
		return new Promise((resolve) => {
			const settle = (result: RelayResult) => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", cancel);
				page.calls.delete(id);
				resolve(result);
			};
			const stop = (why: string) => {
				page.say({ kind: "cancel", id });
				settle(failed(`The call ${why} after it had begun. ${UNKNOWN}`));
			};
			const cancel = () => stop("was cancelled");
			const timer = setTimeout(() => stop(`took longer than ${this.#timeoutMs} ms`), this.#timeoutMs);
			signal?.addEventListener("abort", cancel, { once: true });
			page.calls.set(id, settle);
			page.say({ kind: "call", id, name: tool.name, args });
		});
	}

	#heard(page: Page, said: FromPage): void {
		if (said.kind === "tools") this.#listed(page, said.tools);
		if (said.kind === "result") page.calls.get(said.id)?.(resultOf(said.result, said.isError === true));
	}

	#listed(page: Page, tools: unknown): void {
		page.tools = Array.isArray(tools) ? tools.filter(isTool).slice(0, MAX_TOOLS) : [];
		this.#changed();
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	#named(): Map<string, { page: Page; tool: RelayedTool }> {
		const all = new Map<string, { page: Page; tool: RelayedTool }>();
		for (const page of this.#pages) {
			for (const tool of page.tools) {
				let name = tool.name;
				for (let number = 2; all.has(name); number += 1) name = `${tool.name}_${number}`;
				all.set(name, { page, tool });
			}
		}
		return all;
	}

	/** Takes as long whatever is wrong. */
	#knows(token: unknown): boolean {
		if (typeof token !== "string" || token.length !== this.#token.length) return false;
		let different = 0;
		for (let at = 0; at < token.length; at += 1)
			different |= token.charCodeAt(at) ^ this.#token.charCodeAt(at);
		return different === 0;
	}
}

const UNKNOWN = "Whether it took effect is not known: look before trying again.";

function failed(text: string): RelayResult {
	return { content: [{ type: "text", text }], isError: true };
}

/** What a page answers; content that is MCP's own is passed on as it is. */
function resultOf(result: JsonObject, isError: boolean): RelayResult {
	if (Array.isArray(result?.content)) return { content: result.content as RelayResult["content"], isError };
	return {
		content: [{ type: "text", text: JSON.stringify(result) }],
		...(isError ? {} : { structuredContent: result }),
		isError,
	};
}

function isTool(value: unknown): value is RelayedTool {
	if (typeof value !== "object" || value === null) return false;
	const { name, description, inputSchema } = value as Partial<RelayedTool>;
	const isSchema = typeof inputSchema === "object" && inputSchema !== null && inputSchema.type === "object";
	return (
		typeof name === "string" && /^[\w.-]{1,64}$/.test(name) && typeof description === "string" && isSchema
	);
}

function parsed(text: string): FromPage | undefined {
	try {
		const said: unknown = JSON.parse(text);
		return typeof said === "object" && said !== null && "kind" in said ? (said as FromPage) : undefined;
	} catch {
		return undefined;
	}
}
