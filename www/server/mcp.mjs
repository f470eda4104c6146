/** What a client may ask of this server. One that shows no apps finds neither their tools nor their pages. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
	CallToolRequestSchema,
	ErrorCode,
	InitializeRequestSchema,
	LATEST_PROTOCOL_VERSION,
	ListResourcesRequestSchema,
	ListToolsRequestSchema,
	McpError,
	ReadResourceRequestSchema,
	SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { EXPLORER, explorerPage, showsApps } from "./explorer.mjs";

/** @param {string} name @param {ReturnType<typeof import("./tools.mjs").createTools>} tools */
export function createMcp(name, tools) {
	const serverInfo = { name, version: "1.0.0" };
	const capabilities = { tools: {}, resources: {} };
	const server = new Server(serverInfo, { capabilities });
	let withApps = false;
	// The SDK's own answer says the same to every client.
	server.setRequestHandler(InitializeRequestSchema, ({ params }) => {
		withApps = showsApps(params.capabilities);
		const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion);
		return {
			protocolVersion: isKnown ? params.protocolVersion : LATEST_PROTOCOL_VERSION,
			capabilities: withApps ? capabilities : { tools: capabilities.tools },
			serverInfo,
		};
	});
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.list(withApps) }));
	server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
		tools.call(params.name, params.arguments ?? {}),
	);
	// A model that lists resources has no use for a page.
	server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
	server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
		if (params.uri === EXPLORER) return { contents: [explorerPage()] };
		throw new McpError(ErrorCode.InvalidParams, `There is no resource '${params.uri}'.`);
	});
	return server;
}
