/**
 * A small MCP server of both eras that counts how often each call was carried out. `do` changes the world, `look` does not and `peek` says so
 * itself; `how` is the form of the answer.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { endless, Session } from "./session.mjs";

const MODERN = "2026-07-28";
const LATEST = "2025-11-25";
const OPEN = { type: "object", additionalProperties: true };
const CAPABILITIES = { tools: { listChanged: true }, logging: {} };
const INFO = { name: "counting", version: "1" };
export const TOOLS = [
	{ name: "do", inputSchema: OPEN },
	{ name: "look", inputSchema: OPEN },
	{ name: "peek", inputSchema: OPEN, annotations: { readOnlyHint: true } },
];

/** What a call is answered: its number, and letters of two, three and four bytes. @param {number} n */
export const saidOf = (n) => `${n} é€😀`;

/** Whether it is what call `n` is answered, also where a letter was damaged on the way. @param {number} n @param {unknown} text */
export const isSaid = (n, text) => new RegExp(`^${n} é€(😀|\ufffd+)$`, "u").test(String(text));

/** @typedef {{id?: number | string, method?: string, params?: {[name: string]: any}}} Message */
/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */

/** @param {"legacy" | "modern" | "both"} speaks */
export async function startServer(speaks = "both") {
	/** How often each call was carried out, by its number; `safe` those that may be. @type {Map<number, number>} */
	const done = new Map();
	const safe = new Map();
	/** @type {Map<string, Session>} */
	const sessions = new Map();
	/** Streams of the modern era. @type {Set<Response>} */
	const listening = new Set();

	/** @param {Message} message @param {(progress: number) => void} progress */
	async function carriedOut({ method, params = {} }, progress) {
		if (method === "tools/list") return { tools: TOOLS };
		if (method !== "tools/call") return {};
		const { n, ms = 0, how } = params.arguments ?? {};
		const counts = params.name === "do" ? done : safe;
		counts.set(n, (counts.get(n) ?? 0) + 1);
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
		if (how !== "json") progress(1);
		return { content: [{ type: "text", text: saidOf(n) }] };
	}

	/** @param {Message} message @param {Response} response @param {Session} [session] */
	async function answer(message, response, session) {
		const { id, params } = message;
		const isModern = session === undefined;
		const how = params?.arguments?.how ?? "json";
		const envelope = (/** @type {object} */ result) =>
			JSON.stringify({
				jsonrpc: "2.0",
				id,
				result: isModern ? { resultType: "complete", ...result } : result,
			});
		if (how === "json") return send(response, 200, envelope(await carriedOut(message, () => undefined)));
		const stream =
			session && how === "ids"
				? session.open(response, `${params?.arguments?.n}`)
				: endless(response, { isEndless: false });
		const progressToken = params?._meta?.progressToken;
		const told = (/** @type {number} */ progress) => {
			const params = { progressToken, progress };
			stream.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
		};
		stream.send(envelope(await carriedOut(message, told)));
		stream.end();
	}

	/** @param {Message} message @param {Request} request @param {Response} response */
	function modern(message, request, response) {
		const { id, method } = message;
		if (request.headers["mcp-method"] !== method && id !== undefined)
			return refuse(response, 400, -32020, "Header mismatch", id);
		if (id === undefined) return response.writeHead(202).end();
		if (method === "server/discover") {
			const result = { supportedVersions: [MODERN], capabilities: CAPABILITIES, serverInfo: INFO };
			return send(
				response,
				200,
				JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }),
			);
		}
		if (method !== "subscriptions/listen") return answer(message, response);
		const stream = endless(response, { isEndless: true });
		stream.send(
			JSON.stringify({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: {} }),
		);
		listening.add(response);
		response.on("close", () => listening.delete(response));
	}

	/** @param {Message} message @param {Request} request @param {Response} response */
	function legacy(message, request, response) {
		const { id, method } = message;
		if (method === "initialize") {
			const session = new Session(randomUUID());
			sessions.set(session.id, session);
			response.setHeader("mcp-session-id", session.id);
			const result = { protocolVersion: LATEST, capabilities: CAPABILITIES, serverInfo: INFO };
			return send(response, 200, JSON.stringify({ jsonrpc: "2.0", id, result }));
		}
		const named = request.headers["mcp-session-id"];
		if (named === undefined) return refuse(response, 400, -32000, "Bad Request: no session", null);
		const session = sessions.get(String(named));
		if (!session) return refuse(response, 404, -32001, "Session not found", null);
		if (request.method === "DELETE") {
			forget(session.id);
			return response.writeHead(204).end();
		}
		if (request.method === "GET") {
			const isKnown = session.follow(response, request.headers["last-event-id"]);
			return isKnown || refuse(response, 400, -32000, "No such event", null);
		}
		if (id === undefined || !method) return response.writeHead(202).end();
		return answer(message, response, session);
	}

	/** @param {string} id */
	function forget(id) {
		sessions.get(id)?.close();
		sessions.delete(id);
	}

	const server = createServer(async (request, response) => {
		const parts = [];
		for await (const part of request) parts.push(part);
		const text = Buffer.concat(parts).toString("utf8");
		const message = /** @type {Message} */ (text === "" ? {} : JSON.parse(text));
		const isModern = request.headers["mcp-protocol-version"] === MODERN;
		if (isModern ? speaks !== "legacy" : speaks !== "modern")
			await (isModern ? modern : legacy)(message, request, response);
		else if (isModern) refuse(response, 400, -32000, "Unsupported protocol version", null);
		else
			refuse(response, 400, -32022, "Unsupported protocol version", message.id ?? null, {
				supported: [MODERN],
			});
	});
	server.keepAliveTimeout = 0;
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		port,
		done,
		safe,
		/** How many streams are open by which it tells something. */
		heardBy: () => listening.size + [...sessions.values()].filter(({ isHeard }) => isHeard).length,
		/** As if it had been started anew. @param {string} id */
		forget,
		/** Tells all who listen that the tools have changed, and for the how manyth time. @param {number} n */
		tell: (n) => {
			const params = { n };
			const text = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed", params });
			for (const session of sessions.values()) session.tell(text);
			for (const response of listening) response.write(`data: ${text}\n\n`);
		},
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** @param {Response} response @param {number} status @param {string} json */
function send(response, status, json) {
	response.writeHead(status, { "content-type": "application/json" }).end(json);
}

/** @param {Response} response @param {number} status @param {number} code @param {string} message @param {unknown} id @param {object} [data] */
function refuse(response, status, code, message, id, data) {
	send(
		response,
		status,
		JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } }),
	);
}
