/** The core: Rust → build/gen/wasm. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { run } from "../lib/exec.mjs";
import { inRoot } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { once } from "../lib/stamp.mjs";

const OUT = "build/gen/wasm";
const WASM = `${OUT}/webmcp_auto_ui_bg.wasm`;
/** What Rust's default target already uses; wasm-opt has to be told, for wasm-bindgen drops the note. */
const FEATURES = [
	"bulk-memory",
	"mutable-globals",
	"multivalue",
	"nontrapping-float-to-int",
	"reference-types",
	"sign-ext",
].map((name) => `--enable-${name}`);

/** wasm-opt, compiled to JavaScript. */
export const WASM_OPT = inRoot("node_modules", "binaryen", "bin", "wasm-opt");

/**
 * Shrinks a WebAssembly file in place.
 *
 * @param {string} file
 * @param {string[]} args wasm-opt's
 */
async function wasmOpt(file, args) {
	const smaller = `${file}.opt`;
	rmSync(smaller, { force: true });
	const code = await run(process.execPath, [WASM_OPT, file, ...args, "-o", smaller]);
	if (code !== 0 || !existsSync(smaller)) throw new Failure(`wasm-opt failed on ${file}.`);
	renameSync(smaller, file);
}

const FULL_OUT = "build/gen/full-schema";
const FULL_WASM = `${FULL_OUT}/webmcp_full_schema_bg.wasm`;

/** The full JSON Schema validator: rarely loaded, so small before fast. */
export async function buildFullSchema() {
	const inputs = ["wasm/full-schema", "Cargo.toml", "Cargo.lock", "scripts/build/core.mjs"];
	await once("full-schema", { inputs, outputs: [FULL_WASM] }, async () => {
		say("Compiling the full JSON Schema validator to WebAssembly …");
		const args = ["build", "wasm/full-schema", "--target", "web", "--mode", "no-install", "--no-pack"];
		args.push("--out-dir", inRoot(FULL_OUT), "--out-name", "webmcp_full_schema", "--profile", "small");
		if ((await run("wasm-pack", args)) !== 0)
			throw new Failure("The full validator does not compile; see above.");
		await wasmOpt(inRoot(FULL_WASM), ["-Oz", ...FEATURES]);
	});
}

/** @returns {Promise<void>} */
export async function buildCore() {
	const inputs = ["src", "Cargo.toml", "Cargo.lock", "scripts/build/core.mjs"];
	await once("core", { inputs, outputs: [WASM] }, async () => {
		say("Compiling the core to WebAssembly …");
		const args = ["build", ".", "--target", "web", "--mode", "no-install", "--release", "--no-pack"];
		args.push("--out-dir", OUT, "--out-name", "webmcp_auto_ui");
		if ((await run("wasm-pack", args)) !== 0) throw new Failure("The core does not compile; see above.");
		say("Optimising it with wasm-opt …");
		await wasmOpt(inRoot(WASM), ["-O3", ...FEATURES]);
	});
}
