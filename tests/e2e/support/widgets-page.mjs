/** A page with nothing but widgets of the package (a folder of `pages`), for the tests of one file. */
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, openPage } from "./chromium.mjs";
import { serveSite } from "./site.mjs";

/** Serves the page as long as the file's tests run; `open` opens it anew, ready to draw. */
export function widgetsPage(name = "widgets") {
	let site;
	let browser;
	before(async () => {
		site = await serveSite(fileURLToPath(new URL(`../pages/${name}/`, import.meta.url)));
		browser = await launch();
	});
	after(async () => {
		await browser?.close();
		await site?.close();
	});
	return {
		async open(options) {
			const opened = await openPage(browser, options);
			await opened.page.goto(site.url);
			await opened.page.waitForFunction(() => "kit" in window);
			return opened;
		},
	};
}
