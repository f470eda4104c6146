/** The embedder of the package in its Worker, in Chromium: the real model, a strict policy, no bundler. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openEmbedder } from "./embedder-page.mjs";

let opened;

before(async () => {
	opened = await openEmbedder();
});

beforeEach(() => opened.requests.splice(0));

after(() => opened?.close());

const evaluate = (work, given) => opened.page.evaluate(work, given);

test("vectors have length 1 and the angles that the model's authors publish", async () => {
	const texts = ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."];
	const { dimensions, vectors } = await evaluate(async (texts) => {
		const dimensions = await window.embedder.load();
		const vectors = await window.embedder.embed(texts);
		return {
			dimensions,
			vectors: vectors.map((vector) => vector instanceof Float32Array && [...vector]),
		};
	}, texts);
	assert.equal(dimensions, 384);
	// From the quick start of Sentence Transformers; weights of 8 bits may differ by some hundredths.
	const published = [
		[1, 0.666, 0.1046],
		[0.666, 1, 0.1411],
		[0.1046, 0.1411, 1],
	];
	const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
	for (const [i, row] of published.entries()) {
		for (const [j, cosine] of row.entries()) {
			const found = dot(vectors[i], vectors[j]);
			assert.ok(Math.abs(found - cosine) < (i === j ? 1e-5 : 0.03), `${i} ${j}: ${found}`);
		}
	}
});

test("everything comes from the page's own server, also when nobody says where the runtime is", async () => {
	const problem = await evaluate(async () => {
		const { runtime: _, ...options } = window.options;
		const embedders = [options, window.options].map((one) => window.createWorkerEmbedder(one));
		const [without] = await Promise.allSettled(embedders.map((one) => one.embed(["a"])));
		for (const one of embedders) one.dispose();
		return without.reason?.message;
	});
	assert.match(problem, /ONNX Runtime could not be started .*option "runtime"/);
	const { origin } = new URL(opened.address);
	assert.deepEqual(
		opened.requests.filter((address) => !address.startsWith(`${origin}/`)),
		[],
	);
	const paths = opened.requests.map((address) => new URL(address).pathname);
	for (const path of ["/models/onnx/model_quantized.onnx", "/runtime/ort-wasm-simd-threaded.wasm"])
		assert.ok(paths.includes(path), `${path} was seen among ${paths}`);
});

test("many texts come back in their order, and a long one is cut by the tokenizer", async () => {
	const near = await evaluate(async () => {
		const texts = Array.from({ length: 40 }, (_, i) => `Room ${i} of the museum`);
		const all = await window.embedder.embed([...texts, "word ".repeat(5_000), "word ".repeat(9_000), ""]);
		const [alone] = await window.embedder.embed([texts[37]]);
		const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
		const scores = all.slice(0, 40).map((vector) => dot(vector, alone));
		return {
			count: all.length,
			best: scores.indexOf(Math.max(...scores)),
			cut: dot(all[40], all[41]),
			empty: all[42].every(Number.isFinite),
			none: (await window.embedder.embed([])).length,
		};
	});
	assert.ok(near.cut > 0.999, `both are cut at the same token: ${near.cut}`);
	assert.deepEqual({ ...near, cut: 1 }, { count: 43, best: 37, cut: 1, empty: true, none: 0 });
});

test("a memory with it finds what shares no word with the question, and nothing for a strange one", async () => {
	const asked = ["electricity from sunlight", "wedding dress size chart", "How does a vaccine work?"];
	const found = await evaluate(async (asked) => {
		const rag = new window.kit.ContextRAG({ embedder: window.embedder });
		for (const text of [
			"A photovoltaic field of 60 megawatts",
			"An ivory chess king",
			"Fish stew with saffron",
			"Two days a week may be worked from home after the probation period.",
		])
			await rag.ingest(text, { tool: "t" });
		return Promise.all(asked.map((question) => rag.query(question)));
	}, asked);
	assert.deepEqual(
		found.map((hits) => hits.map(({ text }) => text)),
		[["A photovoltaic field of 60 megawatts"], [], []],
	);
	assert.match(found[0][0].reasons[0], /^meaning 0\.\d\d$/);
	assert.ok(found[0][0].score >= 0.5 && found[0][0].score < 0.95, String(found[0][0].score));
});

test("what is missing or no model is named, with the remedy", async () => {
	await opened.page
		.context()
		.route("**/application/**", (route) =>
			route.fulfill({ contentType: "text/html; charset=utf-8", body: "<!doctype html>" }),
		);
	// A model of another kind, whose files are all there.
	await opened.page
		.context()
		.route("**/strange/tokenizer.json", (route) => route.fulfill({ json: { model: 7 } }));
	await opened.page
		.context()
		.route("**/strange/tokenizer_config.json", (route) =>
			route.fulfill({ json: { tokenizer_class: "BertTokenizer" } }),
		);
	await opened.page
		.context()
		.route("**/strange/config.json", (route) => route.fulfill({ json: { model_type: "bert" } }));
	await opened.page.context().route("**/strange/onnx/*", (route) => route.fulfill({ body: "not a model" }));
	// The real one, whose tokenizer does not say where to cut.
	await opened.page.context().route("**/endless/**", async (route) => {
		const address = route.request().url().replace("/endless/", "/models/");
		if (!address.endsWith("tokenizer_config.json"))
			return route.fulfill({ response: await route.fetch({ url: address }) });
		const { model_max_length: _, ...config } = await (await route.fetch({ url: address })).json();
		return route.fulfill({ json: config });
	});
	for (const [change, problem] of [
		[
			{ model: "/strange" },
			/The model in \S+\/strange\/ cannot be used with dtype "q8" \(.+\): check its config/,
		],
		[{ model: "/endless/" }, /\/endless\/tokenizer_config\.json does not say .* give it "model_max_length"/],
		[{ model: "/application" }, /\/application\/\S+ could not be fetched: the server answered with a page/],
		[
			{ model: "/nowhere/" },
			/\/nowhere\/\S+ could not be fetched: the server answered 404\. Serve the model/,
		],
		[{ model: "/" }, /config\.json could not be fetched/],
		[{ dtype: "q4" }, /\/models\/onnx\/model_q4\.onnx could not be fetched: the server answered 404/],
		[{ runtime: "/nowhere" }, /ONNX Runtime could not be started .* looked for in \S+\/nowhere\/: serve/],
		[{ library: "/nowhere.js" }, /"library" names \S+\/nowhere\.js, which could not be imported .* serve/],
		[{ library: "/core/errors.js" }, /\/core\/errors\.js offers no env and pipeline/],
		[{ library: undefined }, /needs @huggingface\/transformers, which could not be imported .* install it/],
		[{ pooling: "none" }, /shape \[1,\d+,384\]/],
		[{ model: "" }, /^WebMcpError invalid_argument createWorkerEmbedder: "model" must be an address/],
		[{ model: 7 }, /^WebMcpError invalid_argument/],
	]) {
		const said = await evaluate(async (change) => {
			try {
				await window.createWorkerEmbedder({ ...window.options, ...change }).embed(["x"]);
				return "nothing failed";
			} catch (error) {
				return `${error.name} ${error.code} ${error.message}`;
			}
		}, change);
		assert.match(said, problem);
		assert.match(said, /^WebMcpError (model|invalid_argument) /);
	}
});

test("a Worker that the page may not start is an error with the remedy", async () => {
	const said = await evaluate(async () => {
		const embedder = window.createWorkerEmbedder({
			...window.options,
			worker: () => new Worker("data:text/javascript,"),
		});
		const elsewhere = () => new Worker("https://elsewhere.example/worker.js");
		const other = window.createWorkerEmbedder({ ...window.options, worker: elsewhere });
		const failed = await Promise.allSettled([embedder.load(), other.embed(["x"])]);
		return failed.map(({ reason }) => `${reason?.code} ${reason?.message}`);
	});
	for (const one of said)
		assert.match(one, /^model The embedder's Worker (failed|could not be started) \(.*\): check/);
});

test("after a failure or a Worker's death the next call starts anew", async () => {
	const outcome = await evaluate(async () => {
		let started = 0;
		const worker = () => {
			started += 1;
			// The first is no script, the second dies at its first text.
			const address = ["/nowhere.js", "/dying/worker.js", "/embedder/worker.js"][started - 1];
			return new Worker(address, { type: "module" });
		};
		const embedder = window.createWorkerEmbedder({ ...window.options, worker });
		const failed = [];
		for (const _ of [1, 2]) {
			const both = await Promise.allSettled([embedder.embed(["x"]), embedder.load()]);
			failed.push(both.map(({ reason }) => `${reason?.code} ${reason?.message}`));
		}
		const dimensions = await embedder.load();
		embedder.dispose();
		return { failed, dimensions, started };
	});
	assert.equal(outcome.dimensions, 384);
	assert.equal(outcome.started, 3);
	for (const said of outcome.failed.flat())
		assert.match(said, /^model The embedder's Worker failed \(.*\): check/);
});

test("disposing rejects what waits and what comes later, and aborting rejects with its reason", async () => {
	const outcome = await evaluate(async () => {
		const said = (promise) =>
			promise.then(
				() => "nothing failed",
				(error) => error.message ?? error,
			);
		const disposed = window.createWorkerEmbedder(window.options);
		const waiting = said(disposed.embed(["x"]));
		disposed.dispose();
		const abort = new AbortController();
		const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
		const aborted = said(window.embedder.embed(texts, { signal: abort.signal }));
		abort.abort("no longer wanted");
		return {
			disposed: [await waiting, await said(disposed.embed(["x"])), await said(disposed.load())],
			aborted: [await aborted, await said(window.embedder.embed(["x"], { signal: abort.signal }))],
			after: (await window.embedder.embed(["x"])).length,
		};
	});
	for (const said of outcome.disposed) assert.match(said, /was disposed; create a new one/);
	assert.deepEqual(outcome.aborted, ["no longer wanted", "no longer wanted"]);
	assert.equal(outcome.after, 1);
});
