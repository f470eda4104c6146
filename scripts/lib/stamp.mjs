/** Remembers what a step was made from, so that an unchanged step is skipped. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "./paths.mjs";

/** @param {string} path @returns {string[]} */
function files(path) {
	if (!existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.filter((name) => name !== "target" && name !== "node_modules")
		.flatMap((name) => files(join(path, name)));
}

/**
 * A digest of the contents of files and folders.
 *
 * @param {string[]} inputs paths from the repository's root
 * @param {string} [salt] anything else that the step depends on
 */
export function digest(inputs, salt = "") {
	const hash = createHash("sha256").update(salt);
	for (const path of inputs.map((input) => inRoot(input)).flatMap(files)) {
		hash.update(`\0${path}\0`).update(readFileSync(path));
	}
	return hash.digest("hex");
}

/**
 * Does a step unless it was done with the same inputs and its output is still there.
 *
 * @param {string} name
 * @param {{inputs: string[], outputs: string[], salt?: string}} facts
 * @param {() => Promise<void>} step
 * @returns {Promise<boolean>} whether the step ran
 */
export async function once(name, { inputs, outputs, salt }, step) {
	const file = inRoot("build", "stamps", name);
	const current = digest(inputs, salt);
	const unchanged = existsSync(file) && readFileSync(file, "utf8") === current;
	if (unchanged && outputs.every((path) => existsSync(inRoot(path)))) return false;
	await step();
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, current);
	return true;
}
