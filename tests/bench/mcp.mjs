/**
 * Our MCP client beside the official ones (npm `@modelcontextprotocol/sdk`, `@modelcontextprotocol/client`), in Chromium, against one server
 * of another origin: what a page loads, and how long calls take. `node mcp.mjs [rounds] [events|json]`
 */
import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "../e2e/support/chromium.mjs";
import { bytesOf, serve } from "./interface/server.mjs";
import { buildPage, CLIENTS } from "./mcp/clients.mjs";
import { serveMcp } from "./mcp/server.mjs";
import { loaded, timed } from "./mcp/visit.mjs";
import { median } from "./measure.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const FORM = process.argv[3] === "json" ? "json" : "events";

/** @param {number} figure @param {number} ours */
const ratio = (figure, ours) => (figure === ours ? "" : ` ×${(figure / ours).toFixed(2)}`);
const row = (/** @type {string[]} */ ...cells) => console.log(`| ${cells.join(" | ")} |`);
const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/** @type {Map<string, string>} */
const folders = new Map();
for (const client of CLIENTS) folders.set(client.folder, await buildPage(client));
const site = await serve(folders);
const mcp = await serveMcp(FORM);
const { chrome } = findBrowser();
if (!chrome) throw new Error("There is no Chromium: run npm run setup.");
const browser = await chromium.launch({ executablePath: chrome, args: ARGUMENTS, headless: true });
const control = await browser.newBrowserCDPSession();

async function sizes() {
	const all = [];
	for (const client of CLIENTS) all.push(await loaded(browser, site, client, mcp.url));
	console.log("What a page loads, kB gzip (brotli)\n");
	row("", ...CLIENTS.map(({ name }) => name));
	row("---", ...CLIENTS.map(() => "---"));
	for (const [what, step] of /** @type {const} */ ([
		["connect, list, call", "used"],
		["and a result validated", "validated"],
	])) {
		const weights = all.map((files) => {
			const [js, wasm] = [".js", ".wasm"].map((ending) => bytesOf(files[step], ending));
			return { js, wasm, both: { gzip: js.gzip + wasm.gzip, brotli: js.brotli + wasm.brotli } };
		});
		for (const [named, of] of /** @type {const} */ ([
			["JavaScript", "js"],
			["WebAssembly", "wasm"],
			["together", "both"],
		])) {
			const cells = weights.map((weight) => {
				const { gzip, brotli } = weight[of];
				const share = of === "both" ? ratio(brotli, weights[0].both.brotli) : "";
				return gzip === 0 ? "–" : `${kB(gzip)} (${kB(brotli)})${share}`;
			});
			row(`${what}: ${named}`, ...cells);
		}
	}
}

async function times() {
	const sides = CLIENTS.flatMap((client) => client.eras.map((era) => ({ client, era })));
	/** @type {{[what: string]: number}[][]} */
	const seen = sides.map(() => []);
	for (let round = 0; round < ROUNDS; round += 1) {
		for (let turn = 0; turn < sides.length; turn += 1) {
			// Each begins a round once, so that nobody is always the one after the same other.
			const at = (turn + round) % sides.length;
			const { client, era } = sides[at];
			seen[at].push(await timed(control, site, client.folder, mcp, era));
		}
	}
	for (const era of /** @type {const} */ (["legacy", "modern"])) {
		const rows = sides.flatMap((side, at) =>
			side.era === era ? [{ name: side.client.name, all: seen[at] }] : [],
		);
		console.log(`\n${era}, answers as ${FORM}, ms, median of ${ROUNDS} (range)\n`);
		row("", ...rows.map(({ name }) => name));
		row("---", ...rows.map(() => "---"));
		for (const what of Object.keys(rows[0].all[0])) {
			const figures = rows.map(({ all }) => all.map((one) => one[what]));
			const [ours] = figures.map(median);
			const digits = ours < 100 ? 2 : 0;
			const cells = figures.map((each) => {
				const range = [Math.min(...each), Math.max(...each)].map((ms) => ms.toFixed(digits)).join("–");
				return `${median(each).toFixed(digits)} (${range})${ratio(median(each), ours)}`;
			});
			row(what, ...cells);
		}
	}
}

try {
	await sizes();
	// The builds have just ended, and count in it.
	console.log(`\nload of the machine before: ${loadavg()[0].toFixed(1)}`);
	await times();
	console.log(`\nload of the machine after: ${loadavg()[0].toFixed(1)}`);
} finally {
	await browser.close();
	site.close();
	mcp.close();
}
