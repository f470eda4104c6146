import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-moving-average",
	description: "Moving average: a smooth line through numbers that jump",
	use: "Use it to show the trend of noisy numbers; `before` is how many rows before each count.",
	columns: { x: time("the time, or what the points follow"), y: number("the height") },
	options: {
		before: {
			schema: {
				type: "integer",
				minimum: 1,
				maximum: 1000,
				description: "Rows before each that its average is of",
			},
			usual: 6,
		},
	},
	spec: {
		transform: [
			{ window: [{ op: "mean", field: "y", as: "mean" }], sort: [{ field: "x" }], frame: ["-$before", 0] },
		],
		layer: [
			{ mark: { type: "point", opacity: 0.5 }, encoding: { y: { field: "y" } } },
			{ mark: { type: "line", strokeWidth: 3 }, encoding: { y: { field: "mean", type: "quantitative" } } },
		],
		encoding: { x: { field: "x" } },
	},
	examples: [
		{
			wish: "steps by day with a moving average of three days",
			head: ["day", "steps"],
			rows: [
				["2026-05-01", 20],
				["2026-05-02", 35],
				["2026-05-03", 25],
				["2026-05-04", 40],
				["2026-05-05", 38],
				["2026-05-06", 52],
				["2026-05-07", 44],
			],
			params: { x: "day", y: "steps", before: 2 },
		},
	],
});
