/** How a person points at the values of a chart: by pointer, and by arrow keys and Enter. */
import type { Chart } from "chart.js";

/** A value by its series and its place there. */
interface Value {
	datasetIndex: number;
	index: number;
}

/** How far a key goes from one value to another, in its series. */
const STEPS: { readonly [key: string]: number } = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Calls `pressed` with the series and the place of a value that was pressed. The chart may be another one later.
 *
 * @returns Points at the values of these places, of every series.
 */
export function pointing(
	canvas: HTMLCanvasElement,
	chart: () => Chart | undefined,
	pressed: (series: number, at: number) => void,
): (places: readonly number[]) => void {
	/** Where the keys have led; the pointer has its own. */
	let active: Value | undefined;
	const press = (found: Value | undefined) => {
		if (found) pressed(found.datasetIndex, found.index);
	};
	canvas.addEventListener("click", (event) => {
		press(chart()?.getElementsAtEventForMode(event, "nearest", { intersect: true }, false)[0]);
	});
	canvas.addEventListener("keydown", (event) => {
		const shown = chart();
		if (!shown) return;
		const step = STEPS[event.key];
		if (event.key === "Enter") press(active);
		else if (step !== undefined) {
			event.preventDefault();
			active = next(shown, active, step);
			show(shown, active ? [active] : []);
		}
	});
	canvas.addEventListener("blur", () => {
		active = undefined;
		const shown = chart();
		if (shown) show(shown, []);
	});
	return (places) => {
		const shown = chart();
		if (!shown) return;
		const all = shown.data.datasets.flatMap((_, datasetIndex) =>
			places.map((index) => ({ datasetIndex, index })),
		);
		show(shown, all);
	};
}

/** The next value, or the one before; behind the last of a series comes the first of the next one. */
function next(chart: Chart, active: Value | undefined, step: number): Value | undefined {
	const counts = chart.data.datasets.map(({ data }) => data.length);
	const all = counts.reduce((sum, count) => sum + count, 0);
	const before = counts.slice(0, active?.datasetIndex ?? 0).reduce((sum, count) => sum + count, 0);
	const now = active ? before + active.index : step > 0 ? -1 : 0;
	let at = (now + step + all) % all;
	for (const [datasetIndex, count] of counts.entries()) {
		if (at < count) return { datasetIndex, index: at };
		at -= count;
	}
	return undefined;
}

function show(chart: Chart, active: Value[]): void {
	const labels = active.map(({ index }) => String(chart.data.labels?.[index] ?? index));
	// A canvas does not say what is pointed at.
	chart.canvas.dataset.pointed = [...new Set(labels)].join(", ");
	chart.setActiveElements(active);
	chart.tooltip?.setActiveElements(active, { x: 0, y: 0 });
	chart.render();
}
