#!/usr/bin/env node
/** `webmcp-relay`: an MCP server over stdio whose tools are those of the pages that connect to it. */
import process from "node:process";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createRelay, serveRelay } from "./relay.js";

const USAGE = `webmcp-relay --origin <origin> [--origin <origin> …] [--port <port>]

Lists and calls, for an MCP client that starts it, the tools of pages that have called connectRelay().
  --origin  whose pages may connect, such as http://localhost:5173
  --port    on 127.0.0.1; default 9444
WEBMCP_RELAY_TOKEN is the token that pages must know; without it one is drawn and printed to stderr.
`;

function read(words: readonly string[]) {
	const origins: string[] = [];
	let port: number | undefined;
	for (let at = 0; at < words.length; at += 2) {
		const value = words[at + 1];
		if (words[at] === "--origin" && value) origins.push(value);
		else if (words[at] === "--port" && value) port = Number(value);
		else throw new Error(USAGE);
	}
	if (origins.length === 0) throw new Error(USAGE);
	return { origins, ...(port === undefined ? {} : { port }) };
}

try {
	const token = process.env.WEBMCP_RELAY_TOKEN;
	const relay = await createRelay({ ...read(process.argv.slice(2)), ...(token ? { token } : {}) });
	const server = new Server(
		{ name: "webmcp-relay", version: "1.0.0" },
		{ capabilities: { tools: { listChanged: true } } },
	);
	serveRelay(server, relay);
	process.stderr.write(`connectRelay(server, { url: "${relay.url}", token: "${relay.token}" })\n`);
	server.onclose = () => void relay.close().then(() => process.exit(0));
	process.stdin.on("end", () => void server.close());
	await server.connect(new StdioServerTransport());
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}
