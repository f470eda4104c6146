/**
 * `document.modelContext` with 1,000 tools: our polyfill, the browser's own (`CHROME_WEBMCP` names a Chromium that has it), and the peer, whose
 * script `WEBMCP_PEER` names (npm `@mcp-b/webmcp-polyfill`, its `.iife.js`), in turns. `webmcp.mjs [rounds]`
 */
import { modes, openWith } from "../e2e/support/webmcp/browser.mjs";

const ROUNDS = Number(process.argv[2] ?? 7);
const COUNT = 1000;
const PEER = process.env.WEBMCP_PEER;

/** Microseconds of each. */
const measure = (page) =>
	page.evaluate(async (count) => {
		const context = document.modelContext ?? navigator.modelContext;
		const takesText = context.executeTool.length === 2 || !("ModelContext" in window);
		const stop = new AbortController();
		const inputSchema = { type: "object", properties: { a: { type: "number" }, text: { type: "string" } } };
		const time = async (work, per) => {
			const begin = performance.now();
			await work();
			return ((performance.now() - begin) * 1000) / per;
		};
		const result = {};
		result.register = await time(async () => {
			for (let at = 0; at < count; at += 1) {
				const tool = {
					name: `tool_${at}`,
					description: `Tool ${at}`,
					inputSchema,
					execute: async ({ a }) => ({ a }),
				};
				await context.registerTool(tool, { signal: stop.signal });
			}
		}, count);
		let tools;
		result.list = await time(async () => {
			tools = await context.getTools();
		}, 1);
		const input = { a: 1, text: "x".repeat(100) };
		result.call = await time(async () => {
			for (const tool of tools) await context.executeTool(tool, takesText ? JSON.stringify(input) : input);
		}, count);
		result.remove = await time(async () => stop.abort(), count);
		return result;
	}, COUNT);

const kinds = (await modes()).map((mode) => [mode, mode]);
if (PEER) kinds.push(["peer", "none"]);
const seen = Object.fromEntries(kinds.map(([kind]) => [kind, []]));
for (let round = 0; round < ROUNDS; round += 1) {
	for (const [kind, mode] of kinds) {
		const { page, close } = await openWith(mode);
		if (kind === "peer") await page.addScriptTag({ path: PEER });
		seen[kind].push(await measure(page));
		await close();
	}
}
const median = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)];
console.log(`${COUNT} tools, medians of ${ROUNDS}, microseconds (getTools: of the whole list)`);
for (const what of ["register", "list", "call", "remove"]) {
	const ours = median(seen.polyfill.map((one) => one[what]));
	const row = kinds.map(([kind]) => {
		const figure = median(seen[kind].map((one) => one[what]));
		return `${kind} ${figure.toFixed(1)}${kind === "polyfill" ? "" : ` (×${(figure / ours).toFixed(2)} of ours)`}`;
	});
	console.log(`${what}: ${row.join(", ")}`);
}
