import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-threshold",
	description: "Line with a limit: where a number passes a threshold",
	use: "Use it where a target or a limit counts; `limit` is drawn as a line across.",
	columns: { x: time("the time, or what the points follow"), y: number("the height") },
	options: { limit: { schema: { type: "number", description: "The height of the limit" }, usual: 0 } },
	spec: {
		layer: [
			{ mark: { type: "line", point: true }, encoding: { x: { field: "x" }, y: { field: "y" } } },
			{
				mark: { type: "rule", strokeDash: [5, 4], strokeWidth: 2, style: "second" },
				encoding: { y: { datum: "$limit" } },
			},
		],
	},
	examples: [
		{
			wish: "the load by day, with the limit at 45",
			head: ["day", "load"],
			rows: [
				["2026-05-01", 20],
				["2026-05-02", 35],
				["2026-05-03", 25],
				["2026-05-04", 40],
				["2026-05-05", 38],
				["2026-05-06", 52],
				["2026-05-07", 44],
			],
			params: { x: "day", y: "load", limit: 45 },
		},
	],
});
