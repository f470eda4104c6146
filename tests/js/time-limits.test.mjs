/** The limits of time that hold where a host says nothing; a file of its own, for time stands still in it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { serve } from "./serve.mjs";

await kit.init();

test("where the host says nothing a tool has 60 s, and a server 20 s to connect", async (t) => {
	// What decides is loaded before time stands still.
	await assert.rejects(new kit.McpClient("http://127.0.0.1:9/").connect());
	t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
	const settled = (promise) => {
		const seen = {};
		promise.then(
			(value) => Object.assign(seen, { value }),
			(error) => Object.assign(seen, { error }),
		);
		return seen;
	};
	/** Seconds go by, and what is under way goes as far as it can in each. */
	const pass = async (seconds) => {
		for (let second = 0; second < seconds; second += 1) {
			t.mock.timers.tick(1000);
			for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
		}
	};
	const hanging = kit.createWebMcpServer("desk");
	hanging.addTool({
		name: "look",
		description: "Looks",
		inputSchema: { type: "object" },
		execute: () => new Promise(() => undefined),
	});
	const chat = async () => ({
		content: [{ type: "tool_use", id: "1", name: "desk_webmcp_look", input: {} }],
		stopReason: "tool_use",
	});
	const provider = { name: "x", model: "x", chat };
	const run = settled(kit.runAgentLoop("go", { provider, layers: [hanging.layer()], maxIterations: 1 }));
	await pass(59);
	assert.deepEqual(run, {});
	await pass(5);
	assert.match(run.value.toolCalls[0].error, /did not answer within 60000 ms/);
	t.mock.method(globalThis, "fetch", () => new Promise(() => undefined));
	const joined = settled(new kit.McpMultiClient().addServer("https://silent.example/mcp"));
	await pass(19);
	assert.deepEqual(joined, {});
	await pass(5);
	assert.match(String(joined.error), /did not answer within 20000 ms/);
});

test("a call that was allowed is given up where its server never answers the handshake", async () => {
	const silent = await serve(() => undefined);
	const client = new kit.McpClient(silent, { timeouts: { connectMs: 50 } });
	const tools = [{ name: "pay", description: "Pays", inputSchema: { type: "object" } }];
	const layers = [{ protocol: "mcp", serverName: "bank", serverUrl: silent, description: "", tools }];
	const replies = [[{ type: "tool_use", id: "1", name: "bank_mcp_pay", input: {} }]];
	const chat = async () => ({
		content: replies.shift() ?? [{ type: "text", text: "done" }],
		stopReason: "end_turn",
	});
	const options = { provider: { name: "x", model: "x", chat }, layers, client, needsApproval: "always" };
	const paused = await kit.runAgentLoop("pay", options);
	assert.equal(paused.stopReason, "paused");
	const decisions = [{ id: "1", approved: true }];
	const result = await kit.resumeAgentLoop(paused.state, options, decisions);
	assert.equal(result.text, "done");
	assert.match(result.toolCalls[0].error, /did not answer within 50 ms/);
});
