/** Where the client runs: in Node, and in a page of Chromium that has another origin than the servers. */
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "../e2e/support/chromium.mjs";
import { servePackage } from "../e2e/support/package-site.mjs";
import { CHECKS } from "./checks/index.mjs";
import { begin } from "./talk.mjs";

/**
 * A conversation that goes on from check to check; `run` rejects where one does not hold.
 *
 * @typedef {{run(name: string): Promise<string | void>, end(): Promise<void>}} Conversation
 * @typedef {Awaited<ReturnType<typeof import("./server.mjs").startServer>>} Server
 * @typedef {{name: string, open(server: Server): Promise<Conversation>, close(): Promise<void>}} Host
 */

/** @returns {Promise<Host>} */
async function node() {
	const { McpClient } = await import("../../pkg/mcp/index.js");
	return {
		name: "node",
		open: async (server) => {
			const talk = begin(McpClient, server.url, server);
			return {
				run: (name) => CHECKS[server.kind][name](talk),
				end: () => talk.client.disconnect(),
			};
		},
		close: async () => undefined,
	};
}

/** @returns {Promise<Host>} */
async function inChromium() {
	const { chrome } = findBrowser();
	if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
	const site = await servePackage(["/tests/servers/"]);
	const browser = await chromium.launch({ executablePath: chrome, args: ARGUMENTS, headless: true });
	return {
		name: "chromium",
		open: async (server) => {
			const page = await browser.newPage();
			for (const what of /** @type {const} */ (["told", "kill", "start"])) {
				await page.exposeFunction(`server_${what}`, server[what]);
			}
			await page.goto(site.url);
			await page.evaluate(`(async () => {
				const [{ McpClient }, { begin }, { CHECKS }] = await Promise.all(
					["/pkg/mcp/index.js", "/tests/servers/talk.mjs", "/tests/servers/checks/index.mjs"].map((path) => import(path)),
				);
				const server = { told: server_told, kill: server_kill, start: server_start };
				const talk = begin(McpClient, ${JSON.stringify(server.url)}, server);
				// As a value, because a rejection comes through with words of Playwright's around it.
				globalThis.run = (name) =>
					CHECKS[${JSON.stringify(server.kind)}][name](talk).then((said) => ({ said }), (error) => ({ problem: String(error?.message ?? error) }));
			})()`);
			return {
				run: async (name) => {
					const { said, problem } = await page.evaluate(`run(${JSON.stringify(name)})`);
					if (problem !== undefined) throw new Error(problem);
					return said;
				},
				end: () => page.close(),
			};
		},
		close: async () => {
			await browser.close();
			site.close();
		},
	};
}

export const HOSTS = { node, chromium: inChromium };
