/** A chart, with its numbers as a table for those who cannot see it. */
import type { Cleanup, WidgetRenderer } from "../../types.js";
import { element, heading, listOf, numberText, oneOf, textOf } from "../dom.js";
import { type ChartData, chartConfig } from "./config.js";

const MAX_POINTS = 1000;

/** Draws a chart on a canvas; the chart library loads when the first chart appears. */
export const renderChart: WidgetRenderer = async (container, data) => {
	const chart = read(data);
	const canvas = element("canvas", { role: "img", "aria-label": summary(chart) });
	container.append(...heading(chart.title), element("div", { class: "wm-chart" }, canvas), numbers(chart));
	if (chart.points.length === 0) {
		container.append(element("p", { class: "wm-note" }, "There are no numbers to draw."));
		return;
	}
	return draw(canvas, chart);
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
	const shown = points.slice(0, 12).map(({ label, value }) => `${label} ${numberText(value)}`);
	const rest = points.length > shown.length ? `, and ${points.length - shown.length} more` : "";
	return `${title === "" ? "" : `${title}: `}${type} chart. ${shown.join(", ")}${rest}`;
}

function numbers({ title, points }: ChartData): HTMLElement {
	const rows = points.map(({ label, value }) =>
		element(
			"tr",
			{},
			element("th", { scope: "row" }, label),
			// The exact number, not the rounded one: tests and screen readers read it here.
			element("td", { "data-value": String(value) }, numberText(value)),
		),
	);
	const caption = title === "" ? [] : [element("caption", {}, title)];
	return element("table", { class: "wm-hidden wm-numbers" }, ...caption, element("tbody", {}, ...rows));
}

async function draw(canvas: HTMLCanvasElement, data: ChartData): Promise<Cleanup> {
	const { Chart, registerables } = await import("chart.js");
	Chart.register(...registerables);
	let chart = new Chart(canvas, chartConfig(data, canvas));
	const redraw = () => {
		chart.destroy();
		chart = new Chart(canvas, chartConfig(data, canvas));
	};
	// The colours are variables of the page, which a canvas does not follow by itself.
	const theme = new MutationObserver(redraw);
	theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
	const scheme = matchMedia("(prefers-color-scheme: dark)");
	scheme.addEventListener("change", redraw);
	return () => {
		theme.disconnect();
		scheme.removeEventListener("change", redraw);
		chart.destroy();
	};
}
