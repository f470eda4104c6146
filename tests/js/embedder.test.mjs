/** The static embedder: its files, its tokenizers beside the reference implementation, and its meaning. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { embedderFiles } from "../../scripts/setup/embedder.mjs";
import { StaticModel } from "../../pkg/embedder/static-model.js";
import { readMatrix } from "../../pkg/embedder/safetensors.js";
import { readTokenizer } from "../../pkg/embedder/tokenizer.js";

const buffer = (path) => new Uint8Array(readFileSync(path)).buffer;

/** A file of one tensor whose numbers are the bytes `data`. */
function safetensors(dtype, shape, data, offsets = [0, data.byteLength]) {
	const header = new TextEncoder().encode(JSON.stringify({ m: { dtype, shape, data_offsets: offsets } }));
	const file = new Uint8Array(8 + header.length + data.byteLength);
	new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
	file.set(header, 8);
	file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 8 + header.length);
	return file.buffer;
}

/** Ids that Hugging Face's `tokenizers` 0.22 gives for WordLlama's tokenizer. */
const COUNTED = [
	["Hello world", [15043, 3186]],
	[
		"The deputy Anna Mandl voted against the amendment.",
		[450, 20723, 29891, 11230, 15419, 29880, 24854, 2750, 278, 626, 355, 358, 29889],
	],
	[
		"Été: l’assemblée, 1 234 €",
		[3067, 6772, 29901, 301, 30010, 465, 13365, 1318, 29892, 29871, 29896, 29871, 29906, 29941, 29946, 25540],
	],
	["国会 votes\nsecond line", [29871, 30356, 30437, 18952, 13, 7496, 1196]],
	["  two  spaces ", [259, 1023, 29871, 8162, 29871]],
	["emoji 🙂 end", [953, 29877, 2397, 29871, 243, 162, 156, 133, 1095]],
	[
		"antidisestablishmentarianism_get_vote-42",
		[3677, 333, 275, 342, 370, 1674, 358, 13956, 1608, 29918, 657, 29918, 15814, 29899, 29946, 29906],
	],
];

test("byte pairs are merged as the reference implementation merges them", async () => {
	const { tokenizer } = await embedderFiles();
	const encode = readTokenizer(readFileSync(tokenizer, "utf8"));
	for (const [text, ids] of COUNTED) assert.deepEqual(encode(text), ids, text);
});

test("word pieces are the longest from the left, without case and accents", () => {
	const pieces = ["anti", "##dis", "##est", "et", "##e", ",", "voted", "1", "##23"];
	const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
	const encode = readTokenizer(
		JSON.stringify({ model: { type: "WordPiece", vocab, continuing_subword_prefix: "##" } }),
	);
	assert.deepEqual(encode("Antidisest, ÉTÉ voted 123 unknown"), [0, 1, 2, 5, 3, 4, 6, 7, 8]);
	assert.deepEqual(encode("a".repeat(1_000_000)), []);
});

test("texts of one meaning are nearer than texts of another", async () => {
	const files = await embedderFiles();
	const model = new StaticModel(buffer(files.weights), readFileSync(files.tokenizer, "utf8"));
	assert.equal(model.dimensions, 256);
	const near = (a, b) => model.embed(a).reduce((sum, number, i) => sum + number * model.embed(b)[i], 0);
	assert.ok(Math.abs(near("bicycle", "bicycle") - 1) < 1e-5);
	assert.ok(
		near("electricity from sunlight", "solar power") > near("electricity from sunlight", "chess king"),
	);
	assert.ok(near("The strike of pilots", "airline walkout") > near("The strike of pilots", "almond cake"));
	assert.ok(model.embed("").every(Number.isFinite));
});

test("numbers of all three kinds are read", () => {
	const expected = [1, -2.5, 0.0999755859375, 65504];
	const half = new Uint16Array([0x3c00, 0xc100, 0x2e66, 0x7bff]);
	assert.deepEqual([...readMatrix(safetensors("F16", [2, 2], half)).numbers], expected);
	const single = new Float32Array(expected);
	assert.deepEqual([...readMatrix(safetensors("F32", [2, 2], single)).numbers], expected);
	const brain = new Uint16Array([0x3f80, 0xc020]);
	assert.deepEqual([...readMatrix(safetensors("BF16", [1, 2], brain)).numbers], [1, -2.5]);
});

test("files that are no model say what is wrong with them", () => {
	const four = new Float32Array(4);
	const cut = safetensors("F32", [2, 2], four);
	for (const [file, problem] of [
		[new ArrayBuffer(3), "too short"],
		[new Uint8Array(100).fill(255).buffer, "cut off"],
		[new TextEncoder().encode(`\x04\0\0\0\0\0\0\0nope`).buffer, "no JSON object"],
		[safetensors("I64", [2, 2], four), "no matrix"],
		[safetensors("F32", [9, 9], four), "differ"],
		[safetensors("F32", [2, -2], four), "no matrix"],
		[cut.slice(0, cut.byteLength - 4), "cut off"],
	]) {
		assert.throws(() => readMatrix(file), new RegExp(problem));
	}
	for (const [json, problem] of [
		["{", "no JSON"],
		["null", "model.vocab"],
		['{"model":{"type":"Unigram","vocab":{}}}', "type Unigram"],
	]) {
		assert.throws(() => readTokenizer(json), new RegExp(problem));
	}
});
