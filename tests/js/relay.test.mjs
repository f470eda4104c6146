/** The relay between a page and MCP clients on the same machine: over real sockets, and by stdio with the official SDK's client. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { WebSocket } from "ws";
import { createRelay } from "../../pkg/hosts/relay.js";
import { createWebMcpServer, init } from "../../pkg/index.js";
import { connectRelay, createToolGuard } from "../../pkg/webmcp/index.js";

await init();
const PAGE = "http://page.example";
const CLI = fileURLToPath(new URL("../../pkg/hosts/relay-cli.js", import.meta.url));
const schema = { type: "object", properties: { q: { type: "string" } } };
const tool = (name, more = {}) => ({ name, description: "d", inputSchema: schema, ...more });

/** As a page's: with an Origin, which the browser sets. */
class PageSocket extends WebSocket {
	constructor(url) {
		super(url, { origin: PAGE });
	}
}
const nodes = globalThis.WebSocket;
let relay;
before(async () => {
	globalThis.WebSocket = PageSocket;
	relay = await createRelay({ origins: [PAGE], port: 0, timeoutMs: 300 });
});
after(async () => {
	globalThis.WebSocket = nodes;
	await relay.close();
});

/** A page that says what it is told, word by word. */
async function raw({ origin = PAGE, url = relay.url } = {}) {
	const socket = new WebSocket(url, origin ? { origin } : {});
	const said = [];
	socket.on("message", (data) => said.push(JSON.parse(String(data))));
	const closed = new Promise((resolve) => socket.on("close", (code) => resolve(code)));
	const failed = new Promise((resolve) => socket.on("error", (error) => resolve(error.message)));
	const opened = await Promise.race([
		new Promise((resolve) => socket.on("open", () => resolve("open"))),
		failed,
	]);
	return {
		socket,
		said,
		closed,
		opened,
		say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
	};
}
const hello = (more = {}) => ({ kind: "hello", token: relay.token, title: "t", tools: [tool("a")], ...more });
const until = async (holds) => {
	for (let at = 0; at < 200 && !holds(); at += 1) await wait(5);
	assert.ok(holds());
};

test("pages of other origins, programs without one, and those without the token are turned away", async () => {
	for (const origin of ["http://evil.example", "null", ""]) {
		assert.match((await raw({ origin })).opened, /401/, String(origin));
	}
	for (const token of ["", "x".repeat(relay.token.length), relay.token.slice(1), 5, undefined]) {
		const page = await raw();
		page.say(hello({ token }));
		assert.equal(await page.closed, 4001, String(token));
	}
	const early = await raw();
	early.say({ kind: "tools", tools: [tool("a")] });
	assert.equal(await early.closed, 4001);
	for (const garbage of ["no JSON", "5", "null", "[]"]) {
		const page = await raw();
		page.say(garbage);
		assert.equal(await page.closed, 4002, garbage);
	}
	assert.deepEqual(relay.tools(), []);
});

test("a page's tools are listed while it is there; those that are none are left out, and of two names the second has a number", async () => {
	let changes = 0;
	const stop = relay.subscribe(() => {
		changes += 1;
	});
	const one = await raw();
	const bad = [
		{},
		null,
		5,
		tool("bad name"),
		tool("x".repeat(65)),
		{ ...tool("s"), inputSchema: { type: "array" } },
		{ ...tool("d"), description: 1 },
	];
	one.say(hello({ tools: [tool("a"), ...bad] }));
	const two = await raw();
	await until(() => relay.tools().length === 1);
	two.say(hello({ tools: [tool("a"), tool("b", { annotations: { readOnlyHint: true } })] }));
	await until(() => relay.tools().length === 3);
	assert.deepEqual(
		relay.tools().map(({ name }) => name),
		["a", "a_2", "b"],
	);
	assert.deepEqual(relay.tools()[2].annotations, { readOnlyHint: true });
	one.say({
		kind: "tools",
		tools: [tool("b"), tool("a", { annotations: { readOnlyHint: "yes", title: 1 } })],
	});
	await until(() => relay.tools().length === 4);
	assert.deepEqual(
		relay.tools().map(({ name }) => name),
		["b_2", "a", "a_2", "b"],
		"a page keeps the names that its tools have",
	);
	assert.deepEqual(relay.tools()[1].annotations, {});
	const odd = { ...tool("odd"), inputSchema: { type: "object", properties: { x: true } } };
	one.say({ kind: "tools", tools: [tool("a"), odd] });
	await until(() => relay.tools().length === 3);
	two.say({ kind: "tools", tools: "none" });
	await until(() => relay.tools().length === 1);
	one.socket.close();
	await until(() => relay.tools().length === 0);
	two.socket.close();
	assert.ok(changes >= 4);
	stop();
});

test("what goes wrong with a call is a result: no such tool, a page that says nothing, leaves, or answers nonsense", async () => {
	const page = await raw();
	page.say(hello());
	await until(() => relay.tools().length === 1);
	const none = await relay.call("none", {});
	assert.match(none.content[0].text, /No page that is connected has a tool 'none'/);
	const late = await relay.call("a", {});
	assert.match(
		late.content[0].text,
		/took longer than 300 ms after it had begun\. Whether it took effect is not known/,
	);
	await until(() => page.said.length === 3);
	assert.deepEqual(
		page.said.slice(1).map(({ kind }) => kind),
		["call", "cancel"],
	);
	const controller = new AbortController();
	const cancelled = relay.call("a", {}, controller.signal);
	controller.abort();
	assert.match((await cancelled).content[0].text, /was cancelled after it had begun/);
	assert.ok((await relay.call("a", {}, AbortSignal.abort())).isError);
	const odd = relay.call("a", {});
	await until(() => page.said.length === 6);
	page.say({ kind: "result", id: "unknown", result: {}, isError: false });
	page.say({
		kind: "result",
		id: page.said.at(-1).id,
		result: { content: [{ type: "text", text: "own" }] },
		isError: true,
	});
	assert.deepEqual(await odd, { content: [{ type: "text", text: "own" }], isError: true });
	const gone = relay.call("a", {});
	await until(() => page.said.length === 7);
	page.socket.terminate();
	assert.match((await gone).content[0].text, /The page has gone\. Whether it took effect is not known/);
});

test("a message that is too large ends its connection, and nothing else", async () => {
	const page = await raw();
	page.say("x".repeat(17 * 1024 * 1024));
	assert.equal(await page.closed, 1009);
	const next = await raw();
	next.say(hello());
	await until(() => relay.tools().length === 1);
	next.socket.close();
});

test("an MCP client lists and calls a page's tools by stdio, hears of new ones, and a cancelled call is cancelled in the page", async (t) => {
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [CLI, "--origin", PAGE, "--port", "0"],
		stderr: "pipe",
	});
	const client = new Client({ name: "desktop", version: "1" });
	t.after(() => client.close());
	let changes = 0;
	client.fallbackNotificationHandler = async ({ method }) => {
		if (method === "notifications/tools/list_changed") changes += 1;
	};
	const told = new Promise((resolve) => transport.stderr.on("data", (data) => resolve(String(data))));
	await client.connect(transport);
	const [, url, token] = /url: "(.+?)", token: "(.+?)"/.exec(await told);
	assert.deepEqual((await client.listTools()).tools, []);

	const server = createWebMcpServer("desk");
	let signal;
	server.addTool(tool("say", { execute: ({ q }) => ({ said: q }) }));
	server.addTool(
		tool("slow", {
			execute: (_, options) =>
				new Promise(() => {
					signal = options.signal;
				}),
		}),
	);
	server.addTool(
		tool("drop", { annotations: { destructiveHint: true }, execute: () => assert.fail("it ran") }),
	);
	const states = [];
	const guard = createToolGuard();
	const link = connectRelay(server, { url, token, guard, onState: (state) => states.push(state) });
	await until(() => link.state === "connected" && changes > 0);
	const listed = (await client.listTools()).tools.map(({ name }) => name);
	assert.ok(["desk.say", "desk.slow", "desk.drop"].every((name) => listed.includes(name)));

	const answer = await client.callTool({ name: "desk.say", arguments: { q: "hi" } });
	assert.deepEqual([answer.structuredContent, answer.isError], [{ said: "hi" }, false]);
	const wrong = await client.callTool({ name: "desk.say", arguments: { q: 5 } });
	assert.match(wrong.content[0].text, /do not fit its schema/);
	assert.equal(wrong.isError, true);
	assert.match(
		(await client.callTool({ name: "desk.drop", arguments: {} })).content[0].text,
		/needs the person's consent/,
	);
	const controller = new AbortController();
	const running = client.callTool({ name: "desk.slow", arguments: {} }, undefined, {
		signal: controller.signal,
	});
	await until(() => signal);
	controller.abort();
	await assert.rejects(running);
	await until(() => signal.aborted);

	const before = changes;
	server.addTool(tool("later", { execute: () => 1 }));
	await until(() => changes > before);
	assert.ok((await client.listTools()).tools.some(({ name }) => name === "desk.later"));
	link.close();
	await until(() => changes > before + 1);
	assert.deepEqual((await client.listTools()).tools, []);
	assert.deepEqual(states, ["connected", "closed"]);
	assert.deepEqual(
		guard.log.map(({ door, tool, outcome }) => `${door} ${tool} ${outcome}`),
		["relay say ok", "relay say ok", "relay drop denied", "relay slow outcome_unknown"],
	);
	await client.close();
});

test("a page with a wrong token is refused and does not try again; one whose relay is gone finds the next", async () => {
	const server = createWebMcpServer("desk");
	const wrong = connectRelay(server, { url: relay.url, token: "x".repeat(64) });
	await until(() => wrong.state === "refused");
	const first = await createRelay({ origins: [PAGE], port: 0, token: "a token of the test" });
	const link = connectRelay(server, { url: first.url, token: first.token });
	await until(() => link.state === "connected");
	await first.close();
	await until(() => link.state === "connecting");
	const second = await createRelay({
		origins: [PAGE],
		port: Number(new URL(first.url).port),
		token: first.token,
	});
	for (let at = 0; at < 100 && link.state !== "connected"; at += 1) await wait(30);
	assert.equal(link.state, "connected");
	link.close();
	await second.close();
});

test("only this machine will do, and a relay must be told whose pages may come", async () => {
	const server = createWebMcpServer("desk");
	for (const url of [
		"ws://192.168.0.1:9444",
		"wss://relay.example",
		"http://127.0.0.1:1",
		"ws://127.0.0.1.evil.example",
		"x",
	]) {
		assert.throws(() => connectRelay(server, { url, token: "t" }), { code: "invalid_argument" }, url);
	}
	await assert.rejects(createRelay({ origins: [] }), /must name the origins/);
	for (const origin of ["*", "http://x.example/path", "x"]) {
		await assert.rejects(createRelay({ origins: [origin] }), { code: "invalid_argument" }, origin);
	}
	await assert.rejects(createRelay({ origins: [PAGE], token: "short" }), { code: "invalid_argument" });
});
