/** Ends of the engine that nobody asked for: no Worker script, a Worker that is gone, memory that ran out. And after them. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { openPage, serve } from "./site.mjs";

const TOO_FEW_PAGES = 2000;
const ENGINE = "**/engine-relaxed.wasm";
const SHOWS = "notes_webmcp_widget_display";
const RECIPES = [
	`---
widget: note
description: A note
schema: {type: object, required: [content], properties: {content: {type: string}}}
examples:
  - {wish: "write a note: meet at noon", params: {content: "meet at noon"}}
  - {wish: "show the note the shop is closed", params: {content: "the shop is closed"}}
---
`,
	`---
widget: count
description: One number
schema: {type: object, required: [value], properties: {value: {type: number}}}
examples:
  - {wish: "show the number 42", params: {value: 42}}
---
`,
];
/** Enough for the model, its adapter and a short prompt, not for a long wish among all the package's widgets. */
const TIGHT_PAGES = 5070;
let site;
let browser;

before(async () => {
	site = await serve({ "/composer/": inRoot("composer") });
	browser = await openPage(site.address);
	await browser.page.evaluate(async (recipes) => {
		const { createEngineClient } = await import("/worker/client.js");
		const kit = await import("/index.js");
		await kit.init();
		const outcome = (promise) =>
			promise.then(
				(value) => ({ value }),
				({ code, message }) => ({ code, message }),
			);
		const notes = kit.createWebMcpServer("notes");
		for (const recipe of recipes) notes.registerWidget(recipe, () => undefined);
		/** Asks for a widget; gives the name of the tool that the model wants. */
		const wish = async (provider, server = notes, times = 1) => {
			const layers = [server.layer()];
			const said = `show a note: ${"tea at four ".repeat(times)}`;
			const { toolCalls } = await kit.runAgentLoop(said, { provider, layers });
			return toolCalls.at(-1)?.name;
		};
		const adapters = [{ url: "/composer/composer.gguf" }];
		const provider = new kit.WasmProvider({ model: "/model.gguf", adapters, contextSize: 2048 });
		Object.assign(globalThis, { createEngineClient, kit, outcome, wish, provider });
	}, RECIPES);
});

after(async () => {
	await browser?.close();
	site?.close();
});

/** The engine's file, with memory that may grow to so many pages only. */
async function tightEngine(pages) {
	const bytes = await readFile(inRoot("pkg", "engine", "engine-relaxed.wasm"));
	let at = 8;
	const leb = () => {
		let value = 0;
		for (let shift = 0; ; shift += 7) {
			const byte = bytes[at++];
			value |= (byte & 127) << shift;
			if (byte < 128) return value;
		}
	};
	const encoded = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...encoded(value >>> 7)]);
	for (;;) {
		const start = at;
		const id = bytes[at++];
		const size = leb();
		const end = at + size;
		if (id === 5) {
			assert.equal(leb(), 1, "one memory");
			at += 1;
			const body = [1, 1, ...encoded(leb()), ...encoded(pages)];
			const section = Buffer.from([5, ...encoded(body.length), ...body]);
			return Buffer.concat([bytes.subarray(0, start), section, bytes.subarray(end)]);
		}
		at = end;
	}
}

/** Serves that file from now on. */
async function tighten(pages) {
	const body = await tightEngine(pages);
	await browser.page.route(ENGINE, (route) => route.fulfill({ body, contentType: "application/wasm" }));
}

const REMEDY = /the next request (?:starts another|loads the model again)/;

test("a Worker that failed before the first call is an error at that call, and for all after it", async () => {
	const { first, second, ends } = await browser.page.evaluate(async () => {
		const worker = new Worker("/nowhere.js", { type: "module" });
		let ends = 0;
		const client = globalThis.createEngineClient({
			worker,
			onEnd: () => {
				ends += 1;
			},
		});
		await new Promise((resolve) => worker.addEventListener("error", resolve, { once: true }));
		const first = await globalThis.outcome(client.load("/model.gguf"));
		return { first, second: await globalThis.outcome(client.countTokens("a")), ends };
	});
	assert.equal(first.code, "engine");
	assert.match(first.message, /Worker failed .* check that the page serves it/);
	assert.match(first.message, REMEDY);
	assert.deepEqual(second, first);
	assert.equal(ends, 1);
});

test("a provider whose Worker could not be loaded starts another when it is asked again", async () => {
	await browser.page.route("**/worker/host.js", (route) => route.abort());
	const failed = await browser.page.evaluate(async () => {
		const outcome = await globalThis.outcome(globalThis.provider.initialize());
		return { ...outcome, status: globalThis.provider.status };
	});
	await browser.page.unroute("**/worker/host.js");
	assert.deepEqual([failed.code, failed.status], ["model", "error"]);
	assert.match(failed.message, /Worker failed/);
	const { tool, status } = await browser.page.evaluate(async () => ({
		tool: await globalThis.wish(globalThis.provider),
		status: globalThis.provider.status,
	}));
	assert.deepEqual([tool, status], [SHOWS, "ready"]);
});

for (const when of ["while it loads", "while it decides"]) {
	test(`a Worker that is gone without a word ${when} is an error, and the next wish has a new one`, async () => {
		const { page } = browser;
		if (when === "while it loads") await page.evaluate(() => globalThis.provider.dispose());
		// Choosing among all widgets takes seconds.
		await page.evaluate(() => {
			globalThis.ended = globalThis.outcome(globalThis.wish(globalThis.provider, globalThis.kit.autoui));
		});
		while (page.workers().length === 0) await page.waitForTimeout(10);
		await page.waitForTimeout(300);
		const [worker] = page.workers();
		await worker.evaluate(() => globalThis.close());
		const ended = await page.evaluate(() => globalThis.ended);
		assert.equal(ended.code, "model", JSON.stringify(ended));
		assert.match(ended.message, /Worker was ended/);
		assert.match(ended.message, REMEDY);
		assert.equal(await page.evaluate(() => globalThis.provider.status), "error");
		const tool = await page.evaluate(() => globalThis.wish(globalThis.provider));
		assert.equal(tool, SHOWS);
		assert.equal(await page.evaluate(() => globalThis.provider.status), "ready");
	});
}

test("an engine whose memory runs out says what helps, and the next wish has a new one", async () => {
	const { page } = browser;
	await tighten(TIGHT_PAGES);
	const tight = await page.evaluate(async () => {
		globalThis.provider.dispose();
		await globalThis.provider.initialize();
		return {
			...(await globalThis.outcome(globalThis.wish(globalThis.provider, globalThis.kit.autoui, 200))),
			status: globalThis.provider.status,
		};
	});
	await page.unroute(ENGINE);
	assert.deepEqual([tight.code, tight.status], ["model", "error"], JSON.stringify(tight));
	assert.match(tight.message, /Could not (?:allocate|get) \d+ bytes.*use a smaller model or context size/);
	assert.match(tight.message, REMEDY);
	assert.equal(await page.evaluate(() => globalThis.wish(globalThis.provider)), SHOWS);
});

test("an engine that traps says so, and the next wish has a new one", async () => {
	const { page } = browser;
	const [worker] = page.workers();
	await worker.evaluate(() => {
		const { decode } = TextDecoder.prototype;
		let left = 5;
		// What the engine says is read here after each step; a trap in the step throws from the same place.
		TextDecoder.prototype.decode = function (...bytes) {
			left -= 1;
			if (left === 0) throw new WebAssembly.RuntimeError("unreachable");
			return decode.apply(this, bytes);
		};
	});
	const trapped = await page.evaluate(() => globalThis.outcome(globalThis.wish(globalThis.provider)));
	assert.equal(trapped.code, "model");
	assert.match(trapped.message, /engine stopped \(unreachable\).*smaller model or context size/);
	assert.match(trapped.message, REMEDY);
	assert.equal(await page.evaluate(() => globalThis.wish(globalThis.provider)), SHOWS);
	assert.equal(page.workers().length, 1, "the Worker that had failed was ended");
});

test("a model that has no room beside the present one leaves that in place", async () => {
	const { page } = browser;
	await page.evaluate(async () => {
		globalThis.client = globalThis.createEngineClient();
		await globalThis.client.load("/model.gguf", { contextSize: 256 });
	});
	await tighten(TOO_FEW_PAGES);
	const { problem, next } = await page.evaluate(async () => {
		const { client, outcome } = globalThis;
		const problem = await outcome(client.load("/model.gguf", { contextSize: 256 }));
		return { problem, next: await outcome(client.generate({ prompt: "One, two,", maxTokens: 2 })) };
	});
	await page.unroute(ENGINE);
	assert.equal(problem.code, "out_of_memory", JSON.stringify(problem));
	assert.equal(next.value?.outputTokens, 2, JSON.stringify(next));
});
