/** What a host says to an app and does for it, from the first word to the last, with a window that is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, SANDBOX, settled, windows } from "./support/apps.mjs";

const { Session } = await load("session.js");
const { answersOf, capabilitiesOf } = await load("answers.js");
const { Context } = await load("context.js");

const READY = "ui/notifications/sandbox-proxy-ready";
const note = (method, params) => ({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
const ask = (id, method, params = {}) => ({ jsonrpc: "2.0", id, method, params });
const GREETING = {
	appInfo: { name: "app", version: "1" },
	appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
	protocolVersion: "2026-01-26",
};

/** A session; `options` are what a page would give. */
function open(options = {}) {
	const pair = windows();
	const log = { begun: 0, heard: [], ended: [], audit: [], links: [] };
	let session;
	const context = new Context(
		options.hostContext ?? {},
		undefined,
		() => ({}),
		(changes) => session.tell("ui/notifications/host-context-changed", changes),
	);
	const answers = answersOf(options, {
		context,
		app: () => session.app,
		asking: {
			openLink: async (url) => {
				log.links.push(url.href);
				return options.agrees ?? true;
			},
			saveFiles: async () => options.agrees ?? true,
		},
	});
	session = new Session({
		ends: pair.ends,
		answers,
		resource: () => ({ html: "<p>" }),
		welcome: (_, version) => ({ protocolVersion: version, hostCapabilities: capabilitiesOf(answers) }),
		begun: () => {
			log.begun += 1;
		},
		heard: (method, params) => log.heard.push([method, params]),
		ended: (end) => log.ended.push(end),
		audit: (entry) => log.audit.push(entry),
	});
	const answered = (id) => pair.sent.find((one) => one.id === id);
	return {
		...pair,
		...log,
		log,
		session,
		context,
		answered,
		/** Asks, and gives what is answered. */
		async asked(id, method, params) {
			pair.hear(ask(id, method, params));
			await settled();
			return answered(id);
		},
		begin() {
			pair.hear(note(READY));
			pair.hear(ask("greeting", "ui/initialize", GREETING));
			pair.hear(note("ui/notifications/initialized"));
			return this;
		},
		close: () => session.stop({ why: "page", reason: "" }),
	};
}

test("the sandbox page gets the resource when it is there, and the app an answer when it greets", (t) => {
	const one = open();
	t.after(one.close);
	one.hear(ask(1, "ui/initialize", GREETING));
	assert.deepEqual(one.sent, [], "before the sandbox page is there nobody is answered");
	one.hear(note(READY));
	assert.deepEqual(one.sent, [note("ui/notifications/sandbox-resource-ready", { html: "<p>" })]);
	one.hear(ask(1, "ui/initialize", GREETING));
	assert.equal(one.answered(1).result.protocolVersion, "2026-01-26");
	assert.equal(one.log.begun, 0);
	assert.equal(one.session.app, undefined);
	one.hear(note("ui/notifications/initialized"));
	one.hear(note("ui/notifications/initialized"));
	assert.equal(one.log.begun, 1);
	assert.deepEqual(one.session.app, {
		name: "app",
		version: "1",
		availableDisplayModes: ["inline", "fullscreen"],
	});
});

test("the app is told nothing before it is ready, and then all in order", (t) => {
	const one = open();
	t.after(one.close);
	const { told } = one.session;
	const content = [{ type: "text", text: "hi" }];
	told.partial({ a: 1 });
	told.partial({ a: 12 });
	one.hear(note(READY));
	one.hear(ask(1, "ui/initialize", GREETING));
	assert.equal(one.sent.length, 2);
	one.hear(note("ui/notifications/initialized"));
	told.input({ a: 123 });
	told.partial({ a: 1234 });
	told.result({ content });
	assert.deepEqual(one.sent.slice(2), [
		note("ui/notifications/tool-input-partial", { arguments: { a: 12 } }),
		note("ui/notifications/tool-input", { arguments: { a: 123 } }),
		note("ui/notifications/tool-result", { content }),
	]);
	assert.throws(() => told.input({}), { code: "conflict" });
	assert.throws(() => told.result({ content }), { code: "conflict" });
	assert.throws(() => told.cancelled(""), { code: "conflict" });
});

test("a result without arguments comes with empty ones, and a cancelled call has no result", (t) => {
	const one = open().begin();
	t.after(one.close);
	one.session.told.result({ content: [] });
	assert.deepEqual(one.sent.slice(2), [
		note("ui/notifications/tool-input", { arguments: {} }),
		note("ui/notifications/tool-result", { content: [] }),
	]);
	const other = open().begin();
	t.after(other.close);
	other.session.told.cancelled("The person did not want it.");
	assert.deepEqual(other.sent.at(-1).params, { reason: "The person did not want it." });
	assert.throws(() => other.session.told.result({ content: [] }), { code: "conflict" });
});

test("a result that is too long is told to be so, and one without content gets some", (t) => {
	const one = open().begin();
	t.after(one.close);
	one.session.told.result({ content: [{ type: "text", text: "x".repeat(5 * 1024 * 1024) }] });
	assert.equal(one.sent.at(-1).params.isError, true);
	assert.match(one.sent.at(-1).params.content[0].text, /characters/);
	const other = open().begin();
	t.after(other.close);
	other.session.told.result({ structuredContent: { a: 1 } });
	assert.deepEqual(other.sent.at(-1).params, { structuredContent: { a: 1 }, content: [] });
});

test("only the frame's own window and origin are heard", async (t) => {
	const called = [];
	const one = open({ tools: [{ name: "t" }], callTool: (name) => called.push(name) }).begin();
	t.after(one.close);
	const before = one.sent.length;
	const call = ask(1, "tools/call", { name: "t" });
	one.hear(call, { source: { postMessage: () => undefined } });
	one.hear(call, { source: null });
	one.hear(call, { source: one.here });
	one.hear(call, { origin: "https://evil.example" });
	one.hear(call, { origin: "null" });
	one.hear(call, { origin: `${SANDBOX}.evil.example` });
	await settled();
	assert.deepEqual(called, []);
	assert.equal(one.sent.length, before);
	one.hear(call);
	await settled();
	assert.deepEqual(called, ["t"]);
});

test("before it has greeted an app can only ping", async (t) => {
	const one = open({ tools: [{ name: "t" }], callTool: () => assert.fail("it was called") });
	t.after(one.close);
	one.hear(note(READY));
	assert.deepEqual((await one.asked(1, "ping")).result, {});
	assert.equal((await one.asked(2, "tools/call", { name: "t" })).error.code, -32600);
	one.hear(note("ui/notifications/initialized"));
	one.hear(note("ui/notifications/size-changed", { height: 5 }));
	assert.equal(one.log.begun, 0);
	assert.deepEqual(one.log.heard, []);
});

test("what is malformed is an error where it names itself, and else nothing", (t) => {
	const one = open().begin();
	t.after(one.close);
	const before = one.sent.length;
	for (const data of [null, "x", [], {}, { jsonrpc: "2.0" }, { jsonrpc: "2.0", id: null, method: "ping" }]) {
		one.hear(data);
	}
	one.hear(new Map());
	assert.equal(one.sent.length, before);
	one.hear({ jsonrpc: "2.0", id: 9, method: 5 });
	assert.equal(one.answered(9).error.code, -32600);
	one.hear({ jsonrpc: "2.0", id: 10, method: "ping", params: { bytes: new Uint8Array(1) } });
	assert.equal(one.answered(10).error.code, -32600);
	one.hear({ jsonrpc: "2.0", id: 11, method: "ping", params: { text: "x".repeat(5 * 1024 * 1024) } });
	assert.equal(one.answered(11).error.code, -32600);
});

test("an app calls the tools of its server that are for apps, and no others", async (t) => {
	const called = [];
	const tools = [
		{ name: "both" },
		{ name: "app", _meta: { ui: { visibility: ["app"] } } },
		{ name: "model", _meta: { ui: { visibility: ["model"] } } },
	];
	const callTool = (name, args) => {
		called.push([name, args]);
		return { content: [], structuredContent: args };
	};
	const one = open({ tools, callTool }).begin();
	t.after(one.close);
	assert.deepEqual((await one.asked(1, "tools/call", { name: "both", arguments: { a: 1 } })).result, {
		content: [],
		structuredContent: { a: 1 },
	});
	assert.ok((await one.asked(2, "tools/call", { name: "app" })).result);
	for (const [id, params] of [
		[3, { name: "model" }],
		[4, { name: "others" }],
		[5, { name: "toString" }],
		[6, { name: 7 }],
		[7, { name: "both", arguments: [] }],
		[8, {}],
	]) {
		assert.equal((await one.asked(id, "tools/call", params)).error.code, -32602, JSON.stringify(params));
	}
	assert.deepEqual(called, [
		["both", { a: 1 }],
		["app", {}],
	]);
});

test("without a list of tools an app calls the tool that it shows, if that is for apps", async (t) => {
	const callTool = () => ({ content: [] });
	const one = open({ tool: { name: "shown" }, callTool }).begin();
	t.after(one.close);
	assert.ok((await one.asked(1, "tools/call", { name: "shown" })).result);
	assert.ok((await one.asked(2, "tools/call", { name: "other" })).error);
	const definition = { name: "shown", _meta: { ui: { visibility: ["model"] } } };
	const other = open({ tool: { name: "shown", definition }, callTool }).begin();
	t.after(other.close);
	assert.ok((await other.asked(1, "tools/call", { name: "shown" })).error);
	const none = open({ tools: () => [], callTool }).begin();
	t.after(none.close);
	assert.ok((await none.asked(1, "tools/call", { name: "shown" })).error);
});

test("what the page's function throws is the reason, and what it gives is JSON or nothing", async (t) => {
	const circle = {};
	circle.self = circle;
	const given = {
		throws: () => {
			throw new Error("The person did not want it.");
		},
		rejects: () => Promise.reject("no"),
		number: () => 7,
		circle: () => circle,
		large: () => ({ content: [{ type: "text", text: "x".repeat(5 * 1024 * 1024) }] }),
		nothing: () => undefined,
		odd: () => ({ content: [], f: () => 1, u: undefined }),
	};
	const tools = Object.keys(given).map((name) => ({ name }));
	const one = open({ tools, callTool: (name) => given[name]() }).begin();
	t.after(one.close);
	const call = (name) => one.asked(name, "tools/call", { name });
	assert.deepEqual((await call("throws")).error, { code: -32000, message: "The person did not want it." });
	assert.equal((await call("rejects")).error.message, "no");
	for (const name of ["number", "circle", "large"]) assert.equal((await call(name)).error.code, -32000, name);
	assert.deepEqual((await call("nothing")).result, {});
	assert.deepEqual((await call("odd")).result, { content: [] });
});

test("what the page does not offer is no method, and is not among what the host can do", async (t) => {
	const one = open().begin();
	t.after(one.close);
	for (const method of [
		"tools/call",
		"resources/read",
		"ui/message",
		"ui/update-model-context",
		"tools/list",
		"sampling/createMessage",
		"constructor",
		"__proto__",
	]) {
		assert.equal((await one.asked(method, method)).error.code, -32601, method);
	}
	assert.deepEqual(one.answered("greeting").result.hostCapabilities, {
		openLinks: {},
		downloadFile: {},
		logging: {},
	});
	const none = () => undefined;
	const all = open({ callTool: none, readResource: none, onMessage: none, onModelContext: none }).begin();
	t.after(all.close);
	const { hostCapabilities } = all.answered("greeting").result;
	for (const name of ["serverTools", "serverResources", "message", "updateModelContext"]) {
		assert.ok(hostCapabilities[name], name);
	}
});

test("messages and contexts are blocks of content, or are not taken", async (t) => {
	const taken = [];
	const one = open({
		onMessage: (message) => void taken.push(message),
		onModelContext: (context) => void taken.push(context),
	}).begin();
	t.after(one.close);
	const text = { type: "text", text: "hi" };
	const image = { type: "image", data: "AA==", mimeType: "image/png" };
	assert.deepEqual((await one.asked(1, "ui/message", { role: "user", content: text })).result, {});
	assert.deepEqual((await one.asked(2, "ui/message", { role: "user", content: [text, image] })).result, {});
	await one.asked(3, "ui/update-model-context", { content: [text], structuredContent: { a: 1 } });
	await one.asked(4, "ui/update-model-context", {});
	assert.deepEqual(taken, [
		{ role: "user", content: [text] },
		{ role: "user", content: [text, image] },
		{ content: [text], structuredContent: { a: 1 } },
		{},
	]);
	for (const [id, method, params] of [
		[5, "ui/message", { role: "system", content: [text] }],
		[6, "ui/message", { role: "user" }],
		[7, "ui/message", { role: "user", content: "hi" }],
		[8, "ui/message", { role: "user", content: [{ type: "text" }] }],
		[9, "ui/message", { role: "user", content: [{ type: "toString", text: "x" }] }],
		[10, "ui/message", { role: "user", content: Array(101).fill(text) }],
		[11, "ui/update-model-context", { structuredContent: [] }],
		[12, "ui/update-model-context", { content: [7] }],
	]) {
		assert.equal((await one.asked(id, method, params)).error.code, -32602, JSON.stringify(params));
	}
	const refusing = open({ onMessage: () => false }).begin();
	t.after(refusing.close);
	const refused = await refusing.asked(1, "ui/message", { role: "user", content: text });
	assert.equal(refused.error.code, -32000);
});

test("links go to the page, or to the question, and only as addresses of the web", async (t) => {
	const opened = [];
	const one = open({ openLink: (url) => void opened.push(url) }).begin();
	t.after(one.close);
	assert.deepEqual((await one.asked(1, "ui/open-link", { url: "https://x.example/a" })).result, {});
	assert.equal((await one.asked(2, "ui/open-link", { url: "javascript:alert(1)" })).error.code, -32602);
	assert.deepEqual(opened, ["https://x.example/a"]);
	assert.deepEqual(one.log.links, []);
	const other = open({ agrees: false }).begin();
	t.after(other.close);
	assert.equal((await other.asked(1, "ui/open-link", { url: "https://x.example" })).error.code, -32000);
	assert.deepEqual(other.log.links, ["https://x.example/"]);
});

test("a display mode is asked of the page where both page and app have it, and what results is told", async (t) => {
	const asked = [];
	const one = open({
		hostContext: { availableDisplayModes: ["inline", "fullscreen", "pip"] },
		requestDisplayMode: (mode) => {
			asked.push(mode);
			return mode;
		},
	}).begin();
	t.after(one.close);
	one.context.whole();
	assert.deepEqual((await one.asked(1, "ui/request-display-mode", { mode: "pip" })).result, {
		mode: "inline",
	});
	assert.deepEqual(asked, [], "the app has said that it has no pip");
	const result = { mode: "fullscreen" };
	assert.deepEqual((await one.asked(2, "ui/request-display-mode", { mode: "fullscreen" })).result, result);
	assert.deepEqual(asked, ["fullscreen"]);
	assert.deepEqual(one.sent.find(({ method }) => method === "ui/notifications/host-context-changed").params, {
		displayMode: "fullscreen",
	});
	assert.equal((await one.asked(3, "ui/request-display-mode", { mode: "huge" })).error.code, -32602);
	const none = open().begin();
	t.after(none.close);
	assert.deepEqual((await none.asked(1, "ui/request-display-mode", { mode: "fullscreen" })).result, {
		mode: "inline",
	});
});

test("a call that the app gives up is aborted, and is not answered", async (t) => {
	let signal;
	const callTool = (_name, _args, call) => {
		signal = call.signal;
		return new Promise(() => undefined);
	};
	const one = open({ tool: { name: "t" }, callTool }).begin();
	t.after(one.close);
	one.hear(ask(1, "tools/call", { name: "t" }));
	await settled();
	one.hear(note("notifications/cancelled", { requestId: 2 }));
	assert.equal(signal.aborted, false);
	one.hear(note("notifications/cancelled", { requestId: 1, reason: "enough" }));
	await settled();
	assert.equal(signal.aborted, true);
	assert.equal(one.answered(1), undefined);
	assert.deepEqual(
		one.log.audit.map(({ method, subject, outcome }) => [method, subject, outcome]),
		[["tools/call", "t", "cancelled"]],
	);
});

test("no more requests are under way than can be kept apart, each under a name of its own", async (t) => {
	let calls = 0;
	const callTool = () => {
		calls += 1;
		return new Promise(() => undefined);
	};
	const one = open({ tool: { name: "t" }, callTool }).begin();
	t.after(one.close);
	for (let id = 1; id <= 33; id += 1) one.hear(ask(id, "tools/call", { name: "t" }));
	one.hear(ask(1, "tools/call", { name: "t" }));
	await settled();
	assert.equal(calls, 32);
	assert.equal(one.answered(33).error.code, -32000);
	assert.equal(one.answered(1), undefined);
});

test("what floods is dropped, and in the end the app with it", async (t) => {
	const one = open().begin();
	t.after(one.close);
	for (let id = 0; id < 5000; id += 1) one.hear(ask(id, "ping"));
	assert.ok(one.sent.length < 500, `${one.sent.length} were answered`);
	assert.deepEqual(
		one.log.ended.map(({ why }) => why),
		["flooded"],
	);
});

test("at its end an app is told, may still call, and then all that it waits for is aborted", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const signals = [];
	const callTool = (_name, _args, { signal }) => {
		signals.push(signal);
		return new Promise(() => undefined);
	};
	const one = open({ tool: { name: "t" }, callTool }).begin();
	one.hear(ask(1, "tools/call", { name: "t" }));
	const end = one.session.end({ why: "page", reason: "Closed." });
	const { id, method, params } = one.sent.at(-1);
	assert.equal(method, "ui/resource-teardown");
	assert.deepEqual(params, { reason: "Closed." });
	one.hear(ask(2, "tools/call", { name: "t" }));
	await Promise.resolve();
	assert.deepEqual(
		signals.map(({ aborted }) => aborted),
		[false, false],
	);
	one.hear({ jsonrpc: "2.0", id, result: {} });
	await end;
	assert.deepEqual(
		signals.map(({ aborted }) => aborted),
		[true, true],
	);
	assert.deepEqual(one.log.ended, [{ why: "page", reason: "Closed." }]);
	const before = one.sent.length;
	one.hear(ask(3, "ping"));
	one.hear(note(READY));
	assert.equal(one.sent.length, before, "nothing is heard any more");
});

test("an app that does not finish is ended all the same, and one that never began at once", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const one = open().begin();
	const end = one.session.end({ why: "page", reason: "" });
	one.hear({ jsonrpc: "2.0", id: "other", result: {} });
	await Promise.resolve();
	assert.deepEqual(one.log.ended, []);
	t.mock.timers.tick(1000);
	await end;
	assert.equal(one.log.ended.length, 1);
	const other = open();
	await other.session.end({ why: "page", reason: "" });
	assert.deepEqual(other.sent, []);
	assert.equal(other.log.ended.length, 1);
});

test("a sandbox page that does not answer is given up", (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const one = open();
	t.mock.timers.tick(20_000);
	assert.deepEqual(
		one.log.ended.map(({ why }) => why),
		["unreachable"],
	);
	const other = open().begin();
	t.after(other.close);
	t.mock.timers.tick(20_000);
	assert.deepEqual(other.log.ended, []);
});

test("a frame that loads anew begins anew: calls are aborted, and the call is told once more", async (t) => {
	let signal;
	const callTool = (_name, _args, call) => {
		signal = call.signal;
		return new Promise(() => undefined);
	};
	const one = open({ tool: { name: "t" }, callTool }).begin();
	t.after(one.close);
	one.session.told.input({ a: 1 });
	one.hear(ask(1, "tools/call", { name: "t" }));
	await settled();
	const before = one.sent.length;
	one.begin();
	assert.equal(signal.aborted, true);
	assert.deepEqual(
		one.sent.slice(before).map(({ method, id }) => method ?? id),
		["ui/notifications/sandbox-resource-ready", "greeting", "ui/notifications/tool-input"],
	);
	for (let more = 0; more < 60; more += 1) one.hear(note(READY));
	assert.deepEqual(
		one.log.ended.map(({ why }) => why),
		["flooded"],
	);
});

test("the sandbox page says when the app has left it", (t) => {
	for (const why of ["left", "flooded"]) {
		const one = open().begin();
		t.after(one.close);
		one.hear(note("ui/notifications/sandbox-app-stopped", { why }));
		assert.deepEqual(
			one.log.ended.map((end) => end.why),
			[why],
		);
	}
});

test("resources of the server are read through the page", async (t) => {
	const contents = [{ uri: "data://a", text: "1" }];
	const one = open({
		readResource: (uri) => (uri === "data://a" ? contents : Promise.reject(new Error("none"))),
	});
	one.begin();
	t.after(one.close);
	assert.deepEqual((await one.asked(1, "resources/read", { uri: "data://a" })).result, { contents });
	assert.equal((await one.asked(2, "resources/read", { uri: "data://b" })).error.message, "none");
	assert.equal((await one.asked(3, "resources/read", {})).error.code, -32602);
});

test("each request of the app's is written down when it has ended", async (t) => {
	const one = open({ tool: { name: "t" }, callTool: () => ({ content: [] }) }).begin();
	t.after(one.close);
	await one.asked(1, "tools/call", { name: "t" });
	await one.asked(2, "tools/call", { name: "x".repeat(500) });
	const [first, second] = one.log.audit;
	assert.deepEqual([first.method, first.subject, first.outcome], ["tools/call", "t", "ok"]);
	assert.equal(second.outcome, "failed");
	assert.equal(second.subject.length, 200);
	assert.ok(first.at > 0 && first.ms >= 0);
});
