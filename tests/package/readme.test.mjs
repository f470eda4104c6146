/** The README's examples that need a model: run as written, with a model that follows a script. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch } from "../e2e/support/chromium.mjs";
import { embedderPlugin, examples, installPackage, installPeer, pageOf } from "./consumer.mjs";

let consumer;
let browser;
let all;

before(async () => {
	consumer = installPackage();
	all = examples(readFileSync(consumer.installed("README.md"), "utf8"));
	browser = await launch();
});

after(async () => {
	await browser?.close();
	consumer?.remove();
});

/** What the README says that stands above: init, and the names provider, layers and client. */
const ABOVE = `import * as kit from "webmcp-auto-ui";
await kit.init();
let client = new kit.McpMultiClient();
const say = (text) => ({ content: [{ type: "text", text }], stopReason: "end_turn" });
const call = (name, input) => ({ content: [{ type: "tool_use", id: "call_1", name, input }], stopReason: "tool_use" });
const follow = (...replies) => ({ name: "script", model: "script", chat: async () => ({
	...replies.shift() ?? say("done"), usage: { input_tokens: 1000, output_tokens: 100 } }) });
const shop = kit.createWebMcpServer("shop");
const object = { type: "object" };
const layers = [kit.autoui.layer(), shop.layer()];
`;

/** Runs an example after `setup` and gives `shown`, an expression, once the example has ended. */
async function outcome(t, name, setup, shown, plugins = []) {
	const code = `${ABOVE}${setup}\n${all.get(name)}\nglobalThis.shown = ${shown};`;
	const opened = await pageOf(t, { ...consumer, browser, name, code, plugins });
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.deepEqual(opened.problems, []);
	return { shown: await opened.page.evaluate(() => globalThis.shown), logs: opened.logs };
}

test("every name that the README imports is there", async () => {
	const readme = readFileSync(consumer.installed("README.md"), "utf8");
	const kit = await import(consumer.installed("index.js"));
	const imports = [...readme.matchAll(/import \{([^}]+)\} from "webmcp-auto-ui"/g)];
	assert.ok(imports.length >= 8);
	for (const name of imports.flatMap(([, list]) => list.split(",").map((one) => one.trim()))) {
		assert.ok(name in kit, name);
	}
});

test("Gemma 4 is downloaded only when the person agrees to its licence", async (t) => {
	installPeer(consumer.folder, ["@litert-lm", "core"]);
	const setup = `Object.defineProperty(navigator, "gpu", { value: { requestAdapter: async () => ({ info: {} }) } });
globalThis.confirm = (question) => { globalThis.question = question; return false; };`;
	const code = `${ABOVE}${setup}\n${all.get("gemma4")}`;
	const opened = await pageOf(t, { ...consumer, browser, name: "gemma4", code });
	const [error] = await Promise.all([opened.page.waitForEvent("pageerror"), opened.open()]);
	assert.match(error.message, /gemma-4-E2B-it-web\.litertlm was refused; nothing was fetched/);
	assert.match(await opened.page.evaluate(() => globalThis.question), /\(\d+ MB, Apache-2\.0, https:/);
	assert.match(opened.logs[0], /LiteRT-LM, because 'gemma-e2b' is a preset/);
});

test("the widgets are shown by document.modelContext, and the strangers' layer is empty", async (t) => {
	const asked = `(await document.modelContext.getTools()).map(({ name }) => name)`;
	const showing = `await (async () => {
		await exposed.settled();
		const tools = await document.modelContext.getTools();
		const tool = tools.find(({ name }) => name === "autoui.widget_display");
		await document.modelContext.executeTool(tool, { name: "stat", params: { label: "Visitors", value: "42" } });
		return [both.length, both[1].tools.length, canvas.blocks.map(({ type }) => type), ${asked}.length > 4];
	})()`;
	const { shown } = await outcome(t, "webmcp", "", showing);
	assert.deepEqual(shown, [2, 0, ["stat"], true]);
});

test("a session remembers, and goes on in another page", async (t) => {
	const setup = `const provider = follow(say("first"), say("in March"));`;
	const { shown, logs } = await outcome(t, "session", setup, "again.messages.map(({ role }) => role)");
	assert.deepEqual(shown, ["user", "assistant", "user", "assistant"]);
	assert.deepEqual(logs, ["in March 2200", "4"]);
});

test("what destroys something waits for the person, and happens once", async (t) => {
	const setup = `const provider = follow(call("shop_webmcp_delete_order", { id: 7 }));
const deleted = [];
shop.addTool({ name: "delete_order", description: "Deletes", inputSchema: object,
	annotations: { destructiveHint: true }, execute: ({ id }) => { deleted.push(id); return "gone"; } });
layers[1] = shop.layer();
const asked = [];
globalThis.confirm = (question) => asked.push([question, deleted.length]) > 0;`;
	const left = "{ stop: result.stopReason, deleted, asked, left: await journal.entries() }";
	const { shown } = await outcome(t, "approval", setup, left);
	assert.deepEqual(shown, {
		stop: "end_turn",
		deleted: [7],
		asked: [['shop_webmcp_delete_order {"id":7}?', 0]],
		left: [],
	});
});

test("a run stops where the page says, and tells what it cost", async (t) => {
	const params = { label: "Offers", value: "3" };
	const setup = `const provider = follow(call("autoui_webmcp_widget_display", ${JSON.stringify({ name: "stat", params })}));`;
	const { shown, logs } = await outcome(t, "limits", setup, "result.toolCalls.length");
	assert.equal(shown, 1);
	assert.match(logs.join(), /^stop_condition 0\.0045\d*$/);
});

test("a long result goes to the memory, with an embedder of one's own", async (t) => {
	installPeer(consumer.folder);
	const plugin = await embedderPlugin();
	const setup = `const provider = follow(call("orders_mcp_list", {}));
const text = "In March twelve bicycles were ordered for 4,800 euros. ".repeat(30);
client = { callTool: async () => kit.textResult(text) };
layers[1] = { protocol: "mcp", serverName: "orders", tools: [{ name: "list", inputSchema: object }] };`;
	const { logs } = await outcome(t, "memory", setup, "true", [plugin]);
	const [chunks, tools] = logs[0].split(" ").map(Number);
	assert.ok(chunks >= 5, logs[0]);
	assert.equal(tools, 1);
});

test("values are checked, repaired, and checked by the full validator", async (t) => {
	const { logs } = await outcome(t, "validation", "", "true");
	assert.deepEqual(logs, ["price", "3.5", "true"]);
});

test("a model behind a proxy thinks aloud and says what it cost", async (t) => {
	const code = `${ABOVE}${all.get("provider")}\nglobalThis.shown = true;`;
	const opened = await pageOf(t, { ...consumer, browser, name: "provider", code });
	const asked = [];
	await opened.page.route("**/api/gemini/**", (route) => {
		asked.push([new URL(route.request().url()), route.request().postDataJSON()]);
		// The first try is refused.
		if (asked.length === 1)
			return route.fulfill({ status: 503, headers: { "retry-after": "0" }, body: "busy" });
		const parts = [{ text: "Hm.", thought: true }, { text: "The second one." }];
		const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 100, thoughtsTokenCount: 100 };
		const event = { candidates: [{ content: { parts }, finishReason: "STOP" }], usageMetadata };
		const headers = { "content-type": "text/event-stream" };
		return route.fulfill({ headers, body: `data: ${JSON.stringify(event)}\n\n` });
	});
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.equal(asked.length, 2);
	const [url, body] = asked[1];
	assert.equal(
		url.pathname + url.search,
		"/api/gemini/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
	);
	assert.deepEqual(body.generationConfig, { thinkingConfig: { includeThoughts: true } });
	const cost = opened.logs.splice(1, 1)[0].replace("cost: ", "");
	assert.ok(Math.abs(Number(cost) - 0.0044) < 1e-9, cost);
	assert.deepEqual(opened.logs, ["thinks: Hm.", "The second one."]);
});

const HEADERS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Answers for the MCP server that the examples name; gives the tools that are called. @param {import("playwright-core").Page} page */
async function answerForOrders(page) {
	const answers = {
		initialize: {
			protocolVersion: "2025-06-18",
			capabilities: { tools: {} },
			serverInfo: { name: "orders", version: "1" },
		},
		"tools/list": { tools: [{ name: "query", description: "Queries", inputSchema: { type: "object" } }] },
		"tools/call": { content: [{ type: "text", text: "3 orders" }] },
	};
	const called = [];
	await page.route("https://example.com/mcp", (route) => {
		const request = route.request();
		if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: HEADERS });
		const { id, method, params } = request.postDataJSON() ?? {};
		if (method === "tools/call") called.push(params.name);
		const result = answers[method];
		return result
			? route.fulfill({ headers: HEADERS, json: { jsonrpc: "2.0", id, result } })
			: route.fulfill({ status: 202, headers: HEADERS });
	});
	return called;
}

/** Answers as a model on the machine that calls the server's tool; gives the requests. @param {import("playwright-core").Page} page */
async function answerAsOllama(page) {
	const asked = [];
	await page.route("http://localhost:11434/v1/chat/completions", (route) => {
		if (route.request().method() === "OPTIONS") return route.fulfill({ status: 204, headers: HEADERS });
		asked.push(route.request().postDataJSON());
		const call = { index: 0, id: "c", function: { name: "orders_mcp_query", arguments: "{}" } };
		const delta = asked.length === 1 ? { tool_calls: [call] } : { content: "Three orders." };
		const body = `data: ${JSON.stringify({ choices: [{ delta, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
		return route.fulfill({ headers: { ...HEADERS, "content-type": "text/event-stream" }, body });
	});
	return asked;
}

test("data comes from an MCP server and goes to a model on the machine", async (t) => {
	const opened = await pageOf(t, {
		...consumer,
		browser,
		name: "data",
		code: `${all.get("data")}\nglobalThis.shown = true;`,
	});
	const called = await answerForOrders(opened.page);
	const asked = await answerAsOllama(opened.page);
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.deepEqual(opened.problems, []);
	assert.deepEqual(called, ["query"]);
	assert.equal(asked[0].model, "qwen3:8b");
	assert.match(JSON.stringify(asked[1].messages), /3 orders/);
	assert.match(opened.logs[0], /^orders_mcp_query \d+$/);
});

test("a client of an MCP server needs nothing else of the package", async (t) => {
	const code = `window.confirm = () => true;\n${all.get("mcp")}\nglobalThis.shown = true;`;
	const opened = await pageOf(t, { ...consumer, browser, name: "mcp", code });
	const called = await answerForOrders(opened.page);
	const fetched = [];
	opened.page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.deepEqual(opened.problems, []);
	assert.deepEqual(called, ["query"]);
	assert.deepEqual(opened.logs, ["connecting", "ready", "3 orders", "idle"]);
	const files = fetched.filter((path) => path.endsWith(".wasm"));
	assert.ok(files.length === 1 && files[0].includes("webmcp_mcp"), files.join());
});

test("what signs in to MCP servers opens its window in the click, and closes it where nobody needs it", async (t) => {
	const setup = `document.body.innerHTML = '<button id="sign-in">Sign in</button>';
globalThis.windows = [];
const open = window.open.bind(window);
window.open = (...how) => windows[windows.push(open(...how)) - 1];`;
	const code = `${setup}\n${all.get("signin")}\nglobalThis.shown = true;`;
	const opened = await pageOf(t, { ...consumer, browser, name: "signin", code });
	await answerForOrders(opened.page);
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.equal(await opened.page.evaluate(() => globalThis.windows.length), 0);
	await opened.page.click("#sign-in");
	// This server wants nobody to sign in.
	await opened.page.waitForFunction(() => globalThis.windows[0]?.closed);
	assert.deepEqual(opened.problems, []);
});

test("an element of the interface shows a workspace: what its model answers, after it has asked the server", async (t) => {
	const setup = `document.body.append(document.createElement("auto-ui-chat"));`;
	const opened = await pageOf(t, {
		...consumer,
		browser,
		name: "elements",
		code: `${setup}\n${all.get("elements")}`,
	});
	const called = await answerForOrders(opened.page);
	await answerAsOllama(opened.page);
	await opened.open();
	await opened.page.getByText("Three orders.").waitFor();
	assert.equal(await opened.page.locator(".wished").innerText(), "a table of this year's orders");
	assert.deepEqual(called, ["query"]);
	assert.deepEqual(opened.problems, []);
});
