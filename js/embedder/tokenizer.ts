/** Decides how a text falls into tokens, by a `tokenizer.json` with BPE (as Llama's) or WordPiece (as BERT's). */

/** Text to token ids. */
export type Tokenizer = (text: string) => number[];

/** Longer words become unknown: no vocabulary has them, and cutting them up costs their square. */
const MAX_WORD_CHARS = 200;

interface Shape {
	model?: {
		type?: string;
		vocab?: { [piece: string]: number };
		merges?: (string | [string, string])[];
		unk_token?: string;
		continuing_subword_prefix?: string;
	};
	normalizer?: { lowercase?: boolean; type?: string };
}

/** Throws an `Error` that says what is wrong. */
export function readTokenizer(json: string): Tokenizer {
	let shape: Shape;
	try {
		shape = JSON.parse(json) as Shape;
	} catch (error) {
		throw new Error(`The tokenizer is no JSON (${error instanceof Error ? error.message : error}).`);
	}
	const { type, vocab } = shape?.model ?? {};
	if (typeof vocab !== "object" || vocab === null) throw new Error("The tokenizer has no model.vocab.");
	const ids = new Map(Object.entries(vocab));
	if (type === "WordPiece") return wordPiece(shape, ids);
	if (type === "BPE" && ids.has("▁")) return bytePair(shape, ids);
	throw new Error(`The tokenizer is of type ${type}; BPE with '▁' for spaces and WordPiece can be used.`);
}

/** SentencePiece's BPE: the pair that was merged first in training is merged first. */
function bytePair(shape: Shape, ids: Map<string, number>): Tokenizer {
	const ranks = new Map<string, number>();
	for (const [rank, merge] of (shape.model?.merges ?? []).entries()) {
		ranks.set(typeof merge === "string" ? merge : merge.join(" "), rank);
	}
	const known = new Map<string, number[]>();
	return (text) => {
		const found: number[] = [];
		for (const word of `▁${text.replaceAll(" ", "▁")}`.match(/▁*[^▁\n]*\n?/gu) ?? []) {
			let tokens = known.get(word);
			if (!tokens) {
				tokens = merged(word, ranks).flatMap((piece) => idsOf(piece, ids));
				if (known.size > 10_000) known.clear();
				known.set(word, tokens);
			}
			found.push(...tokens);
		}
		return found;
	};
}

function merged(word: string, ranks: Map<string, number>): string[] {
	const pieces = [...word];
	if (pieces.length > MAX_WORD_CHARS) return pieces;
	for (;;) {
		let best = Number.POSITIVE_INFINITY;
		let place = -1;
		for (let i = 0; i + 1 < pieces.length; i += 1) {
			const rank = ranks.get(`${pieces[i]} ${pieces[i + 1]}`) ?? Number.POSITIVE_INFINITY;
			if (rank < best) {
				best = rank;
				place = i;
			}
		}
		if (place < 0) return pieces;
		pieces.splice(place, 2, `${pieces[place]}${pieces[place + 1]}`);
	}
}

/** The piece's id, or those of its bytes (`<0xE2>`), or none. */
function idsOf(piece: string, ids: Map<string, number>): number[] {
	const id = ids.get(piece);
	if (id !== undefined) return [id];
	const bytes = [...new TextEncoder().encode(piece)];
	return bytes.flatMap((byte) => ids.get(`<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`) ?? []);
}

/** BERT's: words and signs, each as the longest pieces from the left. Unknown words are left out. */
function wordPiece(shape: Shape, ids: Map<string, number>): Tokenizer {
	const prefix = shape.model?.continuing_subword_prefix ?? "##";
	const lower = shape.normalizer?.lowercase !== false;
	return (text) => {
		const plain = lower
			? text
					.toLowerCase()
					.normalize("NFD")
					.replace(/\p{Mn}/gu, "")
			: text;
		return (plain.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? []).flatMap((word) => {
			const tokens: number[] = [];
			for (let start = 0; start < word.length; ) {
				let end = Math.min(word.length, start + MAX_WORD_CHARS);
				const piece = () => (start > 0 ? prefix : "") + word.slice(start, end);
				while (end > start && !ids.has(piece())) end -= 1;
				if (end === start) return [];
				tokens.push(ids.get(piece()) ?? 0);
				start = end;
			}
			return word.length > MAX_WORD_CHARS ? [] : tokens;
		});
	};
}
