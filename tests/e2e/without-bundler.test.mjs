/** Widgets draw in a page that serves the package as it is, without a bundler: all of those whose code needs no other package. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { servePackage } from "./support/package-site.mjs";

let site;
let browser;
before(async () => {
	site = await servePackage();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	site?.close();
});

test("a table draws, sorts and scrolls where there is no bundler", async () => {
	const { page, close } = await openPage(browser);
	await page.goto(site.url);
	const said = await page.evaluate(async () => {
		const kit = await import("/pkg/index.js");
		await kit.init();
		const place = document.body.appendChild(document.createElement("div"));
		const rows = Array.from({ length: 2000 }, (_, n) => ({ name: `Row ${n}`, value: n }));
		await kit.mountWidget(place, "data-table", { rows }, [kit.autoui]).ready;
		return place.innerText;
	});
	assert.match(said, /Row 0\b/);
	assert.doesNotMatch(said, /failed|not defined/);
	await close();
});
