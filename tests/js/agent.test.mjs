/** Runs and sessions of the package in Node, with a scripted model: events, approval, resuming, journals, hooks. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const use = (id, name, input = {}) => ({ type: "tool_use", id, name, input });
const say = (text) => ({ type: "text", text });

/** A model that gives `replies` in turn; a test double only. */
function scripted(...replies) {
	const requests = [];
	return {
		name: "scripted",
		model: "none",
		requests,
		async chat(messages, tools, options) {
			requests.push({ messages, tools: tools.map(({ name }) => name), system: options.system });
			const content = replies.shift() ?? [say("done")];
			if (content instanceof Error) throw content;
			return { content, stopReason: "end_turn", usage: { input_tokens: 10, output_tokens: 5 } };
		},
	};
}

/** A server `desk` whose tools count their calls. */
function desk(extra = {}) {
	const calls = [];
	const schema = { type: "object", properties: { n: { type: "number" } } };
	const tool = (name, more = {}) => ({
		name,
		description: name,
		inputSchema: schema,
		execute: (args) => {
			calls.push(name);
			return { did: name, ...args };
		},
		...more,
	});
	const layer = {
		protocol: "webmcp",
		serverName: "desk",
		description: "",
		tools: [tool("look", { annotations: { readOnlyHint: true } }), tool("pay", extra)],
	};
	return { calls, layer };
}

test("a run is a promise of its result and an iterable of its events", async () => {
	const { layer } = desk();
	const run = kit.runAgentLoop("go", {
		provider: scripted([use("1", "desk_webmcp_look", { n: 1 })], [say("there")]),
		layers: [layer],
	});
	const types = [];
	for await (const event of run) types.push(event.type);
	assert.deepEqual(types, [
		"iteration-start",
		"llm-request",
		"llm-response",
		"tool-start",
		"tool-end",
		"iteration-start",
		"llm-request",
		"llm-response",
		"run-end",
	]);
	const result = await run;
	assert.equal(result.text, "there");
	assert.deepEqual([result.metrics.totalTokens, result.metrics.toolCalls], [30, 1]);
	assert.equal(result.toolCalls[0].result, '{"did":"look","n":1}');
});

test("whoever begins to iterate late hears the rest", async () => {
	const { layer } = desk();
	let begin;
	const begun = new Promise((resolve) => {
		begin = resolve;
	});
	const provider = scripted([use("1", "desk_webmcp_look")]);
	const run = kit.runAgentLoop("go", { provider, layers: [layer], callbacks: { onToolCall: () => begin() } });
	await begun;
	const types = [];
	for await (const event of run) types.push(event.type);
	assert.equal(types.at(-1), "run-end");
});

test("callbacks and the iteration hear the same, and a failure ends the iteration", async () => {
	const heard = [];
	const run = kit.runAgentLoop("go", {
		provider: scripted(new Error("gone")),
		layers: [],
		callbacks: { onEvent: (event) => heard.push(event.type) },
	});
	const seen = [];
	await assert.rejects(async () => {
		for await (const event of run) seen.push(event.type);
	}, /gone/);
	assert.deepEqual(seen, heard);
	await run.catch((error) => {
		assert.equal(error.partial.stopReason, "error");
		assert.equal(error.partial.messages.length, 1);
		assert.ok(error.partial.state, "it can be resumed");
	});
});

test("a call that needs approval pauses the run, which resumes from JSON, and only once from one state", async () => {
	for (const [approved, calls, words] of [
		[true, ["pay"], "pay"],
		[false, [], "too dear"],
	]) {
		const { layer, calls: ran } = desk({ needsApproval: true });
		const paused = await kit.runAgentLoop("go", {
			provider: scripted([use("p", "desk_webmcp_pay", { n: 9 })]),
			layers: [layer],
		});
		assert.equal(paused.stopReason, "paused");
		assert.deepEqual(paused.pending, [{ id: "p", name: "desk_webmcp_pay", args: { n: 9 } }]);
		const state = JSON.parse(JSON.stringify(paused.state));
		const provider = scripted([say("fine")]);
		const options = { provider, layers: [layer] };
		const decisions = [{ id: "p", approved, reason: "too dear" }];
		const result = await kit.resumeAgentLoop(state, options, decisions);
		assert.deepEqual([result.text, result.stopReason, ran], ["fine", "end_turn", calls]);
		assert.match(result.toolCalls[0].result, new RegExp(words));
		await assert.rejects(kit.resumeAgentLoop(state, options, decisions), { code: "conflict" });
		assert.deepEqual(ran, calls, "a page that renders twice does not run it twice");
	}
});

test("needsApproval takes a word, names or a function", async () => {
	for (const [needsApproval, paused] of [
		["always", true],
		["destructive", true],
		[["desk_webmcp_pay"], true],
		[["desk_webmcp_look"], false],
		[async (call, tool) => call.args.n > 5 && tool.name === "pay", true],
		[() => false, false],
	]) {
		const { layer } = desk();
		const provider = scripted([use("1", "desk_webmcp_pay", { n: 9 })]);
		const result = await kit.runAgentLoop("go", { provider, layers: [layer], needsApproval });
		assert.equal(result.stopReason === "paused", paused, String(needsApproval));
	}
	const { layer } = desk();
	const looked = await kit.runAgentLoop("go", {
		provider: scripted([use("1", "desk_webmcp_look")]),
		layers: [layer],
		needsApproval: "destructive",
	});
	assert.equal(looked.stopReason, "end_turn", "it says that it only reads");
	for (const bad of ["sometimes", 5, [5]]) {
		const run = kit.runAgentLoop("go", { provider: scripted(), layers: [layer], needsApproval: bad });
		await assert.rejects(run, { code: "invalid_argument", message: /needsApproval/ });
	}
});

test("a journal brings a run back after a crash, and no call runs twice", async () => {
	const { layer, calls } = desk();
	const journal = kit.createMemoryJournal();
	let written = 0;
	// The page goes away after the intent of `pay`, before its outcome is written.
	const dying = {
		append(entry) {
			written += 1;
			if (entry.type === "outcome") throw new Error("the page went away");
			return journal.append(entry);
		},
	};
	const provider = scripted([use("1", "desk_webmcp_pay", { n: 1 })]);
	await assert.rejects(kit.runAgentLoop("go", { provider, layers: [layer], journal: dying }), /went away/);
	assert.deepEqual(calls, ["pay"]);
	const entries = JSON.parse(JSON.stringify(await journal.entries()));
	assert.equal(entries.at(-1).type, "intent");
	assert.ok(written > entries.length);
	const rest = scripted([say("I will check.")]);
	const result = await kit.resumeAgentLoop(entries, { provider: rest, layers: [layer], journal });
	assert.deepEqual(calls, ["pay"]);
	assert.match(result.toolCalls[0].error, /outcome unknown/);
	assert.match(JSON.stringify(rest.requests[0].messages), /outcome unknown/);
	await assert.rejects(journal.append({ type: "intent", id: "1" }), { code: "conflict" });
});

test("two pages that resume one state with one journal run the call once", async () => {
	const { layer, calls } = desk({ needsApproval: true });
	const journal = kit.createMemoryJournal();
	const provider = scripted([use("p", "desk_webmcp_pay")]);
	const { state } = await kit.runAgentLoop("go", { provider, layers: [layer], journal });
	const resume = () =>
		kit.resumeAgentLoop(structuredClone(state), { provider: scripted(), layers: [layer], journal }, [
			{ id: "p", approved: true },
		]);
	const outcomes = await Promise.allSettled([resume(), resume()]);
	assert.deepEqual(calls, ["pay"]);
	assert.equal(outcomes.filter(({ status }) => status === "rejected").length, 1);
});

test("a session keeps history and results over wishes, and is written as JSON", async () => {
	const { layer } = desk();
	const provider = scripted(
		[use("big", "desk_webmcp_look", { n: 7 })],
		[say("one")],
		[say("two")],
		[say("three")],
	);
	const session = kit.createSession({ provider, layers: [layer] });
	await session.run("first");
	await session.run("second");
	assert.equal(session.messages.length, 6);
	assert.equal(session.usage.iterations, 3);
	const saved = JSON.parse(JSON.stringify(session));
	const again = kit.createSession({ provider, layers: [layer] }, saved);
	const result = await again.run("third");
	assert.equal(result.messages.length, 8);
	assert.ok(provider.requests.at(-1).tools.includes("desk_webmcp_pay"), "the server is still activated");
	assert.throws(() => kit.createSession({ provider, layers: [] }, { version: 7 }), {
		code: "invalid_argument",
	});
	await assert.rejects(async () => session.resume(), { code: "not_found" });
});

test("one session runs one wish at a time, and can be steered meanwhile", async () => {
	const { layer } = desk();
	const provider = scripted([use("1", "desk_webmcp_look")], [say("ok")], [say("after")]);
	const session = kit.createSession({ provider, layers: [layer] });
	const first = session.run("first");
	first.steer("in blue");
	session.queue("and then?");
	await assert.rejects(async () => session.run("second"), { code: "conflict" });
	const result = await first;
	assert.equal(result.text, "after");
	assert.match(JSON.stringify(provider.requests[1].messages), /in blue/);
	assert.match(JSON.stringify(provider.requests[2].messages), /and then\?/);
});

test("steps are prepared, conditions and budgets end runs", async () => {
	const { layer } = desk();
	const forever = () => Array.from({ length: 9 }, (_, n) => [use(String(n), "desk_webmcp_look", { n })]);
	const other = scripted([say("other")]);
	const prepared = await kit.runAgentLoop("go", {
		provider: scripted(...forever()),
		layers: [layer],
		prepareStep: ({ iteration, tools }) =>
			iteration === 2 ? { provider: other, system: "short", tools: tools.slice(0, 1) } : undefined,
	});
	assert.equal(prepared.text, "other");
	const systems = ["", "one", "one", "two", "", "one"];
	const heard = scripted(...forever().slice(0, systems.length));
	await kit.runAgentLoop("go", {
		provider: heard,
		layers: [layer],
		maxIterations: systems.length,
		prepareStep: ({ iteration }) => ({ system: systems[iteration - 1] }),
	});
	assert.deepEqual(
		heard.requests.map(({ system }) => system),
		systems,
	);
	assert.deepEqual([other.requests[0].system, other.requests[0].tools.length], ["short", 1]);
	for (const [options, reason, iterations] of [
		[{ stopWhen: ({ toolCalls }) => toolCalls.length === 2 }, "stop_condition", 2],
		[{ stopWhen: [() => false, async ({ iteration }) => iteration === 3] }, "stop_condition", 3],
		[{ budget: { toolCalls: 2 } }, "budget", 2],
		[{ budget: { tokens: 20 } }, "budget", 2],
		[{ budget: { usd: 0.0001 }, prices: { input: 1, output: 10 } }, "budget", 2],
		[{ maxIterations: 4 }, "max_iterations", 4],
	]) {
		const provider = scripted(...forever());
		const result = await kit.runAgentLoop("go", { provider, layers: [layer], maxIterations: 9, ...options });
		assert.deepEqual(
			[result.stopReason, result.metrics.iterations],
			[reason, iterations],
			JSON.stringify(options),
		);
	}
	const paid = await kit.runAgentLoop("go", {
		provider: scripted(),
		layers: [],
		prices: { input: 2, output: 4 },
	});
	assert.ok(Math.abs(paid.metrics.costUsd - 40e-6) < 1e-12);
	const failing = kit.runAgentLoop("go", {
		provider: scripted(...forever()),
		layers: [layer],
		prepareStep() {
			throw new TypeError("oops");
		},
	});
	await assert.rejects(failing, { code: "invalid_argument", message: /prepareStep failed: oops/ });
});

test("a tool that hangs is given up, and its signal fires", async () => {
	let signal;
	const layer = desk().layer;
	layer.tools[0].execute = (_, options) => {
		signal = options.signal;
		return new Promise(() => undefined);
	};
	const provider = scripted([use("1", "desk_webmcp_look")]);
	const result = await kit.runAgentLoop("go", { provider, layers: [layer], toolTimeout: 20 });
	assert.match(result.toolCalls[0].error, /did not answer within 20 ms/);
	assert.equal(signal.aborted, true);
});

test("a result goes to another tool by reference", async () => {
	const rows = Array.from({ length: 1000 }, (_, n) => ({ n }));
	let sum;
	const open = { type: "object" };
	const layer = {
		protocol: "webmcp",
		serverName: "data",
		description: "",
		tools: [
			{ name: "rows", description: "", inputSchema: open, execute: () => ({ rows }) },
			{
				name: "sum",
				description: "",
				inputSchema: { type: "object", required: ["rows"], properties: { rows: { type: "array" } } },
				execute: (args) => {
					sum = args.rows.reduce((total, { n }) => total + n, 0);
					return sum;
				},
			},
		],
	};
	const provider = scripted(
		[use("q", "data_webmcp_rows")],
		[use("s", "data_webmcp_sum", { rows: { $result: "q", path: "/rows" } })],
	);
	const result = await kit.runAgentLoop("go", { provider, layers: [layer], maxResultLength: 500 });
	assert.equal(sum, 499_500);
	assert.equal(result.toolCalls[1].result, "499500");
	assert.deepEqual(result.toolCalls[1].args, { rows: { $result: "q", path: "/rows" } });
});

test("mistakes in arguments are mended and told", async () => {
	const lines = [];
	const provider = scripted([
		use("1", "autoui_webmcp_widget_display", { name: "stats", params: { label: "Visitors", value: 42 } }),
	]);
	const result = await kit.runAgentLoop("go", {
		provider,
		layers: [kit.autoui.layer()],
		callbacks: { onTrace: (line) => lines.push(line) },
	});
	const [call] = result.toolCalls;
	assert.equal(call.error, undefined);
	assert.deepEqual(JSON.parse(call.result).data, { label: "Visitors", value: "42" });
	assert.equal(call.fixes.length, 2);
	assert.match(lines[0], /^\[auto-repair\] .*stats/);
});

test("the pure functions over layers give what a run gives", () => {
	const layer = {
		protocol: "mcp",
		serverName: "Tricoteuses",
		tools: ["browse_skills", "query_sql"].map((name) => ({ name, inputSchema: { type: "object" } })),
		recipes: [{ name: "profile", description: "A profile" }],
	};
	const layers = [layer, kit.autoui.layer()];
	const { prompt, aliasMap } = kit.buildSystemPromptWithAliases(layers);
	assert.equal(prompt, kit.buildSystemPrompt(layers));
	assert.equal(aliasMap.get("tricoteuses_mcp_list_recipes"), "tricoteuses_mcp_browse_skills");
	const { tools } = kit.buildDiscoveryToolsWithAliases(layers);
	assert.ok(Array.isArray(tools) && !tools.some(({ name }) => name.endsWith("query_sql")));
	const activated = kit.activateServerTools(tools, layer);
	assert.equal(activated.length, tools.length + 2);
	assert.equal(kit.activateServerTools(activated, layer).length, activated.length, "once");
	assert.ok(
		kit.buildToolsFromLayers(layers).every(({ input_schema }) => input_schema.additionalProperties === false),
	);
	assert.match(kit.buildSystemPrompt(layers, { providerKind: "gemma" }), /<\|tool>declaration:/);
	assert.equal(kit.sanitizeServerName("My MCP Server"), "my");
	const cache = kit.buildDiscoveryCache(layers);
	assert.deepEqual(cache.serverPrefixes(), ["tricoteuses"]);
	assert.deepEqual([cache.recipeCount, cache.toolCount, cache.browsableToolCount], [1, 2, 1]);
	assert.deepEqual(JSON.parse(cache.resolve("Tricoteuses", "list_recipes")), [
		{ name: "profile", description: "A profile" },
	]);
	assert.equal(cache.resolve("tricoteuses", "get_recipe", { name: "profile" }), null);
	assert.equal(cache.resolve("nobody", "list_recipes"), null);
	const patches = [];
	const strict = kit.toProviderTools(
		[
			{
				name: "a.b",
				inputSchema: {
					type: "object",
					properties: { x: { oneOf: [{ type: "string" }, { type: "number" }] } },
				},
			},
		],
		{ strict: true, onSchemaPatch: (tool, patch) => patches.push([tool, patch.path]) },
	);
	assert.deepEqual([strict[0].name, strict[0].strict, strict[0].description], ["a_b", true, "a.b"]);
	assert.ok(patches.length > 0);
});

test("hostile options and replies become errors with a code", async () => {
	const provider = scripted();
	for (const options of [
		{ provider, layers: "x" },
		{ provider, layers: [{ protocol: "ftp", serverName: "x", tools: [] }] },
		{ provider, layers: [], stopWhen: 5 },
		{ provider, layers: [], prepareStep: "x" },
		{ provider, layers: [], journal: {} },
		{ provider, layers: [], maxIterations: -1 },
		{ layers: [] },
	]) {
		await assert.rejects(async () => kit.runAgentLoop("go", options), { code: "invalid_argument" });
	}
	const weird = { name: "w", model: "w", chat: async () => ({ content: [{ type: "tool_use", id: 5 }] }) };
	await assert.rejects(async () => kit.runAgentLoop("go", { provider: weird, layers: [] }), {
		code: "model",
	});
});

test("requests of a limited provider wait for their turn, and an abort ends the wait", async () => {
	const inner = scripted([say("one")], [say("two")]);
	const limited = kit.withRateLimit(inner, { requestsPerMinute: 1200 });
	assert.deepEqual([limited.name, limited.model], ["scripted", "none"]);
	for (const expected of ["one", "two"]) {
		assert.equal((await kit.runAgentLoop("go", { provider: limited, layers: [] })).text, expected);
	}
	const slow = kit.withRateLimit(scripted(), { requestsPerMinute: 1, tokensPerMinute: 1000 });
	await kit.runAgentLoop("go", { provider: slow, layers: [] });
	const controller = new AbortController();
	const waiting = kit.runAgentLoop("go", { provider: slow, layers: [], signal: controller.signal });
	setTimeout(() => controller.abort(), 20);
	assert.equal((await waiting).stopReason, "aborted");
	assert.throws(() => kit.withRateLimit(inner, { tokensPerMinute: 0 }), { code: "invalid_argument" });
});

test("a server shows no media that the page does not allow", async () => {
	const asked = [];
	const server = kit.createWebMcpServer("pictures", {
		allowUrl: (url, path) => {
			asked.push(path);
			return new URL(url).host === "cdn.example";
		},
		maxDataUrlLength: 100,
	});
	const recipe = `---
widget: picture
description: A picture
schema: {type: object, properties: {src: {type: string}, more: {type: array, items: {type: string}}}}
---
`;
	server.registerWidget(recipe, () => undefined);
	const show = (params) => server.executeTool("widget_display", { name: "picture", params });
	assert.equal((await show({ src: "https://cdn.example/a.png" })).widget, "picture");
	for (const src of [
		"https://evil.example/a.png",
		"javascript:alert(1)",
		`data:image/png;base64,${"A".repeat(200)}`,
	]) {
		const refused = await show({ src });
		assert.equal(refused.error, "Validation failed");
		assert.equal(refused.details[0].path, "/src");
	}
	assert.deepEqual(asked, ["/src", "/src"]);
	assert.throws(() => kit.createWebMcpServer("x", { allowUrl: "all" }), { code: "invalid_argument" });
});

test("arguments are heard while they are written, and a live value follows them", async () => {
	const { createServer } = await import("node:http");
	const pieces = ['{"n', '": 4', "2}"];
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		const call = {
			index: 0,
			id: "c",
			type: "function",
			function: { name: "desk_webmcp_look", arguments: "" },
		};
		const send = (delta) => response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
		send({ tool_calls: [call] });
		for (const piece of pieces) send({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
		response.end('data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n');
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	try {
		const { layer, calls } = desk();
		const live = kit.createPartialJson();
		let written = "";
		await kit.runAgentLoop("go", {
			provider: new kit.LocalLLMProvider({
				model: "m",
				baseUrl: `http://127.0.0.1:${server.address().port}`,
			}),
			layers: [layer],
			maxIterations: 1,
			callbacks: {
				onEvent: (event) => {
					if (event.type !== "tool-input-delta") return;
					assert.deepEqual([event.id, event.name], ["c", "desk_webmcp_look"]);
					written += event.delta;
					live.push(event.delta);
				},
			},
		});
		assert.equal(written, pieces.join(""));
		assert.deepEqual(live.value, { n: 42 });
		assert.deepEqual(calls, ["look"]);
	} finally {
		server.close();
	}
});

test("what a provider writes into its messages and tools is not what it gets next", async () => {
	const { layer } = desk();
	const seen = [];
	const replies = [
		[use("a", "desk_webmcp_look", { n: 1 })],
		[use("b", "desk_webmcp_look", { n: 2 })],
		[say("done")],
	];
	const provider = {
		name: "scribbler",
		model: "none",
		async chat(messages, tools) {
			seen.push(structuredClone({ messages, tools: tools.map(({ name }) => name) }));
			messages[0].content = "scribbled";
			messages.length = 1;
			tools.length = 0;
			return { content: replies.shift(), stopReason: "end_turn" };
		},
	};
	await kit.runAgentLoop("go", { provider, layers: [layer] });
	assert.deepEqual(
		seen.map(({ messages }) => messages.length),
		[1, 3, 5],
	);
	assert.deepEqual(seen[1].messages[0], seen[0].messages[0]);
	assert.deepEqual(seen[2].messages.slice(0, 3), seen[1].messages);
	assert.deepEqual(seen[2].tools, seen[0].tools);
});
