/** The servers of a workspace without a page: tried again, signed in to, and what of them a model is told. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as kit from "../../pkg/index.js";
import { openShared, toHyperSkill } from "../../pkg/share/index.js";
import { Apps } from "../../pkg/workspace/apps.js";
import { Servers } from "../../pkg/workspace/servers.js";
import { Workspace } from "../../pkg/workspace/workspace.js";
import { serve } from "./serve.mjs";
import { fakeMoments } from "./support/moments.mjs";

before(() => kit.init());

const TOOL = { name: "look", inputSchema: { type: "object" } };

/** A server without sessions. `refuses` is the status that all requests get. */
async function start({ tools = [TOOL], results = {} } = {}) {
	const server = { refuses: 0, asked: [], held: undefined, url: "" };
	const url = await serve(async (request, response, body) => {
		const message = body === "" ? {} : JSON.parse(body);
		server.asked.push({
			method: message.method ?? request.method,
			params: message.params,
			headers: request.headers,
		});
		await server.held;
		if (server.refuses > 0) return response.writeHead(server.refuses).end();
		if (message.method === "server/discover" || request.method !== "POST")
			return response.writeHead(405).end();
		if (message.id === undefined) return response.writeHead(202).end();
		const answers = {
			initialize: {
				protocolVersion: "2025-11-25",
				capabilities: { tools: {} },
				serverInfo: { name: "garden", version: "1" },
			},
			"tools/list": { tools },
			"tools/call": results[message.params?.name] ?? { content: [{ type: "text", text: "seen" }] },
		};
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: answers[message.method] }));
	});
	return Object.assign(server, {
		url: `${url}/mcp`,
		tries: () => server.asked.filter(({ method }) => method === "initialize").length,
	});
}

/** Resolves once the servers are as they are looked for. */
async function until(servers, look) {
	while (!look(servers.entries[0])) await wait(5);
	return servers.entries[0];
}
const is = (state) => (entry) => entry?.state === state;

test("a server that fails is tried again by itself, and is connected once it is there", async () => {
	const [server, time] = [await start(), fakeMoments()];
	const servers = new Servers({ moments: time.moments });
	server.refuses = 503;
	await servers.add(server.url);
	assert.equal(servers.entries[0].state, "failed");
	assert.equal(servers.entries[0].kind, "http");
	const states = new Set();
	servers.subscribe(() => states.add(servers.entries[0]?.state));
	const before = server.asked.length;
	time.pass();
	await until(servers, () => server.asked.length > before && time.due().length > 0);
	assert.deepEqual(time.due(), [10_000]);
	assert.deepEqual([...states], ["failed"], "a try that nobody has asked for is not shown");
	assert.ok(servers.areSettled, "nor is it waited for");
	server.refuses = 0;
	time.pass();
	const { name, tools, reason } = await until(servers, is("connected"));
	assert.deepEqual([name, tools, reason], ["garden", 1, undefined]);
	assert.deepEqual([time.due(), time.isWatched()], [[], false]);
	await servers.dispose();
});

test("a server that does not answer its handshake holds nobody up, and is added when it answers", async () => {
	const [silent, quick, time] = [await start(), await start(), fakeMoments()];
	let answer;
	silent.held = new Promise((resolve) => {
		answer = resolve;
	});
	const servers = new Servers({ moments: time.moments });
	const begun = [servers.begin(silent.url, { isOwn: true }), servers.begin(quick.url)];
	await begun[1];
	assert.ok(!servers.areSettled, "for a moment it is waited for");
	assert.deepEqual(time.due(), [2_000]);
	time.pass();
	await begun[0];
	assert.deepEqual(
		servers.entries.map(({ state }) => state),
		["connecting", "connected"],
		"it is being connected all the same",
	);
	assert.ok(servers.areSettled);
	assert.equal(servers.layers.length, 1);
	answer();
	const { isOwn } = await until(servers, is("connected"));
	assert.deepEqual([isOwn, servers.layers.length, time.due()], [true, 2, []]);
	await servers.dispose();
});

test("one that fails late, is removed meanwhile, or answers after it was begun anew, is what it is then", async () => {
	for (const [what, then] of [
		["fails", (server) => Object.assign(server, { refuses: 503 })],
		["removed", (server, servers) => servers.remove(server.url)],
	]) {
		const [server, time] = [await start(), fakeMoments()];
		let answer;
		server.held = new Promise((resolve) => {
			answer = resolve;
		});
		const servers = new Servers({ moments: time.moments });
		const begun = servers.begin(server.url);
		time.pass();
		await begun;
		await then(server, servers);
		answer();
		if (what === "fails") assert.equal((await until(servers, is("failed"))).kind, "http");
		else assert.deepEqual(servers.entries, []);
		assert.ok(servers.areSettled);
		await servers.dispose();
	}
});

test("a workspace begins, and takes its first prompt, beside a server that never answers", async () => {
	const server = await start();
	server.held = new Promise(() => undefined);
	const workspace = new Workspace({ mcpServers: [server.url] });
	await workspace.begin();
	assert.deepEqual([workspace.servers.areSettled, workspace.servers.entries[0].state], [true, "connecting"]);
	await workspace.dispose();
});

test("what does not pass by itself is not tried again, and says of which kind it is", async () => {
	const [server, time] = [await start(), fakeMoments()];
	const servers = new Servers({ moments: time.moments });
	server.refuses = 404;
	await servers.add(server.url);
	assert.deepEqual([servers.entries[0].state, time.due()], ["failed", []]);
	await servers.remove(server.url);
	await servers.add("no address");
	assert.deepEqual([servers.entries[0].kind, time.due()], ["invalid_argument", []]);
	await servers.dispose();
});

test("a server that is removed, and all where they are disposed of, are tried no more", async () => {
	const time = fakeMoments();
	const servers = new Servers({ moments: time.moments });
	const [one, two] = ["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"];
	await Promise.all([servers.add(one), servers.add(two)]);
	assert.equal(time.due().length, 2);
	await servers.remove(one);
	assert.equal(time.due().length, 1);
	await servers.dispose();
	assert.deepEqual([time.due(), time.isWatched()], [[], false]);
	await servers.add(one);
	assert.deepEqual([time.due(), servers.entries.map(({ url }) => url)], [[], [two]]);
});

test("a person who tries again while a try is under way waits for that one", async () => {
	const [server, time] = [await start(), fakeMoments()];
	const servers = new Servers({ moments: time.moments });
	server.refuses = 503;
	await servers.add(server.url);
	server.refuses = 0;
	server.asked.length = 0;
	let go;
	server.held = new Promise((resolve) => {
		go = resolve;
	});
	time.pass();
	const added = servers.add(server.url);
	assert.equal(servers.entries[0].state, "connecting");
	go();
	await added;
	assert.deepEqual([servers.entries[0].state, server.tries()], ["connected", 1]);
	await servers.dispose();
});

test("a server that was lost is asked by the client that it has", async () => {
	const [server, time] = [await start(), fakeMoments()];
	const servers = new Servers({ moments: time.moments });
	await servers.add(server.url);
	const client = servers.client.clientOf(server.url);
	const fails = (error) => {
		client.callTool = () => Promise.reject(error);
	};
	fails(new kit.WebMcpError("network", "It is gone."));
	await assert.rejects(servers.call(server.url, "look", {}), /gone/);
	assert.deepEqual([servers.entries[0].state, servers.entries[0].reason], ["lost", "It is gone."]);
	time.pass();
	const { reason, kind } = await until(servers, is("connected"));
	assert.deepEqual([reason, kind], [undefined, undefined]);
	assert.equal(servers.client.clientOf(server.url), client);
	assert.equal(server.tries(), 1);
	await servers.dispose();
});

/** What signs in: by whom it was asked for a sign-in, and whether a window was opened. */
function fakeAuth({ gives = true } = {}) {
	const auth = { opened: 0, closed: 0, asked: [], token: undefined };
	return Object.assign(auth, {
		prepare() {
			auth.opened += 1;
			return () => {
				auth.closed += 1;
			};
		},
		authorization: async () => auth.token,
		async authorize(refusal) {
			auth.asked.push(refusal);
			if (!gives) throw new Error("The window was closed.");
			auth.token = "Bearer new";
			return true;
		},
	});
}

/** A server that wants a token. */
async function locked() {
	const server = await start();
	let url = "";
	const origin = await serve(async (request, response, body) => {
		if (request.headers.authorization !== "Bearer new" || server.isLocked)
			return response.writeHead(401).end();
		const passed = await fetch(server.url, {
			method: request.method,
			headers: { "content-type": "application/json", "mcp-method": request.headers["mcp-method"] ?? "" },
			...(body !== "" && { body }),
		});
		response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "text/plain" });
		response.end(await passed.text());
	});
	url = `${origin}/mcp`;
	return { url, server };
}

test("a server that wants a sign-in waits for the click; nothing is asked for and no window is opened before", async () => {
	const [{ url, server }, auth, time] = [await locked(), fakeAuth(), fakeMoments()];
	const servers = new Servers({ auth, moments: time.moments });
	await servers.add(url);
	const [entry] = servers.entries;
	assert.deepEqual([entry.state, entry.kind, entry.reason], ["needs-sign-in", "unauthorized", undefined]);
	assert.deepEqual([auth.opened, auth.asked.length, time.due()], [0, 0, []]);
	const signing = servers.signIn(url);
	assert.equal(auth.opened, 1, "in the click itself");
	await signing;
	assert.deepEqual([servers.entries[0].state, auth.asked.length, auth.closed], ["connected", 1, 1]);
	server.isLocked = true;
	await assert.rejects(servers.call(url, "look", {}), { code: "unauthorized" });
	assert.equal(servers.entries[0].state, "needs-sign-in", "also in the middle of a conversation");
	assert.deepEqual(
		servers.takeSilent().map((silent) => silent.url),
		[url],
	);
	assert.equal(auth.asked.length, 1, "the click was for that one sign-in");
	await servers.dispose();
});

test("a token that came meanwhile is used without a click", async () => {
	const [{ url }, auth] = [await locked(), fakeAuth()];
	const servers = new Servers({ auth });
	let asked = 0;
	// The one of the first request is refused, and another tab has signed in since.
	auth.authorization = async () => {
		asked += 1;
		return asked === 1 ? "Bearer old" : "Bearer new";
	};
	await servers.add(url);
	assert.deepEqual([servers.entries[0].state, auth.asked.length, auth.opened], ["connected", 0, 0]);
	await servers.dispose();
});

test("a sign-in that comes to nothing says why, and can be begun again", async () => {
	const [{ url }, auth] = [await locked(), fakeAuth({ gives: false })];
	const servers = new Servers({ auth });
	await servers.add(url);
	await servers.signIn(url);
	const [entry] = servers.entries;
	assert.equal(entry.state, "needs-sign-in");
	assert.match(entry.reason, /The window was closed/);
	auth.prepare = () => {
		throw new kit.WebMcpError("unsupported", "There are no windows here.");
	};
	await servers.signIn(url);
	assert.match(servers.entries[0].reason, /no windows/);
	await servers.dispose();
});

test("without anything that signs in, and where others could read the token, no sign-in is offered", async () => {
	const [{ url }, auth] = [await locked(), fakeAuth()];
	const servers = new Servers();
	await servers.add(url);
	assert.equal(servers.entries[0].state, "needs-sign-in");
	assert.equal(servers.canSignIn(url), false);
	await servers.signIn(url);
	assert.equal(servers.entries[0].state, "needs-sign-in");
	const signing = new Servers({ auth });
	assert.deepEqual(
		["https://a.example/mcp", url, "http://a.example/mcp", "none"].map((at) => signing.canSignIn(at)),
		[true, true, false, false],
	);
	await Promise.all([servers.dispose(), signing.dispose()]);
});

/** A tool with an app. @param {object} ui @param {object} [more] */
const withApp = (name, ui, more) => ({ ...TOOL, name, ...more, _meta: { ui } });

/** Servers that show apps on a canvas. */
async function showing(server) {
	const canvas = kit.createCanvasVanilla();
	const placed = [];
	const apps = new Apps({ canvas: () => canvas, placed: (id) => placed.push(id) });
	apps.server.attachCanvas(canvas);
	const servers = new Servers({ apps: async () => apps });
	await servers.add(server.url);
	const call = (name, args = {}) => servers.runsClient.callToolOn(server.url, name, args);
	return { canvas, placed, apps, servers, call };
}

test("a model is not told of tools that are for apps alone; the panel and the apps are", async () => {
	const server = await start({
		tools: [
			TOOL,
			withApp("both", {}),
			withApp("hidden", { visibility: ["app"] }),
			withApp("odd", { visibility: "model" }),
		],
	});
	const { servers } = await showing(server);
	const names = ({ tools }) => tools.map(({ name }) => name);
	assert.deepEqual(servers.layers.map(names), [["look", "both"]]);
	assert.deepEqual(names(servers.layerOf(servers.entries[0])), ["look", "both", "hidden", "odd"]);
	const { params } = server.asked.find(({ method }) => method === "initialize");
	const ui = params.capabilities.extensions["io.modelcontextprotocol/ui"];
	assert.deepEqual(ui, { mimeTypes: ["text/html;profile=mcp-app"] });
	await servers.dispose();
});

test("a run's call of a tool with an app places it, with what can be stored; other calls and failures place none", async () => {
	const uri = "ui://garden/app";
	const server = await start({
		tools: [
			TOOL,
			withApp("grow", { resourceUri: uri }),
			withApp("wilt", { resourceUri: uri }),
			withApp("fake", { resourceUri: "https://x" }),
		],
		results: {
			grow: { content: [{ type: "text", text: "grown" }], structuredContent: { url: "javascript:alert(1)" } },
			wilt: { content: [], isError: true },
		},
	});
	const { canvas, placed, apps, servers, call } = await showing(server);
	for (const name of ["look", "wilt", "fake"]) await call(name);
	await servers.call(server.url, "grow", {});
	assert.equal(canvas.blockCount, 0, "what a person tries in the panel is shown there");
	await call("grow", { bed: 3 });
	const [{ id, type, data, serverName }] = canvas.blocks;
	assert.deepEqual([type, serverName, placed], ["mcp-app", "mcp-apps", [id]]);
	assert.deepEqual(
		[data.serverUrl, data.serverName, data.app, data.tool],
		[server.url, "garden", uri, "grow"],
	);
	const restored = apps.callOf(JSON.parse(JSON.stringify(data)));
	assert.deepEqual(restored.args, { bed: 3 });
	assert.equal(restored.result.structuredContent.url, "javascript:alert(1)");
	assert.equal(canvas.history.done.at(-1).actor, "agent");
	await servers.dispose();
});

test("an address that may hold a key does not go with the canvas", async () => {
	const server = await start({ tools: [withApp("grow", { resourceUri: "ui://garden/app" })] });
	server.url += "?key=secret";
	const { canvas, servers, call } = await showing(server);
	await call("grow");
	const [{ data }] = canvas.blocks;
	assert.deepEqual([data.serverUrl, data.serverName], ["", "garden"]);
	assert.ok(!JSON.stringify(data).includes("secret"));
	await servers.dispose();
});

test("an app goes with a shared canvas, and what is no app's data is not taken for one", async () => {
	const server = await start({ tools: [withApp("grow", { resourceUri: "ui://garden/app" })] });
	const { canvas, apps, servers, call } = await showing(server);
	await call("grow", { bed: 3 });
	const skill = toHyperSkill(canvas, { title: "Garden" });
	const opened = kit.createCanvasVanilla();
	const options = { canvas: opened, servers: [kit.autoui, apps.server], ask: () => true };
	await openShared(skill, options);
	assert.deepEqual(apps.callOf(opened.blocks[0].data).args, { bed: 3 });
	skill.content.blocks[0].data = { serverUrl: "javascript:1" };
	const { problems } = await openShared(skill, options);
	assert.equal(problems.length, 1);
	await servers.dispose();
});

test("what is too large to be stored is there as long as the page is; there are no more apps than a page bears", async () => {
	const text = "x".repeat(300_000);
	const server = await start({
		tools: [withApp("grow", { resourceUri: "ui://garden/app" })],
		results: { grow: { content: [{ type: "text", text }] } },
	});
	const { canvas, apps, servers, call } = await showing(server);
	await call("grow");
	const [{ data }] = canvas.blocks;
	assert.ok(JSON.stringify(data).length < 2_000);
	assert.equal(apps.callOf(data).result.content[0].text, text);
	assert.equal(apps.callOf({ ...data, call: "another page's" }).result, undefined);
	for (let at = 0; at < 30; at += 1) await call("grow");
	assert.equal(canvas.blockCount, 24);
	await servers.dispose();
});

test("a widget whose data is no call has none, whoever wrote it", async () => {
	const { apps, servers } = await showing(await start());
	const call = { serverUrl: "https://a.example", serverName: "a", tool: "t" };
	for (const data of [{}, { ...call, tool: 7 }, { ...call, serverUrl: null }])
		assert.equal(apps.callOf(data), undefined);
	for (const odd of ["", "{", "[1]", "null", 7, { a: 1 }]) {
		const { args, result } = apps.callOf({ ...call, args: odd, result: odd });
		assert.deepEqual([args, result], [undefined, undefined]);
	}
	assert.equal(apps.callOf({ ...call, result: '{"content":1}' }).result, undefined);
	await servers.dispose();
});

test("an app calls unasked only what reads only, and only where the person wants to be asked about no such call", async () => {
	const { apps, servers } = await showing(await start());
	const reads = { ...TOOL, annotations: { readOnlyHint: true } };
	const may = (tool, ask, run) => apps.mayCallUnasked(tool, ask, run);
	assert.ok(may(reads, "never") && may(reads, "destructive") && may(reads, "never", "destructive"));
	for (const ask of ["never", "destructive", "always"]) {
		assert.equal(may(TOOL, ask), false);
		assert.equal(may({ ...TOOL, annotations: { destructiveHint: false, readOnlyHint: "true" } }, ask), false);
		assert.equal(may({ ...reads, needsApproval: true }, ask), false);
		assert.equal(may(reads, ask, "always"), false);
		assert.equal(may(reads, ask, ["a"]), false);
	}
	assert.equal(may(reads, "always"), false);
	await servers.dispose();
});
