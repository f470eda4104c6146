/**
 * How often the in-browser model answers random wishes right, a fifth as many for tables among them:
 * `node tests/eval/choose.mjs [count] [seed] [tables]`.
 */
import { openDatabase } from "../../www/server/database.mjs";
import { datasets } from "../../www/server/datasets.mjs";
import { startDataServer } from "../../www/server/server.mjs";
import { openPage, serve } from "../browser-engine/site.mjs";
import { chance, draw, drawRows } from "./wishes.mjs";

/** Fewer right answers than this share are a failure: a change has made the model's decisions worse. */
const LEAST_RIGHT = 0.9;

const count = Number(process.argv[2] ?? 40);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);

const tables = datasets();
const database = await openDatabase(tables);
const known = database.tables().map(({ name, columns }) => ({
	name,
	numbers: columns
		.filter(({ type, distinct }) => type === "number" && distinct > 1)
		.map((column) => column.name),
	groups: columns.filter(({ distinct }) => distinct > 1 && distinct <= 40).map((column) => column.name),
}));
const server = await startDataServer({ tables });

const site = await serve();
const { page, close } = await openPage(site.address);
const loading = performance.now();
await page.evaluate(
	async ({ mcp }) => {
		const kit = await import("/index.js");
		await kit.init();
		const provider = new kit.WasmProvider({ model: "/model.gguf" });
		await provider.initialize();
		const client = new kit.McpMultiClient();
		await client.addServer(mcp);
		Object.assign(window, { kit, provider, client });
	},
	{ mcp: server.url },
);
console.log(`seed ${seed}; loaded in ${Math.round(performance.now() - loading)} ms`);

const ask = (/** @type {string} */ wish) =>
	page.evaluate(async (text) => {
		const { kit, provider, client } = /** @type {any} */ (window);
		const start = performance.now();
		const layers = [kit.autoui.layer(), ...client.layers()];
		const { toolCalls, text: said } = await kit.runAgentLoop(text, { provider, client, layers });
		const shown = toolCalls.findLast((/** @type {any} */ call) => call.name.endsWith("widget_display"));
		const query = toolCalls.find((/** @type {any} */ call) => call.name.endsWith("query_sql"));
		return {
			widget: shown?.args.name ?? "answer",
			params: shown?.args.params,
			sql: query?.args.sql,
			said,
			ms: performance.now() - start,
		};
	}, wish);

/** @param {ReturnType<typeof draw>} wanted @param {Awaited<ReturnType<typeof ask>>} got */
function problem(wanted, got) {
	if (got.widget !== wanted.widget) return `showed ${got.widget}, not ${wanted.widget}`;
	if (wanted.bars && JSON.stringify(got.params?.bars) !== JSON.stringify(wanted.bars)) {
		return `bars ${JSON.stringify(got.params?.bars)}`;
	}
	if (wanted.rows)
		return got.sql?.includes(`* FROM "${wanted.rows}"`) ? undefined : `asked ${got.sql ?? "nothing"}`;
	if (!wanted.table) return got.sql ? "queried the database" : undefined;
	const names = [`AVG("${wanted.column}")`, `FROM "${wanted.table}"`, `GROUP BY "${wanted.group}"`];
	return names.every((name) => got.sql?.includes(name)) ? undefined : `asked ${got.sql ?? "nothing"}`;
}

const random = chance(seed);
const times = [];
const kinds = /** @type {Record<string, [number, number]>} */ ({});
// Wishes for tables come last, so that the others stay those of the seed.
const tablesToo = Number(process.argv[4] ?? Math.ceil(count / 5));
const wishes = Array.from({ length: count }, () => draw(random, known));
for (let i = 0; i < tablesToo; i += 1) wishes.push(drawRows(random, known));
for (let round = 0; round < wishes.length; round += 1) {
	const wanted = wishes[round];
	const got = await ask(wanted.wish);
	times.push(got.ms);
	const kind = wanted.bars
		? "chart"
		: wanted.widget === "data-table"
			? "rows"
			: wanted.table
				? "data"
				: "other";
	kinds[kind] ??= [0, 0];
	kinds[kind][1] += 1;
	const wrong = problem(wanted, got);
	if (wrong) console.log(`✗ ${wanted.wish} → ${wrong}`);
	else kinds[kind][0] += 1;
}
times.sort((a, b) => a - b);
for (const [kind, [right, all]] of Object.entries(kinds)) console.log(`${kind}: ${right} of ${all} right`);
const right = Object.values(kinds).reduce((sum, [one]) => sum + one, 0);
if (right < LEAST_RIGHT * wishes.length) process.exitCode = 1;
console.log(`median ${Math.round(times[times.length >> 1])} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`);
await close();
await server.close();
site.close();
database.close();
