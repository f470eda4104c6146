import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-area",
	description: "Area: one number over time, filled to zero",
	use: "Use it for an amount over time; for several use vega-stacked-area.",
	columns: { x: time("the time, or what the points follow"), y: number("the height") },
	spec: {
		mark: { type: "area", line: true, opacity: 0.35 },
		encoding: { x: { field: "x" }, y: { field: "y" } },
	},
	examples: [
		{
			wish: "area chart of the rain by day",
			head: ["day", "rain"],
			rows: [
				["2026-05-01", 20],
				["2026-05-02", 35],
				["2026-05-03", 25],
				["2026-05-04", 40],
				["2026-05-05", 38],
				["2026-05-06", 52],
				["2026-05-07", 44],
			],
			params: { x: "day", y: "rain" },
		},
	],
});
