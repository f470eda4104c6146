/** Jobs that run test programs and add up what their own summaries say. */
import { readdirSync } from "node:fs";
import { run } from "./exec.mjs";
import { inRoot } from "./paths.mjs";

/**
 * @typedef {{name: string, label?: string, passed: number, failed: number, seconds?: number, problem?: string,
 *   said?: (string | Uint8Array)[]}} Outcome `said` is its output, where that was not printed at once
 */
/** @typedef {import("./side-by-side.mjs").Job} Job */

/** The two summaries that are read: cargo's (and wasm-bindgen's), and Node's. */
const SUMMARIES = [
	{ line: /^test result: .*? (\d+) passed; (\d+) failed/, ignored: /(\d+) ignored/ },
	{ line: /^ℹ pass (\d+)/ },
	{ failed: /^ℹ fail (\d+)/ },
	{ failed: /^ℹ cancelled (\d+)/ },
	{ skipped: /^ℹ (?:skipped|todo) (\d+)/ },
];

/**
 * One program whose output holds test summaries. A skipped test or a bad exit is a failure.
 *
 * @param {string} name several of one name are one line in the report, and must have run a test between them
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {Partial<Job>} [more]
 * @returns {Job}
 */
export function tests(name, program, args, env, more = {}) {
	/** @type {Job["work"]} */
	const work = async (write) => {
		let passed = 0;
		let failed = 0;
		let skipped = 0;
		const onLine = (/** @type {string} */ raw) => {
			const text = raw.trimStart();
			for (const summary of SUMMARIES) {
				passed += Number(summary.line?.exec(text)?.[1] ?? 0);
				failed += Number((summary.failed?.exec(text)?.[1] ?? summary.line?.exec(text)?.[2]) || 0);
				skipped += Number(summary.skipped?.exec(text)?.[1] ?? 0);
				if (summary.line?.test(text)) skipped += Number(summary.ignored?.exec(text)?.[1] ?? 0);
			}
		};
		const code = await run(program, args, { env, onLine, write });
		const problem =
			skipped > 0
				? `it skipped ${skipped}`
				: code !== 0 && failed === 0
					? `it ended with exit code ${code}`
					: undefined;
		return { name, passed, failed, problem };
	};
	return { name, work, ...more };
}

/**
 * The node:test files of a folder, each a job of its own.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => Partial<Job>} [about]
 * @returns {Job[]}
 */
export function nodeTests(folder, env, about = () => ({})) {
	const files = readdirSync(inRoot(folder)).filter((name) => name.endsWith(".test.mjs"));
	return files.sort().map((file) => {
		const label = `${folder}/${file}`;
		// Without `--test`, which starts another program for it.
		const args = ["--test-reporter=spec", label];
		return tests(folder, process.execPath, args, env, { label, ...about(file) });
	});
}

/**
 * A check that passes or not.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {Partial<Job>} [more]
 * @returns {Job}
 */
export function check(name, program, args, env, more = {}) {
	/** @type {Job["work"]} */
	const work = async (write) => {
		const code = await run(program, args, { env, write });
		return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
	};
	return { name, work, ...more };
}
