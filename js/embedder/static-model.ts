/** Decides what vector a text has: the mean of the vectors of its tokens, with length 1. */
import { readMatrix } from "./safetensors.js";
import { readTokenizer, type Tokenizer } from "./tokenizer.js";

/** More tokens of one text are not read: a chunk has some hundred. */
const MAX_TOKENS = 4096;

/** A matrix of token vectors and its tokenizer. */
export class StaticModel {
	readonly dimensions: number;
	readonly #rows: number;
	readonly #numbers: Float32Array;
	readonly #tokenizer: Tokenizer;

	/** Throws an `Error` that says what is wrong with which file. */
	constructor(weights: ArrayBuffer, tokenizer: string) {
		const { rows, columns, numbers } = readMatrix(weights);
		this.#rows = rows;
		this.dimensions = columns;
		this.#numbers = numbers;
		this.#tokenizer = readTokenizer(tokenizer);
	}

	embed(text: string): Float32Array {
		const sum = new Float32Array(this.dimensions);
		for (const token of this.#tokenizer(text).slice(0, MAX_TOKENS)) {
			if (token >= this.#rows) continue;
			const start = token * this.dimensions;
			for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (this.#numbers[start + i] ?? 0);
		}
		const length = Math.hypot(...sum);
		if (length === 0) {
			// A text without known tokens means nothing in particular; a zero vector would have no angle.
			return sum.fill(1 / Math.sqrt(sum.length));
		}
		return sum.map((number) => number / length);
	}
}
