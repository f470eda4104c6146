/** What a model is told at first, for servers × tools: tokens (estimated) and milliseconds; and how both grow. */
import * as kit from "../../pkg/index.js";
import { growth } from "./growth.mjs";
import { median } from "./measure.mjs";

await kit.init();

const TOPICS = [
	"deputy",
	"vote",
	"weather",
	"stock",
	"train",
	"museum",
	"energy",
	"article",
	"leaflet",
	"road",
];
const VERBS = ["get", "find", "count", "export", "compare"];

/** @param {number} server @param {number} tools */
const layer = (server, tools) => ({
	protocol: /** @type {const} */ ("mcp"),
	serverName: `server ${server} of ${TOPICS[server % 10]}`,
	tools: Array.from({ length: tools }, (_, n) => ({
		name: `${VERBS[n % 5]}_${TOPICS[(server + n) % 10]}_${n}`,
		description: `Reads ${TOPICS[(n * 7) % 10]} records of region ${n % 97} and returns them as JSON rows.`,
		inputSchema: {
			type: "object",
			required: ["region"],
			properties: {
				region: { type: "string", description: "Code of the region, two digits." },
				year: { type: "integer", minimum: 1900 },
				limit: { type: "integer", maximum: 1000 },
			},
		},
	})),
});
const layers = (/** @type {number} */ servers, /** @type {number} */ tools) => [
	...Array.from({ length: servers }, (_, server) => layer(server, tools)),
	kit.autoui.layer(),
];
const tokens = (/** @type {unknown} */ value) =>
	kit.estimateTokens(typeof value === "string" ? value : JSON.stringify(value));

console.log("\nservers × tools → tokens at first (tools + prompt), all tools, ms (median of 7)");
for (const [servers, tools] of [
	[1, 10],
	[1, 100],
	[4, 12],
	[10, 10],
	[10, 100],
	[100, 10],
	[100, 100],
]) {
	const all = layers(servers, tools);
	const times = Array.from({ length: 7 }, () => {
		const start = performance.now();
		kit.buildDiscoveryTools(all);
		kit.buildSystemPrompt(all);
		return performance.now() - start;
	});
	const atFirst = kit.buildDiscoveryTools(all);
	const [first, prompt, every] = [atFirst, kit.buildSystemPrompt(all), kit.buildToolsFromLayers(all)].map(
		tokens,
	);
	console.log(
		`  ${String(servers).padStart(3)} × ${String(tools).padEnd(3)}  ${String(first + prompt).padStart(6)} (${first} + ${prompt}, ${atFirst.length} tools)  of ${String(every).padStart(7)}  ${median(times).toFixed(1)} ms`,
	);
}

const sizes = [500, 1000, 2000, 5000, 10_000];
await growth("prompt, tools on 10 servers", sizes, (size) => {
	const all = layers(10, size / 10);
	return () => kit.buildSystemPrompt(all);
});
await growth("every tool prepared for a provider, tools on 10 servers", sizes, (size) => {
	const all = layers(10, size / 10);
	return () => kit.buildToolsFromLayers(all);
});
