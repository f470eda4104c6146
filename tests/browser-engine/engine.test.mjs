/** The engine in Chromium with the real model: both builds, how likely texts are beside llama.cpp, prefixes, aborts, schemas, broken files. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";

const goldenFile = new URL("../../engine/tests/golden/gemma-3-270m.json", import.meta.url);
const { greedy: golden, texts: known } = JSON.parse(await readFile(goldenFile, "utf8"));
const COMPARED = 12;
/** Prompts whose next tokens are never a near tie: only there must builds with other roundings agree to the letter. */
const CLEAR_PROMPTS = golden.filter(({ prompt }) => /^(Numbers|The small grey|Days)/.test(prompt));

let site;
let browser;

before(async () => {
	site = await serve();
	browser = await openPage(site.address);
	await browser.page.evaluate(async () => {
		const { createEngineClient } = await import("/worker/client.js");
		const simd128 = "/engine/engine-simd128.wasm";
		globalThis.make = (build) =>
			createEngineClient(build === "simd128" ? { wasmUrls: { relaxed: simd128, simd128 } } : {});
		globalThis.engine = globalThis.make("relaxed-simd");
		globalThis.phases = [];
		globalThis.info = await globalThis.engine.load("/model.gguf", {
			contextSize: 1024,
			onProgress: (progress) => globalThis.phases.push(progress),
		});
	});
});

after(async () => {
	await browser?.close();
	site?.close();
});

test("loading reports its phases and describes the model", async () => {
	const { info, phases } = await browser.page.evaluate(() => ({
		info: globalThis.info,
		phases: globalThis.phases,
	}));
	assert.deepEqual(info, {
		name: "Gemma 3 270m",
		architecture: "gemma3",
		contextSize: 1024,
		vocabulary: 262144,
		template: null,
		templateProblem: null,
		bytes: 253_113_024,
		composes: false,
		build: "relaxed-simd",
		threads: 1,
		stored: false,
	});
	assert.deepEqual([...new Set(phases.map(({ phase }) => phase))], ["download", "convert", "warm"]);
	assert.equal(phases.at(-1).loaded, phases.at(-1).total);
});

for (const build of ["relaxed-simd", "simd128"]) {
	test(`the ${build} build's first greedy tokens are those of llama.cpp`, async () => {
		assert.equal(CLEAR_PROMPTS.length, 3);
		const { info, texts } = await browser.page.evaluate(
			async ({ build, prompts, maxTokens }) => {
				let { engine, info } = globalThis;
				if (build !== info.build) {
					engine = globalThis.make(build);
					info = await engine.load("/model.gguf", { contextSize: 1024 });
				}
				const texts = [];
				for (const prompt of prompts) texts.push((await engine.generate({ prompt, maxTokens })).text);
				if (engine !== globalThis.engine) engine.dispose();
				return { info, texts };
			},
			{ build, prompts: CLEAR_PROMPTS.map(({ prompt }) => prompt), maxTokens: COMPARED },
		);
		assert.equal(info.build, build);
		for (const [index, { text: expected }] of CLEAR_PROMPTS.entries()) {
			const text = texts[index];
			assert.ok(text.length >= COMPARED && expected.startsWith(text), `${text} and ${expected}`);
		}
	});
}

test("a continued prompt gives what a fresh one gives, and its known part is not computed again", async () => {
	const results = await browser.page.evaluate(async () => {
		const { engine } = globalThis;
		const start = "Bar chart of rainfall: January 80, February 55, March 62.\n";
		const whole = `${start}The highest value is`;
		await engine.generate({ prompt: start, maxTokens: 1 });
		const continued = await engine.generate({ prompt: whole, maxTokens: 8 });
		await engine.generate({ prompt: "Something else entirely", maxTokens: 1 });
		const fresh = await engine.generate({ prompt: whole, maxTokens: 8 });
		return { continued, fresh };
	});
	assert.equal(results.continued.text, results.fresh.text);
	assert.ok(results.continued.cachedTokens > 15, JSON.stringify(results.continued));
	assert.ok(results.fresh.cachedTokens <= 1, JSON.stringify(results.fresh));
});

test("an abort ends a generation within a token and the next request is served", async () => {
	const { reason, pieces, pieceAtAbort, next } = await browser.page.evaluate(async () => {
		const { engine } = globalThis;
		const controller = new AbortController();
		let pieces = 0;
		let pieceAtAbort = 0;
		const running = engine.generate(
			{ prompt: "Once upon a time", maxTokens: 500, temperature: 1, seed: 3 },
			{
				signal: controller.signal,
				onText: () => {
					pieces += 1;
					if (pieces === 3) {
						pieceAtAbort = pieces;
						controller.abort("enough");
					}
				},
			},
		);
		const reason = await running.catch((error) => error);
		const next = await engine.generate({ prompt: "One, two,", maxTokens: 2 });
		return { reason, pieces, pieceAtAbort, next };
	});
	assert.equal(reason, "enough");
	assert.equal(pieces, pieceAtAbort);
	assert.equal(next.outputTokens, 2);
});

test("an answer under a schema satisfies it", async () => {
	const { result, pieces } = await browser.page.evaluate(async () => {
		const row = {
			type: "object",
			properties: { label: { type: "string", maxLength: 20 }, value: { type: "number" } },
			required: ["label", "value"],
		};
		const schema = {
			type: "object",
			properties: {
				kind: { enum: ["bar", "line"] },
				rows: { type: "array", items: row, minItems: 2, maxItems: 4 },
			},
			required: ["kind", "rows"],
		};
		const prompt =
			'Wish: bar chart of tea 3 and coffee 5\nJSON: {"kind": "bar", "rows": [{"label": "tea", "value": 3}, {"label": "coffee", "value": 5}]}\n\nWish: bar chart of rain 80 and snow 12\nJSON: ';
		const pieces = [];
		const result = await globalThis.engine.generate(
			{ prompt, schema, maxTokens: 120 },
			{ onText: (piece) => pieces.push(piece) },
		);
		return { result, pieces };
	});
	assert.equal(result.stopReason, "grammar");
	assert.equal(pieces.join(""), result.text);
	assert.deepEqual(JSON.parse(result.text), {
		kind: "bar",
		rows: [
			{ label: "rain", value: 80 },
			{ label: "snow", value: 12 },
		],
	});
});

test("a text is likelier after a prefix that leads to it, and prefixes are kept", async () => {
	const { scores, again, tokens } = await browser.page.evaluate(async () => {
		const { engine } = globalThis;
		const prefixes = ["The capital of France is the city of", "The best recipe for apple cake begins with"];
		const scores = await engine.score({ prefixes, text: " Paris" });
		const again = await engine.score({ prefixes, text: " Paris" });
		return { scores, again, tokens: await engine.countTokens(" Paris") };
	});
	assert.ok(scores[0].logProb > scores[1].logProb + 3, JSON.stringify(scores));
	const judged = (all) => all.map(({ logProb, tokens }) => ({ logProb, tokens }));
	assert.deepEqual(judged(scores), judged(again));
	for (const { cachedTokens } of again) assert.ok(cachedTokens > 5, `${cachedTokens} tokens were known`);
	assert.equal(tokens, scores[0].tokens);
});

test("words are as alike in meaning as the training takes them to be", async () => {
	const golden = JSON.parse(
		await readFile(new URL("../../engine/tests/golden/likeness.json", import.meta.url), "utf8"),
	);
	const { words, others } = golden;
	const alike = await browser.page.evaluate(({ words, others }) => globalThis.engine.compare(words, others), {
		words,
		others,
	});
	for (const [row, word] of words.entries()) {
		for (const [column, other] of others.entries()) {
			const [got, wanted] = [alike[row][column], golden.alike[row][column]];
			// Weights kept in 7 bits.
			assert.ok(Math.abs(got - wanted) < 0.03, `${word} and ${other}: ${got}, not ${wanted}`);
		}
	}
});

test("the perplexity of fixed texts is within one percent of llama.cpp's", async (context) => {
	const found = await browser.page.evaluate(async (known) => {
		const scores = [];
		for (const { text } of known) scores.push(...(await globalThis.engine.score({ prefixes: [""], text })));
		return scores;
	}, known);
	assert.deepEqual(
		found.map(({ tokens }) => tokens),
		known.map(({ tokens }) => tokens),
	);
	const total = known.reduce((sum, { tokens }) => sum + tokens, 0);
	const perplexity = (logs) => Math.exp(-logs.reduce((sum, log) => sum + log, 0) / total);
	const ours = perplexity(found.map(({ logProb }) => logProb));
	const theirs = perplexity(known.map(({ logProbability }) => logProbability));
	context.diagnostic(`${total} tokens: perplexity ${ours.toFixed(3)}, llama.cpp's ${theirs.toFixed(3)}`);
	assert.ok(Math.abs(ours / theirs - 1) < 0.01, `${ours}, llama.cpp's ${theirs}`);
});

test("broken files and addresses are errors by name, and the client still works", async () => {
	const outcomes = await browser.page.evaluate(async () => {
		const { engine } = globalThis;
		const attempt = (source) =>
			engine.load(source).then(
				() => "loaded",
				(error) => ({ isError: error instanceof Error, code: error.code, message: error.message }),
			);
		const blob = new Blob([new Uint8Array([0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0, 1])]);
		// One tensor, t, of 256 values that are stored as Q2_K.
		const counts = [1, 0, 1].flatMap((count) => [count, 0, 0, 0, 0, 0, 0, 0]);
		const tensor = [0x74, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0];
		const foreign = [0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0, ...counts, ...tensor];
		const outcomes = [];
		for (const source of [
			new Blob([new Uint8Array(foreign), new Uint8Array(4096)]),
			"/cut.gguf",
			"/page.gguf",
			blob,
			"/nowhere.gguf",
			"http://127.0.0.1:9/model.gguf",
		]) {
			outcomes.push(await attempt(source));
		}
		const still = await engine.generate({ prompt: "One, two,", maxTokens: 2 });
		return { outcomes, still };
	});
	assert.deepEqual(
		outcomes.outcomes.map(({ code }) => code),
		["model_invalid", "model_invalid", "model_invalid", "model_invalid", "model_load", "model_load"],
	);
	assert.match(outcomes.outcomes[0].message, /Tensor t is Q2_K .*webmcp-auto-ui\/wllama/);
	assert.match(outcomes.outcomes[1].message, /cut short/);
	assert.match(outcomes.outcomes[2].message, /HTML page, not a model/);
	assert.ok(outcomes.outcomes.every(({ isError }) => isError));
	assert.equal(outcomes.still.outputTokens, 2);
});

test("requests that cannot be served are errors with code engine", async () => {
	const codes = await browser.page.evaluate(async () => {
		const { engine } = globalThis;
		const code = (promise) =>
			promise.then(
				() => "served",
				(error) => error.code,
			);
		const fresh = globalThis.make("relaxed-simd");
		const codes = [
			await code(fresh.countTokens("a")),
			await code(engine.generate({ prompt: "a", schema: { type: "banana" }, maxTokens: 5 })),
			await code(engine.generate({ prompt: "word ".repeat(3000), maxTokens: 5 })),
		];
		const waiting = code(fresh.load("/model.gguf"));
		fresh.dispose();
		return [...codes, await waiting, await code(fresh.countTokens("a"))];
	});
	assert.deepEqual(codes, ["engine", "engine", "engine", "aborted", "engine"]);
});

test("an aborted load leaves the model before it in place", async () => {
	const { reason, info } = await browser.page.evaluate(async () => {
		const { engine } = globalThis;
		const controller = new AbortController();
		const loading = engine.load("/model.gguf", {
			signal: controller.signal,
			onProgress: () => controller.abort(new Error("changed my mind")),
		});
		const reason = await loading.catch((error) => error.message);
		return { reason, info: await engine.generate({ prompt: "One, two,", maxTokens: 2 }) };
	});
	assert.equal(reason, "changed my mind");
	assert.equal(info.outputTokens, 2);
});

for (const build of ["relaxed", "simd128", "threads"]) {
	test(`the kernels of the ${build} build compute what their scalar twins compute`, async () => {
		const worst = await browser.page.evaluate(async (build) => {
			const memory = new WebAssembly.Memory({ initial: 256, maximum: 65_536, shared: true });
			const file = fetch(`/engine/engine-${build}.wasm`);
			const { instance } = await WebAssembly.instantiateStreaming(file, { env: { memory } });
			return Math.max(...Array.from({ length: 50 }, (_, seed) => instance.exports.compare_kernels(seed)));
		}, build);
		assert.ok(worst < 1e-5, `they differ by ${worst}`);
	});
}
