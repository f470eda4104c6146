/** Which client a list of MCP tools came from: its layer is called by that client, without the page having to say so again. */
import type { McpClientLike, McpToolDef } from "../types/index.js";

const clients = new WeakMap<object, McpClientLike>();

/** Notes who listed these tools. */
export function listed(tools: McpToolDef[], client: McpClientLike): McpToolDef[] {
	for (const one of [tools, ...tools]) clients.set(one, client);
	return tools;
}

/** Who listed these tools, or some of them; nothing where nobody did, or more than one. */
export function listerOf(tools: readonly McpToolDef[]): McpClientLike | undefined {
	const whole = clients.get(tools);
	if (whole) return whole;
	const found = new Set(tools.map((tool) => clients.get(tool)).filter((client) => client !== undefined));
	return found.size === 1 ? [...found][0] : undefined;
}
