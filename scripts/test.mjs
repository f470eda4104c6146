/** The gate: format, lint, native tests, build, tests in Chromium, package, end to end. */
import { fuzz } from "./lib/fuzz.mjs";
import { Failure, main, say } from "./lib/say.mjs";
import { report, runCheck, runNodeTests, runTests } from "./lib/runner.mjs";
import { setUp } from "./setup.mjs";

const WASM = ["--target", "wasm32-unknown-unknown"];
const DENY = ["--", "-D", "warnings"];

/** @typedef {import("./lib/runner.mjs").Outcome} Outcome */

/** @param {NodeJS.ProcessEnv} env */
async function checks(env) {
	const node = process.execPath;
	const biome = "node_modules/@biomejs/biome/bin/biome";
	const clippy = ["clippy", "--quiet"];
	return [
		await runCheck("cargo fmt", "cargo", ["fmt", "--all", "--check"], env),
		await runCheck("biome", node, [biome, "check", "--error-on-warnings", "."], env),
		await runCheck("clippy", "cargo", [...clippy, "--workspace", "--all-targets", ...DENY], process.env),
		await runCheck("clippy for wasm32", "cargo", [...clippy, ...WASM, "--lib", ...DENY], env),
	];
}

/** TypeScript is checked after the build, for the core's types come out of it. */
async function types(/** @type {NodeJS.ProcessEnv} */ env) {
	const tsc = ["node_modules/typescript/bin/tsc", "-p"];
	return [
		await runCheck("tsc", process.execPath, [...tsc, "tsconfig.json"], env),
		await runCheck("tsc (scripts, server)", process.execPath, [...tsc, "tsconfig.node.json"], env),
	];
}

/** @param {NodeJS.ProcessEnv} env */
async function nativeTests(env) {
	const engine = ["test", "--release", "-p", "webmcp-engine"];
	return [
		await runTests("cargo test (core)", "cargo", ["test", "-p", "webmcp-auto-ui"], env),
		// The engine's golden tests run the real model: without optimisation that takes an hour.
		await runTests("cargo test (engine)", "cargo", engine, env),
	];
}

/** @param {NodeJS.ProcessEnv} env */
async function browserTests(env) {
	const pack = ["test", "--headless", "--chrome", "--mode", "no-install"];
	if (env.CHROMEDRIVER) pack.push("--chromedriver", env.CHROMEDRIVER);
	return [
		await runTests("wasm-bindgen-test in Chromium", "wasm-pack", [...pack, "--", "--test", "browser"], env),
		await runNodeTests("tests/js", env),
		await runNodeTests("tests/browser-engine", env),
		await runNodeTests("tests/package", env),
		await runNodeTests("tests/e2e", env),
	];
}

/** More of what is drawn at random: property tests, bytes, and wishes from end to end. */
async function extended(/** @type {NodeJS.ProcessEnv} */ env, /** @type {boolean} */ long) {
	const cases = { ...env, PROPTEST_CASES: long ? "50000" : "5000" };
	const seconds = process.env.FUZZ_SECONDS ?? (long ? "600" : "60");
	const rounds = long ? 20 : 3;
	say(
		`Now what ${long ? "test:long" : "test:full"} adds: property tests with ${cases.PROPTEST_CASES} cases, each fuzz target for ${seconds} s, recall, evaluation, ${rounds} more rounds of tests/e2e.`,
	);
	const outcomes = [
		await runTests("property tests, more cases", "cargo", ["test", "-p", "webmcp-auto-ui"], cases),
		await runTests(
			"grammar, more cases",
			"cargo",
			["test", "--release", "-p", "webmcp-engine", "grammar"],
			cases,
		),
		await fuzz(process.env, seconds),
		await runCheck("recall", process.execPath, ["tests/eval/recall.mjs"], env),
		await runCheck("evaluation", process.execPath, ["tests/eval/choose.mjs", long ? "400" : "60"], env),
	];
	// Here nothing may be left out because a program is missing.
	const full = { ...env, WEBMCP_FULL: "1" };
	const wllama = ["--test", "--test-reporter=spec", "tests/browser-engine/wllama.test.mjs"];
	outcomes.push(await runTests("wllama, another architecture", process.execPath, wllama, full));
	for (let round = 0; round < rounds; round++) outcomes.push(await runNodeTests("tests/e2e", full));
	return outcomes;
}

await main(async () => {
	const flags = new Set(process.argv.slice(2));
	const { env } = await setUp({ forTests: true });
	/** @type {Outcome[]} */
	const outcomes = await checks(env);
	if (!flags.has("--only=check")) outcomes.push(...(await nativeTests(process.env)));
	const { build } = await import("./build.mjs");
	Object.assign(process.env, env);
	try {
		await build();
		outcomes.push(...(await types(env)));
		if (!flags.has("--only=check")) outcomes.push(...(await browserTests(env)));
		if (flags.has("--full") || flags.has("--long"))
			outcomes.push(...(await extended(env, flags.has("--long"))));
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		outcomes.push({ name: "build", passed: 0, failed: 1, problem: error.message });
	}
	if (!report(outcomes)) process.exitCode = 1;
});
