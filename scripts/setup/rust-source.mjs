/** The sources of Rust's standard library: the engine's threaded build compiles them anew, with atomics. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { output, run, which } from "../lib/exec.mjs";
import { say } from "../lib/say.mjs";

/** @param {NodeJS.ProcessEnv} [env] with the toolchain that builds for wasm32 */
export function hasRustSource(env = process.env) {
	const sysroot = output(env.RUSTC ?? "rustc", ["--print", "sysroot"], env);
	return (
		sysroot !== undefined &&
		existsSync(join(sysroot, "lib", "rustlib", "src", "rust", "library", "Cargo.lock"))
	);
}

/**
 * Gets the sources where rustup can; without them everything works, on one thread.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export async function rustSource(env) {
	if (hasRustSource(env)) return;
	if (which("rustup") && env.RUSTUP_TOOLCHAIN !== "debian") {
		say("Adding the sources of Rust's standard library, for the engine's threads …");
		if ((await run("rustup", ["component", "add", "rust-src"], { env })) === 0 && hasRustSource(env)) return;
	}
	say("Rust's standard library has no sources here: the engine is built for one thread only.");
}
