/** LoRA adapters through the Worker: they change a model, come and go, and are fetched, checked and kept as models are. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";
import { tinyModels } from "./tiny.mjs";

/** Of the shape that the adapter is for. */
const MODEL = "/tiny/taught.gguf";
const ADAPTER = "/tiny/adapter.gguf";
let tiny;
let site;
let browser;
let page;
let sha256;

before(async () => {
	tiny = await tinyModels();
	sha256 = createHash("sha256")
		.update(readFileSync(`${tiny.folder}/adapter.gguf`))
		.digest("hex");
	site = await serve({ "/tiny/": `${tiny.folder}/` });
	browser = await openPage(site.address);
	page = browser.page;
	await page.evaluate(
		async ([model, adapter]) => {
			const { createEngineClient } = await import("/worker/client.js");
			const kit = await import("/index.js");
			await kit.init();
			const prefix =
				"the chart of things in the name of the thing 12 and 10 on the label, and so on and on, ".repeat(2);
			const judge = async (engine) => (await engine.score({ prefixes: [prefix], text: "the end" }))[0];
			const failing = (work) =>
				work.then(
					() => undefined,
					({ code, message }) => ({ code, message }),
				);
			Object.assign(globalThis, { createEngineClient, kit, judge, failing, model, adapter });
		},
		[MODEL, ADAPTER],
	);
});
after(async () => {
	await browser?.close();
	site?.close();
	tiny?.remove();
});

test("an adapter changes a model from the start or later, and goes without a trace", async () => {
	const said = await page.evaluate(async () => {
		const { createEngineClient, judge, model, adapter } = globalThis;
		const later = createEngineClient();
		await later.load(model, { contextSize: 256, threads: 1 });
		const plain = await judge(later);
		await later.adapt([{ source: adapter, scale: 1 }]);
		const adapted = await judge(later);
		const again = await judge(later);
		await later.adapt([{ source: adapter, scale: 0.5 }]);
		const half = await judge(later);
		await later.adapt([]);
		const without = await judge(later);
		later.dispose();
		const first = createEngineClient();
		const bytes = await (await fetch(adapter)).blob();
		await first.load(model, { contextSize: 256, threads: 1, adapters: [{ source: bytes, scale: 1 }] });
		const fromStart = await judge(first);
		first.dispose();
		return { plain, adapted, again, half, without, fromStart };
	});
	const of = (name) => said[name].logProb;
	assert.notEqual(of("adapted"), of("plain"));
	assert.notEqual(of("half"), of("adapted"));
	assert.deepEqual(
		[of("again"), of("fromStart"), of("without")],
		[of("adapted"), of("adapted"), of("plain")],
	);
	assert.deepEqual(
		[said.adapted.cachedTokens, said.half.cachedTokens],
		[0, 0],
		"nothing of another model is used",
	);
	assert.ok(said.again.cachedTokens > 40, `${said.again.cachedTokens} tokens`);
});

test("candidates for one answer share what stands before them, also under an adapter and a grammar", async () => {
	const { alone, shared } = await page.evaluate(async () => {
		const { createEngineClient, model, adapter } = globalThis;
		const prompt = "the chart of things in the name of the thing 12 and 10 on the label, and so on and on";
		const schema = { enum: ["one", "two", "three", "four", "five"] };
		const first = { prompt, schema, maxTokens: 20 };
		const drawn = { ...first, temperature: 2, topK: 8 };
		const loaded = async () => {
			const engine = createEngineClient();
			await engine.load(model, { contextSize: 256, threads: 1, adapters: [{ source: adapter, scale: 1 }] });
			return engine;
		};
		const engine = await loaded();
		const shared = [];
		for (const request of [first, drawn, drawn, first]) shared.push(await engine.generate(request));
		engine.dispose();
		const other = await loaded();
		const alone = await other.generate(first);
		other.dispose();
		return { alone, shared };
	});
	assert.equal(alone.cachedTokens, 0);
	for (const { cachedTokens, promptTokens } of shared.slice(1)) {
		assert.equal(
			cachedTokens,
			promptTokens - 1,
			"only the last token is read again: what follows it is asked of it",
		);
	}
	// What was drawn in between has left nothing behind.
	assert.equal(shared[3].text, alone.text);
	assert.ok(Math.abs(shared[3].logProb - alone.logProb) < 1e-3);
});

test("what is no adapter for the model leaves those in use, and says which file it is", async () => {
	const { before, after, errors } = await page.evaluate(async (sha256) => {
		const { createEngineClient, judge, failing, model, adapter } = globalThis;
		const engine = createEngineClient();
		await engine.load(model, { contextSize: 256, threads: 1, adapters: [{ source: adapter, scale: 1 }] });
		const before = await judge(engine);
		const whole = new Uint8Array(await (await fetch(adapter)).arrayBuffer());
		const good = { source: adapter, scale: 0.1 };
		const errors = [];
		for (const [source, more] of [
			["/tiny/not-there.gguf", {}],
			[model, {}],
			[new Blob([whole.subarray(0, 5000)]), {}],
			[new Blob(["<!doctype html>"]), {}],
			["/tiny/gemma3-1b.gguf", {}],
			[adapter, { sha256: sha256.replace(/./g, "0") }],
			[adapter, { scale: Number.NaN }],
		]) {
			errors.push(await failing(engine.adapt([good, { source, scale: 1, ...more }])));
		}
		await failing(engine.adapt([good], { signal: AbortSignal.abort() }));
		const after = await judge(engine);
		engine.dispose();
		return { before, after, errors };
	}, sha256);
	const [missing, ...refused] = errors;
	assert.equal(missing.code, "model_load");
	assert.match(missing.message, /adapter .*not-there\.gguf\) cannot be used/);
	for (const { code, message } of refused) {
		assert.ok(["model_invalid", "engine"].includes(code), `${code}: ${message}`);
		assert.match(message, /^The adapter \(/);
	}
	assert.match(refused[0].message, /is no LoRA adapter/);
	assert.match(refused[1].message, /cut short/);
	assert.match(refused[4].message, /SHA-256/);
	assert.deepEqual(after, { ...before, cachedTokens: after.cachedTokens });
	assert.ok(after.cachedTokens > 40, "nothing was forgotten");
});

test("an adapter is kept as its model is, and needs no network from then on", async () => {
	const visit = () =>
		page.evaluate(async (sha256) => {
			const { createEngineClient, judge, model, adapter } = globalThis;
			const engine = createEngineClient();
			await engine.load(model, {
				contextSize: 256,
				threads: 1,
				adapters: [{ source: adapter, scale: 1, sha256 }],
			});
			const { logProb } = await judge(engine);
			engine.dispose();
			const { listCachedModels } = await import("/model/cache.js");
			return { logProb, stored: (await listCachedModels()).map((model) => [model.url, model.complete]) };
		}, sha256);
	const first = await visit();
	const stored = first.stored.map(([url]) => new URL(url).pathname);
	assert.deepEqual(stored.sort(), [ADAPTER, MODEL], "nothing of what was refused or missing before");
	assert.ok(first.stored.every(([, complete]) => complete));
	const file = readFileSync(`${tiny.folder}/adapter.gguf`);
	rmSync(`${tiny.folder}/adapter.gguf`);
	try {
		assert.equal((await visit()).logProb, first.logProb);
	} finally {
		writeFileSync(`${tiny.folder}/adapter.gguf`, file);
	}
});

test("a provider takes adapters by option and later, keeps them when its Worker is gone, and refuses them elsewhere", async () => {
	const said = await page.evaluate(async () => {
		const { kit, failing, model, adapter } = globalThis;
		const options = { model, planner: "composer", contextSize: 256, threads: 1 };
		const provider = new kit.WasmProvider({ ...options, adapters: [{ url: adapter }] });
		await provider.initialize();
		await provider.adapt([{ url: adapter, scale: 0.5 }]);
		await provider.adapt([]);
		const wrong = await failing(provider.adapt([{ url: model }]));
		const missing = await failing(provider.adapt([{ url: "/tiny/not-there.gguf" }]));
		provider.dispose();
		const thrown = [];
		for (const adapters of [
			5,
			[5],
			[{}],
			[{ url: adapter, scale: "1" }],
			[{ url: adapter, scale: Infinity }],
		]) {
			thrown.push(await failing(provider.adapt(adapters)));
			thrown.push(await failing((async () => new kit.WasmProvider({ ...options, adapters }))()));
		}
		const elsewhere = await failing(
			(async () => new kit.WasmProvider({ model: "/x.litertlm", adapters: [{ url: adapter }] }))(),
		);
		return { wrong, missing, thrown, elsewhere };
	});
	assert.equal(said.wrong.code, "unsupported");
	assert.equal(said.missing.code, "network");
	for (const error of said.thrown) assert.equal(error?.code, "invalid_argument", JSON.stringify(error));
	assert.equal(said.elsewhere.code, "invalid_argument");
	assert.match(said.elsewhere.message, /adapters are for GGUF models of the package's own engine/);
});

test("worked examples are read unless an adapter teaches to compose, from the start or later", async () => {
	const composing = "/tiny/composing.gguf";
	writeFileSync(`${tiny.folder}/composing.gguf`, composer(readFileSync(`${tiny.folder}/adapter.gguf`)));
	const { first, without, again } = await page.evaluate(
		async ({ composing }) => {
			const { kit, model, adapter } = globalThis;
			let read = 0;
			const { Worker } = globalThis;
			globalThis.Worker = class extends Worker {
				constructor(...given) {
					super(...given);
					this.addEventListener("message", ({ data }) => {
						if (data?.kind === "result" && data.value?.promptTokens) read ||= data.value.promptTokens;
					});
				}
			};
			const options = { model, planner: "composer", contextSize: 2048, threads: 1, useCache: false };
			const provider = new kit.WasmProvider({ ...options, adapters: [{ url: composing }] });
			const asked = async () => {
				read = 0;
				const layers = [kit.createWebMcpServer("page", { description: "" }).layer()];
				const { stopReason } = await kit.runAgentLoop("hello there", { provider, layers });
				return { read, stopReason };
			};
			const first = await asked();
			await provider.adapt([{ url: adapter }]);
			const without = await asked();
			await provider.adapt([{ url: adapter }, { url: composing }]);
			const again = await asked();
			provider.dispose();
			globalThis.Worker = Worker;
			return { first, without, again };
		},
		{ composing },
	);
	assert.deepEqual(again, first);
	assert.deepEqual([first.stopReason, without.stopReason], ["end_turn", "end_turn"]);
	assert.ok(without.read > 10 * first.read && first.read > 0, JSON.stringify([first, without]));
});

/** The adapter with a word in its head that it teaches to compose; what is added is as long as tensors are aligned. */
function composer(file) {
	const text = (value) => {
		const length = Buffer.alloc(8);
		length.writeBigUInt64LE(BigInt(value.length));
		return Buffer.concat([length, Buffer.from(value)]);
	};
	const pair = (key, value) => Buffer.concat([text(key), Buffer.from([8, 0, 0, 0]), text(value)]);
	const head = Buffer.from(file.subarray(0, 24));
	head.writeBigUInt64LE(head.readBigUInt64LE(16) + 2n, 16);
	const added = Buffer.concat([pair("webmcp.composer", "4"), pair("x.filler", "")]);
	assert.equal(added.length, 64);
	return Buffer.concat([head, added, file.subarray(24)]);
}
