/** The engine on several threads, in a page that is cross-origin isolated. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { ISOLATED, openPage, serve } from "./site.mjs";
import { tinyModels } from "./tiny.mjs";

const goldenFile = new URL("../../engine/tests/golden/gemma-3-270m.json", import.meta.url);
const golden = JSON.parse(await readFile(goldenFile, "utf8")).greedy;
const { prompt, text: expected } = golden.find(({ prompt }) => prompt.startsWith("Days"));

const TINY = "/tiny/gemma3-1b.gguf";

let tiny;
let site;
let browser;

before(async () => {
	tiny = await tinyModels();
	site = await serve({ "/tiny/": tiny.folder }, ISOLATED);
	browser = await openPage(site.address);
	await browser.page.evaluate(async () => {
		const { createEngineClient } = await import("/worker/client.js");
		globalThis.createEngineClient = createEngineClient;
		globalThis.engine = createEngineClient();
		globalThis.info = await globalThis.engine.load("/model.gguf", { contextSize: 1024, threads: 2 });
	});
});

after(async () => {
	await browser?.close();
	site?.close();
	tiny?.remove();
});

test("threads compute together, and write what one thread writes", async () => {
	const { info, text, alone } = await browser.page.evaluate(async (prompt) => {
		const { text } = await globalThis.engine.generate({ prompt, maxTokens: 12 });
		const single = globalThis.createEngineClient();
		const alone = await single.load("/model.gguf", { contextSize: 1024, threads: 1 });
		const said = await single.generate({ prompt, maxTokens: 12 });
		single.dispose();
		return { info: globalThis.info, text, alone: { ...alone, text: said.text } };
	}, prompt);
	assert.equal(info.threads, 2);
	assert.equal(alone.threads, 1);
	assert.equal(text, alone.text);
	assert.ok(text.length > 12 && expected.startsWith(text), text);
});

test("an abort ends a long prompt between two slices, and the next request is served", async () => {
	const { reason, next } = await browser.page.evaluate(async () => {
		const controller = new AbortController();
		const long = globalThis.engine.generate(
			{ prompt: "One thing and another. ".repeat(150), maxTokens: 50 },
			{ signal: controller.signal },
		);
		setTimeout(() => controller.abort(new Error("enough")), 200);
		const reason = await long.catch((error) => error.message);
		return { reason, next: await globalThis.engine.generate({ prompt: "One, two,", maxTokens: 3 }) };
	});
	assert.equal(reason, "enough");
	assert.equal(next.outputTokens, 3);
});

test("a package without the threaded build goes on with one thread", async () => {
	const info = await browser.page.evaluate(async (model) => {
		const engine = globalThis.createEngineClient({ wasmUrls: { threads: "/engine/not-there.wasm" } });
		const info = await engine.load(model, { contextSize: 256 });
		engine.dispose();
		return info;
	}, TINY);
	assert.equal(info.threads, 1);
	assert.equal(info.build, "relaxed-simd");
});

test("a browser that refuses shared memory goes on with one thread", async () => {
	const { page } = browser;
	const host = await readFile(new URL("../../pkg/worker/host.js", import.meta.url), "utf8");
	const refusing = `{
	const { Memory } = WebAssembly;
	WebAssembly.Memory = function (wanted) {
		if (wanted.shared) throw new RangeError("no room for shared memory");
		return new Memory(wanted);
	};
}`;
	await page.route("**/worker/host.js", (route) =>
		route.fulfill({ body: `${host}\n${refusing}`, contentType: "text/javascript", headers: ISOLATED }),
	);
	const { info, said } = await page.evaluate(async (model) => {
		const engine = globalThis.createEngineClient();
		const info = await engine.load(model, { contextSize: 256, threads: 2 });
		const said = await engine.generate({ prompt: "One, two,", maxTokens: 3 });
		engine.dispose();
		return { info, said };
	}, TINY);
	await page.unroute("**/worker/host.js");
	assert.deepEqual([info.threads, info.build], [1, "relaxed-simd"]);
	assert.equal(said.outputTokens, 3);
});

test("disposing of the engine ends its helpers", async () => {
	const left = await browser.page.evaluate(async () => {
		globalThis.engine.dispose();
		return await globalThis.engine.countTokens("text").catch((error) => error.message);
	});
	assert.match(left, /disposed/);
	const workers = () => browser.page.workers().length;
	for (let wait = 0; wait < 100 && workers() > 0; wait += 1) await browser.page.waitForTimeout(50);
	assert.equal(workers(), 0);
});
