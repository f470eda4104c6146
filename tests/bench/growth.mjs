/** How time grows with size: medians at several sizes, and the exponent of the power law through them. */
import { median } from "./measure.mjs";

/**
 * The slope of log(time) over log(size): 1 is linear, 2 quadratic.
 *
 * @param {{size: number, ms: number}[]} points
 */
export function exponent(points) {
	const xs = points.map(({ size }) => Math.log(size));
	const ys = points.map(({ ms }) => Math.log(ms));
	const mean = (/** @type {number[]} */ list) => list.reduce((sum, x) => sum + x, 0) / list.length;
	const [x0, y0] = [mean(xs), mean(ys)];
	const above = xs.reduce((sum, x, i) => sum + (x - x0) * (ys[i] - y0), 0);
	return above / xs.reduce((sum, x) => sum + (x - x0) ** 2, 0);
}

/**
 * Prints the median time of `work` at each size, and the exponent.
 *
 * @param {string} title
 * @param {number[]} sizes
 * @param {(size: number) => Promise<() => unknown> | (() => unknown)} prepare makes what is timed, for a size
 * @param {{rounds?: number, repeat?: number}} [options] `repeat`: how often the work runs within one timing
 */
export async function growth(title, sizes, prepare, { rounds = 15, repeat = 1 } = {}) {
	console.log(`\n${title}`);
	const points = [];
	for (const size of sizes) {
		const work = await prepare(size);
		const times = [];
		for (let round = -3; round < rounds; round += 1) {
			const start = performance.now();
			for (let i = 0; i < repeat; i += 1) await work();
			if (round >= 0) times.push((performance.now() - start) / repeat);
		}
		const ms = median(times);
		points.push({ size, ms });
		console.log(
			`  ${String(size).padStart(6)}  ${ms.toFixed(3)} ms (${Math.min(...times).toFixed(3)}–${Math.max(...times).toFixed(3)}, n=${rounds})`,
		);
	}
	console.log(`  time grows with size to the power of ${exponent(points).toFixed(2)}`);
}
