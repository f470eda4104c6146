/** A chart, with its numbers as a table for those who cannot see it. */
import { numberOf } from "../amount.js";
import { listOf, numberText, oneOf, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { heading, note } from "../parts.js";
import { html, type Loose, titleOf } from "../view.js";
import { type ChartData, chartConfig } from "./config.js";
import { charted } from "./draw.js";
import { periodsOf } from "./moments.js";
import { say } from "../say.js";

const MAX_POINTS = 1000;

/** Draws a chart on a canvas. */
export default charted((data) => {
	const given = read(data);
	const labels = given.points.map(({ label }) => label);
	const names = periodsOf(labels);
	const chart = {
		...given,
		points: given.points.map(({ value }, at) => ({ label: names[at] ?? "", value })),
	};
	const { title, points } = chart;
	const rows = points.map(({ label, value }) => [label, value] as const);
	const isEmpty = points.every(({ value }) => value === undefined);
	return {
		label: summary(chart),
		above: heading(title),
		below: html`${numberTable(title, rows)}${note(isEmpty ? say("There are no numbers to draw.") : "")}`,
		config: (canvas) => (isEmpty ? undefined : chartConfig(chart, canvas)),
		labels,
		pressed: (_, at) => points[at] && { label: labels[at] ?? "", value: points[at].value ?? null },
	};
});

function read(data: Loose): ChartData {
	const type = oneOf(data.type, ["bar", "line", "pie"]);
	const points = listOf(data.bars)
		.slice(0, MAX_POINTS)
		.map(listOf)
		.flatMap(([label, given]) => {
			const value = numberOf(given);
			// Null is a gap, but in a whole a part that is missing is none.
			const isLeftOut = value === undefined && (given !== null || type === "pie");
			return isLeftOut ? [] : [{ label: textOf(label, 100), value }];
		});
	return { title: titleOf(data), type, points };
}

function summary({ title, type, points }: ChartData): string {
	const shown = points.map(({ label, value }) => `${label} ${value === undefined ? "–" : numberText(value)}`);
	return `${title === "" ? "" : `${title}: `}${say(type === "bar" ? "bar chart" : type === "line" ? "line chart" : "pie chart")}. ${someOf(shown)}`;
}
