/** How a chart looks: the page's colours, calm axes. */
import type { ChartConfiguration } from "chart.js";
import { animated, colorsOf } from "../theme.js";

/** What a chart shows, checked and capped. */
export interface ChartData {
	title: string;
	type: "bar" | "line" | "pie";
	points: { label: string; value: number }[];
}

const PALETTE = ["accent", "teal", "amber", "accent2"] as const;

/** The configuration of chart.js for this data, in the colours that `canvas` inherits. */
export function chartConfig({ type, points, title }: ChartData, canvas: HTMLElement): ChartConfiguration {
	const color = colorsOf(canvas);
	const slices = points.map((_, i) => color(PALETTE[i % PALETTE.length] ?? "accent"));
	const text = color("text2");
	return {
		type,
		data: {
			labels: points.map(({ label }) => label),
			datasets: [
				{
					label: title || "Value",
					data: points.map(({ value }) => value),
					backgroundColor:
						type === "pie" ? slices : type === "line" ? `${color("accent")}33` : color("accent"),
					borderColor: color(type === "pie" ? "surface" : "accent"),
					borderWidth: type === "bar" ? 0 : 2,
					...(type === "bar" && { borderRadius: 6, maxBarThickness: 72 }),
					...(type === "line" && { fill: true, tension: 0.3, pointRadius: points.length > 60 ? 0 : 3 }),
				},
			],
		},
		options: {
			...filling(),
			plugins: { legend: { display: type === "pie", position: "right", labels: { color: text } } },
			...(type !== "pie" && {
				scales: {
					x: { ...calmAxis(canvas), grid: { display: false } },
					y: { ...calmAxis(canvas), beginAtZero: true },
				},
			}),
		},
	};
}

/** A chart fills its place and moves only for who wants that. */
export function filling() {
	const duration = animated(400);
	return {
		responsive: true,
		maintainAspectRatio: false,
		animation: duration > 0 ? { duration } : false,
	} as const;
}

/** An axis without a line of its own. */
export function calmAxis(canvas: HTMLElement) {
	const color = colorsOf(canvas);
	return {
		border: { display: false },
		ticks: { color: color("text2"), maxTicksLimit: 12 },
		grid: { color: color("border") },
	};
}
