/** Remembers what a step was made from, so that an unchanged step is skipped. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inRoot, root } from "./paths.mjs";

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
		hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
	}
	return hash.digest("hex");
}

/** @typedef {{inputs: string[], outputs: string[], salt?: string}} Facts what a step is made from and makes */

const stampOf = (/** @type {string} */ name) => inRoot("build", "stamps", name);

/**
 * Whether a step was done with the same inputs and its output is still there.
 *
 * @param {string} name
 * @param {Facts} facts
 */
export function isCurrent(name, { inputs, outputs, salt }) {
	const file = stampOf(name);
	if (!existsSync(file)) return false;
	const [stamp, ...read] = readFileSync(file, "utf8").split("\n");
	const unchanged = stamp === digest(read.length > 0 ? read : inputs, salt);
	return unchanged && outputs.every((path) => existsSync(inRoot(path)));
}

/** Forgets that a step was done: another one is about to write over its output. @param {string} name */
export const forget = (name) => rmSync(stampOf(name), { force: true });

/**
 * Does a step unless it is current.
 *
 * @param {string} name
 * @param {Facts} facts
 * @param {() => Promise<string[] | void>} step may return which inputs it has really read: only these count from then on
 * @returns {Promise<boolean>} whether the step ran
 */
export async function once(name, facts, step) {
	if (isCurrent(name, facts)) return false;
	const begun = Date.now();
	const read = (await step()) ?? [];
	const inputs = read.length > 0 ? read : facts.inputs;
	// Whether the step has read what was changed meanwhile, nobody knows.
	const isChanged = inputs
		.flatMap((input) => files(inRoot(input)))
		.some((path) => statSync(path).mtimeMs > begun);
	if (isChanged) return true;
	const file = stampOf(name);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, [digest(inputs, facts.salt), ...read].join("\n"));
	return true;
}
