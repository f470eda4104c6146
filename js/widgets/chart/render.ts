/** A chart, with its numbers as a table for those who cannot see it. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, numberText, oneOf, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { type ChartData, chartConfig } from "./config.js";
import { draw } from "./draw.js";

const MAX_POINTS = 1000;

/** Draws a chart on a canvas; the chart library loads when the first chart appears. */
export const renderChart: WidgetRenderer = async (container, data) => {
	const chart = read(data);
	const canvas = element("canvas", { role: "img", "aria-label": summary(chart) });
	const rows = chart.points.map(({ label, value }) => [label, value] as const);
	container.append(
		...heading(chart.title),
		element("div", { class: "wm-chart" }, canvas),
		numberTable(chart.title, rows),
	);
	if (chart.points.length === 0) {
		container.append(element("p", { class: "wm-note" }, "There are no numbers to draw."));
		return;
	}
	return draw(canvas, () => chartConfig(chart, canvas));
};

function read(data: { [key: string]: unknown }): ChartData {
	const points = listOf(data.bars)
		.slice(0, MAX_POINTS)
		.map(listOf)
		.map(([label, value]) => ({ label: textOf(label, 100), value: Number(value ?? Number.NaN) }))
		.filter(({ value }) => Number.isFinite(value));
	return { title: textOf(data.title, 200), type: oneOf(data.type, ["bar", "line", "pie"]), points };
}

function summary({ title, type, points }: ChartData): string {
	const shown = points.map(({ label, value }) => `${label} ${numberText(value)}`);
	return `${title === "" ? "" : `${title}: `}${type} chart. ${someOf(shown)}`;
}
