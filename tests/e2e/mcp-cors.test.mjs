/** What a page is told when it may not reach a server of MCP, in Chromium; `tests/engines/mcp.test.mjs` has the others. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./support/chromium.mjs";
import { startCors, tryAll } from "./support/cors.mjs";
import { servePackage } from "./support/package-site.mjs";

let browser;
let site;
let server;

before(async () => {
	[browser, site, server] = await Promise.all([launch(), servePackage(), startCors()]);
});

after(async () => {
	await browser?.close();
	site?.close();
	server?.close();
});

test("a page finds out what stands in the way", async () => {
	const page = await browser.newPage();
	await page.goto(site.url);
	await tryAll((body) => page.evaluate(`(async () => { ${body} })()`), server.url);
});

/** What calling a tool of the server is rejected with. @param {import("playwright-core").Page} page @param {string} url */
const rejection = (page, url) =>
	page.evaluate(async (url) => {
		const { McpClient } = await import("/pkg/mcp/index.js");
		const { code, details, message } = await new McpClient(url).callTool("t").catch((error) => error);
		return { code, reason: details?.reason, message };
	}, url);

test("what the page's own policy forbids, and what the browser has no network for, is not laid to the server", async () => {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.route(`${site.url}strict`, (route) =>
		route.fulfill({
			contentType: "text/html",
			headers: { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" },
			body: "<!doctype html><title>Strict</title>",
		}),
	);
	await page.goto(`${site.url}strict`);
	const forbidden = await rejection(page, `${server.url}/well`);
	assert.deepEqual([forbidden.code, forbidden.reason], ["network", "page-policy"], forbidden.message);
	assert.ok(
		forbidden.message.includes(`add ${new URL(server.url).origin} to connect-src`),
		forbidden.message,
	);
	await page.goto(site.url);
	await page.evaluate(() =>
		import("/pkg/mcp/index.js").then(({ McpClient }) =>
			new McpClient("http://127.0.0.1:1/").connect().catch(() => undefined),
		),
	);
	await context.setOffline(true);
	const offline = await rejection(page, `${server.url}/well`);
	assert.deepEqual([offline.code, offline.reason], ["network", "offline"], offline.message);
	await context.close();
});
