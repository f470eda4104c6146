/** Prefill and decode in Chromium on one thread: the engine beside wllama, in turns in the same page, on the same model. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openPage, serve } from "../browser-engine/site.mjs";
import { median } from "./measure.mjs";

const ROUNDS = 5;
const PROMPT_TOKENS = 512;
const DECODED_TOKENS = 64;
const KINDS = ["bench", "spare"];

// Its package.json names an entry that is not in the package, so the folder is looked up instead.
const folders = createRequire(import.meta.url).resolve.paths("@wllama/wllama") ?? [];
const peer = folders.map((folder) => join(folder, "@wllama/wllama/esm")).find((folder) => existsSync(folder));
if (!peer) throw new Error("@wllama/wllama is not installed: run npm install.");
const site = await serve({ "/wllama/": `${peer}/` });
const { page, close } = await openPage(site.address);

const result = await page.evaluate(
	async ({ rounds, promptTokens, decodedTokens, kinds }) => {
		const { createEngineClient } = await import("/worker/client.js");
		const { Wllama, LoggerWithoutDebug } = await import("/wllama/index.js");
		const seconds = async (run) => {
			const start = performance.now();
			await run();
			return (performance.now() - start) / 1000;
		};
		const simd128 = "/engine/engine-simd128.wasm";
		const engines = {
			"relaxed-simd": createEngineClient(),
			simd128: createEngineClient({ wasmUrls: { relaxed: simd128, simd128 } }),
		};
		const load = {};
		for (const [name, engine] of Object.entries(engines)) {
			load[name] = await seconds(() => engine.load("/model.gguf", { contextSize: 1024 }));
		}
		const wllama = new Wllama(
			{ default: "/wllama/wasm/wllama.wasm" },
			{ logger: LoggerWithoutDebug, suppressNativeLog: true },
		);
		load.wllama = await seconds(async () => {
			const blob = await (await fetch("/model.gguf")).blob();
			await wllama.loadModel([blob], { n_ctx: 1024, n_threads: 1, n_batch: 512, n_gpu_layers: 0 });
		});
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
				const count = (await engines.simd128.countTokens(text.slice(0, middle).join("").trimEnd())) + 1;
				if (count <= promptTokens) low = middle;
				else high = middle - 1;
			}
			return text.slice(0, low).join("").trimEnd();
		};
		const runs = { "relaxed-simd": [], simd128: [], wllama: [] };
		for (let round = -1; round < rounds; round += 1) {
			const prompt = await promptOf(round + 1);
			for (const [name, engine] of Object.entries(engines)) {
				const { promptTokens, cachedTokens, outputTokens, prefillMs, decodeMs } = await engine.generate({
					prompt,
					maxTokens: decodedTokens + 1,
				});
				const prefill = ((promptTokens - cachedTokens) * 1000) / prefillMs;
				// The first token is part of the prefill.
				const run = { prefill, decode: ((outputTokens - 1) * 1000) / decodeMs, promptTokens, outputTokens };
				if (round >= 0) runs[name].push(run);
			}
			const { timings } = await wllama.createCompletion({
				prompt,
				max_tokens: decodedTokens + 1,
				temperature: 0,
				cache_prompt: false,
			});
			const prefill = (timings.prompt_n * 1000) / timings.prompt_ms;
			const decode = (timings.predicted_n * 1000) / timings.predicted_ms;
			const run = { prefill, decode, promptTokens: timings.prompt_n, outputTokens: timings.predicted_n };
			if (round >= 0) runs.wllama.push(run);
		}
		return { load, runs };
	},
	{ rounds: ROUNDS, promptTokens: PROMPT_TOKENS, decodedTokens: DECODED_TOKENS, kinds: KINDS },
);

await close();
site.close();

console.log(
	`\nGemma 3 270M in Chromium, one thread, ${PROMPT_TOKENS}-token prompt, ${DECODED_TOKENS} decoded`,
);
for (const [name, runs] of Object.entries(result.runs)) {
	const line = (key) => {
		const values = runs.map((run) => run[key]);
		const ratio = median(values) / median(result.runs.wllama.map((run) => run[key]));
		const spread = `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
		return `${key} ${median(values).toFixed(1)} tok/s (${spread}, n=${values.length}) ×${ratio.toFixed(1)}`;
	};
	const { promptTokens, outputTokens } = runs[0];
	console.log(
		`  ${name.padEnd(13)} ${line("prefill")}  ${line("decode")}  load ${result.load[name].toFixed(1)} s  [${promptTokens} in, ${outputTokens} out]`,
	);
}
