/** A chart of several series. */
import type { ChartConfiguration, ChartDataset } from "chart.js";
import { numberOf } from "../amount.js";
import { across, calmAxis, dataOf, filling, POINT_ROOM, radii } from "../chart/config.js";
import { charted } from "../chart/draw.js";
import { periodsOf, timesOf, tipsBy } from "../chart/moments.js";
import { colorOf } from "../color.js";
import { listOf, numberText, oneOf, recordOf, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { heading, note } from "../parts.js";
import { colorsOf } from "../theme.js";
import { html, type Loose, titleOf } from "../view.js";
import { say } from "../say.js";

const MAX_POINTS = 5000;
const MAX_SERIES = 20;
const PALETTE = ["accent", "teal", "amber", "accent2", "text2"] as const;

interface Series {
	label: string;
	values: (number | undefined)[];
	color: string | undefined;
}

interface Rich {
	title: string;
	type: "bar" | "line" | "area" | "pie" | "donut";
	labels: readonly string[];
	series: Series[];
	isStacked: boolean;
	isLog: boolean;
	unit: string;
}

/** Draws the series on one canvas; a press on a value tells `pointselect`. */
export default charted((data) => {
	const given = read(data);
	const rich = { ...given, labels: periodsOf(given.labels) };
	const { title, labels, series } = rich;
	const rows = labels.map((label, at) => [label, ...series.map(({ values }) => values[at])] as const);
	const isEmpty = series.every(({ values }) => values.every((value) => value === undefined));
	const heads = series.map(({ label }, at) => label || say("Series {at}", { at: at + 1 }));
	return {
		label: summary(rich),
		above: heading(title),
		below: html`${numberTable(title, rows, heads)}${note(isEmpty ? say("There are no numbers to draw.") : "")}`,
		config: (canvas) => (isEmpty ? undefined : config(rich, canvas)),
		labels: given.labels,
		pressed: (at, place) => {
			const { label = "", values = [] } = series[at] ?? {};
			return { label: given.labels[place] ?? "", series: label, value: values[place] ?? null };
		},
	};
});

function read(data: Loose): Rich {
	const series = listOf(data.data)
		.slice(0, MAX_SERIES)
		.map(recordOf)
		.map(({ label, values, color }) => ({
			label: textOf(label, 200),
			values: listOf(values).slice(0, MAX_POINTS).map(numberOf),
			color: colorOf(color),
		}));
	const count = Math.max(0, ...series.map(({ values }) => values.length));
	const given = listOf(data.labels);
	const labels = Array.from({ length: count }, (_, at) => textOf(given[at] ?? at + 1, 200));
	return {
		title: titleOf(data),
		type: oneOf(data.type, ["bar", "line", "area", "pie", "donut"]),
		labels,
		series,
		isStacked: data.stacked === true,
		isLog: data.log === true,
		unit: textOf(data.unit, 40),
	};
}

function summary({ title, type, labels, series }: Rich): string {
	const shown = series.map(({ label, values }) => {
		const numbers = values.map(
			(value, at) => `${labels[at]} ${value === undefined ? "–" : numberText(value)}`,
		);
		return `${label === "" ? "" : `${label}: `}${someOf(numbers, 6)}`;
	});
	return `${title === "" ? "" : `${title}: `}${type} chart. ${shown.join("; ")}`;
}

function config(
	{ title, type, labels, series, isStacked, isLog, unit }: Rich,
	canvas: HTMLElement,
): ChartConfiguration {
	const token = colorsOf(canvas);
	const color = (at: number) => token(PALETTE[at % PALETTE.length] ?? "accent");
	const isRound = type === "pie" || type === "donut";
	const kind = isRound ? (type === "donut" ? "doughnut" : "pie") : type === "area" ? "line" : type;
	const times = kind === "line" ? timesOf(labels) : undefined;
	const datasets = series.map(({ label, values, color: own }, at): ChartDataset => {
		const line = own ?? color(at);
		return {
			label: label || title || say("Series {at}", { at: at + 1 }),
			data: dataOf(values, times),
			borderColor: isRound ? token("surface") : line,
			backgroundColor: isRound
				? values.map((_, slice) => color(slice))
				: type === "bar"
					? line
					: `color-mix(in srgb, ${line} 25%, transparent)`,
			borderWidth: type === "bar" ? 0 : 2,
			...(kind === "line" && {
				fill: type === "area",
				pointRadius: radii(values),
				clip: POINT_ROOM,
			}),
			...(type === "bar" && { borderRadius: 4, maxBarThickness: 60 }),
		} as ChartDataset;
	});
	const numbers = {
		...calmAxis(canvas),
		stacked: isStacked,
		beginAtZero: !isLog,
		title: { display: unit !== "", text: unit, color: token("text2") },
		...(isLog && { type: "logarithmic" as const }),
	};
	return {
		type: kind,
		data: { labels: [...labels], datasets },
		options: {
			...filling(),
			plugins: {
				legend: {
					display: isRound || series.length > 1,
					position: "bottom",
					labels: { color: token("text2") },
				},
				...(times && { tooltip: tipsBy(labels) }),
			},
			...(!isRound && {
				scales: { x: { ...across(canvas, labels, times), stacked: isStacked }, y: numbers },
			}),
		},
	};
}
