/** What the page hears of each kind of fault, and whether its call was carried out. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { McpClient } from "../../pkg/mcp/index.js";
import loaded from "../../pkg/mcp/wasm/webmcp_mcp.js";
import { draws } from "./chance.mjs";
import { FAULTS, KINDS } from "./kinds.mjs";
import { startProxy } from "./proxy.mjs";
import { isSaid, startServer } from "./server.mjs";

const TIMES = 12;
/** Some of these end when the time is over; so many calls of each. @type {{[kind: string]: number}} */
const LASTING = { never: 2, slow: 4, huge: 10, empty: 10, wrongId: 12 };
const MB = 1 << 20;

/** How often a call was carried out where it has failed, and how it may have ended. @type {{[kind in import("./kinds.mjs").Kind]: [times: number[], ends: string[]]}} */
const ENDS = {
	cut: [[1], ["ok", "network"]],
	reset: [[1], ["ok", "network"]],
	half: [[1], ["ok", "network", "protocol"]],
	unheard: [[0], ["network"]],
	lost: [[1], ["network"]],
	never: [[1], ["network"]],
	late: [[1], ["ok"]],
	slow: [[1], ["network"]],
	twice: [[1], ["ok"]],
	// A stream can be gone on with, and says the right thing then.
	wrongId: [[1], ["ok", "network", "protocol"]],
	huge: [[1], ["network", "protocol", "http"]],
	redirect: [[0], ["http"]],
	// What says that there is no session is made good.
	page: [
		[0, 1],
		["ok", "http", "unauthorized"],
	],
	busy: [[0], ["ok", "rate_limited", "http"]],
	empty: [[1], ["network"]],
	type: [[1], ["ok", "network", "protocol"]],
	utf8: [[1], ["ok", "network", "protocol"]],
	dies: [
		[0, 1],
		["ok", "network"],
	],
	forgets: [[1], ["ok"]],
	noise: [[1], ["network", "protocol"]],
};

/** @type {import("./server.mjs").Server} */
let server;
let last = 0;

before(async () => {
	server = await startServer();
});

after(() => server.close());

/** @param {import("node:test").TestContext} t @param {"legacy" | "modern"} era @param {import("./kinds.mjs").Kind} kind */
async function meet(t, era, kind) {
	const [times, ends] = ENDS[kind];
	const proxy = await startProxy(server);
	const client = new McpClient(proxy.url, { era, timeouts: { callMs: LASTING[kind] ? 1200 : 20_000 } });
	t.after(async () => {
		await client.disconnect();
		proxy.close();
	});
	await client.connect();
	/** Which numbers are drawn for calls that have not met it. @type {Map<number, number>} */
	const due = new Map();
	proxy.choose(({ params }) => {
		const n = params?.arguments?.n;
		const at = due.get(n);
		if (at === undefined) return undefined;
		due.delete(n);
		return (exchange) => FAULTS[kind](exchange, draws("kinds", kind, at));
	});
	const calls = Array.from({ length: LASTING[kind] ?? TIMES }, async (_, at) => {
		last += 1;
		const n = last;
		due.set(n, at);
		const how = ["json", "events", "ids"][at % 3];
		const end = await client.callTool("do", { n, how }).then(
			({ content }) => (isSaid(n, content[0].text) ? "ok" : content[0].text),
			({ code, message }) => code ?? message,
		);
		const done = server.done.get(n) ?? 0;
		const said = `${how}, draw ${at}: ${end}, carried out ${done} times`;
		assert.ok(ends.includes(end) && (end === "ok" ? done === 1 : times.includes(done)), said);
	});
	await Promise.all(calls);
	await proxy.calm();
	assert.equal(proxy.trapped(), 0);
}

for (const era of /** @type {const} */ (["legacy", "modern"])) {
	describe(`a call ends as it should, and is carried out once at most (${era})`, { concurrency: 5 }, () => {
		for (const kind of KINDS) test(`where it meets "${kind}"`, (t) => meet(t, era, kind));
	});
}

test("of replies of 100 MB no more is kept than is allowed", async () => {
	const { memory } = await loaded();
	// What the core has taken it does not give back: what it keeps of the replies at the same time, and twice that while it grows.
	assert.ok(memory.buffer.byteLength < 256 * MB, `the core has ${memory.buffer.byteLength} bytes`);
});
