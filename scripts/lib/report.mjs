/** The summary at the end: what each program counted, how long each job took, and the sums. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "./paths.mjs";

/** @typedef {import("./runner.mjs").Outcome} Outcome */

/** @param {Outcome[]} outcomes one of each name; `bad` are the labels of those that failed */
function joined(outcomes) {
	/** @type {Map<string, Outcome & {seconds: number, bad: string[]}>} */
	const all = new Map();
	for (const { name, label, passed, failed, seconds = 0, problem } of outcomes) {
		const before = all.get(name);
		const isBad = label !== undefined && label !== name && (failed > 0 || problem !== undefined);
		all.set(name, {
			bad: [...(before?.bad ?? []), ...(isBad ? [label] : [])],
			name,
			passed: passed + (before?.passed ?? 0),
			failed: failed + (before?.failed ?? 0),
			seconds: seconds + (before?.seconds ?? 0),
			problem: before?.problem ?? problem,
		});
	}
	return [...all.values()].map((one) => ({
		...one,
		problem: one.problem ?? (one.passed + one.failed === 0 ? "it ran no test" : undefined),
	}));
}

/** How long each job took in the last run, in seconds, the longest first. */
const TIMES = inRoot("build", "times.json");

/** How many of the longest jobs the summary names. */
const LONGEST = 25;

/** @returns {Record<string, number>} seconds by the job's label, of runs before; empty where there was none */
export function lastTimes() {
	try {
		return JSON.parse(readFileSync(TIMES, "utf8"));
	} catch {
		return {};
	}
}

/** Keeps the durations for the next run and prints the longest. @param {Outcome[]} outcomes */
function reportTimes(outcomes) {
	/** @type {[string, number][]} */
	const taken = outcomes.flatMap(({ name, label = name, seconds }) => (seconds ? [[label, seconds]] : []));
	taken.sort(([, one], [, other]) => other - one);
	const rounded = taken.map(([label, seconds]) => [label, Number(seconds.toFixed(1))]);
	mkdirSync(dirname(TIMES), { recursive: true });
	const all = { ...lastTimes(), ...Object.fromEntries(rounded) };
	const sorted = Object.entries(all).sort(([, one], [, other]) => other - one);
	writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(sorted), undefined, "\t")}\n`);
	console.log(`\n── The ${LONGEST} longest jobs (all: build/times.json) ──`);
	for (const [label, seconds] of rounded.slice(0, LONGEST))
		console.log(`${String(seconds).padStart(7)} s  ${label}`);
}

/** How much of what a failed program said last is said again at the end, in lines: Node's reporter ends with the tests that failed. */
const LAST_LINES = 80;

/** Says again why something failed: its place in the log is thousands of lines above. @param {Outcome[]} outcomes */
function reportFailures(outcomes) {
	for (const { label, said = [], failed, problem } of outcomes) {
		if (said.length === 0 || (failed === 0 && !problem)) continue;
		const text = Buffer.concat(said.map((piece) => Buffer.from(piece))).toString("utf8");
		const lines = text.trimEnd().split("\n");
		console.log(`\n── ${label} failed; it said at last ──\n${lines.slice(-LAST_LINES).join("\n")}`);
	}
}

/**
 * Prints it.
 *
 * @param {Outcome[]} outcomes
 * @param {number} seconds from the first program's beginning to the last one's end
 * @returns {boolean} whether all is well
 */
export function report(outcomes, seconds) {
	const all = joined(outcomes);
	reportTimes(outcomes);
	reportFailures(outcomes);
	const time = (/** @type {number} */ given) => `${given.toFixed(given < 10 ? 1 : 0)} s`;
	console.log("\n── Summary ──");
	for (const { name, passed, failed, seconds, problem, bad } of all) {
		const sign = failed > 0 || problem ? "✗" : "✓";
		const said = `${passed} passed, ${failed} failed${problem ? ` (${problem})` : ""}`;
		console.log([`${sign} ${name}: ${said}, ${time(seconds)}`, ...bad].join("\n    in "));
	}
	const sum = (/** @type {"passed" | "failed"} */ key) => all.reduce((total, one) => total + one[key], 0);
	const problems = all.filter(({ problem }) => problem).length;
	const failed = sum("failed") + problems;
	console.log(`${sum("passed")} passed, ${failed} failed, in ${time(seconds)} (programs run side by side)`);
	return failed === 0;
}
