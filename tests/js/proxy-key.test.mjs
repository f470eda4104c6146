/** The key: on its way to the upstream and nowhere else, whatever the upstream or the network does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { Redactor } from "../../pkg/proxy/redact.js";
import { ask, KEY, options, printed, request, serveProxy } from "./support/proxy.mjs";
import { cut, drawSeed, random, upstream } from "./support/replay.mjs";

const seed = drawSeed();

/** Everything that a client can see of a response. */
async function visible(response) {
	return [response.status, response.statusText, response.url, ...[...response.headers].flat()]
		.concat(await response.text())
		.join("\n");
}

const echo = (entry) => JSON.stringify({ headers: entry.headers, body: entry.body });

/** What upstreams do with a key that they should not. */
const LEAKS = {
	"echoes the headers in its body": (entry, response) => response.end(echo(entry)),
	"echoes them in an error": (entry, response) => response.writeHead(400).end(echo(entry)),
	"echoes them in a refusal of the key": (entry, response) =>
		response.writeHead(401).end(`Incorrect API key provided: ${KEY.slice(0, 12)}***. ${echo(entry)}`),
	"echoes them in a stream, cut inside the key": (entry, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		for (const byte of Buffer.from(`data: ${echo(entry)}\n\n`)) response.write(Buffer.from([byte]));
		response.end();
	},
	"ends inside the key": (_, response) => response.end(`x${KEY.slice(0, -1)}`),
	"sends it in headers": (entry, response) =>
		response
			.writeHead(200, `fine ${KEY}`, {
				"x-request-id": KEY,
				"retry-after": KEY,
				"content-type": `application/json; key=${KEY}`,
				"set-cookie": `key=${KEY}`,
				"x-echo": entry.headers.authorization,
			})
			.end("{}"),
	"redirects to itself with the key": (_, response) =>
		response.writeHead(302, { location: `/?key=${KEY}` }).end(KEY),
	"breaks off": (_, response) => response.destroy(),
};

for (const [leak, answer] of Object.entries(LEAKS)) {
	test(`the key stays when the upstream ${leak}`, async (t) => {
		const up = await upstream(answer);
		t.after(() => up.close());
		const entries = [];
		const log = await printed(async () => {
			const proxy = await serveProxy(t, options(up.url, { onRequest: (entry) => entries.push(entry) }));
			const seen = await visible(await ask(`${proxy.url}/up/v1/chat/completions`));
			for (let length = KEY.length; length > 8; length -= 1) {
				assert.ok(!seen.includes(KEY.slice(0, length)), `${length} characters of the key in ${seen}`);
			}
			assert.doesNotMatch(seen, /set-cookie|x-echo/);
		});
		assert.equal(up.seen.length, 1, "it follows no redirection and tries once");
		assert.equal(up.seen[0].headers.authorization, `Bearer ${KEY}`);
		assert.equal(log.said, "");
		assert.ok(!log.written.includes(KEY.slice(0, 10)));
		assert.equal(entries.length, 1);
		assert.ok(!JSON.stringify(entries).includes(KEY.slice(0, 10)));
	});
}

test("the key stays when the upstream cannot be reached, or the key cannot be a header", async () => {
	for (const [key, thrown] of [
		[KEY, new TypeError(`fetch failed: authorization Bearer ${KEY}`)],
		[`${KEY}\nx: y`, undefined],
		[`${KEY}é`, undefined],
		["", undefined],
		[undefined, undefined],
		[7, undefined],
	]) {
		const log = await printed(async () => {
			const proxy = createModelProxy({
				...options("http://127.0.0.1:1", { keys: async () => key }),
				fetch: async () => {
					throw thrown;
				},
			});
			const seen = await visible(await proxy(request("/up"), "loopback"));
			assert.ok(!seen.includes(KEY.slice(0, 10)), seen);
			assert.match(seen, thrown ? /cannot be reached/ : /no usable key for 'up'/);
		});
		assert.equal(log.said, "");
		assert.ok(!log.written.includes(KEY.slice(0, 10)));
	}
});

test("a function of keys that throws, with the key in its words, is a refusal without them", async () => {
	const keys = () => {
		throw new Error(`vault: ${KEY}`);
	};
	const proxy = createModelProxy(options("http://127.0.0.1:1", { keys }));
	const response = await proxy(request("/up"), "loopback");
	assert.equal(response.status, 500);
	assert.ok(!(await visible(response)).includes(KEY));
});

test("keys are asked for at each request, so a new one counts from the next on", async (t) => {
	const up = await upstream((_, response) => response.end("{}"));
	t.after(() => up.close());
	let current = "first";
	const keys = (name) => `${name}-${current}-key`;
	const proxy = await serveProxy(t, options(up.url, { keys }, { keyStyle: { header: "x-own-key" } }));
	await (await ask(`${proxy.url}/up`)).text();
	current = "second";
	await (await ask(`${proxy.url}/up`)).text();
	assert.deepEqual(
		up.seen.map(({ headers }) => headers["x-own-key"]),
		["up-first-key", "up-second-key"],
	);
});

test("what a client says of itself stays here, and only listed headers go up", async (t) => {
	const up = await upstream((_, response) => {
		response.setHeader("x-request-id", "r1");
		response.setHeader("server", "secret/1.0");
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("content-type", "text/html");
		response.end("<script>");
	});
	t.after(() => up.close());
	const proxy = await serveProxy(
		t,
		options(up.url, { authorize: () => true }, { headers: { "x-org": "o1" } }),
	);
	const headers = {
		authorization: "Bearer session",
		cookie: "a=b",
		"x-api-key": "mine",
		"x-goog-api-key": "mine",
		"x-org": "theirs",
		"x-model": "m",
		"openai-organization": "theirs",
		"idempotency-key": "i1",
		"x-forwarded-for": "1.2.3.4",
	};
	const response = await ask(`${proxy.url}/up?key=mine&alt=sse`, undefined, { headers });
	const [seen] = up.seen;
	assert.equal(seen.headers.authorization, `Bearer ${KEY}`);
	assert.equal(seen.headers["x-org"], "o1");
	assert.equal(seen.headers["idempotency-key"], "i1");
	assert.equal(seen.url, "/v1/chat/completions");
	for (const name of [
		"cookie",
		"x-api-key",
		"x-goog-api-key",
		"x-model",
		"openai-organization",
		"x-forwarded-for",
	]) {
		assert.equal(seen.headers[name], undefined, name);
	}
	assert.equal(response.headers.get("x-request-id"), "r1");
	assert.equal(response.headers.get("server"), null);
	assert.equal(response.headers.get("access-control-allow-origin"), null);
	assert.match(response.headers.get("content-type"), /^text\/plain/, "no page of the proxy's origin");
	assert.equal(response.headers.get("x-content-type-options"), "nosniff");
	await response.text();
});

test("redaction finds the secret however bytes are cut, and changes nothing else", () => {
	const below = random(seed);
	for (let round = 0; round < 2000; round += 1) {
		// Few letters, so that beginnings of the secret are everywhere, also inside itself.
		const letters = (/** @type {number} */ most) =>
			Array.from({ length: 1 + below(most) }, () => "ab"[below(2)]).join("");
		const secret = letters(6);
		const text = letters(60);
		const redactor = new Redactor(secret);
		const pieces = cut(Buffer.from(text), below, 1 + below(7)).flatMap((piece) => redactor.take(piece));
		const out = Buffer.concat([...pieces, redactor.end()]).toString();
		assert.equal(
			out,
			text.replaceAll(secret, "[redacted]"),
			`seed ${seed} round ${round}: ${secret} in ${text}`,
		);
	}
});

test("redaction holds nothing back that cannot be the secret's beginning", () => {
	const redactor = new Redactor(KEY);
	const sent = (text) => Buffer.concat(redactor.take(Buffer.from(text))).toString();
	assert.equal(sent('data: {"a":1}\n\n'), 'data: {"a":1}\n\n');
	assert.equal(sent("data: s"), "data: ");
	assert.equal(sent("o\n\n"), "so\n\n");
});
