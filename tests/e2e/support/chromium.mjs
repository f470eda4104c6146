/** Chromium for the tests, driven by playwright-core. */
import { chromium } from "playwright-core";
import { findBrowser } from "../../../scripts/setup/browser.mjs";

export const ARGUMENTS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Starts a headless browser. */
export function launch() {
	const { chrome } = findBrowser();
	if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
	return chromium.launch({ executablePath: chrome, args: ARGUMENTS, headless: true });
}

/**
 * Opens a page whose errors fail the test.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(browser, options) {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	/** @type {string[]} */
	const problems = [];
	page.on("pageerror", (error) => problems.push(String(error)));
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(message.text());
	});
	return { page, problems, close: () => context.close() };
}
