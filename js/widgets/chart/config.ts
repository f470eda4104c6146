/** How a chart looks: the page's colours, calm axes. */
import type { ChartConfiguration } from "chart.js";

/** What a chart shows, checked and capped. */
export interface ChartData {
	title: string;
	type: "bar" | "line" | "pie";
	points: { label: string; value: number }[];
}

const PALETTE = ["accent", "teal", "amber", "accent2"] as const;
const FALLBACK = { accent: "#4f5bd5", teal: "#0d9488", amber: "#d97706", accent2: "#db2777" };

/** The configuration of chart.js for this data, in the colours that `canvas` inherits. */
export function chartConfig({ type, points, title }: ChartData, canvas: HTMLElement): ChartConfiguration {
	const style = getComputedStyle(canvas);
	const token = (name: string, fallback: string) =>
		style.getPropertyValue(`--color-${name}`).trim() || fallback;
	const colors = PALETTE.map((name) => token(name, FALLBACK[name]));
	const [accent = FALLBACK.accent] = colors;
	const text = token("text2", "#6b7280");
	const grid = token("border", "#e5e7eb");
	const slices = points.map((_, i) => colors[i % colors.length] ?? accent);
	const axis = { border: { display: false }, ticks: { color: text, maxTicksLimit: 12 } };
	return {
		type,
		data: {
			labels: points.map(({ label }) => label),
			datasets: [
				{
					label: title || "Value",
					data: points.map(({ value }) => value),
					backgroundColor: type === "pie" ? slices : type === "line" ? `${accent}33` : accent,
					borderColor: type === "pie" ? token("surface", "#ffffff") : accent,
					borderWidth: type === "bar" ? 0 : 2,
					...(type === "bar" && { borderRadius: 6, maxBarThickness: 72 }),
					...(type === "line" && { fill: true, tension: 0.3, pointRadius: points.length > 60 ? 0 : 3 }),
				},
			],
		},
		options: {
			responsive: true,
			maintainAspectRatio: false,
			animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? false : { duration: 400 },
			plugins: { legend: { display: type === "pie", position: "right", labels: { color: text } } },
			...(type !== "pie" && {
				scales: {
					x: { ...axis, grid: { display: false } },
					y: { ...axis, beginAtZero: true, grid: { color: grid } },
				},
			}),
		},
	};
}
