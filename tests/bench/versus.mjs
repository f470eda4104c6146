/**
 * This build beside an earlier one, both in this process and in turns of milliseconds, so that a machine whose speed
 * changes does not hide what changed: other figures of the same rows come from the files of their names.
 *
 *   node tests/bench/versus.mjs FOLDER-OF-AN-EARLIER-PKG [MORE-FOLDERS …]
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { median } from "./measure.mjs";
import { DONE, event, streamed } from "./openai-stream.mjs";

const ROUNDS = 60;
const WARM_UPS = 15;
const STEPS = 20;
const EVENTS = 2_000;

const row = {
	type: "object",
	required: ["id", "name", "price"],
	properties: {
		id: { type: "integer", minimum: 0 },
		name: { type: "string" },
		price: { type: "number", minimum: 0 },
		tags: { type: "array", items: { type: "string" } },
	},
	additionalProperties: false,
};
const schema = { type: "object", required: ["rows"], properties: { rows: { type: "array", items: row } } };
const rows = Array.from({ length: 100 }, (_, id) => ({
	id,
	name: `Row number ${id}`,
	price: id + 0.1 * id,
	tags: ["first", `tag ${id}`],
}));
const text = JSON.stringify({ rows });
const broken = JSON.stringify({ rows: [...rows, { id: "x" }] });
const pieces = text.match(/.{1,20}/gs) ?? [];
const reply = `${event({ content: "twenty characters ok" }).repeat(EVENTS)}${event({}, "stop")}${DONE}`;
const bytes = new TextEncoder().encode(reply);

/** @param {number} times @param {() => unknown} run */
const repeated = (times, run) => () => {
	for (let turn = 0; turn < times; turn += 1) run();
};

/** @type {Record<string, (kit: typeof import("../../pkg/index.js")) => () => unknown>} */
const TASKS = {
	"a table that fits": (kit) => {
		const compiled = kit.compileJsonSchema(schema);
		return repeated(20, () => compiled.validateText(text));
	},
	"a table that does not": (kit) => {
		const compiled = kit.compileJsonSchema(schema);
		return repeated(5, () => compiled.validateText(broken));
	},
	"a schema compiled": (kit) => repeated(20, () => kit.compileJsonSchema(schema)),
	"partial JSON": (kit) => () => {
		const partial = kit.createPartialJson();
		for (const piece of pieces) partial.push(piece);
		partial.finish();
	},
	"20 steps of the loop": (kit) => () => {
		let step = 0;
		const provider = {
			name: "scripted",
			model: "none",
			async chat() {
				step += 1;
				if (step >= STEPS) return { content: [{ type: "text", text: "done" }], stopReason: "end_turn" };
				const call = { type: "tool_use", id: `c${step}`, name: "bench_webmcp_echo", input: { n: step } };
				return { content: [call], stopReason: "tool_use" };
			},
		};
		const inputSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
		const tools = [{ name: "echo", description: "Echo", inputSchema, execute: async ({ n }) => n }];
		const layers = [{ protocol: "webmcp", serverName: "bench", description: "", tools }];
		return kit.runAgentLoop("go", { provider, layers, maxIterations: STEPS + 1 });
	},
	"a stream of 2,000 events": (kit) => () => {
		globalThis.fetch = async () => streamed(bytes);
		const provider = new kit.LocalLLMProvider({ model: "m", baseUrl: "http://x" });
		return kit.runAgentLoop("go", { provider, layers: [], callbacks: { onToken() {} } });
	},
};

const folders = [...process.argv.slice(2).map((folder) => resolve(folder)), inRoot("pkg")];
if (folders.length < 2) {
	console.log("Nothing to compare with: say the folder of an earlier pkg/.");
	process.exit();
}
const kits = [];
for (const folder of folders) {
	const kit = await import(pathToFileURL(resolve(folder, "index.js")).href);
	await kit.init();
	kits.push(kit);
}
console.log(`Milliseconds, and how many times those of ${folders[0]}:`);
for (const [name, task] of Object.entries(TASKS)) {
	const runs = kits.map(task);
	/** @type {number[][]} */
	const times = runs.map(() => []);
	for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
		for (let turn = 0; turn < runs.length; turn += 1) {
			// Who comes first changes, for garbage falls to whoever comes next.
			const at = (turn + round + WARM_UPS) % runs.length;
			const start = performance.now();
			await runs[at]();
			if (round >= 0) times[at].push(performance.now() - start);
		}
	}
	const ratios = times.map((own) => median(own.map((ms, round) => ms / times[0][round])));
	const shown = times.map((own, at) => `${median(own).toFixed(3)} ×${ratios[at].toFixed(2)}`);
	console.log(`  ${name.padEnd(26)}${shown.join("   ")}`);
}
