/** Our own small half of wasm-bindgen's command line, compiled once into the cache. */
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/exec.mjs";
import { cache, inRoot, toolsBin } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { digest } from "../lib/stamp.mjs";

const FOLDER = "scripts/bind";

/** @type {Promise<string> | undefined} */
let compiling;

/** @returns {Promise<string>} the program's path */
export function bindTool() {
	compiling ??= compile();
	return compiling;
}

async function compile() {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const program = join(toolsBin, `bind-${digest([FOLDER]).slice(0, 16)}${suffix}`);
	if (existsSync(program)) return program;
	say("Compiling the tool that binds WebAssembly to JavaScript, once (about a minute) …");
	const target = join(cache, "bind-target");
	const args = ["build", "--release", "--locked", "--quiet", "--manifest-path", inRoot(FOLDER, "Cargo.toml")];
	const code = await run("cargo", [...args, "--target-dir", target]);
	const built = join(target, "release", `bind${suffix}`);
	if (code !== 0 || !existsSync(built)) {
		throw new Failure(
			"The binding tool does not compile; check that crates.io can be reached, then run this again.",
		);
	}
	mkdirSync(toolsBin, { recursive: true });
	cpSync(built, program);
	rmSync(target, { recursive: true, force: true });
	return program;
}
