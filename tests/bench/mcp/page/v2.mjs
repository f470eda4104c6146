import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** @param {string} url @param {"legacy" | "modern"} era */
export function open(url, era) {
	const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
	const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode } });
	const transport = new StreamableHTTPClientTransport(new URL(url));
	return {
		connect: () => client.connect(transport),
		list: async () => (await client.listTools()).tools,
		call: (name, args) => client.callTool({ name, arguments: args }),
		close: async () => {
			if (era === "legacy") await transport.terminateSession();
			await client.close();
		},
	};
}
