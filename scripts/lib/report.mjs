/** The summary at the end: what each program counted, how long it took, and the sums. */

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

/**
 * Prints it.
 *
 * @param {Outcome[]} outcomes
 * @param {number} seconds from the first program's beginning to the last one's end
 * @returns {boolean} whether all is well
 */
export function report(outcomes, seconds) {
	const all = joined(outcomes);
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
