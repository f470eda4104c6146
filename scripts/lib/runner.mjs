/** Runs test programs and adds up what their own summaries say. */
import { readdirSync } from "node:fs";
import { run } from "./exec.mjs";
import { inRoot } from "./paths.mjs";

/** @typedef {{name: string, passed: number, failed: number, problem?: string}} Outcome */

/** The two summaries that are read: cargo's (and wasm-bindgen's), and Node's. */
const SUMMARIES = [
	{ line: /^test result: .*? (\d+) passed; (\d+) failed/, ignored: /(\d+) ignored/ },
	{ line: /^ℹ pass (\d+)/ },
	{ failed: /^ℹ fail (\d+)/ },
	{ failed: /^ℹ cancelled (\d+)/ },
	{ skipped: /^ℹ (?:skipped|todo) (\d+)/ },
];

/**
 * Runs one program whose output holds test summaries. No test run, a skipped test or a bad exit is a failure.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
export async function runTests(name, program, args, env) {
	let passed = 0;
	let failed = 0;
	let skipped = 0;
	const read = (/** @type {string} */ raw) => {
		const text = raw.trimStart();
		for (const summary of SUMMARIES) {
			passed += Number(summary.line?.exec(text)?.[1] ?? 0);
			failed += Number((summary.failed?.exec(text)?.[1] ?? summary.line?.exec(text)?.[2]) || 0);
			skipped += Number(summary.skipped?.exec(text)?.[1] ?? 0);
			if (summary.line?.test(text)) skipped += Number(summary.ignored?.exec(text)?.[1] ?? 0);
		}
	};
	console.log(`\n── ${name} ──`);
	const code = await run(program, args, { env, onLine: read });
	const problem =
		passed + failed === 0
			? "it ran no test"
			: skipped > 0
				? `it skipped ${skipped}`
				: code !== 0 && failed === 0
					? `it ended with exit code ${code}`
					: undefined;
	return { name, passed, failed, problem };
}

/**
 * Runs the node:test files of a folder, one after the other: they share two cores and a browser.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
export function runNodeTests(folder, env) {
	const files = readdirSync(inRoot(folder)).filter((name) => name.endsWith(".test.mjs"));
	const paths = files.sort().map((name) => `${folder}/${name}`);
	const args = ["--test", "--test-reporter=spec", "--test-concurrency=1", ...paths];
	return runTests(folder, process.execPath, args, env);
}

/**
 * A check that passes or not.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
export async function runCheck(name, program, args, env) {
	console.log(`\n── ${name} ──`);
	const code = await run(program, args, { env });
	return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/**
 * Prints what each runner counted and, last, the sums.
 *
 * @param {Outcome[]} outcomes
 * @returns {boolean} whether all is well
 */
export function report(outcomes) {
	console.log("\n── Summary ──");
	for (const { name, passed, failed, problem } of outcomes) {
		const sign = failed > 0 || problem ? "✗" : "✓";
		console.log(`${sign} ${name}: ${passed} passed, ${failed} failed${problem ? ` (${problem})` : ""}`);
	}
	const sum = (/** @type {"passed" | "failed"} */ key) => outcomes.reduce((all, one) => all + one[key], 0);
	const problems = outcomes.filter(({ problem }) => problem).length;
	console.log(`${sum("passed")} passed, ${sum("failed") + problems} failed`);
	return sum("failed") + problems === 0;
}
