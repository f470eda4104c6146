/** Who may ask a proxy, for which models, by which paths: everything else is refused before the upstream hears of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebMcpError } from "../../pkg/core/errors.js";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { KEY, options, request } from "./support/proxy.mjs";

/** A proxy whose upstream says `{"ok":true}` and collects what it is asked. */
function proxyOf(more = {}, upstream = {}) {
	const asked = [];
	const proxy = createModelProxy({
		...options("http://127.0.0.1:1", more, upstream),
		fetch: async (url, init) => {
			asked.push({ url, headers: Object.fromEntries(init.headers), body: JSON.parse(init.body) });
			return Response.json({ ok: true });
		},
	});
	return { proxy: async (...args) => whole(await proxy(...args)), asked };
}

/** Read to its end, as clients do; until then an answer is under way. */
async function whole(response) {
	const bytes = await response.arrayBuffer();
	return new Response(response.body === null ? null : bytes, response);
}

/** What a refused client reads. */
async function refusal(response, status) {
	const text = await response.text();
	assert.equal(response.status, status, text);
	const { error } = JSON.parse(text);
	assert.equal(typeof error.type, "string");
	return error.message;
}

test("without authorize nobody is served, unless the host says that it is bound to loopback", async () => {
	const { proxy, asked } = proxyOf();
	assert.match(await refusal(await proxy(request("/up")), 403), /authorize/);
	for (const bound of [true, {}, { remoteAddr: { hostname: "127.0.0.1" } }, "lan"]) {
		await refusal(await proxy(request("/up"), bound), 403);
	}
	assert.equal((await proxy(request("/up"), "loopback")).status, 200);
	assert.equal(asked.length, 1);
});

test("a name that leads to loopback, or a server in front of it, is not this machine", async () => {
	const { proxy, asked } = proxyOf();
	const rebound = new Request("http://attacker.example:8787/up", request("/up"));
	await refusal(await proxy(rebound, "loopback"), 403);
	for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
		await refusal(
			await proxy(request("/up", undefined, { headers: { [name]: "1.2.3.4" } }), "loopback"),
			403,
		);
	}
	assert.equal(asked.length, 0);
});

test("authorize decides: a subject, true, false, nothing, a response, a throw", async () => {
	for (const [said, status] of [
		[{ subject: "ann" }, 200],
		[{}, 200],
		[true, 200],
		[false, 401],
		[undefined, 401],
		[null, 401],
		["", 401],
		[{ subject: 7 }, 500],
		[new Response("sign in", { status: 302, headers: { location: "/login" } }), 302],
		[new Error(`the database said ${KEY}`), 500],
	]) {
		const { proxy, asked } = proxyOf({
			authorize: async (seen) => {
				assert.equal(seen.headers.get("cookie"), "session=1");
				assert.equal(seen.body, null, "the body is the proxy's to judge");
				if (said instanceof Error) throw said;
				return said;
			},
		});
		const response = await proxy(request("/up", undefined, { headers: { cookie: "session=1" } }));
		assert.equal(response.status, status);
		assert.ok(!(await response.text()).includes(KEY));
		assert.equal(asked.length, status === 200 ? 1 : 0);
		for (const { headers } of asked) assert.equal(headers.cookie, undefined);
	}
});

test("only models of the list are asked for, whichever field names them", async () => {
	const { proxy, asked } = proxyOf({ allowModels: { up: ["m", "small-*"] } });
	const body = (fields) => request("/up/v1/chat/completions", { messages: [], ...fields });
	for (const fields of [{ model: "m" }, { model: "small-8b" }, { model: "m", models: ["small-x"] }]) {
		assert.equal((await proxy(body(fields), "loopback")).status, 200);
	}
	for (const [fields, status, words] of [
		[{ model: "large" }, 403, /'large'/],
		[{ model: "M" }, 403, /'M'/],
		[{ model: "m2" }, 403, /'m2'/],
		[{ model: "x".repeat(9000) }, 403, /^.{1,200}$/],
		[{}, 400, /names no model/],
		[{ model: ["m"] }, 400, /names no model/],
		[{ model: "m", models: ["m", "large"] }, 403, /'large'/],
		[{ model: "m", fallbacks: ["large"] }, 403, /'large'/],
		[{ model: "m", fallbacks: [{ model: "large" }] }, 400, /fallbacks/],
		[{ model: "m", background: true }, 400, /background/],
	]) {
		assert.match(await refusal(await proxy(body(fields), "loopback"), status), words);
	}
	assert.equal(asked.length, 3);
});

test("a key that stands twice in the body is read once, by proxy and upstream alike", async () => {
	const { proxy, asked } = proxyOf();
	const twice = '{"model":"large","model":"m","messages":[]}';
	assert.equal((await proxy(request("/up", twice), "loopback")).status, 200);
	assert.equal(asked[0].body.model, "m");
	await refusal(await proxy(request("/up", '{"model":"m","model":"large"}'), "loopback"), 403);
});

test("each API has its paths, and nothing else of the upstream can be reached", async () => {
	const allowed = {
		anthropic: [
			["/up", "messages"],
			["/up/v1/messages", "messages"],
			["/up/messages?beta=1", "messages"],
		],
		openai: [
			["/up", "chat/completions"],
			["/up/v1/chat/completions", "chat/completions"],
		],
		"openai-responses": [
			["/up", "responses"],
			["/up/v1/responses", "responses"],
		],
		gemini: [
			["/up/v1beta/models/m:streamGenerateContent?alt=sse&key=x", "models/m:streamGenerateContent?alt=sse"],
			["/up/models/m:generateContent", "models/m:generateContent"],
		],
	};
	const refused = [
		"/",
		"/up/",
		"/nobody/v1/messages",
		"/toString",
		"/up/v1/files",
		"/up/v1/models",
		"/up/v1/messages/batches",
		"/up/v1/chat/completions/../../files",
		"/up/v1%2Fmessages",
		"/up/%2e%2e/v1/messages",
		"/up//evil.example/v1/messages",
		"/up/v1/https://evil.example/messages",
		"/up/models/m:embedContent",
		"/up/models/a%2Fb:generateContent",
		"/up/models/../files:generateContent",
	];
	for (const [format, paths] of Object.entries(allowed)) {
		const { proxy, asked } = proxyOf({}, { format });
		for (const [path, target] of paths) {
			assert.equal((await proxy(request(path), "loopback")).status, 200, `${format} ${path}`);
			assert.equal(asked.at(-1).url, `http://127.0.0.1:1/v1/${target}`);
		}
		for (const path of refused.filter((path) => !(path === "/up/" && format !== "gemini"))) {
			await refusal(await proxy(request(path), "loopback"), 404);
		}
		assert.equal(asked.length, paths.length);
	}
	for (const method of ["GET", "PUT", "DELETE", "HEAD", "OPTIONS"]) {
		const { proxy } = proxyOf();
		const response = await proxy(new Request("http://127.0.0.1/up", { method }), "loopback");
		assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
	}
});

test("Gemini's model is the path's, not the body's", async () => {
	const { proxy, asked } = proxyOf({}, { format: "gemini" });
	const path = (model) => `/up/v1beta/models/${model}:streamGenerateContent`;
	await refusal(await proxy(request(path("large"), { model: "m", contents: [] }), "loopback"), 403);
	assert.equal((await proxy(request(path("m"), { model: "large", contents: [] }), "loopback")).status, 200);
	assert.equal(asked[0].body.model, undefined);
});

test("replies are kept to maxTokens: more is lowered, nothing said is filled in, tricks are refused", async () => {
	for (const [format, sent, up] of [
		["anthropic", { max_tokens: 900 }, { max_tokens: 100 }],
		["anthropic", { max_tokens: 50 }, { max_tokens: 50 }],
		["anthropic", {}, { max_tokens: 100 }],
		["openai", {}, { max_tokens: 100 }],
		["openai", { max_completion_tokens: 900, n: 1 }, { max_tokens: 100, n: 1 }],
		["openai", { max_tokens: 900, max_completion_tokens: 9 }, { max_tokens: 100, max_completion_tokens: 9 }],
		["openai-responses", { max_output_tokens: null }, { max_output_tokens: 100 }],
		["gemini", {}, { generationConfig: { maxOutputTokens: 100 } }],
		[
			"gemini",
			{ generation_config: { max_output_tokens: 900 } },
			{ generation_config: { max_output_tokens: 100 } },
		],
		["openai", { max_tokens: "900" }, /max_tokens/],
		["openai", { max_tokens: -1 }, /max_tokens/],
		["openai", { n: 5 }, /several/],
		["gemini", { generationConfig: { candidateCount: 2 } }, /several/],
		["gemini", { generationConfig: 7 }, /generationConfig/],
		["gemini", { generationConfig: {}, generation_config: {} }, /twice/],
	]) {
		const { proxy, asked } = proxyOf({ limits: { maxTokens: 100 } }, { format });
		const path = format === "gemini" ? "/up/models/m:generateContent" : "/up";
		const named = format === "gemini" ? {} : { model: "m" };
		const response = await proxy(request(path, { ...named, ...sent }), "loopback");
		if (up instanceof RegExp) assert.match(await refusal(response, 400), up);
		else assert.deepEqual(asked[0].body, { ...named, ...up }, JSON.stringify(sent));
	}
	const unlimited = proxyOf({ limits: { maxTokens: Number.POSITIVE_INFINITY } });
	await unlimited.proxy(request("/up", { model: "m", n: 3 }), "loopback");
	assert.deepEqual(unlimited.asked[0].body, { model: "m", n: 3 });
	const own = proxyOf({}, { url: "https://api.openai.com/v1" });
	await own.proxy(request("/up"), "loopback");
	assert.equal(own.asked[0].body.max_completion_tokens, 16_384, "OpenAI's newer models know no other field");
});

test("pages of other origins are refused, those of the list get CORS, also on refusals", async () => {
	const { proxy, asked } = proxyOf({ origins: ["https://app.example"] });
	const from = (origin, init = {}) =>
		request("/up", undefined, { ...init, headers: { origin, ...init.headers } });
	for (const origin of ["https://evil.example", "null", "https://app.example.evil", "http://app.example"]) {
		const response = await proxy(from(origin), "loopback");
		assert.equal(response.headers.get("access-control-allow-origin"), null);
		assert.match(await refusal(response, 403), /origins/);
	}
	assert.equal(asked.length, 0);
	const fine = await proxy(from("https://app.example"), "loopback");
	assert.deepEqual(
		["access-control-allow-origin", "vary"].map((name) => fine.headers.get(name)),
		["https://app.example", "Origin"],
	);
	assert.equal((await proxy(from("http://127.0.0.1:8787"), "loopback")).status, 200, "its own pages");
	const unsigned = await proxy(from("https://app.example"));
	assert.equal(unsigned.status, 403);
	assert.equal(
		unsigned.headers.get("access-control-allow-origin"),
		"https://app.example",
		"the page can read why",
	);
	const preflight = (origin) =>
		new Request("http://127.0.0.1:8787/up", {
			method: "OPTIONS",
			headers: {
				origin,
				"access-control-request-method": "POST",
				"access-control-request-headers": "content-type, x-model, bad header",
			},
		});
	const allowed = await proxy(preflight("https://app.example"));
	assert.equal(allowed.status, 204);
	assert.equal(allowed.headers.get("access-control-allow-headers"), "content-type, x-model");
	assert.equal((await proxy(preflight("https://evil.example"))).status, 403);
});

test("bodies that are no JSON, too large or sent like a form are refused", async () => {
	const { proxy, asked } = proxyOf({ limits: { bodyBytes: 1000 } });
	const send = (body, init) => proxy(request("/up", body, init), "loopback");
	for (const body of ["{", "", "[]", "7", "null", '"m"', "\u0000"]) await refusal(await send(body), 400);
	const deep = `{"model":"m","a":${"[".repeat(400)}${"]".repeat(400)}}`;
	assert.equal((await send(deep)).status, 200);
	await refusal(await send("x".repeat(1001)), 413);
	for (const kind of ["text/plain", "application/x-www-form-urlencoded", "application/json5"]) {
		await refusal(await send(undefined, { headers: { "content-type": kind } }), 415);
	}
	await refusal(await send(undefined, { headers: { "content-encoding": "gzip" } }), 415);
	let pulled = 0;
	const endless = new ReadableStream({
		pull(controller) {
			pulled += 1;
			controller.enqueue(new Uint8Array(400).fill(32));
		},
	});
	await refusal(await send(undefined, { body: endless, duplex: "half" }), 413);
	assert.ok(pulled < 8, `${pulled} pieces were read`);
	const broken = new Uint8Array([0x7b, 0xff, 0x7d]);
	await refusal(await send(undefined, { body: broken }), 400);
	assert.equal(asked.length, 1);
});

test("nesting that JSON cannot write back is refused", async () => {
	const { proxy } = proxyOf();
	const deep = `{"model":"m","stop":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
	await refusal(await proxy(request("/up", deep), "loopback"), 400);
});

test("refusals have the shape of the upstream's API", async () => {
	for (const [format, shape] of [
		["anthropic", { type: "error", error: { type: "permission_error" } }],
		["openai", { error: { type: "permission_error", code: null } }],
		["gemini", { error: { code: 403, status: "PERMISSION_DENIED" } }],
	]) {
		const { proxy } = proxyOf({}, { format });
		const path = format === "gemini" ? "/up/models/large:generateContent" : "/up";
		const body = await (await proxy(request(path, { model: "large" }), "loopback")).json();
		assert.match(body.error.message, /'large'/);
		for (const [key, value] of Object.entries(shape.error)) assert.equal(body.error[key], value);
	}
});

test("options that make no sense are errors that name them", () => {
	for (const [change, words] of [
		[{ upstreams: {} }, /upstreams is empty/],
		[{ upstreams: undefined }, /upstreams is empty/],
		[{ upstreams: { up: { format: "soap" } } }, /upstreams\.up\.format is soap/],
		[{ upstreams: { "a/b": { format: "openai" } } }, /a\/b/],
		[{ allowModels: {} }, /allowModels\.up/],
		[{ allowModels: undefined }, /allowModels\.up/],
		[{ allowModels: { up: "m" } }, /allowModels\.up/],
		[{ allowModels: { up: ["m"], other: ["m"] } }, /allowModels\.other/],
		[{ keys: {} }, /keys\.up/],
		[{ keys: { up: undefined } }, /keys\.up is missing or empty/],
		[{ keys: { up: " " } }, /keys\.up is missing or empty/],
		[{ keys: undefined }, /keyStyle/],
		[{ upstreams: { up: { format: "openai", url: "ftp://x" } } }, /https/],
		[{ upstreams: { up: { format: "openai", url: "http://models.example" } } }, /allowHttp/],
		[{ upstreams: { up: { format: "openai", url: `https://x?key=${KEY}` } } }, /query/],
		[{ upstreams: { up: { format: "openai", url: `https://${KEY}@x` } } }, /user/],
		[{ upstreams: { up: { format: "openai", url: KEY } } }, /no address/],
		[{ upstreams: { up: { format: "openai", keyStyle: { header: "a b" } } } }, /keyStyle/],
		[{ upstreams: { up: { format: "openai", headers: { a: "b\nc" } } } }, /headers\.a/],
		[{ upstreams: { up: { format: "openai", allowFields: "user" } } }, /upstreams\.up\.allowFields/],
		[{ upstreams: { up: { format: "openai", allowFields: ["a..b"] } } }, /allowFields has "a\.\.b"/],
		[{ upstreams: { up: { format: "openai", allowBetas: [""] } } }, /upstreams\.up\.allowBetas/],
		[{ upstreams: { up: { format: "openai", tokenField: "length" } } }, /upstreams\.up\.tokenField/],
		[{ unknownFields: "keep" }, /unknownFields/],
		[{ limits: { bodyBytesPerSecond: 0 } }, /limits\.bodyBytesPerSecond/],
		[{ origins: ["*"] }, /origins/],
		[{ origins: ["https://app.example/"] }, /origins/],
		[{ limits: { bodybytes: 1 } }, /limits\.bodybytes/],
		[{ limits: { concurrency: 0 } }, /limits\.concurrency/],
		[{ limits: { idleMs: "1" } }, /limits\.idleMs/],
		[{ basePath: "api" }, /basePath/],
		[{ authorize: "yes" }, /authorize/],
	]) {
		assert.throws(
			() => createModelProxy({ ...options("http://127.0.0.1:1"), ...change }),
			(error) => {
				assert.ok(error instanceof WebMcpError && error.code === "invalid_argument", String(error));
				assert.match(error.message, words);
				assert.ok(!error.message.includes(KEY));
				return true;
			},
		);
	}
});

test("a base path and the published address of a proxy fit together", async () => {
	const asked = [];
	const proxy = createModelProxy({
		basePath: "/api",
		upstreams: { chat: { format: "anthropic" } },
		keys: { chat: `${KEY}\n` },
		allowModels: { chat: ["claude-*"] },
		fetch: async (url, init) => {
			asked.push([url, init.headers.get("x-api-key"), init.headers.get("anthropic-version"), init.redirect]);
			return Response.json({});
		},
	});
	assert.equal(
		(await whole(await proxy(request("/api/chat", { model: "claude-x" }), "loopback"))).status,
		200,
	);
	assert.deepEqual(asked, [["https://api.anthropic.com/v1/messages", KEY, "2023-06-01", "manual"]]);
	assert.equal((await proxy(request("/chat", { model: "claude-x" }), "loopback")).status, 404);
});
