/** The gate: format, lint, native tests, build, tests in Chromium, package, end to end. One program more than there are cores runs at a time. */
import { fuzz } from "./lib/fuzz.mjs";
import { browserTests, built, checks, filesOf, nativeTests, SERVED, types } from "./lib/gate.mjs";
import { report } from "./lib/report.mjs";
import { check, tests } from "./lib/runner.mjs";
import { main, say } from "./lib/say.mjs";
import { sideBySide } from "./lib/side-by-side.mjs";
import { setUp } from "./setup.mjs";
import { embedderModel } from "./setup/embedder.mjs";
import { fetchWeights, WEIGHTS } from "./setup/weights.mjs";

/** In the gate chance begins where it began before: the same commit passes or fails each time. */
const SEEDS = { WEBMCP_SEED: "1", PROPTEST_RNG_SEED: "1" };

/** More of what is drawn at random: property tests, bytes, and wishes from end to end. */
async function extended(/** @type {NodeJS.ProcessEnv} */ env, /** @type {boolean} */ long) {
	const cases = { ...env, PROPTEST_CASES: long ? "50000" : "5000" };
	const seconds = process.env.FUZZ_SECONDS ?? (long ? "600" : "60");
	const rounds = long ? 20 : 3;
	say(
		`Now what ${long ? "test:long" : "test:full"} adds: property tests with ${cases.PROPTEST_CASES} cases, each fuzz target for ${seconds} s, a start from nothing, recall, evaluation, Firefox and WebKit, MCP (conformance, real servers, faults), ${rounds} more rounds of tests/e2e.`,
	);
	// Here nothing may be left out because a program is missing.
	const full = { ...env, ...SERVED, WEBMCP_FULL: "1" };
	const wllama = ["--test", "--test-reporter=spec", "tests/browser-engine/wllama.test.mjs"];
	const nats = ["--test", "--test-reporter=spec", "tests/js/bus-nats.test.mjs"];
	const engines = ["widgets", "canvas", "app", "mcp", "apps", "instruct"].map(
		(name) => `tests/engines/${name}.test.mjs`,
	);
	const inEngines = ["--test", "--test-reporter=spec", "--test-concurrency=1", ...engines];
	const inFiles = (/** @type {string} */ files) => ["--test", "--test-reporter=spec", files];
	const engine = ["test", "--profile", "native", "-p", "webmcp-engine"];
	await fetchWeights(WEIGHTS["qwen2.5-coder-1.5b"]);
	const evaluation = ["tests/eval/compose.mjs", long ? "all" : "last", "taught"];
	// One after the other: the fuzz targets count seconds.
	const outcomes = await sideBySide(
		[
			tests("property tests, more cases", "cargo", ["test", "-p", "webmcp-auto-ui"], cases),
			tests("grammar, more cases", "cargo", [...engine, "grammar"], cases),
			tests("models that follow instructions", "cargo", [...engine, "instruct"], full),
			fuzz(env, seconds),
			check("cold start", process.execPath, ["scripts/cold-start.mjs"], env),
			check("recall", process.execPath, ["tests/eval/recall.mjs"], env),
			check("evaluation", process.execPath, evaluation, env),
			tests("wllama, another architecture", process.execPath, wllama, full),
			tests("buses over NATS", process.execPath, nats, full),
			tests("Firefox and WebKit", process.execPath, inEngines, full),
			tests("the demo with Qwen 1.5B", process.execPath, inFiles("tests/instruct/"), full),
			check("MCP conformance", process.execPath, ["tests/conformance/run.mjs", "both", "all"], full),
			tests("real MCP servers", process.execPath, inFiles("tests/servers/servers.test.mjs"), full),
			tests("faults on the way to MCP servers", process.execPath, inFiles("tests/faults/"), full),
		],
		1,
	);
	for (let round = 0; round < rounds; round++) {
		outcomes.push(...(await sideBySide(filesOf("tests/e2e", full))));
	}
	return outcomes;
}

await main(async () => {
	const flags = new Set(process.argv.slice(2));
	const start = performance.now();
	const isFull = flags.has("--full") || flags.has("--long");
	if (!isFull) Object.assign(process.env, { ...SEEDS, ...process.env });
	const { env } = await setUp({ forTests: true });
	const native = { ...process.env };
	const isQuick = flags.has("--only=check");
	// Several files want it, and side by side each would fetch it.
	if (!isQuick) env.EMBEDDER_FOLDER = await embedderModel();
	Object.assign(process.env, env);
	const outcomes = await sideBySide([
		...checks(env, native),
		built,
		...(isQuick ? [] : nativeTests(native)),
		...types(env),
		...(isQuick ? [] : browserTests(env)),
	]);
	const isBuilt = outcomes.every(({ name, failed }) => name !== built.name || failed === 0);
	if (isBuilt && isFull) outcomes.push(...(await extended(env, flags.has("--long"))));
	if (!report(outcomes, (performance.now() - start) / 1000)) process.exitCode = 1;
});
