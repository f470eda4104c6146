/** The real weights against llama.cpp: how likely fixed texts are to the build that browsers run. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";

const file = new URL("../../engine/tests/golden/gemma-3-270m.json", import.meta.url);
const { texts } = JSON.parse(await readFile(file, "utf8"));
let site;
let browser;

before(async () => {
	site = await serve();
	browser = await openPage(site.address);
});

after(async () => {
	await browser?.close();
	site?.close();
});

test("the perplexity of fixed texts is within one percent of llama.cpp's", async (context) => {
	const found = await browser.page.evaluate(async (texts) => {
		const { createEngineClient } = await import("/worker/client.js");
		const engine = createEngineClient();
		await engine.load("/model.gguf", { contextSize: 512 });
		const scores = [];
		for (const { text } of texts) scores.push(...(await engine.score({ prefixes: [""], text })));
		engine.dispose();
		return scores;
	}, texts);
	assert.deepEqual(
		found.map(({ tokens }) => tokens),
		texts.map(({ tokens }) => tokens),
	);
	const total = texts.reduce((sum, { tokens }) => sum + tokens, 0);
	const perplexity = (logs) => Math.exp(-logs.reduce((sum, log) => sum + log, 0) / total);
	const ours = perplexity(found.map(({ logProb }) => logProb));
	const theirs = perplexity(texts.map(({ logProbability }) => logProbability));
	context.diagnostic(`${total} tokens: perplexity ${ours.toFixed(3)}, llama.cpp's ${theirs.toFixed(3)}`);
	assert.ok(Math.abs(ours / theirs - 1) < 0.01, `${ours}, llama.cpp's ${theirs}`);
});
