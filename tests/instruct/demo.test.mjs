/** The demo with the model that is recommended where memory allows, on one thread and on two: both its databases, no network, the keyboard alone. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fetchWeights, WEIGHTS, weightsPath } from "../../scripts/setup/weights.mjs";
import { datasets } from "../../www/server/datasets.mjs";
import {
	assertNumbers,
	chartNumbers,
	makeWish,
	modelReady,
	openDemo,
	serversReady,
} from "../e2e/support/demo.mjs";
import { averages, generator, knownQuestion, SEED } from "../e2e/support/draw.mjs";

const LOAD_MS = 600_000;
/** Two cores without AVX-512 read 21 tokens a second on two threads, and the first wish has 3,400 of them in front. */
const WISH_MS = 1_200_000;
const CROPS = ["beans", "leeks", "kale"];
const HARVEST = Array.from({ length: 60 }, (_, at) => ({
	crop: CROPS[at % 3],
	kilos: 2.5 + ((at * 37) % 50),
}));
const CSV = `crop,kilos\n${HARVEST.map(({ crop, kilos }) => `${crop},${kilos}\n`).join("")}`;
/** On one thread a page computes that may not share memory with its Workers. */
const ALONE = { "Cross-Origin-Embedder-Policy": "unsafe-none" };

const random = generator(SEED);
console.log(`The questions are drawn with WEBMCP_SEED=${SEED}.`);

for (const threads of [2, 1]) {
	describe(`on ${threads === 1 ? "one thread" : "two threads"}`, () => {
		/** @type {Awaited<ReturnType<typeof openDemo>>} */
		let demo;
		/** @type {import("playwright-core").Page} */
		let page;
		before(async () => {
			const weights = WEIGHTS["qwen2.5-coder-1.5b"];
			await fetchWeights(weights);
			const alone = threads === 1;
			demo = await openDemo({
				model: weightsPath(weights),
				...(alone && { headers: ALONE }),
			});
			page = demo.page;
			await modelReady(page, LOAD_MS);
			await serversReady(page);
			assert.equal(await page.evaluate(() => crossOriginIsolated), !alone);
		});
		after(() => demo?.close());

		/** Makes a wish that has to become one widget. @param {string} wish @param {string} type */
		async function shown(wish, type) {
			const { widgets, failure, said, steps } = await makeWish(page, wish, WISH_MS);
			const story = `"${wish}": ${failure ?? said}, ${JSON.stringify(steps.slice(-2))}`;
			assert.deepEqual(
				widgets.map((widget) => widget.type),
				[type],
				story,
			);
			return story;
		}

		test("numbers in the wish become a chart", async () => {
			const story = await shown("Bar chart of what each child has read: Ana 12, Bo 7, Cem 9", "chart");
			assertNumbers(await chartNumbers(page), { Ana: 12, Bo: 7, Cem: 9 }, story);
		});

		test("a question is answered from the data server", async () => {
			const { wish, table, column, group } = knownQuestion(random);
			const story = await shown(wish, "chart");
			const { rows } = datasets().find((one) => one.table === table) ?? { rows: [] };
			assertNumbers(await chartNumbers(page), averages(rows, column, group), story);
		});

		test("a question is answered from a file that is put into the page", async () => {
			await page
				.locator("auto-ui-chat input[type=file]")
				.setInputFiles({ name: "harvest.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
			await page.locator("auto-ui-chat .tables, auto-ui-chat .told").first().waitFor();
			const story = await shown("average kilos per crop", "chart");
			assertNumbers(await chartNumbers(page), averages(HARVEST, "kilos", "crop"), story);
		});

		test("without a network, too, from the page and its file, also once it is opened anew", async () => {
			await page.context().setOffline(true);
			const story = await shown("total kilos by crop", "chart");
			const totals = CROPS.map((crop) => {
				const own = HARVEST.filter((one) => one.crop === crop);
				return [crop, own.reduce((sum, { kilos }) => sum + kilos, 0)];
			});
			assertNumbers(await chartNumbers(page), Object.fromEntries(totals), story);
			await page.reload();
			await modelReady(page, LOAD_MS);
			await shown("A list: bees, wax, honey", "list");
			await page.context().setOffline(false);
		});

		test("by keyboard alone: a wish is typed and stopped, another is shown, reached and removed", async () => {
			await page.reload();
			await modelReady(page, LOAD_MS);
			const at = (/** @type {string} */ id) => page.evaluate((id) => focusedIn(id), id);
			await page.evaluate(() => {
				const path = () => {
					const found = [document.activeElement];
					for (let last = found[0]; last?.shadowRoot?.activeElement; last = found.at(-1)) {
						found.push(last.shadowRoot.activeElement);
					}
					return found;
				};
				Object.assign(window, {
					focusedIn: (id) => path().some((one) => one?.closest?.(`[part~=${id}], .${id}`)),
				});
			});
			const tabTo = async (/** @type {string} */ id) => {
				for (let left = 80; !(await at(id)); left -= 1) {
					assert.ok(left > 0, `no Tab leads to ${id}`);
					await page.keyboard.press("Tab");
				}
			};
			await tabTo("wish-input");
			await page.keyboard.type("How many movies are there for each genre?");
			await page.keyboard.press("Enter");
			await page.getByTestId("stop").waitFor();
			await page.keyboard.press("Escape");
			await page.getByTestId("stop").waitFor({ state: "hidden" });
			await tabTo("wish-input");
			const before = await page.locator("[data-widget-id]").count();
			await page.keyboard.type("Show a stat: visitors today 431");
			await page.keyboard.press("Enter");
			await page.locator("[data-widget-id]").nth(before).waitFor({ timeout: WISH_MS });
			await page.getByTestId("stop").waitFor({ state: "hidden", timeout: WISH_MS });
			await tabTo("wm-grip");
			await page.keyboard.press("Delete");
			await page.waitForFunction((count) => window.deepAll("[data-widget-id]").length === count, before);
		});

		test("nothing went wrong in the page meanwhile", () => {
			const known = /net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/;
			assert.deepEqual(
				demo.problems.filter((problem) => !known.test(problem)),
				[],
			);
		});
	});
}
