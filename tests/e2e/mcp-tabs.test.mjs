/** Clients of one server in several tabs: one of them holds the stream by which it tells what changes, and all hear it. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch } from "./support/chromium.mjs";
import { servePackage } from "./support/package-site.mjs";

const MODERN = "2026-07-28";
const CORS = {
	"access-control-allow-origin": "*",
	"access-control-allow-methods": "GET, POST, DELETE",
	"access-control-allow-headers":
		"content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, authorization",
	"access-control-expose-headers": "mcp-session-id",
};

/** A server of either era that tells who listens when its tools change. @param {boolean} isModern */
async function serveTelling(isModern) {
	/** @type {Set<import("node:http").ServerResponse>} */
	const listening = new Set();
	let opened = 0;
	let ended = 0;
	const capabilities = { tools: { listChanged: true } };
	const serverInfo = { name: "telling", version: "1" };
	const listen = (/** @type {import("node:http").ServerResponse} */ response) => {
		opened += 1;
		response.writeHead(200, { ...CORS, "content-type": "text/event-stream" }).write(": hello\n\n");
		listening.add(response);
		response.on("close", () => listening.delete(response));
	};
	const server = createServer(async (request, response) => {
		const parts = [];
		for await (const part of request) parts.push(part);
		if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
		if (request.method === "GET") return listen(response);
		if (request.method === "DELETE") {
			ended += 1;
			return response.writeHead(204, CORS).end();
		}
		const { id, method } = JSON.parse(Buffer.concat(parts).toString("utf8"));
		if (id === undefined) return response.writeHead(202, CORS).end();
		if (method === "subscriptions/listen") return listen(response);
		const session = { "mcp-session-id": "one" };
		response.writeHead(200, { ...CORS, ...(!isModern && session), "content-type": "application/json" });
		const unknown = method === (isModern ? "initialize" : "server/discover");
		const said = unknown
			? { error: { code: -32601, message: "Method not found" } }
			: {
					result: {
						...(isModern && { resultType: "complete", supportedVersions: [MODERN] }),
						...(method === "initialize" && { protocolVersion: "2025-11-25" }),
						capabilities,
						serverInfo,
						tools: [],
					},
				};
		return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...said }));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}/mcp`,
		streams: () => listening.size,
		opened: () => opened,
		ended: () => ended,
		tell: () => {
			const told = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
			for (const response of listening) response.write(`data: ${told}\n\n`);
		},
		/** Ends every stream, as a server does that goes down. */
		hangUp: () => {
			for (const response of listening) response.destroy();
		},
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** @type {Awaited<ReturnType<typeof servePackage>>} */
let site;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
	site = await servePackage();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	site?.close();
});

/** @param {() => boolean | Promise<boolean>} is @param {string} what */
async function until(is, what) {
	for (let left = 400; !(await is()); left -= 1) {
		assert.ok(left > 0, what);
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}

/** A tab with a client that counts what it hears. @param {import("playwright-core").BrowserContext} context @param {string} url @param {object} [options] @param {{url: string}} [from] */
async function tab(context, url, options = {}, from = site) {
	const page = await context.newPage();
	await page.goto(from.url);
	await page.evaluate(
		async ({ url, options }) => {
			const { McpClient } = await import("/pkg/mcp/index.js");
			const client = new McpClient(url, options);
			const heard = [];
			client.subscribe((event) => event.type === "notification" && heard.push(event.method));
			await client.connect();
			Object.assign(window, { client, heard });
		},
		{ url, options },
	);
	return {
		page,
		heard: () => page.evaluate(() => Reflect.get(window, "heard").length),
		holds: () => page.evaluate(() => Reflect.get(window, "client").status.isStreaming),
	};
}

test("of a server without sessions one tab holds the stream, all hear what comes by it, and the next has it then", async () => {
	const server = await serveTelling(true);
	const context = await browser.newContext();
	const tabs = [
		await tab(context, server.url),
		await tab(context, server.url),
		await tab(context, server.url),
	];
	await until(() => server.streams() === 1, "a stream is open");
	server.tell();
	for (const { heard } of tabs) await until(async () => (await heard()) === 1, "every tab hears it");
	const held = await Promise.all(tabs.map(({ holds }) => holds()));
	assert.equal(held.filter(Boolean).length, 1);
	assert.equal(server.opened(), 1);
	// Its tab is closed.
	const [holder] = tabs.splice(held.indexOf(true), 1);
	await holder.page.close();
	await until(() => server.opened() === 2 && server.streams() === 1, "another tab opens one");
	server.tell();
	for (const { heard } of tabs) await until(async () => (await heard()) === 2, "the others hear it");
	// Who disconnects leaves it to the rest.
	const next = (await tabs[0].holds()) ? tabs[0] : tabs[1];
	await next.page.evaluate(() => Reflect.get(window, "client").disconnect());
	await until(() => server.opened() === 3 && server.streams() === 1, "the last tab opens one");
	const last = next === tabs[0] ? tabs[1] : tabs[0];
	// It breaks off, and is opened again.
	server.hangUp();
	await until(() => server.opened() === 4 && server.streams() === 1, "it is opened again");
	server.tell();
	await until(async () => (await last.heard()) === 3, "the last one hears it");
	await new Promise((resolve) => setTimeout(resolve, 300));
	assert.deepEqual(
		[await last.heard(), await next.heard()],
		[3, 2],
		"once, and not after it has disconnected",
	);
	await context.close();
	server.close();
});

test("who has credentials of its own has a stream of its own, and so has each session", async () => {
	const modern = await serveTelling(true);
	const legacy = await serveTelling(false);
	const context = await browser.newContext();
	const headers = { authorization: "Bearer mine" };
	await Promise.all([1, 2].map(() => tab(context, modern.url, { headers })));
	await until(() => modern.streams() === 2, "two streams for two with credentials");
	await Promise.all([1, 2].map(() => tab(context, legacy.url)));
	await until(() => legacy.streams() === 2, "two streams for two sessions");
	await context.close();
	modern.close();
	legacy.close();
});

test("where a document may have no storage, and so no locks, each has a stream of its own", async () => {
	const server = await serveTelling(true);
	const context = await browser.newContext();
	const noStorage = await servePackage([], {
		"access-control-allow-origin": "*",
		"content-security-policy": "sandbox allow-scripts",
	});
	const tabs = [await tab(context, server.url, {}, noStorage), await tab(context, server.url, {}, noStorage)];
	const refused = await tabs[0].page.evaluate(() =>
		navigator.locks.request("any", () => undefined).catch(({ name }) => name),
	);
	assert.equal(refused, "SecurityError");
	await until(() => server.streams() === 2, "two streams");
	server.tell();
	for (const { heard } of tabs) await until(async () => (await heard()) === 1, "each hears it");
	await context.close();
	noStorage.close();
	server.close();
});

test("a page that is left ends its session", async () => {
	const server = await serveTelling(false);
	const context = await browser.newContext();
	const { page } = await tab(context, server.url);
	await until(() => server.streams() === 1, "a stream is open");
	await page.goto("about:blank");
	await until(() => server.ended() === 1, "the server is told");
	await until(() => server.streams() === 0, "the stream is closed");
	await context.close();
	server.close();
});

test("a page without a network keeps quiet, and listens again when it is back", async () => {
	const server = await serveTelling(true);
	const context = await browser.newContext();
	const { page, heard } = await tab(context, server.url);
	await until(() => server.streams() === 1, "a stream is open");
	await context.setOffline(true);
	server.hangUp();
	await new Promise((resolve) => setTimeout(resolve, 2_500));
	assert.equal(server.opened(), 1, "nothing is tried");
	const error = await page.evaluate(() =>
		Reflect.get(window, "client")
			.callTool("t")
			.catch(({ code }) => code),
	);
	assert.equal(error, "network");
	await context.setOffline(false);
	await until(() => server.opened() === 2 && server.streams() === 1, "it listens again");
	server.tell();
	await until(async () => (await heard()) === 1, "it hears again");
	await context.close();
	server.close();
});
