import { McpClient } from "webmcp-auto-ui/mcp";

/** @param {string} url @param {"legacy" | "modern"} era */
export function open(url, era) {
	const client = new McpClient(url, { era });
	return {
		connect: () => client.connect(),
		list: () => client.listTools(),
		call: (name, args) => client.callTool(name, args),
		close: () => client.disconnect(),
	};
}
