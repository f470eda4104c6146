/** Rust's standard library for wasm32, and the environment in which cargo finds it. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { output, run, which } from "../lib/exec.mjs";
import { Failure, say } from "../lib/say.mjs";
import { debianStd } from "./wasm-target-debian.mjs";

/** The only target of the browser builds. */
export const TARGET = "wasm32-unknown-unknown";

/**
 * Whether this rustc has a standard library for wasm32.
 *
 * @param {string} rustc
 * @param {NodeJS.ProcessEnv} [env]
 */
export function hasWasmStd(rustc, env) {
	const sysroot = output(rustc, ["--print", "sysroot"], env);
	if (!sysroot) return false;
	const folder = join(sysroot, "lib", "rustlib", TARGET, "lib");
	return existsSync(folder) && readdirSync(folder).some((name) => /^libstd-.*\.rlib$/.test(name));
}

/** @returns {Promise<NodeJS.ProcessEnv>} what the wasm builds need in their environment beyond ours */
export async function wasmTarget() {
	const missing = "Rust is missing: install it from https://rustup.rs and run this again.";
	if (!which("cargo") || !which("rustc")) throw new Failure(missing);
	if (hasWasmStd("rustc")) return {};
	const version = output("rustc", ["--version"]);
	if (which("rustup")) {
		say(`Adding ${TARGET} to ${version} …`);
		if ((await run("rustup", ["target", "add", TARGET])) === 0 && hasWasmStd("rustc")) return {};
		say("rustup could not add the target; trying the system's packages.");
	}
	return debianStd();
}
