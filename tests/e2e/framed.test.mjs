/** Who may show the demo inside a page of their own. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { openDemo } from "./support/demo.mjs";

/** @type {Awaited<ReturnType<typeof openDemo>>} */
let demo;
/** @type {string} */
let address;

before(async () => {
	demo = await openDemo({});
	address = demo.page.url();
});
after(() => demo?.close());

/** Shows the demo in a frame of the page at `url`; says whether it is there. */
async function framed(url) {
	const page = await demo.page.context().newPage();
	await page.goto(url);
	const element = await page.evaluateHandle(async (src) => {
		const frame = document.createElement("iframe");
		frame.src = src;
		const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
		document.body.append(frame);
		await loaded;
		return frame;
	}, address);
	const inside = await element.contentFrame();
	const there = (await inside.locator("auto-ui-app").count()) > 0;
	await page.close();
	return there;
}

test("another site that frames the demo gets nothing of it", async (t) => {
	const site = createServer((_, response) => {
		response.setHeader("content-type", "text/html");
		response.end("<!doctype html><title>another site</title>");
	}).listen(0, "127.0.0.1");
	t.after(() => site.close());
	await once(site, "listening");
	for (const host of ["127.0.0.1", "localhost"]) {
		assert.equal(await framed(`http://${host}:${site.address().port}/`), false, host);
	}
});

test("its own origin may frame the demo, which still shares memory with its Workers", async () => {
	assert.equal(await framed(new URL("config.json", address).href), true);
	assert.equal(await demo.page.evaluate(() => crossOriginIsolated), true);
});

test("each page of the demo says so, also where a path is made up or no address", async () => {
	for (const path of ["/", "/index.html", "/some/where", "/?a=b", "//"]) {
		const { status, headers } = await fetch(new URL(address).origin + path);
		assert.equal(status, 200, path);
		assert.equal(headers.get("x-frame-options"), "SAMEORIGIN", path);
		assert.match(headers.get("content-security-policy"), /frame-ancestors 'self'/);
		assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
	}
});
