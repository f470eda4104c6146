/** Serves the page of elements for the tests of one file, and opens it. */
import { after, before } from "node:test";
import { launch, openPage } from "../../support/chromium.mjs";
import { serveSite } from "../../support/site.mjs";

/** What a page names in its address. @typedef {{tags?: string, html?: string, lang?: string, dir?: string, theme?: string}} Asked */

export function elementsPage() {
	let site;
	let browser;
	before(async () => {
		site = await serveSite("elements");
		browser = await launch();
	});
	after(async () => {
		await browser?.close();
		await site?.close();
	});
	/** @param {Asked} asked @param {import("playwright-core").BrowserContextOptions} [options] */
	async function open(asked, options) {
		const opened = await openPage(browser, { reducedMotion: "reduce", ...options });
		opened.page.setDefaultTimeout(10_000);
		await opened.page.goto(`${site.url}?${new URLSearchParams(asked)}`);
		await opened.page.waitForFunction(() => "kit" in window);
		return opened;
	}
	/** Opens it with a workspace whose model says what `talk` tells it, given to all elements. */
	async function talk(asked, options, workspace = {}) {
		const opened = await open(asked, options);
		await opened.page.evaluate((workspace) => {
			const give = async () => {
				window.talk = await window.kit.talking(workspace);
				for (const element of document.querySelector("main").children)
					element.workspace = window.talk.workspace;
				await window.kit.ready();
			};
			// The browser's inspector holds a promise weakly, and on a busy machine lost one that was waited for.
			window.given = give();
			return window.given;
		}, workspace);
		return opened;
	}
	return { open, talk, browser: () => browser };
}

/** Says what the element that has the focus is, through shadow trees. */
export const focused = (page) =>
	page.evaluate(() => {
		const at = window.deepFocus();
		return at?.getAttribute("part") ?? at?.getAttribute("aria-label") ?? at?.localName;
	});

/** Tells the model of a page that was opened by `talk`: `tell(page, "says", "text")`. */
export const tell = (page, what, ...args) =>
	page.evaluate(([what, args]) => window.talk.model[what](...args), [what, args]);
