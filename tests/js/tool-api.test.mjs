/** The Tool Execution API by each way in: plainly, by `fetch`, and over Node's http. */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { autoui, init, createCanvasVanilla, createWebMcpServer } from "../../pkg/index.js";
import { serveToolApi } from "../../pkg/hosts/node.js";
import { asDocumented, createToolApi, toolsFrom } from "../../pkg/tool-api/index.js";
import { createToolGuard } from "../../pkg/webmcp/index.js";
import { holdsToCriteria, WAYS } from "./support/tool-api.mjs";
import { call, TOOLS } from "./support/tool-api-criteria.mjs";

const quiet = { onError: () => undefined };
const plain = { tools: TOOLS, call, allowExecute: true, prefix: "", security: "document", ...quiet };

for (const [way, open] of Object.entries(WAYS)) {
	test(`the documents' criteria hold by ${way}`, async () => {
		const providers = { list: TOOLS, function: () => TOOLS, promise: async () => TOOLS };
		for (const [kind, tools] of Object.entries(providers)) {
			const { ask, close } = await open({ ...plain, tools });
			await holdsToCriteria(ask, kind);
			const page = await ask("GET", "/");
			assert.match(page.text, /<title>MCP Tool Explorer<\/title>/);
			assert.match(page.headers["content-security-policy"], /script-src 'sha256-/);
			await close();
		}
	});

	test(`nothing runs by ${way} where calls are off, and what is safe needs no word`, async () => {
		const ran = [];
		const counted = (name, ...rest) => {
			ran.push(name);
			return call(name, ...rest);
		};
		const { ask, close } = await open({ tools: TOOLS, call: counted, prefix: "", ...quiet });
		const json = { "content-type": "application/json" };
		const disabled = await ask("POST", "/tools/free/call", { headers: json, body: "{}" });
		assert.deepEqual([disabled.status, disabled.text], [403, '{"error":"Tool execution is disabled."}']);
		await close();
		const safe = await open({ tools: TOOLS, call: counted, prefix: "", allowExecute: true, ...quiet });
		for (const [headers, body, status] of [
			[{ "content-type": "text/plain" }, "{}", 415],
			[{ ...json, origin: "https://evil.example" }, "{}", 403],
			[{ ...json, "sec-fetch-site": "cross-site" }, "{}", 403],
			[json, "[1]", 400],
			[json, "x".repeat(1024 * 1024 + 1), 413],
		]) {
			const reply = await safe.ask("POST", "/tools/free/call", { headers, body });
			assert.equal(reply.status, status, reply.text);
		}
		const misfit = await safe.ask("POST", "/tools/echo/call", { headers: json, body: '{"msg":1}' });
		assert.match(misfit.text, /The arguments do not fit: \/msg: /);
		assert.deepEqual(ran, []);
		await safe.close();
	});
}

const asking = (api, path, body = "{}", more = {}) =>
	api.fetch(
		new Request(`http://localhost/explorer${path}`, {
			method: "POST",
			body,
			headers: { "content-type": "application/json" },
			...more,
		}),
	);

test("who is refused hears one word, and what fails after that is no refusal", async () => {
	const hooks = {
		throws: [
			() => {
				throw new Error("secret");
			},
			401,
		],
		rejects: [
			async () => {
				throw new Error("secret");
			},
			401,
		],
		"says false": [() => false, 401],
		"forgets to say": [() => undefined, 401],
		"forgets to say, with any number of arguments": [async (...all) => void all, 401],
		"says nothing": [async () => null, 401],
		"says 0": [() => 0, 401],
		"says a number": [() => 7, 401],
		"says an empty name": [() => " ", 401],
		"says an object without fields": [async () => ({}), 401],
		"says a list": [() => ["user"], 401],
		"says an error": [() => new Error("who?"), 401],
		"says a reply": [() => new Response("no", { status: 403 }), 401],
		"says a function": [() => () => true, 401],
		"says a promise of false": [() => Promise.resolve(false), 401],
		"says true": [() => true, 200],
		"says true later": [async () => true, 200],
		"says who": [async () => "whoever", 200],
		"says who, in an object": [() => ({ subject: "whoever" }), 200],
		"is never done": [() => new Promise(() => undefined), 401],
		"never goes on": [(_, next) => new Promise(() => void next), 401],
		"does not go on": [(_, next) => void next, 401],
		"goes on": [(_, next) => next(), 200],
		"fails after it went on": [
			async (_, next) => {
				await next();
				throw new Error("log is full");
			},
			200,
		],
	};
	for (const [what, [authHook, status]] of Object.entries(hooks)) {
		let heard = 0;
		const hook =
			authHook.length < 2
				? (request) => {
						heard += 1;
						return authHook(request);
					}
				: authHook;
		const limits = { timeoutMs: what.startsWith("never") || what.startsWith("is never") ? 20 : 10_000 };
		const api = createToolApi({ tools: TOOLS, call, allowExecute: true, authHook: hook, limits, ...quiet });
		const reply = await asking(api, "/tools/free/call");
		assert.equal(reply.status, status, what);
		if (status === 401) assert.equal(await reply.text(), '{"error":"Unauthorized"}', what);
		const before = heard;
		assert.equal((await api.handle({ method: "GET", path: "/explorer/tools" })).status, 200);
		assert.equal((await asking(api, "/tools/free/validate")).status, 200);
		assert.equal(heard, before, "reading and checking is free");
	}
	// A hook that goes on sees the reply, and an error of the tool stays one.
	let seen;
	const watching = async (_, next) => {
		seen = (await next()).status;
	};
	const api = createToolApi({ tools: TOOLS, call, allowExecute: true, authHook: watching, ...quiet });
	assert.equal((await asking(api, "/tools/throws/call")).status, 500);
	await wait(1);
	assert.equal(seen, 500);
});

test("a hook that says nobody is told of, with what it has to say, and so is one that takes too long", async () => {
	for (const [authHook, words] of [
		[() => undefined, /authHook gave undefined: return true, or who calls/],
		[() => "", /authHook gave an empty text/],
		[() => new Response("x"), /authHook gave Response/],
		[() => new Promise(() => undefined), /did not answer within 20 ms/],
	]) {
		const told = [];
		const onError = (error, where) => told.push([where, error.message]);
		const limits = { timeoutMs: 20 };
		const api = createToolApi({ tools: TOOLS, call, allowExecute: true, authHook, limits, onError });
		assert.equal((await asking(api, "/tools/free/call")).status, 401);
		assert.equal(told.length, 1);
		assert.equal(told[0][0], "authHook");
		assert.match(told[0][1], words);
	}
	const goesOn = (...all) => all[1]();
	const on = createToolApi({ tools: TOOLS, call, allowExecute: true, authHook: goesOn, ...quiet });
	assert.equal((await asking(on, "/tools/free/call")).status, 200);
	const tools = () => new Promise(() => undefined);
	const api = createToolApi({ tools, call, limits: { timeoutMs: 20 }, ...quiet });
	assert.equal((await api.handle({ method: "GET", path: "/explorer/tools" })).status, 500);
});

test("a call that takes too long, or whose client has left, is told so and frees its place", async () => {
	const heard = [];
	const slow = (name, _, request) =>
		new Promise((resolve) => {
			request.signal.addEventListener("abort", () => {
				heard.push(name);
				resolve([[], false]);
			});
		});
	const limits = { timeoutMs: 30, concurrency: 1 };
	const api = createToolApi({ tools: TOOLS, call: slow, allowExecute: true, limits, ...quiet });
	for (let time = 0; time < 3; time += 1) {
		const reply = await asking(api, "/tools/free/call");
		assert.equal(reply.status, 504);
		assert.match(await reply.text(), /not answered in time.*"isError":true/);
	}
	assert.equal(heard.length, 3);
	const left = new AbortController();
	const gone = createToolApi({ tools: TOOLS, call: slow, allowExecute: true, ...quiet });
	const asked = asking(gone, "/tools/echo/call", '{"msg":"a"}', { signal: left.signal });
	await wait(5);
	left.abort();
	await asked;
	assert.equal(heard.at(-1), "echo");
	// Of two at a time, the second hears that it may try again.
	const one = createToolApi({ tools: TOOLS, call: slow, allowExecute: true, limits, ...quiet });
	const both = await Promise.all([asking(one, "/tools/free/call"), asking(one, "/tools/free/call")]);
	assert.deepEqual(both.map(({ status }) => status).toSorted(), [429, 504]);
	// A body that never ends.
	const endless = new ReadableStream({ pull: () => new Promise(() => undefined) });
	const waiting = await asking(one, "/tools/free/call", endless, { duplex: "half" });
	assert.equal(waiting.status, 408);
});

test("handlers and providers that go wrong are told of, and never reject", async () => {
	const cases = [
		[{ call: () => undefined }, 500],
		[{ call: () => ["no list", false] }, 500],
		[{ call: () => [[{ type: "text", text: 1n }], false] }, 500],
		[
			{
				call: () => {
					throw null;
				},
			},
			500,
		],
		[
			{
				call: () => {
					throw {
						toString() {
							throw new Error("no words");
						},
					};
				},
			},
			500,
		],
		[
			{
				tools: () => {
					throw new Error("no list");
				},
			},
			500,
		],
		[{ tools: () => [{ description: "nameless" }] }, 500],
		[{ tools: () => undefined }, 500],
		[
			{
				exposeErrors: () => "as you like",
				call: () => {
					throw new Error("secret");
				},
			},
			500,
		],
	];
	for (const [{ exposeErrors, ...more }, status] of cases) {
		const errors = [];
		const security = { exposeErrors };
		const options = {
			tools: TOOLS,
			call,
			allowExecute: true,
			onError: (error) => errors.push(error),
			security,
			...more,
		};
		const reply = await asking(createToolApi(options), "/tools/free/call");
		assert.equal(reply.status, status);
		const body = JSON.parse(await reply.text());
		if (exposeErrors) assert.equal(body.content[0].text, "as you like");
	}
});

test("a body of unknown length is broken off where it is too long, and the connection serves the next", async (t) => {
	const limits = { bodyBytes: 1000 };
	const api = createToolApi({ tools: TOOLS, call, allowExecute: true, prefix: "", limits, ...quiet });
	const served = await serveToolApi(api, { port: 0 });
	t.after(() => served.close());
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	t.after(() => agent.destroy());
	const headers = { "content-type": "application/json" };
	const ask = (body) =>
		new Promise((resolve, reject) => {
			const sent = request(
				`${served.url}/tools/free/call`,
				{ method: "POST", agent, headers, timeout: 5000 },
				(response) => {
					response.resume().on("end", () => resolve(response.statusCode));
				},
			);
			sent.on("error", reject).on("timeout", () => sent.destroy(new Error("it hangs")));
			for (const piece of body) sent.write(piece);
			sent.end();
		});
	assert.equal(await ask(Array.from({ length: 30 }, () => "x".repeat(100_000))), 413);
	assert.equal(await ask(["{", "}"]), 200);
});

test("what is null is left out", async () => {
	const none = { bodyBytes: null, concurrency: null, timeoutMs: null };
	const security = { anySite: null, hosts: null, strictJson: null, exposeErrors: null };
	const options = { tools: TOOLS, call, allowExecute: true, limits: none, security, project: null, ...quiet };
	assert.equal((await asking(createToolApi(options), "/tools/free/call")).status, 200);
});

test("a path is matched at once, and only below the prefix", () => {
	const at = (prefix, path) =>
		createToolApi({ tools: [], call, prefix }).match({ url: `http://localhost${path}` });
	for (const [path, is] of [
		["/x", true],
		["/x/", true],
		["/x/tools?a=1", true],
		["/xy", false],
		["/", false],
		["/y/x", false],
	]) {
		assert.equal(at("/x", path), is, path);
		assert.equal(at("", path), true);
	}
});

test("options that make no sense are named", () => {
	for (const [options, words] of [
		[{ tools: 1, call }, /tools must be a list of tools/],
		[{ tools: [{ name: "" }], call }, /tools\[0\]\.name must be a name/],
		[{ tools: [{ name: "a" }, { name: "a" }], call }, /has two of the name 'a'/],
		[{ tools: [] }, /call must be a function/],
		[{ tools: [], call, prefix: "x" }, /prefix must be empty, or a path/],
		[{ tools: [], call, security: "none" }, /security must be one of document/],
		[{ tools: [], call, limits: { bodyBytes: 0 } }, /bodyBytes must be a whole number above 0/],
	]) {
		assert.throws(
			() => createToolApi(options),
			(error) => error.code === "invalid_argument" && words.test(error.message),
		);
	}
});

test("a server of widgets is a provider in one line, and a widget is shown by HTTP", async () => {
	await init();
	const canvas = createCanvasVanilla();
	autoui.attachCanvas(canvas);
	const api = createToolApi({ ...toolsFrom(autoui), allowExecute: true });
	const args = { name: "stat", params: { label: "Visitors", value: "42" } };
	const reply = await asking(api, "/tools/widget_display/call", JSON.stringify(args));
	assert.equal(reply.status, 200, await reply.clone().text());
	assert.equal(canvas.blockCount, 1);
	const wrong = await asking(api, "/tools/widget_display/call", JSON.stringify({ name: "stat", params: {} }));
	assert.deepEqual([wrong.status, (await wrong.json()).isError], [500, true]);
	autoui.detachCanvas();
	// Tools that come later are there for who asks later; layers serve as well.
	const own = createWebMcpServer("own", { description: "" });
	const later = createToolApi({ ...toolsFrom(own), allowExecute: true });
	own.addTool({
		name: "add",
		description: "Adds",
		inputSchema: { type: "object" },
		execute: ({ a, b }) => a + b,
	});
	assert.deepEqual((await (await asking(later, "/tools/add/call", '{"a":1,"b":2}')).json()).content, [
		{ type: "text", text: "3" },
	]);
	const layer = { protocol: "mcp", serverName: "far", tools: [{ name: "say", inputSchema: {} }] };
	assert.throws(() => toolsFrom(layer), { code: "invalid_argument" });
	const client = {
		callTool: async (name, args) => ({
			content: [{ type: "text", text: `${name} ${args.x}` }],
			isError: true,
		}),
	};
	const far = createToolApi({ ...toolsFrom(layer, client), allowExecute: true });
	const told = await asking(far, "/tools/say/call", '{"x":1}');
	assert.deepEqual([told.status, (await told.json()).content[0].text], [500, "say 1"]);
});

test("a guard decides on calls by this door, too, and is told whose page made them", async () => {
	const asked = [];
	const guard = createToolGuard({
		ask: ({ door, tool, origin }) => asked.push([door, tool.name, origin]) < 2,
	});
	const server = createWebMcpServer("desk");
	server.addTool({
		name: "drop",
		description: "Drops",
		inputSchema: { type: "object" },
		annotations: { destructiveHint: true },
		execute: () => "dropped",
	});
	const api = createToolApi({
		...toolsFrom(server, undefined, guard),
		allowExecute: true,
		prefix: "",
		...quiet,
	});
	const headers = { "content-type": "application/json", origin: "http://localhost", host: "localhost" };
	const ask = async () =>
		JSON.parse((await api.handle({ method: "POST", path: "/tools/drop/call", headers, body: "{}" })).body);
	assert.deepEqual((await ask()).content, [{ type: "text", text: "dropped" }]);
	const refused = await ask();
	assert.equal(refused.isError, true);
	assert.match(refused.content[0].text, /The person did not let 'drop' be called/);
	assert.deepEqual(asked[0], ["tool-api", "drop", "http://localhost"]);
});

test("a value that says there was no error is a success, as the loop reads it", async () => {
	const layer = (said) => ({
		protocol: "webmcp",
		serverName: "s",
		description: "d",
		tools: [{ name: "t", description: "d", inputSchema: { type: "object" }, execute: () => said }],
	});
	for (const [error, status] of [
		[null, 200],
		[false, 200],
		["", 200],
		[0, 200],
		[undefined, 200],
		["it broke", 500],
		[{ code: 1 }, 500],
		[true, 500],
	]) {
		const api = createToolApi({
			...asDocumented,
			...toolsFrom(layer({ rows: 1, error })),
			allowExecute: true,
		});
		const { status: got, body } = await api.handle({ method: "POST", path: "/tools/t/call", body: "{}" });
		assert.deepEqual([got, JSON.parse(body).isError], [status, status === 500], String(error));
	}
});

test("the third parameter is the Request, whichever way it came", async () => {
	const seen = [];
	const call = async (name, _args, request) => {
		const copy = request.clone();
		seen.push([
			request instanceof Request,
			request.method,
			new URL(request.url).pathname,
			request.headers.get("x-who"),
		]);
		seen.push([
			copy instanceof Request,
			copy.url === request.url,
			request.bodyUsed,
			request.signal instanceof AbortSignal,
		]);
		return [[{ type: "text", text: name }], false];
	};
	const api = createToolApi({ ...asDocumented, tools: [{ name: "t" }], call, allowExecute: true });
	const path = "/tools/t/call";
	const headers = { "x-who": "ann", "content-type": "application/json" };
	const reply = await api.fetch(new Request(`http://a.test${path}`, { method: "POST", headers, body: "{}" }));
	assert.equal(reply.status, 200);
	await api.handle({ method: "POST", path, headers, body: "{}" });
	assert.deepEqual(seen, [
		[true, "POST", path, "ann"],
		[true, true, false, true],
		[true, "POST", path, "ann"],
		[true, true, false, true],
	]);
	const { status, headers: said } = await api.handle({ method: "GET", path });
	assert.deepEqual([status, said.allow], [405, "POST, OPTIONS"]);
});
