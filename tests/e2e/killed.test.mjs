/** What breaks off in the middle, on the real page: each ends in one sentence, and the next wish is answered. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { drawSeed, fixture, play, random } from "../js/support/replay.mjs";
import { makeWish, modelReady, openDemo, serversReady } from "./support/demo.mjs";
import { generator, knownChart } from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";
import { openRemote } from "./support/remote.mjs";

const RUN_MS = 30_000;
const LOAD_MS = 120_000;
const seed = drawSeed();

/** One sentence or two that a person can read: no stack, no JSON, no bare code. */
function assertSentence(failure, about) {
	assert.match(failure ?? "", about);
	assert.match(failure, /^[A-Z][^{}\n]{20,400}[.?]$/, failure);
}

/** The field takes words, and a wish would be sent. */
async function assertUsable(page) {
	assert.equal(await page.getByTestId("stop").isVisible(), false);
	assert.equal(await page.getByTestId("send").isEnabled(), true);
	assert.equal(await page.getByTestId("reply").last().getByTestId("failure").count(), 1, "one sentence");
}

describe("with Gemma in the page", () => {
	let demo;
	let page;
	const draws = generator(seed);
	before(async () => {
		demo = await openDemo({ model: realModel() });
		page = demo.page;
		await modelReady(page, LOAD_MS);
		await serversReady(page);
	});
	after(() => demo?.close());

	/** Ends the Worker that has the model, and its helpers with it, in the middle of what it does. */
	async function endWorkers() {
		for (const worker of page.workers())
			await worker.evaluate(() => globalThis.close()).catch(() => undefined);
	}

	async function assertNextWish() {
		const { wish } = knownChart(draws);
		const { widgets, failure } = await makeWish(page, wish, RUN_MS);
		assert.deepEqual([widgets.map(({ type }) => type), failure], [["chart"], undefined], `${wish} (${seed})`);
		assert.equal(await page.getAttribute("[data-panel=model]", "data-phase"), "ready");
	}

	test("a Worker that is ended while it decides is told of, and the next wish loads the model again", async () => {
		let failure;
		// A small model may have decided before its Worker is reached.
		for (let tries = 0; !failure && tries < 5; tries += 1) {
			const running = makeWish(page, knownChart(draws).wish, RUN_MS);
			await page.getByTestId("stop").waitFor();
			await endWorkers();
			({ failure } = await running);
		}
		assertSentence(failure, /model's Worker was ended.*next request/);
		await assertUsable(page);
		assert.match(await page.getByTestId("model-state").innerText(), /next wish loads it again/);
		await assertNextWish();
	});

	test("a Worker that is ended while it loads is told of, and the next wish loads the model again", async () => {
		await page.reload();
		await page.waitForFunction(() => deepAll("[data-panel=model]")[0]?.dataset.phase === "loading");
		while (page.workers().length === 0) await page.waitForTimeout(10);
		await page.waitForTimeout(500);
		await endWorkers();
		await page.waitForSelector('[data-panel=model][data-phase="error"]', { timeout: RUN_MS });
		assert.match(await page.getByTestId("model-state").innerText(), /model's Worker was ended/);
		await assertNextWish();
	});

	test("nothing else went wrong", () => assert.deepEqual(demo.problems, []));
});

describe("with a model behind the proxy", () => {
	let remote;
	let page;
	const below = random(seed);
	const bytes = fixture("llama-cpp/chart-3.sse");
	before(async () => {
		remote = await openRemote();
		page = remote.page;
		await remote.choose("openai");
	});
	after(() => remote?.close());

	/** Wishes, has the model say the beginning of a reply, does `then`, and gives what the page shows. */
	async function breakOff(then) {
		remote.answers.splice(0);
		let answered = () => {};
		const answering = new Promise((done) => {
			answered = done;
		});
		remote.answers.push((_, response) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.write(bytes.subarray(0, 700));
			answered(response);
		});
		const running = makeWish(page, "say something", RUN_MS);
		const response = await answering;
		await page.waitForFunction(() => [...deepAll(".said")].at(-1)?.textContent !== "");
		await then(response);
		return running;
	}

	async function assertNextWish() {
		remote.answers.splice(0);
		remote.answers.push((_, response) => play(response, bytes, below));
		const { said, failure } = await makeWish(page, "say something else", RUN_MS);
		assert.deepEqual([failure, /rainfall/.test(said)], [undefined, true], said);
	}

	test("an upstream that dies in the middle of an event", async () => {
		const { failure } = await breakOff((response) => {
			response.write(bytes.subarray(700, 760));
			setTimeout(() => response.destroy(), 100);
		});
		assertSentence(failure, /broke off/);
		await assertUsable(page);
		await assertNextWish();
	});

	test("a network that is cut in the middle", async () => {
		const { failure } = await breakOff(async () => {
			await page.context().setOffline(true);
			remote.line.cut();
		});
		assertSentence(failure, /broke off/);
		await assertUsable(page);
		const { failure: offline } = await makeWish(page, "say something", RUN_MS);
		assertSentence(offline, /No answer from .* Is the server running/);
		await page.context().setOffline(false);
		await assertNextWish();
	});

	test("a network that falls silent in the middle, as after a change of cells", async () => {
		await page.clock.install();
		const { failure } = await breakOff(async () => {
			remote.line.hush();
			await page.clock.fastForward("03:00");
		});
		assertSentence(failure, /next piece of the reply.*idleMs/);
		await assertUsable(page);
		remote.line.cut();
		await assertNextWish();
	});

	test("Stop ends a reply that hangs, and the model's work with it", async () => {
		let left;
		const { failure } = await breakOff(async () => {
			left = remote.seen.at(-1).gone;
			await page.getByTestId("stop").click();
		});
		assert.equal(failure, undefined);
		assert.match(await page.getByTestId("reply").last().innerText(), /Stopped\./);
		assert.equal(await left, true, "the upstream was left");
		await assertNextWish();
	});

	test("a proxy that is killed in the middle", async () => {
		const { failure } = await breakOff(() => remote.killProxy());
		assertSentence(failure, /broke off/);
		await assertUsable(page);
		const { failure: gone } = await makeWish(page, "say something", RUN_MS);
		assertSentence(gone, /No answer from .* Is the server running/);
		await remote.startProxy();
		await remote.choose("openai");
		await assertNextWish();
	});
});
