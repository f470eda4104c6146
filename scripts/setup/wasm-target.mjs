/** Rust's standard library for wasm32, and the environment in which cargo finds it. */
import { output, run, which } from "../lib/exec.mjs";
import { Failure, say } from "../lib/say.mjs";
import { hasWasmStd, TARGET } from "./wasm-std.mjs";
import { debianStd } from "./wasm-target-debian.mjs";

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
