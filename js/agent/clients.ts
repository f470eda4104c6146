/** Decides which client calls the tools of which MCP layer, where the page gives one client, or none, for several. */
import { WebMcpError } from "../core/errors.js";
import { listerOf } from "../core/listed.js";
import type { AgentOptions, McpClientLike, McpMultiClientLike, ToolLayer } from "../types/index.js";

type Client = AgentOptions["client"];

const tellsServersApart = (client: Client): client is McpMultiClientLike =>
	typeof client === "object" && client !== null && "callToolOn" in client;

/**
 * The options with a client that calls the tools of each layer where they were listed. A client that tells servers apart, and one that is
 * given for a single layer, is the page's word and stays. So does what cannot be decided: the core says what to give.
 */
export function routed(options: AgentOptions): AgentOptions {
	const { layers, client } = options;
	try {
		if (tellsServersApart(client) || !Array.isArray(layers)) return options;
		const servers = serversOf(layers, client as McpClientLike | undefined);
		if (!servers) return options;
		return {
			...options,
			// The core tells servers apart by their address, and two layers may have the same or none.
			layers: layers.map((layer, at) => (servers[at] ? { ...layer, serverUrl: keyOf(at) } : layer)),
			client: {
				async callToolOn(key, name, args, called) {
					const server = servers.find((_, at) => keyOf(at) === key);
					if (server?.client) return server.client.callTool(name, args, called);
					throw new WebMcpError(
						"not_found",
						`no MCP client available for tool ${name}: give the run a client, or its layer the tools as a McpClient lists them`,
					);
				},
			},
		};
	} catch {
		// Layers that cannot be read are named by the core, with their place.
		return options;
	}
}

const keyOf = (at: number): string => `layer ${at}`;

/** By the place of a layer: who calls its tools. Nothing where that is the core's to say. */
function serversOf(
	layers: readonly ToolLayer[],
	given: McpClientLike | undefined,
): ({ client: McpClientLike | undefined } | undefined)[] | undefined {
	const own = layers.map((layer) =>
		layer.protocol === "mcp" ? { client: listerOf(layer.tools) } : undefined,
	);
	const remote = own.filter((server) => server !== undefined);
	const strangers = remote.filter(({ client }) => client === undefined);
	if (given === undefined) return strangers.length < remote.length ? own : undefined;
	if (remote.length < 2) return undefined;
	// One that is the client of another layer cannot be meant for a layer of which nobody knows where it came from.
	const isOfAnother = remote.some(({ client }) => client === given);
	if (strangers.length !== (isOfAnother ? 0 : 1)) return undefined;
	return own.map((server) => server && { client: server.client ?? given });
}
