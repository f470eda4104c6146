/** A server of MCP that lets pages of other origins do more or less, by its path; and what a page finds out about it. */
import assert from "node:assert/strict";
import { createServer } from "node:http";

const ALL =
	"content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, authorization, last-event-id";
const SESSION = "5";

/** path → what is allowed where something is. */
const POLICIES = {
	"/open": { headers: ALL },
	"/closed": undefined,
	// What those forget who wrote theirs before revision 2025-06-18: `initialize` works, and the next request dies.
	"/forgets-version": { headers: "content-type, mcp-session-id" },
	"/forgets-authorization": { headers: ALL.replace(", authorization", "") },
	// Their gateway answers in their place when something goes wrong, and knows nothing of all this.
	"/bare-errors": { headers: ALL, isBare: true },
	"/redirects": { headers: ALL, to: "/redirects/" },
	"/redirects/": { headers: ALL },
};

function answer(request, response, body) {
	const policy = POLICIES[request.url];
	const isPost = request.method === "POST";
	if (policy && !(policy.isBare && isPost)) response.setHeader("access-control-allow-origin", "*");
	if (request.method === "OPTIONS") {
		if (policy) response.setHeader("access-control-allow-headers", policy.headers);
		return response.writeHead(204).end();
	}
	if (policy?.isBare && isPost) return response.writeHead(502).end("bad gateway");
	if (policy?.to) return response.writeHead(307, { location: policy.to }).end();
	if (!isPost) return response.writeHead(405).end();
	response.setHeader("access-control-expose-headers", "mcp-session-id");
	const message = body === "" ? {} : JSON.parse(body);
	if (message.id === undefined) return response.writeHead(message.method ? 202 : 400).end();
	const results = {
		initialize: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } },
		"tools/call": { content: [{ type: "text", text: "done" }] },
	};
	if (!results[message.method]) return response.writeHead(400).end("no such method");
	response.setHeader("content-type", "application/json");
	response.setHeader("mcp-session-id", SESSION);
	return response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: results[message.method] }));
}

/** Starts it. */
export async function startCors() {
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (piece) => {
			body += piece;
		});
		request.on("end", () => answer(request, response, body));
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** What a page tries, and what it should find out: a result, or `reason` and what the message says. */
export const CASES = [
	{ path: "/open", text: "done" },
	{
		path: "/closed",
		reason: "origin-not-allowed",
		says: /Access-Control-Allow-Origin: http:\/\/127\.0\.0\.1/,
	},
	{ path: "/forgets-version", reason: "headers-not-allowed", headers: ["mcp-protocol-version"] },
	{
		path: "/forgets-authorization",
		sent: { authorization: "Bearer x" },
		reason: "headers-not-allowed",
		headers: ["authorization"],
	},
	{ path: "/bare-errors", reason: "reply-not-readable", says: /also where they are errors/ },
	// Where it leads, the page finds out by asking without what is for the server alone.
	{ path: "/redirects", text: "done" },
];

/**
 * Lets a page try all of them.
 *
 * @param {(body: string) => Promise<any>} run runs the body of an async function in a page, and gives what that returns
 * @param {string} url the server's
 */
export async function tryAll(run, url) {
	const unreachable = { at: "http://127.0.0.1:1/mcp", reason: "unreachable", says: /Nothing answers/ };
	for (const { path, at = url + path, sent = {}, text, reason, says = /./, headers } of [
		...CASES,
		unreachable,
	]) {
		const seen = await run(`const { McpClient } = await import("/pkg/mcp/index.js");
			const client = new McpClient(${JSON.stringify(at)}, { era: "legacy", headers: ${JSON.stringify(sent)} });
			try {
				const { content } = await client.callTool("t", {});
				await client.disconnect();
				return { text: content[0].text };
			} catch ({ code, message, details }) {
				return { code, message, details };
			}`);
		if (text) {
			assert.deepEqual(seen, { text }, at);
			continue;
		}
		assert.deepEqual([seen.code, seen.details?.reason], ["network", reason], `${at}: ${seen.message}`);
		assert.match(seen.message, says);
		if (headers) assert.deepEqual(seen.details.headers, headers, at);
	}
}
