/** Opens the page `workspace` of the host of `apps.mjs`. */
import { openPage } from "./chromium.mjs";
import { expectState } from "./wait.mjs";

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} host
 * @param {object} asked see `apps/workspace.js`
 */
export async function openWorkspace(browser, host, asked) {
	const { page, problems, close } = await openPage(browser, { reducedMotion: "reduce" });
	page.setDefaultTimeout(10_000);
	const loaded = [];
	page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
	await page.goto(`${host}/workspace?${new URLSearchParams({ asked: JSON.stringify(asked) })}`);
	await expectState(page, () => document.documentElement.dataset.ready);
	const add = (url) => page.evaluate((url) => globalThis.desk.workspace.addServer(url), url);
	/** Tells the model: `tell("says", "text")`. */
	const tell = (what, ...args) =>
		page.evaluate(([what, args]) => globalThis.desk.model[what](...args), [what, args]);
	return { page, problems, close, loaded, add, tell };
}
