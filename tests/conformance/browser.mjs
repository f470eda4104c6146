/** One Chromium for all scenarios, and the page in which they run. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";
import { chromium } from "playwright-core";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { findBrowser } from "../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "../e2e/support/chromium.mjs";
import { STRICT_CSP } from "../e2e/support/site.mjs";
import { BROWSER, PAGE } from "./asked.mjs";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const SERVED = ["/pkg/", "/tests/conformance/"];

/** Serves the built package as it is: its modules need no bundler. */
async function serve() {
	const server = createServer(async (request, response) => {
		const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
		response.setHeader("content-security-policy", STRICT_CSP);
		response.setHeader("content-type", TYPES[extname(path)] ?? "text/html");
		try {
			if (path === "/") return response.end("<!doctype html><title>Conformance</title>");
			if (!SERVED.some((folder) => path.startsWith(folder))) throw new Error("not served");
			return response.end(await readFile(inRoot(`.${path}`)));
		} catch {
			return response.writeHead(404).end();
		}
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** @returns {Promise<{env: NodeJS.ProcessEnv, close(): Promise<void>}>} */
export async function openChromium() {
	const { chrome } = findBrowser();
	if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
	const site = await serve();
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
