/** Chromium with its own `document.modelContext`, or without it and with the polyfill. */
import { chromium } from "playwright-core";
import { findBrowser } from "../../../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "../chromium.mjs";
import { serveCases } from "./site.mjs";

/** Where the installed Chromium is older than 155, another may be named. */
const BROWSER = process.env.CHROME_WEBMCP ?? findBrowser().chrome;

/** A page of the site. @param {"polyfill" | "native"} mode */
export async function openWith(mode) {
	const site = await serveCases({ polyfill: mode === "polyfill" });
	const feature = mode === "native" ? "--enable-blink-features=WebMCP" : "--disable-features=WebMCP";
	const browser = await chromium.launch({ executablePath: BROWSER, args: [...ARGUMENTS, feature] });
	const page = await browser.newPage();
	await page.goto(site.a);
	await page.waitForFunction(() => window.ready);
	return { site, page, close: () => browser.close().then(() => site.close()) };
}

/**
 * What can be tested: the polyfill, and the browser's own where it has the API of Chromium 155 and later. What is left out is said.
 *
 * @returns {Promise<("polyfill" | "native")[]>}
 */
export async function modes() {
	const { page, close } = await openWith("native");
	const has = await page.evaluate(() => globalThis.ModelContext?.prototype.executeTool?.length === 1);
	await close();
	if (has) return ["polyfill", "native"];
	console.log(
		"This browser has no document.modelContext of Chromium 155 and later (CHROME_WEBMCP may name one that has): its own is left out.",
	);
	return ["polyfill"];
}
