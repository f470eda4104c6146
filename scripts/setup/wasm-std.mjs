/** What the browser builds need of a rustc. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { output } from "../lib/exec.mjs";

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
