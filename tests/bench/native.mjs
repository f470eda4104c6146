/**
 * The same model in native llama.cpp, on the same texts: the ceiling. `node-llama-cpp` is too large to be a dependency for
 * one figure: it is taken from the folder NODE_LLAMA_CPP, where `npm install node-llama-cpp` was run.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} modelPath
 * @param {string[]} prompts one for each round; the first is to warm up
 * @param {number} decoded tokens to write
 * @param {number} threads
 * @returns {Promise<{ prefill: number, decode: number, promptTokens: number, outputTokens: number }[] | undefined>}
 * tokens per second of each round; nothing when the package is not there
 */
export async function native(modelPath, prompts, decoded, threads) {
	const folder = process.env.NODE_LLAMA_CPP;
	if (!folder) return undefined;
	const entry = createRequire(join(folder, "package.json")).resolve("node-llama-cpp");
	const { getLlama } = await import(pathToFileURL(entry).href);
	const llama = await getLlama({ gpu: false, maxThreads: threads, progressLogs: false });
	const model = await llama.loadModel({ modelPath });
	const context = await model.createContext({ contextSize: 1024, threads });
	const sequence = context.getSequence();
	const runs = [];
	for (const prompt of prompts) {
		await sequence.clearHistory();
		const tokens = [model.tokens.bos, ...model.tokenize(prompt, false)];
		const start = performance.now();
		let first;
		let written = 0;
		for await (const _ of sequence.evaluate(tokens, { temperature: 0 })) {
			// The first token is part of the prefill.
			first ??= performance.now();
			written += 1;
			if (written > decoded) break;
		}
		const end = performance.now();
		runs.push({
			prefill: (tokens.length * 1000) / ((first ?? end) - start),
			decode: ((written - 1) * 1000) / (end - (first ?? end)),
			promptTokens: tokens.length,
			outputTokens: written,
		});
	}
	await context.dispose();
	await model.dispose();
	return runs.slice(1);
}
