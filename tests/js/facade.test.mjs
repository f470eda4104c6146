/** The package in Node: loading, defaults, clients and providers against servers on loopback. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { serve } from "./serve.mjs";

test("what needs the core says so before init", () => {
	for (const use of [
		() => kit.createCanvasVanilla(),
		() => kit.createWebMcpServer("x"),
		() => kit.autoui.layer(),
		() => kit.buildSystemPrompt([]),
	]) {
		assert.throws(use, (error) => {
			assert.ok(error instanceof kit.WebMcpError);
			assert.equal(error.code, "not_initialised");
			assert.match(error.message, /await init\(\)/);
			return true;
		});
	}
});

test("a wasm that cannot be compiled is named, and loading can be tried again", async () => {
	await assert.rejects(kit.init({ wasm: new Uint8Array([1, 2, 3]) }), { code: "unsupported" });
	const first = kit.init();
	assert.equal(kit.init(), first, "it loads once");
	await first;
});

test("autoui offers the native widgets, each with a recipe that its own schema accepts", async () => {
	await kit.init();
	const names = kit.autoui.listWidgets().map(({ name }) => name);
	// A widget is a folder with both: what is in the package is what there is in the source.
	const folders = readdirSync(new URL("../../js/widgets", import.meta.url), { withFileTypes: true });
	const widgets = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
	assert.ok(widgets.length >= 36);
	assert.deepEqual(names.toSorted(), widgets.toSorted());
	assert.equal(kit.autoui.layer().serverName, "autoui");
	for (const name of names) {
		const recipe = await kit.autoui.executeTool("get_recipe", { name });
		assert.ok(recipe.examples.length >= 3, `${name} has examples`);
		for (const { params } of recipe.examples) {
			const shown = await kit.autoui.executeTool("widget_display", { name, params });
			assert.equal(shown.widget, name);
		}
	}
});

test("the errors of the core are WebMcpErrors and nothing else is", async () => {
	await kit.init();
	assert.throws(
		() => kit.createWebMcpServer(" "),
		(error) => error instanceof kit.WebMcpError && error.code === "invalid_argument",
	);
	assert.ok(!(new Error("x") instanceof kit.WebMcpError));
	assert.ok(new kit.WebMcpError("network", "x") instanceof Error);
});

test("a local model streams through a real connection", async () => {
	const url = await serve((request, response, body) => {
		assert.equal(request.url, "/v1/chat/completions");
		assert.equal(JSON.parse(body).model, "tiny");
		response.writeHead(200, { "content-type": "text/event-stream" });
		for (const piece of ["Hel", "lo"]) {
			response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: piece } }] })}\n\n`);
		}
		response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
	});
	const provider = new kit.LocalLLMProvider({ model: "tiny", baseUrl: `${url}/v1/` });
	const tokens = [];
	const result = await kit.runAgentLoop("hi", {
		provider,
		layers: [kit.autoui.layer()],
		callbacks: { onToken: (token) => tokens.push(token) },
	});
	assert.equal(result.text, "Hello");
	// Text is told once per piece of the network, however many deltas that holds.
	assert.equal(tokens.join(""), "Hello");
});

test("refusals of a proxy have their codes and the server's words", async () => {
	for (const [status, code] of [
		[401, "unauthorized"],
		[429, "rate_limited"],
		[500, "http"],
	]) {
		const proxyUrl = await serve((_, response) => {
			response.writeHead(status, { "content-type": "application/json", "retry-after": "3" });
			response.end('{"error":{"message":"because"}}');
		});
		const provider = new kit.RemoteLLMProvider({ proxyUrl, model: "haiku", maxRetries: 0 });
		await assert.rejects(provider.chat([{ role: "user", content: "hi" }], []), (error) => {
			assert.equal(error.code, code);
			assert.match(error.message, /because/);
			assert.equal(error.details.retryAfter, "3");
			return true;
		});
	}
});

test("aliases become ids, and other models stay what they are", () => {
	const provider = new kit.RemoteLLMProvider({ proxyUrl: "/api/chat" });
	assert.match(provider.model, /^claude-sonnet/);
	provider.setModel("my-model");
	assert.equal(provider.model, "my-model");
	provider.setModel("toString");
	assert.equal(provider.model, "toString");
	assert.throws(() => new kit.RemoteLLMProvider({}), { code: "invalid_argument" });
});

/** A minimal MCP server with one tool, `who`, that says `name`. */
function mcp(name, log = []) {
	return (request, response, body) => {
		const { id, method, params } = body ? JSON.parse(body) : {};
		log.push(method ?? request.method);
		const results = {
			initialize: {
				protocolVersion: "2025-11-25",
				capabilities: {},
				serverInfo: { name, version: "1" },
			},
			"tools/list": { tools: [{ name: "who", inputSchema: { type: "object" } }] },
			"tools/call": { content: [{ type: "text", text: `${name}:${params?.name}` }] },
		};
		if (id === undefined) return response.writeHead(202).end();
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
	};
}

test("a tool of one of several servers is called on that server", async () => {
	const servers = new kit.McpMultiClient();
	const [one, two] = [await serve(mcp("same")), await serve(mcp("same"))];
	await servers.addServer(one);
	await servers.addServer(two);
	await assert.rejects(servers.callToolOn("same", "who"), { code: "not_found" }, "the name is not enough");
	const provider = {
		name: "scripted",
		model: "none",
		turn: 0,
		async chat() {
			if (this.turn++ > 0) return { content: [], stopReason: "end_turn" };
			const call = (id, name) => ({ type: "tool_use", id, name, input: {} });
			return { content: [call("a", "same_mcp_who"), call("b", "same_2_mcp_who")], stopReason: "tool_use" };
		},
	};
	const calls = [];
	const client = {
		callToolOn: (url, name, args, options) => {
			calls.push([url, options.signal instanceof AbortSignal]);
			return servers.callToolOn(url, name, args, options);
		},
	};
	const result = await kit.runAgentLoop("who?", { provider, layers: servers.layers(), client });
	assert.deepEqual(
		result.toolCalls.map((call) => call.result),
		["same:who", "same:who"],
	);
	assert.deepEqual(calls, [
		[one, true],
		[two, true],
	]);
	await servers.disconnectAll();
	assert.equal(servers.listServers().length, 0);
});

test("a server that answers 404 to everything is an error and never a hang", async () => {
	const url = await serve((_, response) => response.writeHead(404).end("nope"));
	await assert.rejects(new kit.McpClient(url).connect(), { code: "http" });
	assert.throws(() => new kit.McpClient("ftp://x"), { code: "invalid_argument" });
});

test("aborting a request rejects with the reason, also a text", async () => {
	const url = await serve(() => undefined);
	const controller = new AbortController();
	const connecting = new kit.McpClient(url).connect({ signal: controller.signal });
	setTimeout(() => controller.abort("a string"), 20);
	await assert.rejects(connecting, (reason) => reason === "a string");
});
