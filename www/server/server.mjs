/** The data server: MCP over Streamable HTTP on loopback. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isThisMachine } from "../../pkg/core/loopback.js";
import { openDatabase } from "./database.mjs";
import { datasets } from "./datasets.mjs";
import { createMcp } from "./mcp.mjs";
import { createTools } from "./tools.mjs";

const HOST = "127.0.0.1";
const MAX_SESSIONS = 64;

/**
 * Starts the server.
 *
 * @param {{port?: number, tables?: import("./datasets.mjs").Table[], name?: string}} [options] port 0 takes a free one
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function startDataServer({ port = 0, tables = datasets(), name = "datasets" } = {}) {
	const database = await openDatabase(tables);
	const tools = createTools(database);
	/** @type {Map<string, StreamableHTTPServerTransport>} */
	const sessions = new Map();

	const openSession = async () => {
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: () => randomUUID(),
			onsessioninitialized: (id) => {
				sessions.set(id, transport);
				const [oldest] = sessions.keys();
				if (sessions.size > MAX_SESSIONS && oldest) void sessions.get(oldest)?.close();
			},
		});
		transport.onclose = () => transport.sessionId && sessions.delete(transport.sessionId);
		await createMcp(name, tools).connect(transport);
		return transport;
	};

	const answer = async (
		/** @type {import("node:http").IncomingMessage} */ request,
		/** @type {import("node:http").ServerResponse} */ response,
	) => {
		if (!admitted(request, response)) return;
		// A client of the next era asks so for it. The SDK's server, which is of this one, would answer 400, which browsers show as an error.
		if (request.headers["mcp-method"] === "server/discover")
			return refuse(response, 200, "Method not found", -32601);
		const id = request.headers["mcp-session-id"];
		const known = typeof id === "string" ? sessions.get(id) : undefined;
		if (id !== undefined && !known)
			return refuse(response, 404, "This session is not known; initialise again.");
		const transport = known ?? (await openSession());
		await transport.handleRequest(request, response);
	};
	const http = createServer((request, response) => {
		// Nobody waits for this promise, so what it rejects with would end the process and all that runs in it.
		answer(request, response).catch(() => {
			if (response.headersSent) response.destroy();
			else refuse(response, 500, "The data server failed.");
		});
	});
	await new Promise((done, failed) => {
		http.once("error", failed);
		http.listen(port, HOST, () => done(undefined));
	}).catch(async (error) => {
		await database.close();
		throw error;
	});
	const address = http.address();
	if (address === null || typeof address === "string") throw new Error("The data server has no port.");
	return {
		url: `http://${HOST}:${address.port}/mcp`,
		close: async () => {
			await Promise.all([...sessions.values()].map((transport) => transport.close()));
			http.closeAllConnections();
			await new Promise((done) => http.close(done));
			await database.close();
		},
	};
}

/**
 * Lets through what comes from this machine: other sites' pages, also through a rebound name, get nothing.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function admitted(request, response) {
	const { origin, host } = request.headers;
	const { url = "", headersDistinct } = request;
	// The path of an address, as browsers write it; `//` begins another host's.
	if (!/^\/(?![/\\])/.test(url) || headersDistinct.host?.length !== 1) {
		refuse(response, 400, "This is no request for a path of this server.");
		return false;
	}
	if ((origin && !isLocal(origin)) || !isLocal(`http://${host}`)) {
		refuse(response, 403, "Only pages of this machine may ask.");
		return false;
	}
	if (origin) {
		response.setHeader("Access-Control-Allow-Origin", origin);
		response.setHeader("Access-Control-Expose-Headers", "Mcp-Session-Id, Mcp-Protocol-Version");
		response.setHeader("Vary", "Origin");
	}
	if (request.method === "OPTIONS") {
		response.setHeader("Access-Control-Allow-Methods", "GET, POST, DELETE, OPTIONS");
		response.setHeader(
			"Access-Control-Allow-Headers",
			request.headers["access-control-request-headers"] ?? "content-type",
		);
		response.setHeader("Access-Control-Max-Age", "600");
		response.writeHead(204).end();
		return false;
	}
	if (url.split(/[?#]/, 1)[0] !== "/mcp") {
		refuse(response, 404, "The MCP endpoint is /mcp.");
		return false;
	}
	return true;
}

/** Whether an origin, and nothing more than one, is of this machine. @param {string} origin */
function isLocal(origin) {
	return /^https?:\/\/[^/\\?#@\s]+$/.test(origin) && URL.canParse(origin) && isThisMachine(new URL(origin));
}

/** @param {import("node:http").ServerResponse} response @param {number} status @param {string} message */
function refuse(response, status, message, code = -32000) {
	const body = { jsonrpc: "2.0", id: null, error: { code, message } };
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
