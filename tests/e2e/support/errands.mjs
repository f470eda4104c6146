/** An MCP server that keeps errands: its one tool changes something, and says nothing else about itself. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const READ_ONLY = { readOnlyHint: true };
const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
const TOOLS = [
	{ name: "list_recipes", description: "Lists recipes.", inputSchema: object({}), annotations: READ_ONLY },
	{
		name: "get_recipe",
		description: "Reads a recipe.",
		inputSchema: object({ name: { type: "string" } }),
		annotations: READ_ONLY,
	},
	{ name: "add_errand", description: "Adds an errand.", inputSchema: object({ errand: { type: "string" } }) },
];

const RECIPE = `---
name: add-errand
description: Adds an errand to the errands that are kept
parameters: {type: object, required: [errand], properties: {errand: {type: string, minLength: 3, maxLength: 60}}}
tool: add_errand
arguments: {errand: "{errand}"}
examples:
  - {wish: "add the errand buy stamps", parameters: {errand: "buy stamps"}}
  - {wish: "new errand: fetch the parcel", parameters: {errand: "fetch the parcel"}}
  - {wish: "put return the ladder on my errands", parameters: {errand: "return the ladder"}}
---
`;

const text = (value) => ({ content: [{ type: "text", text: value }] });

/** Starts the server; `errands` is what it was told to keep. */
export async function startErrands() {
	const errands = [];
	const call = (name, args) => {
		if (name === "list_recipes") {
			return text(JSON.stringify([{ name: "add-errand", description: "Adds an errand" }]));
		}
		if (name === "get_recipe") return text(JSON.stringify({ name: "add-errand", body: RECIPE }));
		errands.push(args.errand);
		return text(`Errand number ${errands.length} is kept.`);
	};
	const transports = new Map();
	const http = createServer(async (request, response) => {
		response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
		response.setHeader(
			"Access-Control-Allow-Headers",
			request.headers["access-control-request-headers"] ?? "*",
		);
		response.setHeader("Access-Control-Allow-Methods", "GET, POST, DELETE");
		response.setHeader("Access-Control-Expose-Headers", "Mcp-Session-Id, Mcp-Protocol-Version");
		if (request.method === "OPTIONS") return void response.writeHead(204).end();
		let transport = transports.get(request.headers["mcp-session-id"]);
		if (!transport) {
			transport = new StreamableHTTPServerTransport({
				sessionIdGenerator: () => randomUUID(),
				onsessioninitialized: (id) => void transports.set(id, transport),
			});
			const server = new Server({ name: "errands", version: "1.0.0" }, { capabilities: { tools: {} } });
			server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
			server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
				call(params.name, params.arguments ?? {}),
			);
			await server.connect(transport);
		}
		await transport.handleRequest(request, response);
	});
	await new Promise((done) => http.listen(0, "127.0.0.1", done));
	return {
		url: `http://127.0.0.1:${http.address().port}/mcp`,
		errands,
		close: async () => {
			await Promise.all([...transports.values()].map((transport) => transport.close()));
			http.closeAllConnections();
			await new Promise((done) => http.close(done));
		},
	};
}
