/** How the visits are told: medians, ranges, and ratios to the first interface, which is ours. */
import { median } from "../measure.mjs";

/** @typedef {Map<string, Awaited<ReturnType<typeof import("./visit.mjs").visit>>[]>} Visits by the interface's name */

const WIDTH = 20;

const LOADED = /** @type {const} */ ({
	untilReady: "until it is ready",
	untilChart: "until the first chart",
	atEnd: "after the long answer",
});

const TIMES = /** @type {const} */ ({
	paint: "first contentful paint",
	input: "the field accepts text",
	answers: "a wish would be answered",
	chart: "from the wish to the first bar of a chart",
});

const STEPS = /** @type {const} */ ({
	loading: "while loading",
	charting: "while a chart is shown",
	streaming: "while a long answer is streamed",
});

/** @template {object} T @param {T} names @returns {[keyof T & string, string][]} */
const entries = (names) => /** @type {any} */ (Object.entries(names));

/**
 * @param {Visits} visits
 * @param {typeof import("./server.mjs").bytesOf} bytesOf
 */
export function sizes(visits, bytesOf) {
	for (const [step, title] of entries(LOADED)) {
		console.log(
			`\nkB loaded ${title}: JavaScript gzip, brotli (files) · WebAssembly gzip, brotli · CSS brotli · all brotli`,
		);
		let ours = 0;
		for (const [name, [{ files }]] of visits) {
			const [js, wasm, css] = [".js", ".wasm", ".css"].map((ending) => bytesOf(files[step], ending));
			const all = js.brotli + wasm.brotli + css.brotli;
			ours ||= all;
			say(
				name,
				`${kB(js.gzip)}, ${kB(js.brotli)} (${js.files}) · ${kB(wasm.gzip)}, ${kB(wasm.brotli)} · ${kB(css.brotli)} · ${kB(all)}`,
				all / ours,
			);
		}
	}
}

/** @param {Visits} visits */
export function times(visits) {
	for (const [key, title] of entries(TIMES)) {
		console.log(`\n${title}, ms`);
		let ours = 0;
		for (const [name, all] of visits) {
			const values = all.map(({ times }) => times[key]);
			ours ||= median(values);
			say(name, `${spread(values)}, n=${values.length}`, median(values) / ours);
		}
	}
}

/** @param {Visits} visits */
export function tasks(visits) {
	for (const [key, title] of entries(STEPS)) {
		console.log(
			`\nwhat kept the main thread ${title}, ms: longest task, how many over 50 · longest frame, how many over 50 · all tasks together`,
		);
		let ours = 0;
		for (const [name, all] of visits) {
			const steps = all.map(({ steps }) => steps[key]);
			const of = (/** @type {"tasks" | "frames"} */ kind) =>
				`${longest(steps.map((one) => Math.max(0, ...one[kind])))}, ${spread(steps.map((one) => one[kind].length))}`;
			const busy = steps.map((one) => one.busy);
			ours ||= median(busy);
			say(name, `${of("tasks")} · ${of("frames")} · ${spread(busy)}`, median(busy) / ours);
		}
	}
}

/** @param {string} name @param {string} what @param {number} ratio */
const say = (name, what, ratio) => console.log(`  ${name.padEnd(WIDTH)} ${what}  ×${ratio.toFixed(2)}`);

const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/** The browser tells only of those over 50 ms. @param {number[]} values */
const longest = (values) =>
	median(values) >= 50 ? spread(values) : `under 50 (at most ${round(Math.max(50, ...values))})`;

/** @param {number[]} values */
const spread = (values) =>
	`${round(median(values))} (${round(Math.min(...values))}–${round(Math.max(...values))})`;

const round = (/** @type {number} */ value) => value.toFixed(0);
