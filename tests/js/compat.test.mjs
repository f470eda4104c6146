/** The published helpers around tools, tokens, traces and providers, on the built package. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

test("results are made as MCP has them", () => {
	assert.deepEqual(kit.textResult("hi"), { content: [{ type: "text", text: "hi" }] });
	assert.deepEqual(kit.jsonResult({ a: [1] }), {
		content: [{ type: "text", text: '{"a":[1]}' }],
		structuredContent: { a: [1] },
	});
	assert.deepEqual(kit.jsonResult([1]), { content: [{ type: "text", text: "[1]" }] });
	assert.deepEqual(kit.jsonResult(undefined), { content: [{ type: "text", text: "null" }] });
	const circle = {};
	circle.circle = circle;
	assert.throws(() => kit.jsonResult(circle), { code: "invalid_argument" });
});

test("the names of widgets and of discovery tools are those that there are", async () => {
	const widgets = kit.nativeWidgets.map(({ name }) => name);
	assert.deepEqual([...kit.NATIVE_WIDGET_NAMES].toSorted(), widgets.toSorted());
	const layer = {
		protocol: "mcp",
		serverName: "s",
		tools: [{ name: "query", description: "q", inputSchema: { type: "object" } }],
		recipes: [{ name: "r", description: "d", body: "b" }],
	};
	const offered = kit.buildDiscoveryTools([layer, kit.autoui.layer()]).map(({ name }) => name);
	const own = offered.filter((name) => name.startsWith("s_mcp_")).map((name) => name.slice(6));
	assert.deepEqual(own.toSorted(), [...kit.DISCOVERY_TOOL_NAMES].toSorted());
});

test("tools of an MCP server become tools of a provider", () => {
	const inputSchema = { type: "object", properties: { a: { type: "string" } } };
	const [tool] = kit.fromMcpTools([{ name: "find", description: "", inputSchema }]);
	assert.equal(tool.name, "find");
	assert.equal(tool.description, "find");
	assert.equal(tool.input_schema.additionalProperties, false);
});

test("tools are grouped by the server that they belong to", () => {
	const tools = [
		{ name: "a_mcp_x" },
		{ name: "y", server: "b" },
		{ name: "a_mcp_z" },
		{ name: "ui_webmcp_show" },
		{ name: "alone" },
		{ name: "my_mcp_x", server: "__proto__" },
	];
	const groups = kit.groupToolsByServer(tools);
	assert.deepEqual([...groups.keys()], ["a", "b", "ui", "", "__proto__"]);
	assert.deepEqual(groups.get("a"), [tools[0], tools[2]]);
});

test("a schema is told in lines", () => {
	const schema = {
		type: "object",
		required: ["city"],
		properties: {
			city: { type: "string", description: "Where" },
			unit: { enum: ["C", "F"], default: "C" },
			near: { type: "object", properties: { km: { type: ["number", "null"] } } },
			rows: { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } },
			tags: { type: "array", items: { type: "string" } },
		},
	};
	assert.equal(
		kit.formatToolSchema(schema),
		`- city (string, required): Where
- unit (any value, optional, one of "C", "F", default "C")
- near (object, optional)
  - km (number or null, optional)
- rows (list of object, optional)
  - id (integer, optional)
- tags (list of string, optional)`,
	);
	assert.equal(kit.formatToolSchema({}), "");
	let deep = { type: "object", properties: { leaf: { type: "string" } } };
	for (let level = 0; level < 10_000; level++) deep = { type: "object", properties: { x: deep } };
	assert.match(kit.formatToolSchema(deep), /…$/);
});

test("a group takes all its tools back at once, and registers none afterwards", () => {
	const group = kit.createToolGroup("panel");
	const log = [];
	const register = (tool, { signal }) => {
		signal.addEventListener("abort", () => log.push(`aborted ${tool}`));
		return () => log.push(`removed ${tool}`);
	};
	assert.equal(group.register("a", register), true);
	assert.equal(
		group.register("b", () => undefined),
		true,
	);
	assert.equal(group.isAborted, false);
	group.abort();
	group.abort();
	assert.deepEqual(log, ["aborted a", "removed a"]);
	assert.equal(group.isAborted, true);
	assert.equal(group.register("late", register), false);
	assert.equal(log.length, 2);
});

test("a tool that cannot be taken back is reported and does not keep the others", (t) => {
	const reported = [];
	const before = globalThis.reportError;
	globalThis.reportError = (error) => reported.push(error.message);
	t.after(() => {
		globalThis.reportError = before;
	});
	const group = kit.createToolGroup("g");
	let removed = 0;
	group.register("a", () => () => removed++);
	group.register("b", () => () => {
		throw new Error("stuck");
	});
	group.abort();
	assert.deepEqual([removed, reported], [1, ["stuck"]]);
});

test("who dispatches waits for the answer of a listener", async () => {
	const target = new EventTarget();
	target.addEventListener("open-panel", ({ detail }) => {
		assert.equal(detail.panel, "a");
		queueMicrotask(() => kit.signalCompletion(detail.completionEventName, { opened: true }, target));
	});
	assert.deepEqual(await kit.dispatchAndWait("open-panel", { panel: "a" }, { target }), { opened: true });
	target.addEventListener("quiet", ({ detail }) =>
		kit.signalCompletion(detail.completionEventName, undefined, target),
	);
	assert.equal(await kit.dispatchAndWait("quiet", {}, { target, successValue: "done" }), "done");
});

test("who dispatches to nobody is told what is missing, or stops waiting by a signal", async () => {
	const target = new EventTarget();
	await assert.rejects(kit.dispatchAndWait("x", {}, { target, timeout: 5 }), {
		code: "not_found",
		message: /'x' within 5 ms.*signalCompletion/,
	});
	const controller = new AbortController();
	const waiting = kit.dispatchAndWait("x", {}, { target, signal: controller.signal });
	controller.abort("enough");
	await assert.rejects(waiting, (reason) => reason === "enough");
	assert.throws(() => kit.signalCompletion("x"), { code: "invalid_argument" });
});

test("tokens are counted, also of the last minute, and each change is told once", () => {
	let now = 0;
	const tracker = new kit.TokenTracker(() => now);
	const told = [];
	const stop = tracker.subscribe((stats) => told.push(stats.requests));
	tracker.record({ input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 50 }, 200);
	now = 30_000;
	tracker.recordEstimate(41, 8, 100);
	tracker.record(undefined);
	tracker.record({ input_tokens: Number.NaN, output_tokens: -5 });
	assert.deepEqual(told, [1, 2, 3, 4]);
	assert.deepEqual(tracker.stats, {
		requests: 4,
		inputTokens: 111,
		outputTokens: 12,
		cachedTokens: 50,
		latencyMs: 300,
		estimatedRequests: 1,
		perMinute: { requests: 4, inputTokens: 111, outputTokens: 12 },
	});
	now = 60_000;
	assert.deepEqual(tracker.metrics.perMinute, { requests: 3, inputTokens: 11, outputTokens: 2 });
	stop();
	stop();
	tracker.reset();
	assert.equal(tracker.stats.requests, 0);
	assert.equal(told.length, 4);
});

test("a trace keeps what happened and sums up what went wrong", () => {
	const trace = new kit.PipelineTrace();
	trace.add("dispatch", "a_mcp_b", "ok");
	trace.add("validate", "a_mcp_b", "rows is missing", "warn");
	assert.equal(trace.hasErrors, false);
	const { onTrace } = trace;
	onTrace("[auto-repair] rows: string → list");
	onTrace("no brackets: failed");
	assert.equal(
		trace.summary(),
		"[validate] a_mcp_b: rows is missing\n[auto-repair] rows: string → list\n[trace] no brackets: failed",
	);
	assert.equal(trace.hasErrors, true);
	for (let n = 0; n < 6000; n++) trace.add("x", "", `${n}`);
	assert.equal(trace.entries.length, 5000);
	assert.equal(trace.entries[4999].detail, "5999");
	trace.clear();
	assert.deepEqual([trace.entries.length, trace.summary()], [0, ""]);
});

test("an observed run is a table on a canvas", async () => {
	const canvas = kit.createCanvasVanilla();
	const observer = kit.createTraceObserver(canvas);
	const replies = [
		{ content: [{ type: "tool_use", id: "1", name: "s_webmcp_long", input: {} }], stopReason: "tool_use" },
		{ content: [{ type: "text", text: "done" }], stopReason: "end_turn" },
	];
	const server = kit.createWebMcpServer("s");
	server.addTool({
		name: "long",
		description: "d",
		inputSchema: { type: "object" },
		execute: () => "x".repeat(5000),
	});
	await kit.runAgentLoop("go", {
		provider: { name: "t", model: "m", chat: async () => replies.shift() },
		layers: [server.layer()],
		callbacks: observer.callbacks,
	});
	observer.stop();
	assert.equal(canvas.blockCount, 1);
	const [{ type, data, serverName }] = canvas.blocks;
	assert.deepEqual([type, serverName], ["data-table", "autoui"]);
	const steps = data.rows.map(({ step }) => step);
	assert.deepEqual(steps, ["iteration", "request", "reply", "tool", "iteration", "request", "reply", "end"]);
	assert.ok(data.rows[3].detail.length <= 201 && data.rows[3].detail.endsWith("…"));
	const { inputSchema } = kit.autoui.getWidget("data-table");
	assert.deepEqual(kit.validateJsonSchema(data, inputSchema).errors, []);
	for (let n = 0; n < 5; n++) observer.callbacks.onEvent({ type: "run-end", stopReason: "end_turn" });
	observer.flush();
	assert.equal(canvas.blocks[0].data.rows.length, 8, "after stop nothing is added");
});

test("a long run keeps a bounded table", () => {
	const canvas = kit.createCanvasVanilla();
	const observer = kit.createTraceObserver(canvas);
	for (let n = 0; n < 800; n++)
		observer.callbacks.onEvent({ type: "iteration-start", iteration: n, maxIterations: 800 });
	observer.flush();
	const [{ data }] = canvas.blocks;
	assert.deepEqual([data.rows.length, data.title], [500, "Trace (300 earlier)"]);
	assert.equal(data.rows[499].detail, "799 of 800");
});

const tool = (name, rest = {}) => ({ name, description: "d", inputSchema: { type: "object" }, ...rest });
const layer = (serverName, tools) => ({ protocol: "mcp", serverName, tools });

test("healthy layers have no diagnostics", () => {
	const layers = [kit.autoui.layer(), layer("shop", [tool("find")])];
	const found = kit.runDiagnostics(layers, undefined, kit.buildSystemPrompt(layers));
	assert.deepEqual(
		found.filter(({ level }) => level !== "info"),
		[],
	);
});

test("diagnostics name what makes models choose wrong, the worst first", () => {
	const nested = {
		type: "object",
		properties: { at: { type: "object", properties: { lat: { type: "number" } } } },
		patternProperties: { "^x": { type: "string" } },
	};
	const layers = [
		layer("My Server", [tool("twice"), tool("twice"), tool("silent", { description: " " })]),
		layer("my", [
			tool("broken", { inputSchema: { type: "nothing" } }),
			tool("deep", { inputSchema: nested }),
		]),
		layer(
			"open data paris",
			Array.from({ length: 50 }, (_, n) => tool(`t${n}`)),
		),
	];
	const prompt = "Call my_mcp_twice, then shop_mcp_buy. Never my_2_mcp_deep.";
	const found = kit.runDiagnostics(layers, undefined, prompt, { flatten: false });
	const codes = found.map(({ code }) => code);
	assert.deepEqual(codes.toSorted(), [
		"schema_changed",
		"schema_invalid",
		"schema_nested",
		"server_name_noise",
		"server_name_taken",
		"too_many_tools",
		"tool_name_taken",
		"tool_without_description",
		"unknown_tool_in_prompt",
	]);
	const levels = found.map(({ level }) => ["error", "warning", "info"].indexOf(level));
	assert.deepEqual(levels, levels.toSorted());
	const of = (code) => found.find((one) => one.code === code);
	assert.equal(of("unknown_tool_in_prompt").subject, "shop_mcp_buy");
	assert.equal(of("schema_invalid").subject, "my: broken");
	assert.match(of("schema_changed").message, /patternProperties at root/);
	for (const { message } of found) assert.match(message, /[.;]/);
});

test("a summary asks the model without tool results, and survives its failure", async () => {
	const asked = [];
	const provider = {
		name: "p",
		model: "m",
		chat: async (messages) => {
			asked.push(messages[0].content);
			return { content: [{ type: "text", text: " A person compared cities. " }], stopReason: "end_turn" };
		},
	};
	const messages = [
		{ role: "system", content: "secret prompt" },
		{ role: "user", content: "compare ".repeat(1000) },
		{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "s_mcp_q", input: {} }] },
		{ role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "private row" }] },
		{ role: "assistant", content: [{ type: "tool_use", id: "2", name: "s_mcp_q", input: {} }] },
	];
	const { chatSummary, provenance } = await kit.summarizeChat({ messages, provider, mcpServers: ["s", "s"] });
	assert.equal(chatSummary, "A person compared cities.");
	assert.ok(asked[0].includes("user: compare") && asked[0].length < 3400);
	assert.doesNotMatch(asked[0], /private row|secret prompt/);
	const { exportedAt, ...rest } = provenance;
	assert.ok(!Number.isNaN(Date.parse(exportedAt)));
	assert.deepEqual(rest, {
		mcpServers: ["s"],
		toolsUsed: ["s_mcp_q"],
		toolCallCount: 2,
		skillsReferenced: [],
		llm: "m",
	});
	const failing = { ...provider, chat: () => Promise.reject(new Error("401")) };
	const failed = await kit.summarizeChat({ messages, provider: failing });
	assert.equal(failed.chatSummary, "(summary unavailable)");
	await assert.rejects(
		kit.summarizeChat({ messages, provider, signal: AbortSignal.abort("enough") }),
		(reason) => reason === "enough",
	);
});

test("the factory makes the provider of each type, and names the types there are", () => {
	const remote = kit.createProvider({ type: "remote", model: "sonnet", proxyUrl: "/api/chat" });
	assert.ok(remote instanceof kit.RemoteLLMProvider && remote instanceof kit.AnthropicProvider);
	assert.ok(kit.createProvider({ type: "local", model: "m" }) instanceof kit.LocalLLMProvider);
	const wasm = kit.createProvider({ type: "wasm", model: "/m.gguf" });
	assert.ok(wasm instanceof kit.WasmProvider && wasm instanceof kit.GemmaProvider);
	for (const options of [{ type: "hawk" }, {}, undefined]) {
		assert.throws(() => kit.createProvider(options), {
			code: "invalid_argument",
			message: /'remote', 'local' or 'wasm'/,
		});
	}
	assert.throws(() => kit.createProvider({ type: "remote" }), {
		code: "invalid_argument",
		message: /proxyUrl/,
	});
});
