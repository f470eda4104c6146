/** What tests in the browser need beside the build: wasm-pack, and wasm-bindgen's test runner, equal to the crate in Cargo.lock. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output, run } from "../lib/exec.mjs";
import { cache, inRoot, toolsBin } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";

const WASM_PACK_VERSION = "0.15.1";

function wasmBindgenVersion() {
	const lock = readFileSync(inRoot("Cargo.lock"), "utf8");
	const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1];
	if (!version)
		throw new Failure("Cargo.lock names no wasm-bindgen: restore it with git checkout Cargo.lock.");
	return version;
}

/** @param {string} crate @param {string} program @param {string} version */
async function tool(crate, program, version) {
	if (output(join(toolsBin, program), ["--version"])?.split(/\s+/).includes(version)) return;
	say(`Compiling ${crate} ${version} into the cache (a few minutes, once, for the tests alone) …`);
	const args = ["install", crate, "--version", version, "--root", join(cache, "tools"), "--force"];
	if ((await run("cargo", [...args, "--locked"])) === 0) return;
	say(`${crate}'s own lock file cannot be satisfied here; compiling with the newest compatible crates.`);
	if ((await run("cargo", args)) === 0) return;
	throw new Failure(
		`cargo install ${crate} failed; check that crates.io can be reached, then run this again.`,
	);
}

/** Compiles the tools that are not in the cache yet. */
export async function testTools() {
	await tool("wasm-bindgen-cli", "wasm-bindgen-test-runner", wasmBindgenVersion());
	await tool("wasm-pack", "wasm-pack", WASM_PACK_VERSION);
}
