/** Builds pkg/: the core, the engine, the TypeScript, put together. Unchanged steps are skipped. */
import { existsSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { assemble } from "../pkg-template/assemble.mjs";
import {
	buildChatTemplate,
	buildFullSchema,
	buildNeeded,
	DECLARATIONS,
	standInForFullSchema,
	WASM_OPT,
} from "./build/core.mjs";
import { buildInterpreter } from "./build/interpreter.mjs";
import { buildRecipes } from "./build/recipes.mjs";
import { buildVendored } from "./build/vendor.mjs";
import { run } from "./lib/exec.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main, say, since } from "./lib/say.mjs";
import { once } from "./lib/stamp.mjs";
import { setUp } from "./setup.mjs";
import { hasRustSource } from "./setup/rust-source.mjs";

const ENGINES = "build/gen/engine";
/** Every browser with SIMD runs it; the others are faster. */
const FIRST_ENGINE = "engine-simd128.wasm";

/** @param {Parameters<typeof import("../engine/build.mjs").buildEngine>[0]} options */
async function compileEngine(options) {
	const engine = await import(pathToFileURL(inRoot("engine", "build.mjs")).href);
	await engine.buildEngine(options);
}

async function buildEngine() {
	const inputs = [
		"engine/src",
		"wasm/raw",
		"engine/Cargo.toml",
		"engine/build.mjs",
		"scripts/lib/small.mjs",
		"Cargo.toml",
		"Cargo.lock",
	];
	const std = hasRustSource();
	const names = ["relaxed", "simd128", ...(std ? ["threads"] : [])];
	const outputs = names.map((name) => `${ENGINES}/engine-${name}.wasm`);
	await once("engine", { inputs, outputs, salt: names.join() }, async () => {
		say(`Compiling the model engine to WebAssembly, ${names.length} builds (some minutes) …`);
		await compileEngine({ outDir: inRoot(ENGINES), wasmOpt: WASM_OPT, std });
	});
}

/** What the widgets are compiled with: their recipes, what the map draws and what code runs in, which come out of packages. */
async function buildWidgetData() {
	buildRecipes();
	const { buildMap } = await import("./build/map.mjs");
	buildMap();
	buildVendored();
	await buildInterpreter();
}

async function buildTypeScript() {
	const inputs = ["js", "tsconfig.base.json", "tsconfig.build.json", ...DECLARATIONS];
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
	await buildWidgetData();
	await buildNeeded();
	await buildFullSchema();
	await buildChatTemplate();
	await buildEngine();
	await buildTypeScript();
	assemble();
	say(`pkg/ is built (${since(start)}).`);
}

async function firstEngine() {
	if (existsSync(inRoot(ENGINES, FIRST_ENGINE))) return;
	say("Compiling the model engine to WebAssembly, one build for now (a minute) …");
	await compileEngine({ outDir: inRoot(ENGINES), only: FIRST_ENGINE });
}

/**
 * Builds as much as a page needs to run: the core and one engine, which nothing has optimised yet.
 *
 * @param {NodeJS.ProcessEnv} env of the toolchain for wasm32
 * @param {Promise<unknown>} packages resolves when the npm packages are installed
 */
export async function buildQuickly(env, packages) {
	// Each is a last step on one core.
	await Promise.all([firstEngine(), buildNeeded({ quick: true, env })]);
	standInForFullSchema();
	await packages;
	await buildWidgetData();
	await buildTypeScript();
	assemble();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	await main(async () => {
		const { env } = await setUp({ forTests: false });
		Object.assign(process.env, env);
		await build();
	});
}
