/**
 * Gemma 3 270M, or the model at GEMMA_GGUF, in Chromium, the same prompt and greedy answer in every engine, in turns in the same page: ours beside
 * wllama, on one thread and on two. A third figure of ours is decoding under a schema, where forced tokens are not drawn.
 * `node tests/bench/engine.mjs [rounds] [busy] [long] [alone]`: `busy` keeps one core busy meanwhile, `long` also fills a
 * context of 32,768 tokens, `alone` leaves the peers out, `adapter=FILE` adds ours with a LoRA adapter. A round takes some 80 s, 10 s alone; filling ten minutes. Native
 * llama.cpp joins where NODE_LLAMA_CPP says (see native.mjs).
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { ISOLATED, openPage, serve, weights } from "../browser-engine/site.mjs";
import { bandwidth } from "./bandwidth.mjs";
import { median } from "./measure.mjs";
import { native } from "./native.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const PROMPT_TOKENS = 512;
const DECODED_TOKENS = 64;
const KINDS = ["bench", "spare"];
const PEER_THREADS = process.argv.includes("alone") ? [] : [1, 2];
const neighbour = process.argv.includes("busy") ? spawn(process.execPath, ["-e", "for (;;) {}"]) : undefined;

// Its package.json names an entry that is not in the package, so the folder is looked up instead.
const folders = createRequire(import.meta.url).resolve.paths("@wllama/wllama") ?? [];
const peer = folders.map((folder) => join(folder, "@wllama/wllama/esm")).find((folder) => existsSync(folder));
if (!peer) throw new Error("@wllama/wllama is not installed: run npm install.");
const adapter = process.argv.find((word) => word.startsWith("adapter="))?.slice("adapter=".length);
const site = await serve(
	{ "/wllama/": `${peer}/`, ...(adapter ? { "/adapter/": dirname(resolve(adapter)) } : {}) },
	ISOLATED,
);
const { page, close } = await openPage(site.address);

const result = await page.evaluate(
	async ({ rounds, promptTokens, decodedTokens, kinds, peerThreads, adapter }) => {
		const { createEngineClient } = await import("/worker/client.js");
		const { Wllama, LoggerWithoutDebug } = await import("/wllama/index.js");
		const seconds = async (run) => {
			const start = performance.now();
			await run();
			return (performance.now() - start) / 1000;
		};
		const simd128 = "/engine/engine-simd128.wasm";
		const engines = {
			"relaxed-simd": [1, createEngineClient()],
			simd128: [1, createEngineClient({ wasmUrls: { relaxed: simd128, simd128 } })],
			"2 threads": [2, createEngineClient()],
			...(adapter ? { "with an adapter": [1, createEngineClient()] } : {}),
		};
		const load = {};
		for (const [name, [threads, engine]] of Object.entries(engines)) {
			const adapters = name === "with an adapter" ? [{ source: adapter, scale: 1 }] : [];
			load[name] = await seconds(() => engine.load("/model.gguf", { contextSize: 1024, threads, adapters }));
		}
		const peers = {};
		for (const threads of peerThreads) {
			const name = threads === 1 ? "wllama" : "wllama, 2 threads";
			peers[name] = new Wllama(
				{ default: "/wllama/wasm/wllama.wasm" },
				{ logger: LoggerWithoutDebug, suppressNativeLog: true },
			);
			load[name] = await seconds(async () => {
				const blob = await (await fetch("/model.gguf")).blob();
				await peers[name].loadModel([blob], {
					n_ctx: 1024,
					n_threads: threads,
					n_batch: 512,
					n_gpu_layers: 0,
				});
			});
		}
		const [, counter] = engines.simd128;
		/** A text of so many tokens, other from its first words on in every round, so that no cache helps. */
		const promptOf = async (round) => {
			const words = [`Log ${round} of the ${kinds[round % kinds.length]} harbour:`];
			for (let day = 1; day < 200; day += 1)
				words.push(`on day ${day} there came ${(day * 37 + round) % 91} boats,`);
			const text = words.join(" ").split(/(?<= )/);
			let low = 0;
			let high = text.length;
			while (low < high) {
				const middle = (low + high + 1) >> 1;
				const count = (await counter.countTokens(text.slice(0, middle).join("").trimEnd())) + 1;
				if (count <= promptTokens) low = middle;
				else high = middle - 1;
			}
			return text.slice(0, low).join("").trimEnd();
		};
		const day = {
			type: "object",
			properties: { numberOfTheDay: { type: "integer" }, boatsThatCame: { type: "integer" } },
			required: ["numberOfTheDay", "boatsThatCame"],
		};
		const schema = { type: "array", items: day, minItems: 6, maxItems: 6 };
		const names = [...Object.keys(engines), ...Object.keys(peers)];
		const runs = Object.fromEntries(names.map((name) => [name, []]));
		let memory = 0;
		const prompts = [];
		for (let round = -1; round < rounds; round += 1) {
			const prompt = await promptOf(round + 1);
			prompts.push(prompt);
			for (const [name, [, engine]] of Object.entries(engines)) {
				const first = await engine.generate({ prompt, maxTokens: decodedTokens + 1 });
				const { promptTokens, cachedTokens, outputTokens, prefillMs, decodeMs, memoryBytes } = first;
				// Later rounds hold what is remembered of earlier ones as well.
				if (name === "relaxed-simd" && round < 0) memory = memoryBytes;
				const more = `${prompt}${first.text} And on the day after that?`;
				const second = await seconds(() => engine.generate({ prompt: more, maxTokens: 1 }));
				const forced = await engine.generate({ prompt: more, schema, maxTokens: 400 });
				// The first token is part of the prefill.
				const run = {
					prefill: ((promptTokens - cachedTokens) * 1000) / prefillMs,
					decode: ((outputTokens - 1) * 1000) / decodeMs,
					schema: (forced.outputTokens * 1000) / (forced.prefillMs + forced.decodeMs),
					again: prefillMs / 1000 / second,
				};
				if (round >= 0) runs[name].push({ ...run, promptTokens, outputTokens });
			}
			for (const [name, wllama] of Object.entries(peers)) {
				const { timings } = await wllama.createCompletion({
					prompt,
					max_tokens: decodedTokens + 1,
					temperature: 0,
					cache_prompt: false,
				});
				const prefill = (timings.prompt_n * 1000) / timings.prompt_ms;
				const decode = (timings.predicted_n * 1000) / timings.predicted_ms;
				const run = { prefill, decode, promptTokens: timings.prompt_n, outputTokens: timings.predicted_n };
				if (round >= 0) runs[name].push(run);
			}
		}
		// From an abort at some moment of a prefill, of decoding or of scoring to the Worker's next answer.
		const stops = [];
		const [, stopped] = engines["relaxed-simd"];
		for (let round = 0; round < rounds * 6; round += 1) {
			const abort = new AbortController();
			const { signal } = abort;
			const prompt = await promptOf(1000 + round);
			const scored = round % 3 === 2;
			const work = scored
				? stopped.score({ prefixes: [prompt.slice(0, 60)], text: prompt.slice(60) }, { signal })
				: stopped.generate({ prompt, maxTokens: 200 }, { signal });
			const ended = work.catch(() => undefined);
			await new Promise((resolve) => setTimeout(resolve, (round % 3 === 1 ? 3500 : 100) + round * 37));
			abort.abort();
			await ended;
			stops.push(1000 * (await seconds(() => stopped.countTokens("a"))));
		}
		return { load, runs, memory, prompts, stops };
	},
	{
		rounds: ROUNDS,
		promptTokens: PROMPT_TOKENS,
		decodedTokens: DECODED_TOKENS,
		kinds: KINDS,
		peerThreads: PEER_THREADS,
		adapter: adapter ? `/adapter/${basename(adapter)}` : undefined,
	},
);

const ceiling = await bandwidth(page);
const filled = process.argv.includes("long") ? await fill() : undefined;
await close();
site.close();

for (const threads of PEER_THREADS) {
	const runs = await native(weights(), result.prompts, DECODED_TOKENS, threads);
	const name = threads === 1 ? "llama.cpp, native" : "llama.cpp, native, 2 threads";
	if (runs) Object.assign(result.runs, { [name]: runs });
}
neighbour?.kill();

console.log(`\n${basename(weights())} in Chromium, ${PROMPT_TOKENS}-token prompt, ${DECODED_TOKENS} decoded`);
for (const [name, runs] of Object.entries(result.runs)) {
	const base = result.runs[name.includes("2 threads") ? "wllama, 2 threads" : "wllama"];
	const line = (key) => {
		const values = runs.map((run) => run[key]);
		const ratio = base ? ` ×${(median(values) / median(base.map((run) => run[key]))).toFixed(1)}` : "";
		const spread = `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
		return `${key} ${median(values).toFixed(1)} tok/s (${spread})${ratio}`;
	};
	const own = (key) => median(runs.map((run) => run[key])).toFixed(1);
	const more = runs[0].schema ? `  under a schema ${own("schema")} tok/s  second turn ×${own("again")}` : "";
	const { promptTokens, outputTokens } = runs[0];
	const load = name in result.load ? `  load ${result.load[name].toFixed(1)} s` : "";
	console.log(
		`  ${name.padEnd(17)} ${line("prefill")}  ${line("decode")}${more}${load}  [${promptTokens} in, ${outputTokens} out, n=${runs.length}]`,
	);
}
const weightBytes = 285e6;
console.log(
	`  memory of the engine on one thread: ${(result.memory / 1e6).toFixed(0)} MB; reading in WebAssembly ${ceiling.toFixed(1)} GB/s, so at most ${((ceiling * 1e9) / weightBytes).toFixed(0)} tokens/s are decoded by one thread`,
);
console.log(
	`  from an abort to the Worker's next answer: ${median(result.stops).toFixed(0)} ms, at most ${Math.max(...result.stops).toFixed(0)} ms (n=${result.stops.length})`,
);
if (filled) {
	const { memoryBytes, promptTokens, prefillMs } = filled;
	console.log(
		`  32K: ${promptTokens} tokens prefilled at ${((promptTokens * 1000) / prefillMs).toFixed(0)} tok/s, memory ${(memoryBytes / 1e6).toFixed(0)} MB`,
	);
}

/** A context of 32,768 tokens, nearly filled, in an engine of its own. */
function fill() {
	return page.evaluate(async () => {
		const { createEngineClient } = await import("/worker/client.js");
		const engine = createEngineClient();
		await engine.load("/model.gguf", { contextSize: 32_768, threads: 1 });
		const day = (index) => `on day ${index} there came ${(index * 37) % 91} boats,`;
		const tokens = await engine.countTokens(
			Array.from({ length: 100 }, (_, index) => day(index + 1000)).join(" "),
		);
		const days = Math.floor((32_768 - 600) / (tokens / 100));
		const prompt = Array.from({ length: days }, (_, index) => day(index + 1000)).join(" ");
		const result = await engine.generate({ prompt, maxTokens: 8 });
		engine.dispose();
		return result;
	});
}
