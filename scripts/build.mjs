/** Builds pkg/: the core, the engine, the TypeScript, put together. Unchanged steps are skipped. */
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { assemble } from "../pkg-template/assemble.mjs";
import { buildCore, buildFullSchema, WASM_OPT } from "./build/core.mjs";
import { buildRecipes } from "./build/recipes.mjs";
import { run } from "./lib/exec.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main, say, since } from "./lib/say.mjs";
import { once } from "./lib/stamp.mjs";
import { setUp } from "./setup.mjs";
import { hasRustSource } from "./setup/rust-source.mjs";

async function buildEngine() {
	const inputs = ["engine/src", "engine/Cargo.toml", "engine/build.mjs", "Cargo.toml", "Cargo.lock"];
	const threads = hasRustSource();
	const names = ["relaxed", "simd128", ...(threads ? ["threads"] : [])];
	const outputs = names.map((name) => `build/gen/engine/engine-${name}.wasm`);
	await once("engine", { inputs, outputs, salt: names.join() }, async () => {
		say("Compiling the model engine to WebAssembly …");
		const engine = await import(pathToFileURL(inRoot("engine", "build.mjs")).href);
		await engine.buildEngine({ outDir: inRoot("build", "gen", "engine"), wasmOpt: WASM_OPT, threads });
	});
}

async function buildTypeScript() {
	const inputs = ["js", "tsconfig.base.json", "tsconfig.build.json", "build/gen/wasm/webmcp_auto_ui.d.ts"];
	await once("typescript", { inputs, outputs: ["build/js/index.js"] }, async () => {
		say("Compiling the TypeScript …");
		rmSync(inRoot("build", "js"), { recursive: true, force: true });
		const tsc = inRoot("node_modules", "typescript", "bin", "tsc");
		const code = await run(process.execPath, [tsc, "-p", "tsconfig.build.json"]);
		if (code !== 0) throw new Failure("The TypeScript has errors; see above.");
	});
}

/** Builds everything that the npm package holds. */
export async function build() {
	const start = performance.now();
	buildRecipes();
	await buildCore();
	await buildFullSchema();
	await buildEngine();
	await buildTypeScript();
	assemble();
	say(`pkg/ is built (${since(start)}).`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	await main(async () => {
		const { env } = await setUp({ forTests: false });
		Object.assign(process.env, env);
		await build();
	});
}
