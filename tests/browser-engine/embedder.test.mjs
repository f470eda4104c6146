/** The embedder in its Worker, in Chromium, with the real model from the page's own server. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, basename } from "node:path";
import { after, before, test } from "node:test";
import { embedderFiles } from "../../scripts/setup/embedder.mjs";
import { StaticModel } from "../../pkg/embedder/static-model.js";
import { openPage, serve } from "./site.mjs";

let site;
let opened;
let files;

before(async () => {
	files = await embedderFiles();
	site = await serve({ "/models/": dirname(files.weights) });
	opened = await openPage(site.address);
	await opened.page.evaluate(
		async ({ weights, tokenizer }) => {
			const kit = await import("/index.js");
			await kit.init();
			const embedder = kit.createWorkerEmbedder({ weights, tokenizer });
			Object.assign(window, { kit, embedder });
		},
		{ weights: `/models/${basename(files.weights)}`, tokenizer: `/models/${basename(files.tokenizer)}` },
	);
});

after(async () => {
	await opened?.close();
	site?.close();
});

test("the Worker gives the vectors that the model gives", async () => {
	const texts = ["electricity from sunlight", "国会 votes", ""];
	const { dimensions, vectors } = await opened.page.evaluate(async (texts) => {
		const dimensions = await window.embedder.load();
		const vectors = await window.embedder.embed(texts);
		return { dimensions, vectors: vectors.map((vector) => [...vector]) };
	}, texts);
	const buffer = new Uint8Array(readFileSync(files.weights)).buffer;
	const model = new StaticModel(buffer, readFileSync(files.tokenizer, "utf8"));
	assert.equal(dimensions, 256);
	assert.deepEqual(
		vectors,
		texts.map((text) => [...model.embed(text)]),
	);
});

test("a memory with it finds what shares no word with the question", async () => {
	const hits = await opened.page.evaluate(async () => {
		const rag = new window.kit.ContextRAG({ embedder: window.embedder });
		for (const text of [
			"A photovoltaic field of 60 megawatts",
			"An ivory chess king",
			"Fish stew with saffron",
		])
			await rag.ingest(text, { tool: "t" });
		return rag.query("electricity from sunlight");
	});
	assert.match(hits[0].text, /photovoltaic/);
	assert.match(hits[0].reasons[0], /^meaning 0\.\d\d$/);
});

test("a file that is not there, or is no model, is named, and disposing rejects what waits", async () => {
	const [missing, wrong, waiting] = await opened.page.evaluate(
		async ({ weights, tokenizer }) => {
			const fails = async (options) => {
				const embedder = window.kit.createWorkerEmbedder(options);
				try {
					await embedder.embed(["x"]);
					return "nothing failed";
				} catch (error) {
					return `${error.name} ${error.code} ${error.message}`;
				} finally {
					embedder.dispose();
				}
			};
			const disposed = window.kit.createWorkerEmbedder({ weights, tokenizer });
			const loading = disposed.embed(["x"]).catch((error) => error.message);
			disposed.dispose();
			return [
				await fails({ weights: "/models/none", tokenizer }),
				await fails({ weights: tokenizer, tokenizer }),
				await loading,
			];
		},
		{ weights: `/models/${basename(files.weights)}`, tokenizer: `/models/${basename(files.tokenizer)}` },
	);
	assert.match(missing, /^WebMcpError model .*\/models\/none could not be fetched: the server answered 404/);
	assert.match(wrong, /^WebMcpError model The weights are no usable \.safetensors file/);
	assert.match(waiting, /disposed/);
});
