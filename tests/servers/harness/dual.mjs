/** A server of both eras, by the official SDK 2.x: `dual.mjs <port>`. Everything that a client has to do for one is in it once. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { registerAsking, requestState } from "./dual/asking.mjs";
import { registerOffers } from "./dual/offers.mjs";
import { registerTools } from "./dual/tools.mjs";

/** What changes, and outlives a request. */
const world = { grown: 0, version: 1, isRenamed: false, notify: undefined };

const handler = createMcpHandler(() => {
	const server = new McpServer(
		{ name: "dual", title: "Both eras", version: "1.2.3" },
		{
			capabilities: {
				tools: { listChanged: true },
				prompts: { listChanged: true },
				resources: { listChanged: true, subscribe: true },
				logging: {},
				completions: {},
			},
			instructions: "Ask for anything.",
			cacheHints: { "tools/list": { ttlMs: 600_000, cacheScope: "private" } },
			requestState,
		},
	);
	registerTools(server, world);
	registerAsking(server);
	registerOffers(server, world);
	return server;
});
world.notify = handler.notify;

/** What section 3 of the notes on servers asks of one that pages of other origins may use. */
const CORS = {
	"access-control-allow-origin": "*",
	"access-control-allow-methods": "GET, POST, DELETE",
	"access-control-expose-headers": "Mcp-Session-Id, WWW-Authenticate, MCP-Protocol-Version, Retry-After",
	"access-control-max-age": "600",
};

const http = createServer(async (incoming, outgoing) => {
	for (const [name, value] of Object.entries(CORS)) outgoing.setHeader(name, value);
	if (incoming.method === "OPTIONS") {
		// Names of `Mcp-Param-…` are the tools', so what is asked for is allowed.
		const wanted = incoming.headers["access-control-request-headers"] ?? "";
		return outgoing.writeHead(204, { "access-control-allow-headers": wanted }).end();
	}
	// Who closes the reply does not want it any more.
	const gone = new AbortController();
	outgoing.once("close", () => gone.abort());
	const pieces = [];
	for await (const piece of incoming) pieces.push(piece);
	const request = new Request(new URL(incoming.url ?? "/", "http://127.0.0.1"), {
		method: incoming.method,
		headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
		signal: gone.signal,
		...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
	});
	const response = await handler.fetch(request).catch(() => new Response(null, { status: 499 }));
	outgoing.writeHead(response.status, Object.fromEntries(response.headers));
	if (!response.body) return outgoing.end();
	Readable.fromWeb(response.body)
		.on("error", () => outgoing.destroy())
		.pipe(outgoing);
});
http.listen(Number(process.argv[2]));
