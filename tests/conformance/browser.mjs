/** One Chromium for all scenarios, and the page in which they run. */
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "../e2e/support/chromium.mjs";
import { servePackage } from "../e2e/support/package-site.mjs";
import { BROWSER, PAGE } from "./asked.mjs";

/** @returns {Promise<{env: NodeJS.ProcessEnv, close(): Promise<void>}>} */
export async function openChromium() {
	const { chrome } = findBrowser();
	if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
	const site = await servePackage(["/tests/conformance/"]);
	// The mocks send no CORS headers. Playwright gives the browser a profile of its own, without which the switch does nothing.
	const args = [...ARGUMENTS, "--disable-web-security"];
	const browser = await chromium.launchServer({ executablePath: chrome, args, headless: true });
	return {
		env: { [BROWSER]: browser.wsEndpoint(), [PAGE]: site.url },
		close: async () => {
			await browser.close();
			site.close();
		},
	};
}
