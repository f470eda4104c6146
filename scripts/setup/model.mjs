/** The model that the demo and most tests use: Gemma 3 270M, or a file of the person's own. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../lib/say.mjs";
import { fetchWeights, WEIGHTS, weightsPath } from "./weights.mjs";

const GEMMA = WEIGHTS["gemma-3-270m"];
/** Of the whole file, hexadecimal. */
export const SHA256 = GEMMA.sha256;

/** Where the model is kept. */
export const modelPath = () =>
	process.env.GEMMA_GGUF ? resolve(process.env.GEMMA_GGUF) : weightsPath(GEMMA);

/** What the demo can be started with (`npm start -- --model=NAME`): the names of the package's presets. */
const NAMED = new Map([
	["gemma-270m", GEMMA],
	["qwen-0.5b", WEIGHTS["qwen2.5-coder-0.5b"]],
	["qwen-1.5b", WEIGHTS["qwen2.5-coder-1.5b"]],
]);

/** @param {string} [name] one of those that can be named, or Gemma @returns {Promise<string>} the path of the model, which is there and whole */
export async function model(name) {
	if (name !== undefined) {
		const weights = NAMED.get(name);
		if (weights) return fetchWeights(weights);
		throw new Failure(`There is no model '${name}': --model= takes ${[...NAMED.keys()].join(", ")}.`);
	}
	if (!process.env.GEMMA_GGUF) return fetchWeights(GEMMA);
	const path = modelPath();
	if (!existsSync(path)) throw new Failure(`GEMMA_GGUF is set to ${path}, where there is no file.`);
	return path;
}
