/** Reading ahead with the real model: the first wish finds everything read, and a wish that comes meanwhile is first. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { openPage, serve } from "./site.mjs";

const WISH = "bar chart of rainfall: January 80, February 55, March 62";
/** What stands behind all that is read ahead, and may be of one token with what comes then: the word before a wish. */
const LAST_TOKENS = 4;
let site;
let browser;

before(async () => {
	site = await serve({ "/composer/": inRoot("composer") });
	browser = await openPage(site.address);
	await browser.page.evaluate(async () => {
		const kit = await import("/index.js");
		await kit.init();
		/** What the model's Worker answered to each text that it was to write. */
		const written = [];
		globalThis.Worker = class extends Worker {
			constructor(...given) {
				super(...given);
				this.addEventListener("message", ({ data }) => {
					if (data?.kind === "result" && data.value?.promptTokens) written.push(data.value);
				});
			}
		};
		const adapters = [{ url: "/composer/composer.gguf" }];
		/** How much it had read, as it told. */
		const heard = [];
		const provider = new kit.WasmProvider({
			model: "/model.gguf",
			adapters,
			useCache: false,
			onReading: (part) => heard.push(part),
		});
		// Of more widgets than a small model reads, those that it reads hang on the wish, and nothing can be read ahead.
		const few = kit.createWebMcpServer("autoui");
		const FEW =
			/^(?:stat|chart|data-table|list|text|kv|map|scatter|alert|cards|code|log|profile|tags|timeline)$/;
		for (const { recipe, renderer } of kit.nativeWidgets.filter(({ name }) => FEW.test(name)))
			few.registerWidget(recipe, renderer);
		const options = { provider, layers: [few.layer()] };
		Object.assign(globalThis, { kit, written, heard, provider, options });
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
	await page.waitForTimeout(loadMs / 10);
	assert.deepEqual(await wish(), { shown: "chart", stopReason: "end_turn" });
	const [first, ...more] = await page.evaluate(async () => {
		await globalThis.reading;
		return globalThis.written.splice(0);
	});
	assert.equal(more.length, 1, "of what was read ahead nothing came to an end: the wish alone was");
	assert.ok(first.cachedTokens > 0, "what was read by then is not read again");
	await page.evaluate(() => globalThis.provider.dispose());
});

test("after reading ahead a wish finds everything read that stands before it", async () => {
	const [heard, ahead, ...more] = await browser.page.evaluate(async () => {
		globalThis.heard.length = 0;
		await globalThis.kit.warmUp(globalThis.options);
		return [globalThis.heard, ...globalThis.written.splice(0)];
	});
	assert.equal(more.length, 0);
	assert.ok(heard.length > 3 && heard[0] < 0.5 && heard.at(-1) === 1, `it told how far it was: ${heard}`);
	assert.deepEqual(
		heard,
		heard.toSorted((one, other) => one - other),
	);
	assert.equal(await browser.page.evaluate(() => globalThis.provider.status), "ready", "it loads the model");
	assert.deepEqual(await wish(), { shown: "chart", stopReason: "end_turn" });
	const [first] = await browser.page.evaluate(() => globalThis.written.splice(0));
	assert.ok(ahead.cachedTokens < LAST_TOKENS, "nothing was known but how every text begins");
	assert.ok(
		ahead.promptTokens > 200 && first.promptTokens > ahead.promptTokens,
		JSON.stringify([ahead, first]),
	);
	assert.ok(first.cachedTokens > ahead.promptTokens - LAST_TOKENS, JSON.stringify([ahead, first]));
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
	const written = await browser.page.evaluate(async () => {
		const { kit, options, written } = globalThis;
		await kit.warmUp({ ...options, needsApproval: "always" });
		const abort = new AbortController();
		abort.abort();
		await kit.warmUp({ ...options, signal: abort.signal });
		return written.length;
	});
	assert.equal(written, 0);
});
