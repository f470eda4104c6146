/** The connection ends after each byte of a reply, in head and body: the call was carried out once, and the page hears how it ended. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { McpClient } from "../../pkg/mcp/index.js";
import { cutAt } from "./kinds.mjs";
import { startProxy } from "./proxy.mjs";
import { saidOf, startServer } from "./server.mjs";
import { placesOf } from "./wire.mjs";

/** As many as the client has connections to an origin. */
const AT_ONCE = 4;

/** @type {import("./server.mjs").Server} */
let server;
/** Each is an origin of its own. @type {import("./proxy.mjs").Proxy[]} */
let proxies;
let last = 10_000;

before(async () => {
	server = await startServer();
	proxies = await Promise.all(Array.from({ length: 4 }, () => startProxy(server)));
});

after(() => {
	for (const proxy of proxies) proxy.close();
	server.close();
});

/**
 * Calls once for each place of the reply at which it can be cut.
 *
 * @param {"legacy" | "modern"} era
 * @param {string} how the form of the reply
 * @param {{resets: boolean, step: number}} options
 */
async function cutEverywhere(era, how, { resets, step }) {
	/** Where each call's reply is cut, and what stands where in it. @type {Map<number, number>} */
	const cuts = new Map();
	/** @type {Map<number, ReturnType<typeof placesOf>>} */
	const places = new Map();
	for (const proxy of proxies) {
		proxy.choose(({ params }) => {
			const n = params?.arguments?.n;
			const bytes = cuts.get(n);
			if (bytes === undefined) return undefined;
			return async (exchange) => {
				const reply = await exchange.forward();
				places.set(n, placesOf(reply));
				await cutAt(exchange, reply, bytes, resets);
			};
		});
	}
	let next = 0;
	let isWhole = false;
	const worker = async (/** @type {McpClient} */ client) => {
		while (!isWhole) {
			last += 1;
			const [n, bytes] = [last, next];
			next += step;
			cuts.set(n, bytes);
			const outcome = await client.callTool("do", { n, how }).then(
				({ content }) => String(content[0].text),
				({ code, message }) => (code === undefined ? message : code),
			);
			const { whole, answered, begun } = places.get(n) ?? assert.fail(`call ${n} did not arrive`);
			const isAnswered = bytes >= answered || bytes >= begun;
			const expected = [...(isAnswered ? [saidOf(n)] : []), ...(isAnswered && !resets ? [] : ["network"])];
			assert.ok(expected.includes(outcome), `cut at ${bytes} of ${whole}: ${outcome}`);
			assert.equal(server.done.get(n), 1, `cut at ${bytes} of ${whole}`);
			isWhole ||= bytes >= whole;
		}
	};
	const clients = proxies.map(({ url }) => new McpClient(url, { era, timeouts: { callMs: 30_000 } }));
	try {
		await Promise.all(clients.flatMap((client) => Array.from({ length: AT_ONCE }, () => worker(client))));
	} finally {
		isWhole = true;
		await Promise.all(clients.map((client) => client.disconnect()));
	}
}

for (const [era, how] of /** @type {const} */ ([
	["legacy", "json"],
	["legacy", "events"],
	["legacy", "ids"],
	["modern", "json"],
	["modern", "events"],
])) {
	test(`a reply that is cut at any byte is an error, or what it said until then (${era}, ${how})`, async () => {
		await cutEverywhere(era, how, { resets: false, step: 1 });
	});
	// What was sent before a reset may be lost with it, so that only the count is certain.
	test(`a reply that is reset is an error, or what it said until then (${era}, ${how})`, async () => {
		await cutEverywhere(era, how, { resets: true, step: process.env.WEBMCP_FULL ? 1 : 5 });
	});
}

test("what may be done twice is sent again when its reply is cut", async (t) => {
	const [proxy] = proxies;
	const cut = new Set();
	proxy.choose(({ params }) => {
		const { n, at } = params?.arguments ?? {};
		if (n === undefined || cut.has(n)) return undefined;
		cut.add(n);
		return async (exchange) => cutAt(exchange, await exchange.forward(), at, false);
	});
	for (const era of /** @type {const} */ (["legacy", "modern"])) {
		const client = new McpClient(proxy.url, { era });
		t.after(() => client.disconnect());
		// Only then it is known that `peek` changes nothing.
		await client.listTools();
		const calls = [
			["look", 0],
			["peek", 50],
			["look", 150],
			["peek", 150],
		].map(async ([name, at]) => {
			last += 1;
			const n = last;
			const { content } = await client.callTool(
				String(name),
				{ n, at },
				name === "look" ? { isSafe: true } : {},
			);
			assert.deepEqual([content[0].text, server.safe.get(n)], [saidOf(n), 2]);
		});
		await Promise.all(calls);
	}
});
