/** Reading ahead with the real model: the first wish finds everything read, and a wish that comes meanwhile is first. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";

const WISH = "bar chart of rainfall: January 80, February 55, March 62";
let site;
let browser;

before(async () => {
	site = await serve();
	browser = await openPage(site.address);
	await browser.page.evaluate(async () => {
		const kit = await import("/index.js");
		await kit.init();
		/** What the model's Worker answered to each race of candidates. */
		const scores = [];
		globalThis.Worker = class extends Worker {
			constructor(...given) {
				super(...given);
				this.addEventListener("message", ({ data }) => {
					if (data?.kind === "result" && Array.isArray(data.value)) scores.push(data.value);
				});
			}
		};
		const provider = new kit.WasmProvider({ model: "/model.gguf", useCache: false });
		const options = { provider, layers: [kit.autoui.layer()] };
		Object.assign(globalThis, { kit, scores, provider, options });
	});
});

after(async () => {
	await browser?.close();
	site?.close();
});

const wish = () =>
	browser.page.evaluate(async (wish) => {
		const { toolCalls, stopReason } = await globalThis.kit.runAgentLoop(wish, globalThis.options);
		return { shown: toolCalls.at(-1)?.args.name, stopReason };
	}, WISH);

test("a wish that comes while the model reads ahead is answered, and ends the reading", async () => {
	const { page } = browser;
	const loadMs = await page.evaluate(async () => {
		const { provider, options, kit } = globalThis;
		const start = performance.now();
		await provider.initialize();
		globalThis.reading = kit.warmUp(options);
		return performance.now() - start;
	});
	// A busy machine loads and reads slower alike: by then it has read something, and not all.
	await page.waitForTimeout(loadMs / 3);
	assert.deepEqual(await wish(), { shown: "chart", stopReason: "end_turn" });
	const races = await page.evaluate(async () => {
		await globalThis.reading;
		return globalThis.scores.splice(0);
	});
	assert.equal(races.length, 1, "of what was read ahead nothing came to an end");
	assert.ok(
		races[0].some(({ cachedTokens }) => cachedTokens > 30),
		"and what had been read by then was known",
	);
	await page.evaluate(() => globalThis.provider.dispose());
});

test("after reading ahead a wish finds everything read that stands before it", async () => {
	const [ahead, ...more] = await browser.page.evaluate(async () => {
		await globalThis.kit.warmUp(globalThis.options);
		return globalThis.scores.splice(0);
	});
	assert.equal(more.length, 0);
	assert.equal(await browser.page.evaluate(() => globalThis.provider.status), "ready", "it loads the model");
	assert.deepEqual(await wish(), { shown: "chart", stopReason: "end_turn" });
	const [race] = await browser.page.evaluate(() => globalThis.scores.splice(0));
	assert.ok(
		ahead.length > 13 && race.length <= ahead.length,
		`${ahead.length} and ${race.length} candidates`,
	);
	for (const { cachedTokens } of ahead) assert.ok(cachedTokens < 20, "only what two recipes share was known");
	for (const { cachedTokens } of race) assert.ok(cachedTokens > 30, JSON.stringify(race));
});

test("for a model elsewhere nothing is asked", async () => {
	const asked = await browser.page.evaluate(async () => {
		let asked = 0;
		const provider = {
			name: "mine",
			model: "m",
			chat: async () => {
				asked += 1;
				return { content: [], stopReason: "end_turn" };
			},
		};
		await globalThis.kit.warmUp({ ...globalThis.options, provider });
		return asked;
	});
	assert.equal(asked, 0);
});

test("what would have to be asked for is not read, and a signal ends the reading", async () => {
	const scores = await browser.page.evaluate(async () => {
		const { kit, options, scores } = globalThis;
		await kit.warmUp({ ...options, needsApproval: "always" });
		const abort = new AbortController();
		abort.abort();
		await kit.warmUp({ ...options, signal: abort.signal });
		return scores.length;
	});
	assert.equal(scores, 0);
});
