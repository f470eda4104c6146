/**
 * How often the in-browser model turns a wish that names its own data into the right widget with the right values, on one thread:
 * taught by the adapter (`taught`), untaught as the package leads it (`examples`), and beside that the same model prompted plainly and
 * the same prompt under a grammar: `node tests/eval/compose.mjs [all|tuned|held|fresh|blind|unseen|last] [ways] [ADAPTER.gguf]`, where
 * ways are any of `taught,examples,grammar,plain`.
 */
import { dirname, basename, resolve } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { median } from "../bench/measure.mjs";
import { openPage, serve } from "../browser-engine/site.mjs";
import { HALVES } from "./compose-wishes.mjs";
import { judge } from "./judge.mjs";

/** Fewer wishes with the right widget than this share, in any half, are a failure: what is taught has become worse. */
const LEAST_RIGHT = 0.5;

const halves = process.argv[2] && process.argv[2] !== "all" ? [process.argv[2]] : Object.keys(HALVES);
const ways = (process.argv[3] ?? "taught,examples,grammar,plain").split(",");
const adapter = process.argv[4] ? resolve(process.argv[4]) : inRoot("composer", "composer.gguf");

const site = await serve({ "/adapter/": dirname(adapter) });
const { page, close } = await openPage(site.address);
await page.evaluate(async () => {
	const kit = await import("/index.js");
	const { createEngineClient } = await import("/worker/client.js");
	await kit.init();
	const names = kit.autoui.listWidgets().map(({ name }) => name);
	const recipes = [];
	for (const name of names) recipes.push(await kit.autoui.executeTool("get_recipe", { name }));
	Object.assign(window, { kit, createEngineClient, recipes });
});

/** Makes `ask(wish)` in the page: what was shown, if anything, and how long it took. */
const PREPARE = {
	agent: (/** @type {string[]} */ urls) =>
		page.evaluate(async (urls) => {
			const { kit } = /** @type {any} */ (window);
			const adapters = urls.map((url) => ({ url }));
			const provider = new kit.WasmProvider({ model: "/model.gguf", adapters, threads: 1 });
			await provider.initialize();
			const ask = async (/** @type {string} */ wish) => {
				const { toolCalls, text } = await kit.runAgentLoop(wish, { provider, layers: [kit.autoui.layer()] });
				const shown = toolCalls.findLast((/** @type {any} */ call) => call.name.endsWith("widget_display"));
				return shown ? { call: shown.args } : { said: text };
			};
			Object.assign(window, { ask, done: () => provider.dispose() });
		}, urls),
	baseline: (/** @type {boolean} */ constrained) =>
		page.evaluate(async (constrained) => {
			const { createEngineClient, recipes } = /** @type {any} */ (window);
			const engine = createEngineClient();
			await engine.load("/model.gguf", { contextSize: 8192, threads: 1 });
			const shown = (/** @type {string} */ wish, /** @type {any} */ call) =>
				`Wish: ${wish}\nCall: ${JSON.stringify(call)}\n\n`;
			const lines = recipes.map((/** @type {any} */ { name, description }) => `- ${name}: ${description}\n`);
			// Two examples of each widget, in turns, so that the last one is not always of the same.
			const examples = [0, 1].flatMap((index) =>
				recipes.map((/** @type {any} */ { name, examples }) =>
					shown(examples[index].wish, { name, params: examples[index].params }),
				),
			);
			const prompt = `Call the widget that answers the wish.\n${lines.join("")}\n${examples.join("")}`;
			const call = (/** @type {any} */ { name, schema }) => ({
				type: "object",
				properties: { name: { const: name }, params: schema },
				required: ["name", "params"],
				additionalProperties: false,
			});
			const schema = { anyOf: recipes.map(call) };
			const ask = async (/** @type {string} */ wish) => {
				const { text } = await engine.generate({
					prompt: `${prompt}Wish: ${wish}\nCall:`,
					maxTokens: 400,
					...(constrained ? { schema } : { stop: ["\n"] }),
				});
				try {
					return { call: JSON.parse(text), said: text };
				} catch {
					return { said: text };
				}
			};
			Object.assign(window, { ask, done: () => engine.dispose() });
		}, constrained),
};

const ask = (/** @type {string} */ wish) =>
	page.evaluate(async (wish) => {
		const { ask, kit } = /** @type {any} */ (window);
		const start = performance.now();
		const answer = await ask(wish);
		const ms = performance.now() - start;
		// Every way is judged by the server itself: a call that it refuses is not valid.
		const result = answer.call
			? await kit.autoui.executeTool("widget_display", answer.call).catch(() => ({}))
			: {};
		return { ...answer, ms, valid: typeof result.widget === "string" };
	}, wish);

const percent = (/** @type {number} */ count, /** @type {number} */ all) =>
	`${((100 * count) / all).toFixed(0)} %`;
for (const way of ways) {
	if (way === "taught") await PREPARE.agent([`/adapter/${basename(adapter)}`]);
	else if (way === "examples") await PREPARE.agent([]);
	else await PREPARE.baseline(way === "grammar");
	for (const half of halves) {
		const wishes = HALVES[/** @type {keyof typeof HALVES} */ (half)];
		const count = { valid: 0, widget: 0, values: 0 };
		const times = [];
		for (const wanted of wishes) {
			const got = await ask(wanted.wish);
			times.push(got.ms);
			const verdict = judge(wanted, got);
			for (const key of /** @type {(keyof typeof count)[]} */ (Object.keys(count)))
				count[key] += Number(verdict[key]);
			if (!verdict.values)
				console.log(`  ✗ ${wanted.wish} → ${JSON.stringify(got.call ?? got.said).slice(0, 260)}`);
		}
		times.sort((a, b) => a - b);
		const all = wishes.length;
		console.log(
			`${way}, ${half}: valid ${percent(count.valid, all)}, right widget ${percent(count.widget, all)}, all values ${percent(count.values, all)}, ` +
				`median ${(median(times) / 1000).toFixed(2)} s, slowest ${((times.at(-1) ?? 0) / 1000).toFixed(2)} s [n=${all}]`,
		);
		if (way === "taught" && (count.valid < all || count.widget < LEAST_RIGHT * all)) process.exitCode = 1;
	}
	await page.evaluate(() => /** @type {any} */ (window).done());
}
await close();
site.close();
