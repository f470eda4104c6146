/** What a client's hands do: the core decides, and is tested natively. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpClient, McpMultiClient } from "../../pkg/mcp/index.js";
import { connection } from "../../pkg/mcp/slots.js";
import { serve } from "./serve.mjs";

const HELLO = {
	protocolVersion: "2025-11-25",
	capabilities: { tools: {}, prompts: {}, completions: {} },
	serverInfo: { name: "s", version: "1", title: "A server" },
};
const said = (text) => ({ content: [{ type: "text", text }] });

/**
 * A server with sessions: `answer` gives a result, or what an event stream says before and with it.
 *
 * @param {(message: any, request: import("node:http").IncomingMessage, send: (message: object) => void) => any} answer
 */
async function start(answer) {
	const seen = [];
	const url = await serve(async (request, response, body) => {
		const message = body === "" ? { method: request.method } : JSON.parse(body);
		seen.push(message);
		if (message.method === "server/discover") return response.writeHead(400).end();
		if (message.method === "GET") return response.writeHead(405).end();
		if (message.id === undefined || !message.method) {
			answer(message, request, () => undefined);
			return response.writeHead(202).end();
		}
		if (message.method === "initialize") {
			response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "1" });
			return response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: HELLO }));
		}
		const send = (more) => {
			if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
			response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...more })}\n\n`);
		};
		const result = await answer(message, request, send);
		if (result === undefined) return;
		if (typeof result === "number") return response.writeHead(result, { "www-authenticate": "Bearer" }).end();
		send({ id: message.id, result });
		response.end();
	});
	return { url, seen };
}

test("a redirect to the slash at the end is followed once and remembered; any other is named", async () => {
	const { url, seen } = await start(() => said("sunny"));
	const { port } = new URL(url);
	let asked = 0;
	const front = await serve(async (request, response, body) => {
		const redirects = {
			"/mcp": "/mcp/",
			"/far": `http://localhost:${port}/far/`,
			"/near": "/mcp/",
			"/loop": "/loop",
		};
		const to = redirects[request.url];
		if (to) {
			asked += 1;
			return response.writeHead(307, { location: to }).end("moved");
		}
		const answer = await fetch(url, {
			method: request.method,
			headers: { ...request.headers, host: "" },
			...(body && { body }),
		});
		response.writeHead(answer.status, Object.fromEntries(answer.headers));
		response.end(Buffer.from(await answer.arrayBuffer()));
	});
	const client = new McpClient(`${front}/mcp`);
	assert.deepEqual(await client.callTool("t"), said("sunny"));
	const before = asked;
	await client.callTool("t");
	assert.equal(asked, before, "what is known is not asked again");
	assert.ok(seen.length > 2);
	await client.disconnect();
	for (const path of ["/far", "/near"]) {
		const told = seen.length;
		const elsewhere = new McpClient(front + path, { headers: { "x-key": "secret" } });
		const problem = await elsewhere.connect().catch((error) => error);
		assert.equal(problem.code, "http");
		assert.match(problem.message, /redirects to http:\/\/\S+\/; connect to that address/);
		assert.equal(seen.length, told, "nothing is sent there");
	}
	const loop = await new McpClient(`${front}/loop`).connect().catch((error) => error);
	assert.match(loop.message, /redirects to itself/);
});

test("whole numbers that JavaScript would round are texts of their digits, and fit a schema of numbers", async () => {
	const { url } = await start(({ method }) => {
		if (method !== "tools/list") return undefined;
		const outputSchema = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
		return { tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema }] };
	});
	const front = await serve(async (request, response, body) => {
		const { id, method } = body ? JSON.parse(body) : {};
		if (method === "tools/call") {
			response.writeHead(200, { "content-type": "application/json" });
			return response.end(
				`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"id":1436278513418522631,"n":9007199254740991,"x":1.25}}}`,
			);
		}
		const answer = await fetch(url, {
			method: request.method,
			headers: { ...request.headers, host: "" },
			...(body && { body }),
		});
		response.writeHead(answer.status, Object.fromEntries(answer.headers));
		response.end(Buffer.from(await answer.arrayBuffer()));
	});
	const client = new McpClient(front);
	await client.listTools();
	const { structuredContent } = await client.callTool("t");
	assert.deepEqual(structuredContent, { id: "1436278513418522631", n: 9007199254740991, x: 1.25 });
});

test("a tool that cannot be read is left out, and it is said which and why", async (t) => {
	const warn = t.mock.method(console, "warn", () => undefined);
	const tools = [
		{ name: "a", inputSchema: null, description: null },
		{ name: "b", description: 7 },
	];
	const { url } = await start(() => ({ tools }));
	const client = new McpClient(url);
	assert.deepEqual(await client.listTools(), [{ name: "a", inputSchema: { type: "object" } }]);
	assert.deepEqual(client.refusedTools, [{ name: "b", problem: "its description is no text" }]);
	assert.equal(warn.mock.callCount(), 1);
	assert.match(warn.mock.calls[0].arguments[0], /the tool 'b' of .* is left out: its description is no text/);
});

test("prompts are listed and filled in, arguments completed, and any request can be made", async () => {
	const { url, seen } = await start(({ method, params }) => {
		if (method === "prompts/list") return { prompts: [{ name: "greet" }, {}] };
		if (method === "prompts/get")
			return { messages: [{ role: "user", content: { type: "text", text: params.arguments.name } }] };
		if (method === "completion/complete") return { completion: { values: ["Ada"], total: 1 } };
		return { echoed: params?.a };
	});
	const client = new McpClient(url);
	assert.deepEqual(await client.listPrompts(), [{ name: "greet" }]);
	const { messages } = await client.getPrompt("greet", { name: "Ada" });
	assert.equal(messages[0].content.text, "Ada");
	const of = { type: "ref/prompt", name: "greet" };
	const completed = await client.complete(of, { name: "name", value: "A" }, { other: "b" });
	assert.deepEqual(completed, { values: ["Ada"], total: 1 });
	const { params } = seen.find(({ method }) => method === "completion/complete");
	assert.deepEqual([params.ref, params.context], [of, { arguments: { other: "b" } }]);
	assert.deepEqual(await client.request("x/echo", { a: 5 }), { echoed: 5 });
	assert.equal(client.serverInfo().title, "A server");
	await client.disconnect();
	assert.equal(seen.at(-1).method, "DELETE");
});

test("who listens hears of the state, of progress and of what the server tells; a listener that throws harms nobody", async (t) => {
	const problems = t.mock.method(console, "error", () => undefined);
	const { url } = await start(({ method, params }, _, send) => {
		if (method !== "tools/call") return {};
		const { progressToken } = params._meta;
		for (const progress of [0.5, 1])
			send({ method: "notifications/progress", params: { progressToken, progress, message: "m" } });
		send({ method: "notifications/message", params: { level: "info", data: "log" } });
		return said("done");
	});
	const client = new McpClient(url);
	const heard = [];
	client.subscribe(() => {
		throw new Error("listener");
	});
	const stop = client.subscribe((event) => heard.push(event.state ?? event.params.data));
	const progress = [];
	await client.callTool("t", {}, { onProgress: (step) => progress.push(step.progress) });
	assert.deepEqual(progress, [0.5, 1]);
	assert.deepEqual(heard, ["connecting", "ready", "log"]);
	assert.equal(client.status.requests.answered, 2);
	stop();
	stop();
	await client.disconnect();
	assert.equal(heard.length, 3);
	assert.ok(problems.mock.callCount() >= 3);
});

test("a call that is given up rejects with the signal's reason at once, and the server is told", async () => {
	const { url, seen } = await start(({ method }) => (method === "tools/call" ? undefined : {}));
	const client = new McpClient(url);
	await client.connect();
	const abort = new AbortController();
	const calling = client.callTool("t", {}, { signal: abort.signal });
	await new Promise((resolve) => setTimeout(resolve, 50));
	abort.abort("enough");
	await assert.rejects(calling, (reason) => reason === "enough");
	await assert.rejects(client.callTool("t", {}, { signal: abort.signal }), (reason) => reason === "enough");
	for (let left = 50; left > 0 && !seen.some(({ method }) => method === "notifications/cancelled"); left -= 1)
		await new Promise((resolve) => setTimeout(resolve, 20));
	const call = seen.find(({ method }) => method === "tools/call");
	const cancelled = seen.find(({ method }) => method === "notifications/cancelled");
	assert.equal(cancelled.params.requestId, call.id);
	await assert.rejects(client.callTool("t", {}, { timeoutMs: 30 }), { code: "network", message: /callMs/ });
	await client.disconnect();
});

test("a person is asked, and what they leave out has the server's default", async () => {
	let answered;
	const { url, seen } = await start(async (message, _, send) => {
		if (message.method !== "tools/call") {
			if (message.id === "q") answered = message.result;
			return {};
		}
		const properties = {
			a: { type: "string", default: "x" },
			b: { type: "number", default: 2 },
			c: { type: "string" },
		};
		send({
			id: "q",
			method: "elicitation/create",
			params: { message: "Who?", requestedSchema: { type: "object", properties } },
		});
		for (let left = 100; left > 0 && !answered; left -= 1)
			await new Promise((resolve) => setTimeout(resolve, 10));
		return said("thanks");
	});
	const asked = [];
	const elicit = ({ message }, { signal }) => {
		asked.push([message, signal.aborted]);
		return { action: "accept", content: { b: 5 } };
	};
	const client = new McpClient(url, { elicit });
	await client.callTool("t");
	assert.deepEqual(asked, [["Who?", false]]);
	assert.deepEqual(answered, { action: "accept", content: { a: "x", b: 5 } });
	const { capabilities } = seen.find(({ method }) => method === "initialize").params;
	assert.deepEqual(capabilities, { elicitation: { form: {}, url: {} } });
	// Whoever answers with something else has decided nothing.
	answered = undefined;
	const odd = new McpClient(url, { elicit: () => ({ action: "<b>" }) });
	await odd.callTool("t");
	assert.deepEqual(answered, { action: "cancel" });
	await Promise.all([client.disconnect(), odd.disconnect()]);
});

test("a result that does not fit the schema of its tool rejects, and is told whose fault it is", async () => {
	const outputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
	let structuredContent = { n: 1 };
	const { url } = await start(({ method }) =>
		method === "tools/list" ? { tools: [{ name: "t", outputSchema }] } : { ...said(""), structuredContent },
	);
	const client = new McpClient(url);
	await client.listTools();
	assert.deepEqual((await client.callTool("t")).structuredContent, { n: 1 });
	structuredContent = { n: "one" };
	const error = await client.callTool("t").catch((problem) => problem);
	assert.equal(error.code, "protocol");
	assert.match(error.message, /^The result of tool 't' .*structuredContent\.n: .*tell who runs http/);
	await client.disconnect();
});

test("what signs in is asked once for all, with what was refused", async () => {
	const { url } = await start(({ method }, request) => {
		if (method === undefined || method.startsWith("notifications")) return undefined;
		return request.headers.authorization === "Bearer 2" ? said("yours") : 401;
	});
	let token = "Bearer 1";
	const refusals = [];
	const auth = {
		authorization: async () => token,
		authorize: async (refusal) => {
			refusals.push(refusal);
			await new Promise((resolve) => setTimeout(resolve, 20));
			token = "Bearer 2";
			return true;
		},
	};
	const client = new McpClient(url, { auth });
	const results = await Promise.all([client.callTool("a"), client.callTool("b"), client.callTool("c")]);
	assert.deepEqual(
		results.map(({ content }) => content[0].text),
		["yours", "yours", "yours"],
	);
	const [{ signal, ...refusal }] = refusals;
	assert.deepEqual(refusal, { serverUrl: url, status: 401, wwwAuthenticate: "Bearer", sent: "Bearer 1" });
	assert.deepEqual([refusals.length, signal.aborted], [1, false]);
	await client.disconnect();
	const refusing = new McpClient(url, {
		auth: {
			authorization: async () => undefined,
			authorize: () => Promise.reject(new Error("The person said no.")),
		},
	});
	await assert.rejects(refusing.callTool("a"), { code: "unauthorized", message: "The person said no." });
});

test("a sign-in that was under way when the client disconnected is told so, and lets nothing of later be sent", async () => {
	let isTaken = false;
	const { url, seen } = await start(({ method }) => {
		if (method !== "tools/call") return undefined;
		return isTaken ? said("yours") : 401;
	});
	/** @type {{end: (isWorthIt: boolean) => void, signal: AbortSignal}[]} */
	const signIns = [];
	const begun = async (count) => {
		while (signIns.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
	};
	const auth = {
		authorization: async () => undefined,
		authorize: ({ signal }) => new Promise((end) => signIns.push({ end, signal })),
	};
	const client = new McpClient(url, { auth });
	const first = assert.rejects(client.callTool("a"), { code: "aborted" });
	await begun(1);
	await client.disconnect();
	await first;
	const second = client.callTool("b");
	await begun(2);
	const calls = () => seen.filter(({ method }) => method === "tools/call").length;
	signIns[0].end(true);
	await new Promise((resolve) => setTimeout(resolve, 30));
	assert.deepEqual([calls(), signIns.map(({ signal }) => signal.aborted)], [2, [true, false]]);
	isTaken = true;
	signIns[1].end(true);
	assert.equal((await second).content[0].text, "yours");
	assert.equal(calls(), 3);
	await client.disconnect();
});

test("credentials do not go over a network that anybody can listen to", () => {
	const auth = { authorization: async () => undefined, authorize: async () => false };
	for (const options of [{ auth }, { headers: { Authorization: "x" } }]) {
		for (const url of [
			"http://example.com/mcp",
			"http://127.0.0.1.example.com/",
			"http://localhost.example.com/",
		])
			assert.throws(() => new McpClient(url, options), { code: "invalid_argument", message: /https/ });
		for (const url of [
			"https://example.com/mcp",
			"http://127.0.0.1:5/",
			"http://localhost/",
			"http://[::1]/",
		])
			new McpClient(url, options);
	}
	new McpClient("http://intranet/mcp");
});

test("which era a server speaks is asked once in a page, and again when it could not be reached", async () => {
	const { url, seen } = await start(() => said("ok"));
	const asked = () => seen.filter(({ method }) => method === "server/discover").length;
	for (let time = 0; time < 3; time += 1) {
		const client = new McpClient(url);
		await client.callTool("t");
		await client.disconnect();
	}
	assert.equal(asked(), 1);
	// A page that says it itself is not asked for it.
	const told = new McpClient(url, { era: "modern" });
	await assert.rejects(told.connect());
	assert.equal(asked(), 2);
	const again = new McpClient(url);
	await again.connect();
	assert.equal(asked(), 3);
	await again.disconnect();
});

test("a server whose tools change has another layer", async () => {
	let tools = [{ name: "a" }];
	const { url } = await start(({ method }, _, send) => {
		if (method === "tools/list") return { tools };
		tools = [{ name: "b" }];
		send({ method: "notifications/tools/list_changed" });
		return said("");
	});
	const servers = new McpMultiClient();
	const { status } = await servers.addServer(url);
	assert.equal(status.state, "ready");
	await servers.callToolOn(url, "a");
	for (let left = 50; left > 0 && servers.layers()[0].tools[0].name === "a"; left -= 1)
		await new Promise((resolve) => setTimeout(resolve, 20));
	assert.deepEqual(
		servers.layers()[0].tools.map(({ name }) => name),
		["b"],
	);
	assert.equal(servers.clientOf(url).url, url);
	await servers.disconnectAll();
});

test("a server that is added twice at once is there once, and the client that came first is let go", async () => {
	const { url, seen } = await start(({ method }) =>
		method === "tools/list" ? { tools: [{ name: "a" }] } : said("ok"),
	);
	const servers = new McpMultiClient();
	const added = await Promise.all([servers.addServer(url), servers.addServer(url)]);
	assert.deepEqual(
		added.map(({ name }) => name),
		["s", "s"],
	);
	assert.equal(servers.listServers().length, 1);
	assert.equal(servers.clientOf(url).isConnected, true);
	assert.deepEqual(await servers.callToolOn(url, "a"), said("ok"));
	// Each had a session, and one of them has ended.
	assert.equal(seen.filter(({ method }) => method === "initialize").length, 2);
	assert.equal(seen.filter(({ method }) => method === "DELETE").length, 1);
	await servers.disconnectAll();
	assert.deepEqual(servers.listServers(), []);
});

test("a clock that is set back makes nothing wait for longer", { timeout: 30_000 }, async (t) => {
	const { url } = await start(({ method, params }) => {
		if (method !== "tools/call" || params.name === "answers") return said("ok");
		return undefined;
	});
	const client = new McpClient(url, { timeouts: { callMs: 300 } });
	await client.callTool("answers");
	const now = Date.now;
	t.after(() => {
		Date.now = now;
	});
	const late = assert.rejects(client.callTool("hangs"), { code: "network", message: /within 300 ms/ });
	Date.now = () => now() - 3_600_000;
	await late;
	await client.callTool("answers");
	await client.disconnect();
});

test("never more connections than a browser grants, and each client has its turn", async () => {
	const { signal } = new AbortController();
	const [one, other] = [{}, {}];
	const take = (client, url = "http://x/") => connection(client, url, "request", signal);
	const held = await Promise.all([take(one), take(one), take(one), take(one)]);
	const order = [];
	const wait = (client, name) => take(client).then((give) => order.push([name, give]));
	const waiting = [wait(one, "one 5"), wait(one, "one 6"), wait(other, "other 1")];
	const given = new AbortController();
	const gone = assert.rejects(
		connection(other, "http://x/", "request", given.signal),
		(reason) => reason === "gone",
	);
	given.abort("gone");
	await gone;
	// Another origin has connections of its own, and so have streams.
	(await take(one, "http://y/"))();
	(await connection(one, "http://x/", "stream", signal))();
	await new Promise((resolve) => setTimeout(resolve, 5));
	assert.deepEqual(order, []);
	for (const give of held) {
		give();
		give();
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	await Promise.all(waiting);
	assert.deepEqual(
		order.map(([name]) => name),
		["one 5", "other 1", "one 6"],
	);
	for (const [, give] of order) give();
	// All are free again.
	for (const give of await Promise.all([take(one), take(other), take(one), take(other)])) give();
	// Whoever waits for an answer holds its connection: the answer has one of its own.
	const most = await Promise.all([take(one), take(one), take(one), take(one)]);
	const stream = await connection(other, "http://x/", "stream", signal);
	const told = await connection(one, "http://x/", "told", signal);
	for (const give of [...most, stream, told]) give();
});

test("who disconnects while all is being made ready is not connected by it", async () => {
	const { url, seen } = await start(() => said("ok"));
	const client = new McpClient(url);
	const rejected = assert.rejects(client.connect(), { code: "aborted" });
	await client.disconnect();
	await rejected;
	assert.deepEqual([seen, client.isConnected], [[], false]);
	// And can be connected afterwards.
	await client.callTool("t");
	const again = assert.rejects(client.callTool("t"), { code: "aborted" });
	await client.disconnect();
	await again;
	await new Promise((resolve) => setTimeout(resolve, 50));
	assert.equal(seen.filter(({ method }) => method === "tools/call").length, 1);
});

test("what is stopped by whoever hears of it at the same moment is not sent", async () => {
	const { url, seen } = await start(({ method }) => {
		if (method === "tools/list") return { tools: [{ name: "t", execution: { taskSupport: "required" } }] };
		if (method === "tools/call") return { task: { taskId: "a", status: "completed" } };
		return said("late");
	});
	HELLO.capabilities.tasks = { requests: { tools: { call: {} } } };
	const client = new McpClient(url);
	await client.listTools();
	const abort = new AbortController();
	const onTask = () => abort.abort("enough");
	await assert.rejects(
		client.callTool("t", {}, { signal: abort.signal, onTask }),
		(reason) => reason === "enough",
	);
	await new Promise((resolve) => setTimeout(resolve, 100));
	delete HELLO.capabilities.tasks;
	assert.equal(seen.filter(({ method }) => method === "tasks/result").length, 0);
	await client.disconnect();
});

test("a server that was started anew with other tools has another layer", async () => {
	let tools = [{ name: "a" }];
	let isGone = false;
	const { url } = await start(({ method }) => {
		if (method === "tools/list") return { tools };
		if (!isGone) return said("");
		isGone = false;
		tools = [{ name: "b" }];
		return 404;
	});
	const servers = new McpMultiClient();
	await servers.addServer(url);
	isGone = true;
	await servers.callToolOn(url, "a");
	for (let left = 50; left > 0 && servers.layers()[0].tools[0].name === "a"; left -= 1)
		await new Promise((resolve) => setTimeout(resolve, 20));
	assert.equal(servers.layers()[0].tools[0].name, "b");
	await servers.disconnectAll();
});

test("over plain http nothing that lets one in goes beyond this machine, whatever it is called", () => {
	const near = [
		"http://localhost:9/mcp",
		"http://app.localhost/mcp",
		"http://127.8.8.8/mcp",
		"http://[::1]/mcp",
	];
	const far = [
		"http://mcp.example/mcp",
		"http://192.168.0.5/mcp",
		"http://0.0.0.0:9/mcp",
		"http://localhost.example/mcp",
	];
	const secrets = [
		...[
			"Authorization",
			"authorization",
			"Proxy-Authorization",
			"Cookie",
			"X-API-Key",
			"x-api-key",
			"apikey",
			"api_key",
		],
		...[
			"X-Auth",
			"x-auth-token",
			"Token",
			"x-access-token",
			"X-Secret",
			"client-secret",
			"x-session-id",
			"Mcp-Session",
		],
		...[
			"password",
			"X-Passwd",
			"x-user-pwd",
			"Ocp-Apim-Subscription-Key",
			"x-functions-key",
			"x-amz-signature",
			"x-jwt",
		],
		...["X-Credentials", "x-bearer", "x-pat", "X-Goog-Api-Key", "x-csrf-token", "sid"],
	];
	const made = (url, headers) => {
		try {
			new McpClient(url, { headers });
			return true;
		} catch (error) {
			assert.match(error.message, /must be https where credentials go along/);
			assert.ok(!error.message.includes("s3cret"));
			return false;
		}
	};
	for (const name of secrets) {
		for (const url of far) assert.equal(made(url, { [name]: "s3cret" }), false, `${name} to ${url}`);
		for (const url of [...near, "https://mcp.example/mcp"])
			assert.ok(made(url, { [name]: "s3cret" }), `${name} to ${url}`);
	}
	for (const value of ["Bearer s3cret", "basic s3cret", " ApiKey s3cret", "DPoP s3cret", "token s3cret"])
		assert.equal(made("http://mcp.example/", { "x-custom": value }), false, value);
	for (const url of [
		"http://user:s3cret@mcp.example/",
		"http://s3cret@mcp.example/",
		"http://mcp.example/?api_key=s3cret",
	])
		assert.equal(made(url, {}), false);
	for (const name of ["x-author", "accept-language", "x-tenant", "user-agent", "x-request-id", "traceparent"])
		assert.ok(made("http://mcp.example/", { [name]: "Bear with us" }), name);
});
