/** What a page is told when it may not reach a server of MCP, in Chromium; `tests/engines/mcp.test.mjs` has the others. */
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
