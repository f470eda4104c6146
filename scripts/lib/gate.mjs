/** The programs of the gate, in the order in which they begin: what waits for a build stands behind it. */
import { inRoot } from "./paths.mjs";
import { lastTimes } from "./report.mjs";
import { check, nodeTests, tests } from "./runner.mjs";

const WASM = ["--target", "wasm32-unknown-unknown"];
const DENY = ["--", "-D", "warnings"];
/** Nothing runs beside them: one measures whether the page stands still, the other builds the page that the rest have open. */
const ALONE = ["smooth.test.mjs", "start.test.mjs"];

/** Where the package is installed for the tests of it. */
const CONSUMER = "build/consumer";

/** @typedef {import("./side-by-side.mjs").Job} Job */
/** @typedef {NodeJS.ProcessEnv} Env */

/** @param {Env} env @param {Env} native what Rust for this machine is compiled with */
export function checks(env, native) {
	const node = process.execPath;
	const biome = "node_modules/@biomejs/biome/bin/biome";
	const clippy = ["clippy", "--quiet"];
	return [
		check("clippy", "cargo", [...clippy, "--workspace", "--all-targets", ...DENY], native),
		check("cargo fmt", "cargo", ["fmt", "--all", "--check"], env),
		check("schemas of the widgets", node, ["scripts/build/schemas.mjs", "--check"], env),
		check("biome", node, [biome, "check", "--error-on-warnings", "."], env),
		check(
			"clippy for wasm32",
			"cargo",
			[...clippy, ...WASM, "--lib", "--features", "small-model,memory,tool-api,mcp,schema", ...DENY],
			env,
		),
	];
}

/** @type {Job} */
export const built = {
	name: "build",
	live: true,
	work: async () => {
		const { build } = await import("../build.mjs");
		await build();
		return { name: "build", passed: 1, failed: 0 };
	},
};

/** The demo and the test pages, which several files of `tests/e2e` have open at the same time. @type {Job} */
const pages = {
	name: "pages",
	live: true,
	needs: built,
	work: async () => {
		const { buildDemo } = await import("../../www/serve.mjs");
		const { buildPages } = await import("../../tests/e2e/support/site.mjs");
		await buildDemo();
		await buildPages();
		return { name: "pages", passed: 1, failed: 0 };
	},
};

/** What those files are told of it. */
export const SERVED = { WEBMCP_DEMO: "built" };

/** The files of a folder of tests. @param {string} folder @param {Env} env @param {Job} [needs] */
export const filesOf = (folder, env, needs) =>
	nodeTests(folder, env, (file) => ({ needs, alone: ALONE.includes(file) }));

/** TypeScript is checked after the build, for the core's types come out of it. @param {Env} env */
export function types(env) {
	const tsc = ["node_modules/typescript/bin/tsc", "-p"];
	const needs = built;
	return [
		check("tsc", process.execPath, [...tsc, "tsconfig.json"], env, { needs }),
		check("tsc (scripts, server)", process.execPath, [...tsc, "tsconfig.node.json"], env, { needs }),
	];
}

/** @param {Env} env */
export function nativeTests(env) {
	const engine = ["test", "--profile", "native", "-p", "webmcp-engine", "-p", "webmcp-chat-template"];
	return [
		tests("cargo test (core)", "cargo", ["test", "-p", "webmcp-auto-ui"], env),
		// The engine's golden tests run the real model: without optimisation that takes an hour.
		tests("cargo test (engine)", "cargo", engine, env),
	];
}

/** @param {Env} env */
export function browserTests(env) {
	const pack = ["test", "--headless", "--chrome", "--mode", "no-install"];
	if (env.CHROMEDRIVER) pack.push("--chromedriver", env.CHROMEDRIVER);
	const needs = built;
	const installing = ["tests/package/install.mjs", CONSUMER];
	const installed = check("npm install of the package", process.execPath, installing, env, { needs });
	/** @type {Record<string, {env: Env, needs: Job}>} */
	const folders = {
		"tests/browser-engine": { env, needs },
		"tests/e2e": { env: { ...env, ...SERVED }, needs: pages },
		"tests/package": { env: { ...env, WEBMCP_CONSUMER: inRoot(CONSUMER) }, needs: installed },
		"tests/js": { env, needs },
	};
	const files = Object.entries(folders).flatMap(([folder, { env, needs }]) => filesOf(folder, env, needs));
	// The long ones first, so that the last ones end at about the same time; what was never timed before them.
	const times = lastTimes();
	const timeOf = (/** @type {Job} */ { label = "" }) => times[label] ?? Number.MAX_VALUE;
	files.sort((one, other) => timeOf(other) - timeOf(one));
	return [
		pages,
		installed,
		tests("wasm-bindgen-test in Chromium", "wasm-pack", [...pack, "--", "--test", "browser"], env, { needs }),
		...files,
	];
}
