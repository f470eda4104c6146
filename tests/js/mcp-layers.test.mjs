/** Which MCP server a run calls for a layer: the documents give two layers, and one client or none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { serve } from "./serve.mjs";

await kit.init();

/** A server with the tool `who`, which says what the server is called. */
const server = (name, at = name) =>
	serve((_, response, body) => {
		const { id, method } = body ? JSON.parse(body) : {};
		const results = {
			initialize: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name, version: "1" } },
			"tools/list": { tools: [{ name: "who", inputSchema: { type: "object" } }] },
			"tools/call": { content: [{ type: "text", text: at }] },
		};
		if (id === undefined) return response.writeHead(202).end();
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
	});

/** What the tools say that a model calls one after the other. */
async function said(names, options) {
	const calls = names.map((name, at) => ({ type: "tool_use", id: `c${at}`, name, input: {} }));
	const replies = [{ content: calls, stopReason: "tool_use" }];
	const provider = {
		name: "scripted",
		model: "none",
		chat: async () => replies.shift() ?? { content: [], stopReason: "end_turn" },
	};
	const { toolCalls } = await kit.runAgentLoop("who?", { provider, ...options });
	return toolCalls.map(({ result, error }) => error ?? result);
}

const NAMES = ["tricoteuses_mcp_who", "inaturalist_mcp_who"];

/** The documents' layers, each with the tools that its own client has listed. */
async function documented() {
	const [url1, url2] = [await server("t"), await server("i")];
	const [client1, client2] = [new kit.McpClient(url1), new kit.McpClient(url2)];
	const mcpLayer1 = {
		protocol: "mcp",
		serverUrl: url1,
		serverName: "Tricoteuses",
		tools: await client1.listTools(),
		recipes: [{ name: "profil-depute", description: "Full deputy profile" }],
	};
	const mcpLayer2 = { protocol: "mcp", serverName: "iNaturalist", tools: await client2.listTools() };
	return { client1, client2, layers: [mcpLayer1, mcpLayer2, kit.autoui.layer()] };
}

test("the documents' run, which names no client, calls each layer's tools where they were listed", async () => {
	const { layers } = await documented();
	assert.deepEqual(await said(NAMES, { layers }), ["t", "i"]);
	const session = kit.createSession({
		provider: { name: "s", model: "s", chat: async () => ({ content: [] }) },
		layers,
	});
	const replies = [
		{ content: [{ type: "tool_use", id: "c", name: NAMES[1], input: {} }], stopReason: "tool_use" },
	];
	const provider = {
		name: "s",
		model: "s",
		chat: async () => replies.shift() ?? { content: [], stopReason: "end_turn" },
	};
	assert.equal((await session.run("who?", { provider })).toolCalls[0].result, "i");
});

test("one client for two layers calls the tools of its own, and the other client those of the other", async () => {
	const { client1, client2, layers } = await documented();
	assert.deepEqual(await said(NAMES, { layers, client: client1 }), ["t", "i"]);
	assert.deepEqual(await said(NAMES, { layers, client: client2 }), ["t", "i"]);
});

test("layers that clients make, and copies of them, keep their client", async () => {
	const clients = [
		new kit.McpClient(await server("same", "one")),
		new kit.McpClient(await server("same", "two")),
	];
	const [one, two] = await Promise.all(clients.map((client) => client.layer()));
	const copy = { ...two, serverUrl: one.serverUrl, tools: two.tools.filter(({ name }) => name === "who") };
	assert.deepEqual(await said(["same_mcp_who", "same_2_mcp_who"], { layers: [one, copy] }), ["one", "two"]);
});

test("a client of the page's is that of the one layer of which nobody knows who listed it", async () => {
	const { layers } = await documented();
	const own = {
		protocol: "mcp",
		serverName: "Tricoteuses",
		tools: [{ name: "who", inputSchema: { type: "object" } }],
	};
	const client = { callTool: async (name) => ({ content: [{ type: "text", text: `own ${name}` }] }) };
	assert.deepEqual(await said(NAMES, { layers: [own, layers[1]], client }), ["own who", "i"]);
	assert.deepEqual(
		await said(NAMES.slice(0, 1), { layers: [layers[0]], client }),
		["own who"],
		"for one layer it is given",
	);
});

test("where nobody can tell whose a layer is, the run does not begin, and says what to give", async () => {
	const { client1, layers } = await documented();
	const bare = (serverName) => ({
		protocol: "mcp",
		serverName,
		tools: [{ name: "who", inputSchema: { type: "object" } }],
	});
	for (const unclear of [
		[bare("a"), bare("b")],
		[layers[0], bare("b")],
	]) {
		await assert.rejects(said([], { layers: unclear, client: client1 }), {
			code: "invalid_argument",
			message:
				/options\.client: calls the tools of one server, but there are MCP layers of 2 .*: use a McpMultiClient/,
		});
	}
});

test("without any client the model reads that there is none, and the other layer works all the same", async () => {
	const { layers } = await documented();
	const bare = {
		protocol: "mcp",
		serverName: "lost",
		tools: [{ name: "who", inputSchema: { type: "object" } }],
	};
	const [lost, found] = await said(["lost_mcp_who", NAMES[1]], { layers: [bare, layers[1]] });
	assert.match(lost, /no MCP client available for tool who: give the run a client/);
	assert.equal(found, "i");
	assert.match((await said(["lost_mcp_who"], { layers: [bare] }))[0], /no MCP client available/);
});

test("a McpMultiClient calls each layer on its server, also where the page writes the address otherwise", async () => {
	const [url1, url2] = [await server("t"), await server("i")];
	const client = new kit.McpMultiClient();
	await client.addServer(url1);
	await client.addServer(url2);
	const tools = [{ name: "who", inputSchema: { type: "object" } }];
	const layers = [
		{ protocol: "mcp", serverName: "Tricoteuses", serverUrl: `${url1}/`, tools },
		{ protocol: "mcp", serverName: "i", tools },
	];
	assert.deepEqual(await said(["tricoteuses_mcp_who", "i_mcp_who"], { layers, client }), ["t", "i"]);
	assert.deepEqual(await said(["t_mcp_who", "i_mcp_who"], { layers: client.layers(), client }), ["t", "i"]);
	await assert.rejects(client.callToolOn("nobody", "who"), {
		message: /'nobody' is connected.*Connected are: t, i\./,
	});
	const twice = new kit.McpMultiClient();
	for (const at of ["x", "y"]) await twice.addServer(await server("same", at));
	await assert.rejects(twice.callToolOn("same", "who"), {
		message: /2 MCP servers are called 'same'.*serverUrl/,
	});
});
