/** Every widget in Firefox and WebKit: its examples, other data in place, hostile data, what axe-core finds; and a canvas. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { recipeExamples } from "../e2e/support/examples.mjs";
import { serveSite } from "../e2e/support/site.mjs";
import { engines } from "./support/each.mjs";
import * as inPage from "./support/in-page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Said by an engine of what its own rules make of a page that is sound. */
const HARMLESS = /ResizeObserver loop/;

const examples = await recipeExamples();
const types = [...new Set(examples.map(({ type }) => type))];
const site = await serveSite("widgets");
after(() => site.close());

for (const { name, open } of engines) {
	describe(name, () => {
		/** @type {import("./support/driven.mjs").Driven} */
		let page;
		const call = (/** @type {Function} */ work, /** @type {object} */ given = {}) =>
			page.run(`return (${work})(${JSON.stringify(given)})`);

		before(async () => {
			page = await open();
			await page.goto(site.url);
			await page.run(
				`for (let left = 200; left > 0 && !("kit" in window); left--) await new Promise((done) => setTimeout(done, 50));`,
			);
			await page.run(`(${inPage.prepare})()`);
			await page.run(AXE);
		});
		after(() => page?.close());

		for (const type of types) {
			test(type, async () => {
				const own = examples.filter((one) => one.type === type);
				const given = { type, examples: own.map(({ params }) => params) };
				assert.deepEqual(await call(inPage.drawExamples, given), []);
				assert.deepEqual(await call(inPage.examine, given), []);
				if (process.env.SHOTS) {
					await mkdir(process.env.SHOTS, { recursive: true });
					await writeFile(join(process.env.SHOTS, `${name}-${type}.png`), await page.screenshot());
				}
				assert.deepEqual(await call(inPage.drawHostile, given), []);
				const problems = await page.run("return window.problems.splice(0)");
				assert.deepEqual(
					problems.filter((/** @type {string} */ problem) => !HARMLESS.test(problem)),
					[],
				);
			});
		}

		test("a press in a table is told to the chart that is linked with it", async () => {
			assert.deepEqual(await call(inPage.linked), { told: ["w_table", "rowclick"], pointed: "dog" });
		});

		test("a thousand widgets, one of which changes", async () => {
			const { count, said } = await call(inPage.thousand);
			assert.equal(count, 1000);
			assert.match(said, /123[,. ]?456/);
		});
	});
}
