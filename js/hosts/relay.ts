/** The relay between pages and MCP clients on the same machine: WebSockets on one side, an MCP server of the official SDK on the other. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { WebSocketServer } from "ws";
import {
	aFunction,
	invalid,
	listOf,
	must,
	number,
	objectOf,
	optional,
	optionsOf,
} from "../core/arguments.js";
import type { JsonObject } from "../types/index.js";
import type { RelayedTool } from "../webmcp/relay-messages.js";
import { Pages, type RelayResult } from "./relay-pages.js";

export type { RelayResult } from "./relay-pages.js";

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
	// A timer of more would end at once.
	timeoutMs: optional(
		number("milliseconds above 0, at most 2147483647", (value) => value > 0 && value < 2 ** 31),
	),
});
const SERVER = objectOf(
	{ setRequestHandler: aFunction, sendToolListChanged: aFunction },
	"a Server of the MCP SDK",
);
const RELAY = objectOf({ tools: aFunction, call: aFunction, subscribe: aFunction }, "a relay of createRelay");
const PORT = 9444;
const TIMEOUT_MS = 120_000;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
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
