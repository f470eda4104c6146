/** Times alternatives in turns, so that a busy moment hits all of them, and prints medians and ratios. */

/** @param {number[]} values */
export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {Record<string, () => unknown>} alternatives
 * @param {{rounds: number, warmUps: number}} options
 * @returns {Promise<Record<string, number[]>>} milliseconds of each round
 */
export async function compare(alternatives, { rounds, warmUps }) {
	/** @type {Record<string, number[]>} */
	const times = Object.fromEntries(Object.keys(alternatives).map((name) => [name, []]));
	for (let round = -warmUps; round < rounds; round += 1) {
		for (const [name, run] of Object.entries(alternatives)) {
			const start = performance.now();
			await run();
			if (round >= 0) times[name].push(performance.now() - start);
		}
	}
	return times;
}

/**
 * @param {string} title
 * @param {Record<string, number[]>} times
 * @param {{unit: string, per?: number, perName?: string}} options
 */
export function report(title, times, { unit, per = 1, perName = "" }) {
	console.log(`\n${title}`);
	const [first] = Object.values(times);
	for (const [name, values] of Object.entries(times)) {
		const each = median(values) / per;
		const spread = `${(Math.min(...values) / per).toFixed(3)}–${(Math.max(...values) / per).toFixed(3)}`;
		const ratio = (median(values) / median(first)).toFixed(2);
		const label = perName ? `${unit} per ${perName}` : unit;
		console.log(
			`  ${name.padEnd(20)} ${each.toFixed(3)} ${label} (${spread}, n=${values.length})  ×${ratio}`,
		);
	}
}
