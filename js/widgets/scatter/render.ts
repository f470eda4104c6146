/** Points of two numbers each. */
import type { ChartConfiguration } from "chart.js";
import { numberOf } from "../amount.js";
import { calmAxis, filling, POINT_ROOM } from "../chart/config.js";
import { charted } from "../chart/draw.js";
import { listOf, numberText, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { heading, note } from "../parts.js";
import { colorsOf } from "../theme.js";
import { html, type Loose, titleOf } from "../view.js";
import { say } from "../say.js";

const MAX_POINTS = 5000;
/** So many are read out; a screen reader would be hours with all of them. */
const MAX_READ = 200;

interface Scatter {
	title: string;
	x: string;
	y: string;
	points: { x: number; y: number }[];
}

/** Draws a cloud of points. */
export default charted((data) => {
	const scatter = read(data);
	const { title, x, y, points } = scatter;
	const rows = points.slice(0, MAX_READ).map((point, at) => [String(at + 1), point.x, point.y] as const);
	const isEmpty = points.length === 0;
	return {
		label: summary(scatter),
		above: heading(title),
		below: html`${numberTable(title, rows, [x || "x", y || "y"])}${note(isEmpty ? say("There are no points to draw.") : "")}`,
		config: (canvas) => (isEmpty ? undefined : config(scatter, canvas)),
		pressed: (_, at) => points[at] && { ...points[at] },
	};
});

function read(data: Loose): Scatter {
	const points = listOf(data.points)
		.slice(0, MAX_POINTS)
		.map(listOf)
		.flatMap((pair) => {
			const [x, y] = [pair[0], pair[1]].map(numberOf);
			return x === undefined || y === undefined ? [] : [{ x, y }];
		});
	return { title: titleOf(data), x: textOf(data.x, 100), y: textOf(data.y, 100), points };
}

function summary({ title, x, y, points }: Scatter): string {
	const axes = x === "" && y === "" ? "" : ` ${say("{x} across, {y} up.", { x: x || "x", y: y || "y" })}`;
	const shown = points.map((point) => say("{x} and {y}", { x: numberText(point.x), y: numberText(point.y) }));
	return `${title === "" ? "" : `${title}: `}${say("scatter plot")}.${axes} ${someOf(shown)}`;
}

function config({ title, x, y, points }: Scatter, canvas: HTMLElement): ChartConfiguration {
	const color = colorsOf(canvas);
	const axis = (of: "x" | "y", text: string) => {
		const { ticks, ...calm } = calmAxis(canvas);
		// Between two years, or two of what is counted, there is nothing to name.
		const whole = points.every((point) => Number.isInteger(point[of])) ? { precision: 0 } : {};
		const title = { display: text !== "", text, color: color("text2") };
		return { ...calm, ticks: { ...ticks, ...whole }, title };
	};
	return {
		type: "scatter",
		data: {
			datasets: [
				{
					label: title || say("Points"),
					data: points,
					backgroundColor: `${color("accent")}99`,
					pointRadius: points.length > 500 ? 2 : 4,
					clip: POINT_ROOM,
				},
			],
		},
		options: {
			...filling(),
			plugins: { legend: { display: false } },
			scales: { x: axis("x", x), y: axis("y", y) },
		},
	};
}
