/**
 * A model that a page has had before: how long it takes from the store, with and without what the engine remembers beside it, how long until
 * the first token of a prompt that was read in the last visit, and how much memory it takes then.
 * `GEMMA_GGUF=MODEL.gguf node tests/bench/store.mjs [tokens of the prompt, 4000] [threads, 2] [rounds, 3]`.
 */
import { basename } from "node:path";
import { ISOLATED, openPage, serve, weights } from "../browser-engine/site.mjs";
import { median } from "./measure.mjs";

const [tokens = "4000", threads = "2", rounds = "3"] = process.argv.slice(2);
const site = await serve({}, Number(threads) > 1 ? ISOLATED : {});
const { page, close } = await openPage(site.address);

/** Loads the model in a new page, and reads the prompt; `wait` until what is remembered is stored. @param {boolean} wait */
const visit = async (wait) => {
	await page.goto(site.address);
	return page.evaluate(
		async ({ tokens, threads, wait }) => {
			const { createEngineClient } = await import("/worker/client.js");
			const engine = createEngineClient();
			const begin = performance.now();
			const { stored } = await engine.load("/model.gguf", { contextSize: tokens + 1024, threads });
			const loaded = performance.now();
			const prompt = Array.from({ length: tokens / 4 }, (_, at) => `${at % 10} red${at % 97}`).join(" ");
			const { promptTokens, cachedTokens, memoryBytes } = await engine.generate({ prompt, maxTokens: 1 });
			const read = performance.now();
			// It is written while nobody asks anything.
			if (wait) await new Promise((resolve) => setTimeout(resolve, 30_000));
			engine.dispose();
			return { stored, load: loaded - begin, first: read - loaded, promptTokens, cachedTokens, memoryBytes };
		},
		{ tokens: Number(tokens), threads: Number(threads), wait },
	);
};

const first = await visit(true);
const again = [];
for (let round = 0; round < Number(rounds); round += 1) again.push(await visit(false));
await close();
site.close();

const of = (/** @type {string} */ key) => median(again.map((visit) => visit[key]));
const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
console.log(`${basename(weights())}, ${threads} threads, ${first.promptTokens} tokens (n=${rounds})`);
console.log(`  first visit: load ${seconds(first.load)}, to the first token ${seconds(first.first)}`);
console.log(
	`  again: load ${seconds(of("load"))}, to the first token ${seconds(of("first"))}, ${of("cachedTokens")} of ${of("promptTokens")} tokens remembered (×${(first.first / of("first")).toFixed(0)})`,
);
console.log(`  memory of the engine: ${(of("memoryBytes") / 1e6).toFixed(0)} MB`);
