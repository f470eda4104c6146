/** The proxy and the Tool Execution API on Deno, Bun and workerd: what Node answers in `tests/js`, over real connections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, KEY, options } from "../js/support/proxy.mjs";
import { drawSeed, fixture, play, random, upstream } from "../js/support/replay.mjs";
import { askerOf, holdsToCriteria } from "../js/support/tool-api.mjs";
import { PROGRAMS, RUNTIMES } from "./start.mjs";

const seed = drawSeed();
const bytes = fixture("llama-cpp/question-3.sse");
const USER = { headers: { "x-user": "ann" } };

for (const [name, start] of Object.entries(RUNTIMES)) {
	const program = process.env[name];
	const skip = program ? false : `set ${name} to the program`;

	test(`${name}: streams are passed on byte for byte, to those who may ask`, {
		skip,
		timeout: 60_000,
	}, async (t) => {
		const below = random(seed);
		const up = await upstream((_, response) => play(response, bytes, below));
		t.after(() => up.close());
		const url = await start(t, program, "proxy", options(up.url));
		assert.equal((await ask(`${url}/up`)).status, 401);
		assert.equal((await ask(`${url}/up`, { model: "large" }, USER)).status, 403);
		assert.equal(up.seen.length, 0);
		const streams = Array.from({ length: 15 }, async () => {
			const response = await ask(`${url}/up`, undefined, USER);
			assert.equal(response.status, 200);
			assert.equal(response.headers.get("content-type"), "text/event-stream");
			assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes, `seed ${seed}`);
		});
		await Promise.all(streams);
		assert.equal(up.seen[0].headers.authorization, `Bearer ${KEY}`);
		assert.equal(up.seen[0].headers["x-user"], undefined);
	});

	test(`${name}: the first word comes at once, and a client that leaves ends the upstream's work`, {
		skip,
		timeout: 60_000,
	}, async (t) => {
		const up = await upstream((_, response) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.write("data: first\n\n");
			// workerd notices that its client has left when it has something to say to it; the others at once.
			const more = setInterval(() => response.write("data: more\n\n"), 300);
			response.on("close", () => clearInterval(more));
		});
		t.after(() => up.close());
		const url = await start(t, program, "proxy", options(up.url));
		const controller = new AbortController();
		const response = await ask(`${url}/up`, undefined, { ...USER, signal: controller.signal });
		const { value } = await response.body.getReader().read();
		assert.equal(Buffer.from(value).toString(), "data: first\n\n");
		controller.abort();
		assert.equal(await up.seen[0].gone, true);
	});

	test(`${name}: what breaks off never looks whole, and the key stays`, {
		skip,
		timeout: 60_000,
	}, async (t) => {
		const up = await upstream((entry, response) => {
			if (up.seen.length % 2 === 0) return play(response, bytes, random(seed), { until: 900 });
			const echo = JSON.stringify(entry.headers);
			return play(response.setHeader("x-request-id", KEY), Buffer.from(echo), random(seed));
		});
		t.after(() => up.close());
		const url = await start(t, program, "proxy", options(up.url));
		const echoed = await ask(`${url}/up`, undefined, USER);
		const seen = JSON.stringify([...echoed.headers]) + (await echoed.text());
		assert.ok(seen.includes("[redacted]") && !seen.includes(KEY), seen);
		await assert.rejects(async () => {
			const response = await ask(`${url}/up`, undefined, USER);
			await response.text();
		});
	});

	test(`${name}: the Tool Execution API's criteria hold, and pages of other sites may call nothing`, {
		skip,
		timeout: 60_000,
	}, async (t) => {
		const document = askerOf(await start(t, program, "tools", { security: "document" }));
		await holdsToCriteria(document, name);
		const page = await document("GET", "/");
		assert.match(page.text, /<title>MCP Tool Explorer<\/title>/);
		const safe = askerOf(await start(t, program, "tools", {}));
		const headers = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
		const foreign = await safe("POST", "/tools/free/call", { headers, body: "{}" });
		assert.equal(foreign.status, 403, foreign.text);
		const plain = await safe("POST", "/tools/free/call", {
			headers: { "content-type": "text/plain" },
			body: "{}",
		});
		assert.equal(plain.status, 415, plain.text);
	});

	test(`${name}: the README's program serves its tools`, { skip, timeout: 60_000 }, async (t) => {
		const ask = askerOf(await PROGRAMS[name](t, program));
		const tools = JSON.parse((await ask("GET", "/explorer/tools")).text);
		const workerd = name === "WORKERD";
		const called = workerd ? "hour" : "list_recipes";
		assert.ok(
			tools.some((tool) => tool.name === called),
			JSON.stringify(tools),
		);
		const headers = { "content-type": "application/json" };
		const reply = await ask("POST", `/explorer/tools/${called}/call`, { headers, body: "{}" });
		assert.equal(reply.status, 200, reply.text);
		assert.match(JSON.parse(reply.text).content[0].text, workerd ? /^\d+$/ : /stat/);
	});
}
