/** A server of both eras at another origin than the page's, that does as little as it can. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const MEASURE = readFileSync(new URL("measure.mjs", import.meta.url));
const MODERN = "2026-07-28";
const CAPABILITIES = { tools: {} };
const INFO = { name: "bench", version: "1" };
const OPEN = { type: "object", properties: {} };
const ROWS = 1_000;

/** About 100 kB, with what has to be escaped in JSON. */
const LARGE = Array.from({ length: ROWS }, (_, n) => {
	return `{"row":${n},"name":"Coffee \\"${n}\\"","note":"${"drunk before ten, ".repeat(3)}"}`;
}).join("\n");

const TABLE = { rows: Array.from({ length: 10 }, (_, n) => ({ n, name: `cup ${n}`, litres: n / 10 })) };
const ROW = {
	type: "object",
	properties: { n: { type: "integer" }, name: { type: "string" }, litres: { type: "number", minimum: 0 } },
	required: ["n", "name", "litres"],
};
const TOOLS = [
	{ name: "small", description: "A word", inputSchema: OPEN },
	{ name: "large", description: "100 kB", inputSchema: OPEN },
	{
		name: "table",
		description: "Ten rows",
		inputSchema: OPEN,
		outputSchema: { type: "object", properties: { rows: { type: "array", items: ROW } }, required: ["rows"] },
	},
];

const text = (/** @type {string} */ said) => ({ content: [{ type: "text", text: said }] });
const RESULTS = {
	small: text("done"),
	large: text(LARGE),
	table: { ...text("ten rows"), structuredContent: TABLE },
};

const CORS = {
	"access-control-allow-origin": "*",
	"access-control-allow-methods": "GET, POST, DELETE",
	"access-control-allow-headers":
		"content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id, authorization",
	"access-control-expose-headers": "mcp-session-id",
	"access-control-max-age": "7200",
	"cache-control": "no-store",
};

/** @param {string} method @param {string} [name] @param {boolean} [isModern] */
function resultOf(method, name, isModern) {
	if (method === "tools/list") return { tools: TOOLS, ...(isModern && { ttlMs: 0, cacheScope: "private" }) };
	if (method === "tools/call") return RESULTS[name ?? ""];
	if (method === "initialize")
		return { protocolVersion: "2025-11-25", capabilities: CAPABILITIES, serverInfo: INFO };
	const told = { supportedVersions: [MODERN], capabilities: CAPABILITIES, serverInfo: INFO };
	return method === "server/discover" ? { ...told, ttlMs: 0, cacheScope: "private" } : {};
}

/** @param {"events" | "json"} form of all answers */
export async function serveMcp(form) {
	/** @type {(told: any) => void} */
	let hear = () => undefined;
	const server = createServer(async (request, response) => {
		const parts = [];
		for await (const part of request) parts.push(part);
		if (request.url === "/measure.mjs")
			return response.writeHead(200, { ...CORS, "content-type": "text/javascript" }).end(MEASURE);
		if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
		if (request.method !== "POST")
			return response.writeHead(request.method === "DELETE" ? 204 : 405, CORS).end();
		const message = JSON.parse(Buffer.concat(parts).toString("utf8"));
		if (request.url === "/measured") {
			hear(message);
			return response.writeHead(204, CORS).end();
		}
		const { id, method, params } = message;
		if (id === undefined) return response.writeHead(202, CORS).end();
		const isModern = request.headers["mcp-protocol-version"] === MODERN;
		const result = {
			...(isModern && { resultType: "complete" }),
			...resultOf(method, params?.name, isModern),
		};
		const answer = JSON.stringify({ jsonrpc: "2.0", id, result });
		const session = method === "initialize" ? { "mcp-session-id": "bench" } : {};
		const type = form === "events" ? "text/event-stream" : "application/json";
		response.writeHead(200, { ...CORS, ...session, "content-type": type });
		return response.end(form === "events" ? `event: message\ndata: ${answer}\n\n` : answer);
	});
	server.keepAliveTimeout = 0;
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}/mcp`,
		/** What a page runs that measures its client. */
		measuring: `http://127.0.0.1:${port}/measure.mjs`,
		/** What such a page tells next. @returns {Promise<{[what: string]: any}>} */
		measured: () =>
			new Promise((resolve) => {
				hear = resolve;
			}),
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
