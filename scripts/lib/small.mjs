/** What every WebAssembly file of ours is compiled with, for a page loads it. */

/**
 * Of the standard library, built anew: a panic says nothing, for there is no place to say it, and what is written for size is
 * nowhere on the engine's way (`tests/bench/README.md`).
 */
export const OWN_STD = {
	flags: ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"],
	cargo: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"],
};

/**
 * How hard wasm-opt tries. With -O3 as small as with -Oz once it is compressed, and a tenth faster. A function that one other
 * calls is left where it is if it is large: inlined, its locals are numbered anew and compress worse, by 25 kB of the core.
 */
export const OPTIMISED = ["-O3", "--one-caller-inline-max-function-size=20"];
