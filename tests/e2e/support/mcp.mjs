/** An MCP server on loopback whose tools a test makes up. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
	CallToolRequestSchema,
	ListToolsRequestSchema,
	ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

/**
 * Starts it.
 *
 * @param {object} parts
 * @param {string} parts.name
 * @param {object[]} parts.tools
 * @param {(tool: string, args: object) => string | object | Promise<string | object>} parts.call gives a text, or a whole result
 * @param {object[]} [parts.contents] what is in its resources
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} [parts.answers] answers
 *   a request in its place, and says so
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function startMcp({ name, tools, call, contents, answers = () => false }) {
	const transports = new Map();
	const http = createServer(async (request, response) => {
		response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
		response.setHeader(
			"Access-Control-Allow-Headers",
			request.headers["access-control-request-headers"] ?? "*",
		);
		response.setHeader("Access-Control-Allow-Methods", "GET, POST, DELETE");
		response.setHeader(
			"Access-Control-Expose-Headers",
			"Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate",
		);
		if (request.method === "OPTIONS") return void response.writeHead(204).end();
		if (answers(request, response)) return;
		// Without the 400 of the SDK's server, which browsers show as an error.
		if (request.headers["mcp-method"] === "server/discover") {
			response.writeHead(200, { "content-type": "application/json" });
			return void response.end(
				'{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}',
			);
		}
		let transport = transports.get(request.headers["mcp-session-id"]);
		if (!transport) {
			transport = new StreamableHTTPServerTransport({
				sessionIdGenerator: () => randomUUID(),
				onsessioninitialized: (id) => void transports.set(id, transport),
			});
			const server = new Server(
				{ name, version: "1.0.0" },
				{
					capabilities: { tools: {}, ...(contents && { resources: {} }) },
				},
			);
			server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
			server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
				const given = await call(params.name, params.arguments ?? {});
				return typeof given === "string" ? { content: [{ type: "text", text: given }] } : given;
			});
			if (contents) {
				server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => ({
					contents: contents.filter(({ uri }) => uri === params.uri),
				}));
			}
			await server.connect(transport);
		}
		await transport.handleRequest(request, response);
	});
	await new Promise((done) => http.listen(0, "127.0.0.1", done));
	return {
		url: `http://127.0.0.1:${http.address().port}/mcp`,
		close: async () => {
			await Promise.all([...transports.values()].map((transport) => transport.close()));
			http.closeAllConnections();
			await new Promise((done) => http.close(done));
		},
	};
}
