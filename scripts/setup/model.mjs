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

/** @returns {Promise<string>} the path of the model, which is there and whole */
export async function model() {
	if (!process.env.GEMMA_GGUF) return fetchWeights(GEMMA);
	const path = modelPath();
	if (!existsSync(path)) throw new Failure(`GEMMA_GGUF is set to ${path}, where there is no file.`);
	return path;
}
