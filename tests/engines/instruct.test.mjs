/** Models that follow instructions, on their real weights in Firefox and WebKit: they load, answer under a schema, and are stopped. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { after, before, describe, test } from "node:test";
import { fetchWeights, WEIGHTS, weightsPath } from "../../scripts/setup/weights.mjs";
import { CITIES, ROWS, SCHEMA } from "../browser-engine/cities.mjs";
import { serve } from "../browser-engine/site.mjs";
import { engines } from "./support/each.mjs";

for (const { name, open } of engines) {
	for (const weights of [WEIGHTS["qwen2.5-coder-0.5b"], WEIGHTS["qwen2.5-coder-1.5b"]]) {
		describe(`${weights.file} in ${name}`, () => {
			/** @type {import("./support/driven.mjs").Driven} */
			let page;
			/** @type {Awaited<ReturnType<typeof serve>>} */
			let site;
			before(async () => {
				await fetchWeights(weights);
				site = await serve({ "/m/": dirname(weightsPath(weights)) });
				page = await open();
				await page.goto(site.address);
			});
			after(async () => {
				await page?.close();
				site?.close();
			});

			/** Runs what takes longer than a driver waits, and asks again and again. @param {string} body of an async function */
			async function long(body) {
				await page.run(`globalThis.outcome = undefined;
					(async () => { ${body} })().then(
						(value) => { globalThis.outcome = { value }; },
						(error) => { globalThis.outcome = { error: String(error) }; });`);
				for (let left = 600; ; left -= 1) {
					const outcome = await page.run("return globalThis.outcome;");
					if (outcome?.error) throw new Error(outcome.error);
					if (outcome) return outcome.value;
					assert.ok(left > 0, "it took longer than ten minutes");
					await new Promise((resolve) => setTimeout(resolve, 1000));
				}
			}

			test("it loads, and answers under a schema with what it was told", async (t) => {
				const began = performance.now();
				const info = await long(`const { createEngineClient } = await import("/worker/client.js");
					globalThis.engine = createEngineClient();
					return globalThis.engine.load(${JSON.stringify(`/m/${weights.file}`)}, { contextSize: 1024, keep: false });`);
				assert.equal(info.architecture, "qwen2");
				const loaded = performance.now();
				const request = {
					chat: { messages: [{ role: "user", content: CITIES }] },
					maxTokens: 80,
					schema: SCHEMA,
				};
				const { text } = await long(`return globalThis.engine.generate(${JSON.stringify(request)});`);
				assert.deepEqual(JSON.parse(text).rows, ROWS);
				const seconds = [loaded - began, performance.now() - loaded].map((ms) => (ms / 1000).toFixed(1));
				t.diagnostic(`${name}, ${info.build}: loaded in ${seconds[0]} s, answered in ${seconds[1]} s`);
			});

			test("it stops where it is told to, and answers the next", async () => {
				const stopped = await long(`const stop = new AbortController();
					setTimeout(() => stop.abort(), 300);
					const asked = globalThis.engine.generate({ prompt: "Count: one, two, three,", maxTokens: 500 }, { signal: stop.signal });
					return asked.then(() => "went on", ({ name }) => name);`);
				assert.equal(stopped, "AbortError");
				const { outputTokens } = await long(
					`return globalThis.engine.generate({ prompt: "Count: one, two, three,", maxTokens: 3 });`,
				);
				assert.equal(outputTokens, 3);
			});
		});
	}
}
