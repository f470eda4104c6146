/** Fuzzing on stable Rust: `tests/fuzz/main.rs`, led by coverage where the linker allows it. */
import { output } from "./exec.mjs";
import { tests } from "./runner.mjs";

/** LLVM's counters of reached places. cargo-fuzz passes the same; they need no nightly Rust. */
const COVERAGE = [
	"-Cpasses=sancov-module",
	"-Cllvm-args=-sanitizer-coverage-level=4",
	"-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
];

/**
 * A job that runs every fuzz target for so many seconds.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} seconds
 */
export function fuzz(env, seconds) {
	const host = /host: (\S+)/.exec(output("rustc", ["-vV"]) ?? "")?.[1];
	const args = ["test", "-p", "webmcp-auto-ui", "--profile", "fuzz", "--test", "fuzz"];
	/** @type {NodeJS.ProcessEnv} */
	const flags = { ...env, FUZZ_SECONDS: seconds };
	// Elsewhere the library does not link while the counters' functions are missing, which only the runner has.
	if (host?.includes("linux")) {
		// With a target named, the flags are not used for build scripts and macros.
		args.push("--target", host);
		flags.RUSTFLAGS = [env.RUSTFLAGS, ...COVERAGE].filter(Boolean).join(" ");
	}
	return tests("fuzz targets", "cargo", args, flags);
}
