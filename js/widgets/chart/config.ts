/** How a chart looks: the page's colours, calm axes. */
import type { ChartConfiguration, ScaleOptions } from "chart.js";
import { animated, colorsOf } from "../theme.js";
import { axisOf, timesOf, tipsBy } from "./moments.js";
import { say } from "../say.js";

/** What a chart shows, checked and capped. */
export interface ChartData {
	title: string;
	type: "bar" | "line" | "pie";
	/** A value that is missing is a gap. */
	points: { label: string; value: number | undefined }[];
}

const PALETTE = ["accent", "teal", "amber", "accent2"] as const;

/** The configuration of chart.js for this data, in the colours that `canvas` inherits. */
export function chartConfig({ type, points, title }: ChartData, canvas: HTMLElement): ChartConfiguration {
	const color = colorsOf(canvas);
	const slices = points.map((_, i) => color(PALETTE[i % PALETTE.length] ?? "accent"));
	const text = color("text2");
	const labels = points.map(({ label }) => label);
	const times = type === "line" ? timesOf(labels) : undefined;
	const values = points.map(({ value }) => value);
	return {
		type,
		data: {
			labels,
			datasets: [
				{
					label: title || say("Value"),
					data: dataOf(values, times),
					backgroundColor:
						type === "pie" ? slices : type === "line" ? `${color("accent")}33` : color("accent"),
					borderColor: color(type === "pie" ? "surface" : "accent"),
					borderWidth: type === "bar" ? 0 : 2,
					...(type === "bar" && { borderRadius: 6, maxBarThickness: 72 }),
					...(type === "line" && {
						fill: true,
						cubicInterpolationMode: "monotone",
						pointRadius: radii(values),
						clip: POINT_ROOM,
					}),
				},
			],
		},
		options: {
			...filling(),
			plugins: {
				legend: { display: type === "pie", position: "right", labels: { color: text } },
				...(times && { tooltip: tipsBy(labels) }),
			},
			...(type !== "pie" && {
				scales: {
					x: across(canvas, labels, times),
					y: { ...calmAxis(canvas), beginAtZero: true },
				},
			}),
		},
	};
}

/** Numbers as the library takes them: what is missing is a gap. */
export function dataOf(
	values: readonly (number | undefined)[],
	times: readonly number[] | undefined,
): (number | { x: number; y: number })[] {
	return values.map((value = Number.NaN, at) => (times ? { x: times[at] as number, y: value } : value));
}

/**
 * How far points reach over the plot's edge, also while they are pointed at. By itself the library cuts them there where an axis ends with
 * its data, and measures only the first and the last one.
 */
export const POINT_ROOM = 6;

/** How large each point of a line is: many are not drawn, but for those between two gaps, which no line leads to. */
export function radii(values: readonly (number | undefined)[]): number[] {
	const isAlone = (at: number) => values[at - 1] === undefined && values[at + 1] === undefined;
	return values.map((_, at) => (values.length <= 60 || isAlone(at) ? 3 : 0));
}

/** The axis of what the values are of: moments, or names one beside the other. */
export function across(
	canvas: HTMLElement,
	labels: readonly string[],
	times: readonly number[] | undefined,
): ScaleOptions<"linear"> {
	const { ticks, ...calm } = calmAxis(canvas);
	const own: Partial<ScaleOptions<"linear">> = times ? axisOf(labels, times) : {};
	// Without moments the library takes what its kind of chart has: names.
	return {
		...calm,
		...own,
		ticks: { ...ticks, ...own.ticks },
		grid: { display: false },
	} as ScaleOptions<"linear">;
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
		// As widgets write numbers: four digits, such as a year's, stand together.
		ticks: { color: color("text2"), maxTicksLimit: 12, format: { useGrouping: "min2" as const } },
		grid: { color: color("border") },
	};
}
