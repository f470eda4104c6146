/** With a small model, what is wished while it loads waits for it, and what is wished while a run goes on comes next. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { modelReady, openDemo, serversReady } from "./support/demo.mjs";
import { generator, knownChart, NOTES, SEED } from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";

const WISH_MS = 120_000;

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);
let demo;
before(async () => {
	demo = await openDemo({ model: realModel() });
});
after(() => demo?.close());

async function type(page, wish) {
	await page.getByTestId("wish-input").fill(wish);
	await page.getByTestId("wish-input").press("Enter");
}

/**
 * Types a wish and another at once, for a small model may have done the first before a browser that is driven from
 * outside types the second; the note on the second and the status are those of that moment. `then` is a key.
 */
const typeBoth = (page, wishes, then) =>
	page.evaluate(
		async ([wishes, then]) => {
			const of = (id) => [...deepAll(`[part=${id}]`)].at(-1);
			const press = (key) =>
				of("wish-input").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
			for (const wish of wishes) {
				of("wish-input").value = wish;
				press("Enter");
			}
			// The chat draws when the task is done.
			await Promise.resolve().then(() => undefined);
			const told = { note: of("wish").textContent, status: of("status").textContent };
			if (then) press(then);
			return told;
		},
		[wishes, then],
	);

const types = (page) =>
	page.locator("[data-widget-id]").evaluateAll((all) => all.map((frame) => frame.dataset.widgetType));

test("a wish that is sent while the model loads is answered when it is there", async () => {
	const { page } = demo;
	await page.waitForSelector("[data-panel=model][data-phase=loading]");
	await type(page, knownChart(random).wish);
	await page.getByTestId("stop").waitFor({ state: "hidden", timeout: WISH_MS });
	assert.deepEqual(await types(page), ["chart"]);
	await modelReady(page, WISH_MS);
	await serversReady(page);
	await page.getByTestId("clear").click();
});

/** Keeps which widgets are there when the answer of that number begins, for the page may have done it before a browser that is driven from outside looks. */
const watchReply = (page, count) =>
	page.evaluate((count) => {
		const { canvas, conversation } = document.querySelector("auto-ui-app").workspace;
		const { thread } = conversation;
		const stop = thread.subscribe(() => {
			if (thread.path.filter(({ role }) => role === "agent").length < count) return;
			globalThis.typesThen = canvas.blocks.map(({ type }) => type);
			stop();
		});
	}, count);

test("a wish that is sent meanwhile runs next, and says so", async () => {
	const { page } = demo;
	const [note] = random.pick(NOTES);
	await watchReply(page, 2);
	const told = await typeBoth(page, [knownChart(random).wish, note]);
	assert.match(told.note, /Next: runs when this wish is done/);
	assert.match(told.status, /1 more to come/);
	await page.getByTestId("reply").nth(1).waitFor({ timeout: WISH_MS });
	const then = await page.evaluate(() => globalThis.typesThen);
	assert.deepEqual(then, ["chart"], "the first wish was done before");
	await page.getByTestId("stop").waitFor({ state: "hidden", timeout: WISH_MS });
	assert.equal((await types(page)).length, 2);
	const last = page.getByTestId("wish").last();
	assert.equal(await last.locator(".wished").innerText(), note);
	assert.equal(await last.locator(".note").innerText(), "", "the note is gone");
});

test("stop ends the present wish and those to come", async () => {
	const { page } = demo;
	await page.getByTestId("clear").click();
	await typeBoth(page, [knownChart(random).wish, random.pick(NOTES)[0]], "Escape");
	await page.getByTestId("stop").waitFor({ state: "hidden", timeout: 5000 });
	assert.match(await page.getByTestId("wish").last().innerText(), /Not run: you pressed stop/);
	assert.equal(await page.getByTestId("reply").count(), 1, "the second wish got no answer");
	assert.deepEqual(await types(page), []);
	assert.deepEqual(demo.problems, []);
});
