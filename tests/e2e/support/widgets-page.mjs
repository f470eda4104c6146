/** A page with nothing but widgets of the package (a folder of `pages`), for the tests of one file. */
import { after, before } from "node:test";
import { launch, openPage } from "./chromium.mjs";
import { serveSite } from "./site.mjs";

/** How a page is looked at where a test has not said otherwise. */
const UNSAID = { media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };

/**
 * Serves the page as long as the file's tests run; `open` opens it anew, ready to draw. Without options the document is loaded anew
 * in the page of the test before, for another context costs twice as much as the test itself.
 */
export function widgetsPage(name = "widgets") {
	let site;
	let browser;
	let shared;
	before(async () => {
		site = await serveSite(name);
		browser = await launch();
	});
	after(async () => {
		await browser?.close();
		await site?.close();
	});
	const ready = async (opened) => {
		await opened.page.goto(site.url);
		await opened.page.waitForFunction(() => "kit" in window);
		return opened;
	};
	/** The page of the test before, with nothing left of that test. */
	const reused = async ({ page, problems, watch, viewport }) => {
		page.removeAllListeners();
		await page.unrouteAll({ behavior: "wait" });
		await page.emulateMedia(UNSAID);
		await page.setViewportSize(viewport);
		problems.length = 0;
		watch();
	};
	return {
		async open(options) {
			if (options) return ready(await openPage(browser, options));
			if (shared) await reused(shared);
			else {
				const opened = await openPage(browser);
				shared = { ...opened, close: async () => {}, viewport: opened.page.viewportSize() };
			}
			return ready(shared);
		},
	};
}
