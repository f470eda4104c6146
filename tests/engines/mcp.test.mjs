/** A client of MCP in Firefox and WebKit, whose fetch fails in other words than Chromium's. */
import { after, before, describe, test } from "node:test";
import { startCors, tryAll } from "../e2e/support/cors.mjs";
import { servePackage } from "../e2e/support/package-site.mjs";
import { engines } from "./support/each.mjs";

const [site, server] = await Promise.all([servePackage(), startCors()]);
after(() => {
	site.close();
	server.close();
});

for (const { name, open } of engines) {
	describe(name, () => {
		/** @type {import("./support/driven.mjs").Driven} */
		let page;
		before(async () => {
			page = await open();
			await page.goto(site.url);
		});
		after(() => page?.close());

		test("a server is called, and what stands in the way is found out", () => tryAll(page.run, server.url));
	});
}
