import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** @param {string} url */
export function open(url) {
	const client = new Client({ name: "bench", version: "1" });
	const transport = new StreamableHTTPClientTransport(new URL(url));
	return {
		connect: () => client.connect(transport),
		list: async () => (await client.listTools()).tools,
		call: (name, args) => client.callTool({ name, arguments: args }),
		close: async () => {
			await transport.terminateSession();
			await client.close();
		},
	};
}
