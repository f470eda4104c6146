/** Remembers what a step was made from, so that an unchanged step is skipped. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
	const unchanged = existsSync(file) && readFileSync(file, "utf8") === digest(inputs, salt);
	return unchanged && outputs.every((path) => existsSync(inRoot(path)));
}

/** Forgets that a step was done: another one is about to write over its output. @param {string} name */
export const forget = (name) => rmSync(stampOf(name), { force: true });

/**
 * Does a step unless it is current.
 *
 * @param {string} name
 * @param {Facts} facts
 * @param {() => Promise<void>} step
 * @returns {Promise<boolean>} whether the step ran
 */
export async function once(name, facts, step) {
	if (isCurrent(name, facts)) return false;
	const file = stampOf(name);
	const current = digest(facts.inputs, facts.salt);
	await step();
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, current);
	return true;
}
