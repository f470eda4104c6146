/** How much a proxy lets through at a time and in a minute, and what those are told who have to wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { Places } from "../../pkg/proxy/limits.js";
import { ask, options, request, serveProxy } from "./support/proxy.mjs";
import { upstream } from "./support/replay.mjs";

/** A proxy whose upstream answers when it is let go; the subject is the header `x-who`. */
function held(limits) {
	const waiting = [];
	const proxy = createModelProxy({
		...options("http://127.0.0.1:1"),
		limits,
		authorize: ({ headers }) => (headers.has("x-who") ? { subject: headers.get("x-who") } : true),
		fetch: (_, { signal }) =>
			new Promise((resolve, reject) => {
				signal.addEventListener("abort", () => reject(signal.reason));
				waiting.push(() => resolve(new Response("{}")));
			}),
	});
	const by = (who) => proxy(request("/up", undefined, { headers: who ? { "x-who": who } : {} }));
	return { by, waiting };
}

const turns = async (n) => {
	for (let turn = 0; turn < n; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function refused(response) {
	assert.equal(response.status, 429);
	const seconds = Number(response.headers.get("retry-after"));
	assert.ok(Number.isInteger(seconds) && seconds > 0);
	const { error } = await response.json();
	assert.equal(error.type, "rate_limit_error");
	return seconds;
}

test("as many requests run as may, in all and for one subject; a place is free when its answer is read", async () => {
	const { by, waiting } = held({ concurrency: 3, concurrencyPerSubject: 2 });
	const ann = [by("ann"), by("ann")];
	await turns(5);
	await refused(await by("ann"));
	const bob = by("bob");
	await turns(5);
	await refused(await by("cid"));
	await refused(await by(undefined));
	assert.equal(waiting.length, 3);
	for (const go of waiting) go();
	const answer = await ann[0];
	await refused(await by("cid"));
	await answer.text();
	const cid = by("cid");
	await turns(5);
	waiting[3]();
	for (const response of [await ann[1], await bob, await cid]) await response.text();
});

test("every way of ending gives the place back", async () => {
	const failing = [
		async () => {
			throw new Error("no network");
		},
		async () => new Response("no", { status: 401 }),
		async () => new Response(null, { status: 302 }),
		async () => new Response(null, { status: 204 }),
		async () => new Response("{}", { status: 500 }),
		async () =>
			new Response(
				new ReadableStream({
					pull() {
						throw new Error("broke");
					},
				}),
			),
	];
	let next;
	const proxy = createModelProxy({
		...options("http://127.0.0.1:1"),
		limits: { concurrency: 1 },
		fetch: (...args) => next(...args),
	});
	const bodies = [undefined, "{", { model: "large" }];
	for (const fetch of failing) {
		next = fetch;
		for (const body of bodies) {
			const response = await proxy(request("/up", body), "loopback");
			assert.notEqual(response.status, 429);
			await response.text().catch(() => undefined);
		}
	}
	next = async () => new Response("never read");
	const response = await proxy(request("/up"), "loopback");
	await response.body.cancel();
	const last = await proxy(request("/up"), "loopback");
	assert.equal(await last.text(), "never read");
});

test("a minute's requests come back one by one, and each subject has its own", () => {
	let now = 0;
	const limits = { concurrency: 99, concurrencyPerSubject: 99, requestsPerMinute: 3 };
	const places = new Places(limits, () => now);
	const take = (who) => {
		try {
			places.take(who)();
			return 0;
		} catch (refusal) {
			return Number(refusal.headers["retry-after"]);
		}
	};
	assert.deepEqual([take("ann"), take("ann"), take("ann"), take("ann")], [0, 0, 0, 20]);
	assert.equal(take("bob"), 0);
	now = 5_000;
	assert.equal(take("ann"), 15);
	now = 20_000;
	assert.deepEqual([take("ann"), take("ann")], [0, 20]);
	now = 600_000;
	for (let n = 0; n < 5_000; n += 1) assert.equal(take(`subject ${n}`), 0);
	assert.equal(take("ann"), 0);
});

test("a provider hears of 429 as rate_limited with the time to wait, over a real connection", async (t) => {
	const kit = await import("../../pkg/index.js");
	const up = await upstream((_, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ choices: [{ message: { content: "hi" }, finish_reason: "stop" }] }));
	});
	t.after(() => up.close());
	const proxy = await serveProxy(t, options(up.url, { limits: { requestsPerMinute: 1 } }));
	await (await ask(`${proxy.url}/up`)).text();
	const response = await ask(`${proxy.url}/up`);
	assert.ok((await refused(response)) > 50);
	const provider = new kit.RemoteLLMProvider({
		proxyUrl: `${proxy.url}/up`,
		model: "m",
		format: "openai",
		maxRetries: 0,
	});
	await assert.rejects(provider.chat([{ role: "user", content: "hi" }], []), (error) => {
		assert.equal(error.code, "rate_limited");
		assert.ok(Number(error.details.retryAfter) > 50);
		return true;
	});
	assert.equal(up.seen.length, 1);
});

test("a body that stops in the middle is given up", { timeout: 10_000 }, async () => {
	const proxy = createModelProxy(options("http://127.0.0.1:1", { limits: { idleMs: 30 } }));
	let cancelled = false;
	const body = new ReadableStream({
		start: (controller) => controller.enqueue(new TextEncoder().encode('{"model":')),
		cancel() {
			cancelled = true;
		},
	});
	const response = await proxy(request("/up", undefined, { body, duplex: "half" }), "loopback");
	assert.equal(response.status, 408);
	assert.equal(cancelled, true);
});

/** A body that comes in pieces, each a little after the one before, and tells how many were taken. */
function dripping(pieces, pause) {
	const text = new TextEncoder().encode(`{"model":"m"${" ".repeat(pieces)}}`);
	let sent = 0;
	const body = new ReadableStream({
		async pull(controller) {
			await new Promise((resolve) => setTimeout(resolve, pause));
			controller.enqueue(text.subarray(sent, sent + 1));
			sent += 1;
			if (sent === text.length) controller.close();
		},
	});
	return { init: { body, duplex: "half" }, sent: () => sent };
}

test("a body that drips is given up though it never stops, and gives its place back", {
	timeout: 20_000,
}, async () => {
	const limits = { idleMs: 200, concurrency: 1 };
	const fetch = async () => Response.json({});
	const proxy = createModelProxy({ ...options("http://127.0.0.1:1", { limits }), fetch });
	const { init, sent } = dripping(5000, 5);
	const dripped = proxy(request("/up", undefined, init), "loopback");
	assert.equal((await proxy(request("/up"), "loopback")).status, 429);
	assert.equal((await dripped).status, 408);
	assert.ok(sent() < 5000);
	assert.equal((await proxy(request("/up"), "loopback")).status, 200);
});

test("a body that comes slowly, but at the least rate, is taken", { timeout: 20_000 }, async () => {
	const limits = { idleMs: 100, bodyBytesPerSecond: 1 };
	const fetch = async () => Response.json({});
	const proxy = createModelProxy({ ...options("http://127.0.0.1:1", { limits }), fetch });
	assert.equal((await proxy(request("/up", undefined, dripping(60, 5).init), "loopback")).status, 200);
});
