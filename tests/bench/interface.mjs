/**
 * The interface beside assistant-ui, CopilotKit and A2UI, in Chromium: what a page of each loads, when it can be used, how long a chart takes
 * from the wish, and what keeps the main thread meanwhile. `node interface.mjs [rounds]`
 */
import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "../e2e/support/chromium.mjs";
import { buildSite, installPeers } from "./interface/build.mjs";
import { REPORT, REPORT_PIECES } from "./interface/said.mjs";
import { bytesOf, serve } from "./interface/server.mjs";
import { SITES } from "./interface/sites.mjs";
import { sizes, tasks, times } from "./interface/tables.mjs";
import { visit } from "./interface/visit.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const SLOWER = 4;

await installPeers();
/** @type {Map<string, string>} */
const folders = new Map();
/** Why an interface is not compared. @type {Map<string, string>} */
const missing = new Map();
for (const site of SITES) {
	try {
		folders.set(site.folder, await buildSite(site));
	} catch (error) {
		missing.set(site.name, `its page is not built: ${error}`);
	}
}

const server = await serve(folders);
// No name is resolved: what a library would tell its makers, or load from elsewhere, stays here.
const { chrome } = findBrowser();
if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
const args = [...ARGUMENTS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];
const browser = await chromium.launch({ executablePath: chrome, args, headless: true });

/**
 * Visits all of them in turns.
 *
 * @param {number} rounds
 * @param {number} throttle
 */
async function visits(rounds, throttle) {
	/** @type {Map<string, Awaited<ReturnType<typeof visit>>[]>} */
	const all = new Map();
	for (let round = 0; round < rounds; round++) {
		for (const site of SITES.filter(({ name }) => !missing.has(name))) {
			try {
				const one = await visit(browser, site, server, { throttle });
				if (one.problems.length > 0) throw new Error(one.problems.join(" "));
				all.set(site.name, [...(all.get(site.name) ?? []), one]);
			} catch (error) {
				missing.set(site.name, String(error));
				all.delete(site.name);
			}
		}
	}
	return all;
}

try {
	// The builds have just ended, and count in it.
	console.log(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
	const usual = await visits(ROUNDS, 1);
	const [ours] = usual.values();
	if (!ours) throw new Error(`Ours was not measured: ${missing.get(SITES[0].name)}`);
	sizes(usual, bytesOf);
	times(usual);
	console.log(`\nthe long answer: ${REPORT.length} characters in ${REPORT_PIECES.length} pieces`);
	tasks(usual);
	const slow = await visits(Math.ceil(ROUNDS / 2), SLOWER);
	console.log(`\n\nthe page's thread ${SLOWER} times as slow`);
	times(slow);
	tasks(slow);
	for (const [name, reason] of missing) console.log(`\n${name}: not run: ${reason}`);
} finally {
	await browser.close();
	server.close();
}
