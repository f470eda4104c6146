/** The stream by which a server tells what nobody asked for, when it dies again and again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { McpClient } from "../../pkg/mcp/index.js";
import { startProxy } from "./proxy.mjs";
import { startServer } from "./server.mjs";

/** @type {import("./server.mjs").Server} */
let server;
/** @type {import("./proxy.mjs").Proxy} */
let proxy;

before(async () => {
	server = await startServer();
	proxy = await startProxy(server);
});

after(() => {
	proxy.close();
	server.close();
});

/** @param {() => boolean} is */
async function until(is) {
	for (let left = 1000; !is(); left -= 1) {
		assert.ok(left > 0, String(is));
		await wait(20);
	}
}

/** A client, what it hears, and how to end its stream. @param {import("node:test").TestContext} t @param {"legacy" | "modern"} era */
async function listening(t, era) {
	/** @type {import("node:net").Socket[]} */
	const streams = [];
	proxy.choose(({ method }) => {
		if (method !== "GET" && method !== "subscriptions/listen") return undefined;
		return async ({ pass, socket }) => {
			streams.push(socket);
			pass();
		};
	});
	const client = new McpClient(proxy.url, { era });
	/** @type {number[]} */
	const heard = [];
	client.subscribe((event) => event.type === "notification" && heard.push(Number(event.params.n)));
	await client.connect();
	t.after(() => client.disconnect());
	const isOpen = () => server.heardBy() === 1;
	const kill = async (/** @type {boolean} */ resets) => {
		const socket = streams.at(-1);
		if (resets) socket?.resetAndDestroy();
		else socket?.destroy();
		await until(() => !isOpen() || streams.at(-1) !== socket);
	};
	await until(isOpen);
	return { client, heard, isOpen, kill };
}

test("what a server tells while its stream is gone is heard once, when it is there again (legacy)", async (t) => {
	const { client, heard, kill } = await listening(t, "legacy");
	const told = [];
	for (let n = 1; n <= 9; n += 2) {
		told.push(n, n + 1);
		server.tell(n);
		await kill(n % 4 === 1);
		server.tell(n + 1);
		await until(() => heard.includes(n + 1));
		await client.callTool("do", { n });
	}
	assert.deepEqual(heard, told);
});

test("a stream that dies is opened again, and calls do not mind (modern)", async (t) => {
	const { client, heard, isOpen, kill } = await listening(t, "modern");
	for (const n of [101, 102, 103]) {
		await kill(n === 102);
		await client.callTool("do", { n });
		await until(isOpen);
		server.tell(n);
		await until(() => heard.includes(n));
	}
	assert.deepEqual(heard, [101, 102, 103]);
});
