/** Programs of the repository's own crates, compiled once into the cache, each from the lock file beside it. */
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "../lib/exec.mjs";
import { cache, inRoot } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { digest } from "../lib/stamp.mjs";

const SUFFIX = process.platform === "win32" ? ".exe" : "";

/** @param {string} folder that {@link ownTools} returned @param {string} name */
export const programIn = (folder, name) => join(folder, `${name}${SUFFIX}`);

/**
 * Compiles a crate's programs where the cache does not have them yet.
 *
 * @param {string} crate its folder, from the repository's root
 * @param {string[]} names of its programs
 * @param {string} what in a sentence, with how long it takes
 * @returns {Promise<string>} the folder in the cache that holds them and nothing else
 */
export async function ownTools(crate, names, what) {
	const name = `${basename(crate)}-${digest([crate]).slice(0, 16)}`;
	const folder = join(cache, "tools", name);
	if (names.every((one) => existsSync(programIn(folder, one)))) return folder;
	say(`Compiling ${what} …`);
	const target = join(cache, `${name}-target`);
	const args = ["build", "--release", "--locked", "--quiet", "--manifest-path", inRoot(crate, "Cargo.toml")];
	const code = await run("cargo", [...args, "--target-dir", target]);
	if (code !== 0) {
		throw new Failure(`${crate} does not compile; check that crates.io can be reached, then run this again.`);
	}
	mkdirSync(folder, { recursive: true });
	for (const one of names) cpSync(programIn(join(target, "release"), one), programIn(folder, one));
	rmSync(target, { recursive: true, force: true });
	return folder;
}
