/** Chromium for the tests, driven by playwright-core. */
import { chromium, selectors } from "playwright-core";
import { findBrowser } from "../../../scripts/setup/browser.mjs";

// What a host styles by `::part` is what a test looks for.
selectors.setTestIdAttribute("part");

export const ARGUMENTS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Where it is; its absence is a failure that names the remedy. */
function executable() {
	const { chrome } = findBrowser();
	if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
	return chrome;
}

/** Starts a headless browser. @param {import("playwright-core").LaunchOptions} [options] */
export const launch = (options) =>
	chromium.launch({ executablePath: executable(), args: ARGUMENTS, headless: true, ...options });

/**
 * Starts one with a profile of its own on the disk, as a person has it: what a page stores in a private window is kept in memory, and a
 * model of 253 MB takes 1.8 s longer to be stored there (2.3 s for 0.5).
 *
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {string[]} [args]
 * @returns {Promise<import("playwright-core").BrowserContext>} closing it ends the browser
 */
export const openProfile = (options, args = ARGUMENTS) =>
	// Without a folder's name playwright makes one, and removes it with the browser, also where the test is ended.
	chromium.launchPersistentContext("", { ...options, executablePath: executable(), args, headless: true });

/**
 * Opens a page whose errors fail the test.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(browser, options) {
	const context = await browser.newContext(options);
	return { ...(await watchedPage(context)), close: () => context.close() };
}

/** Looks through shadow trees, which `document.querySelector` does not. */
function deep() {
	const trees = (/** @type {Document | ShadowRoot} */ root) => [
		root,
		...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? trees(shadowRoot) : [])),
	];
	Object.assign(globalThis, {
		deepAll: (query) => trees(document).flatMap((root) => [...root.querySelectorAll(query)]),
		deepFocus: () => {
			let at = document.activeElement;
			while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
			return at;
		},
	});
}

/** A page, and what goes wrong in it; `watch` begins anew where its listeners were removed. @param {import("playwright-core").BrowserContext} context */
export async function watchedPage(context) {
	const page = await context.newPage();
	await page.addInitScript(deep);
	/** @type {string[]} */
	const problems = [];
	const watch = () => {
		page.on("pageerror", (error) => problems.push(String(error)));
		page.on("console", (message) => {
			if (message.type() === "error") problems.push(message.text());
		});
	};
	watch();
	return { page, problems, watch };
}
