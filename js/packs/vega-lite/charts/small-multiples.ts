import { chart, name, number, optional, time } from "../chart.js";

export default chart({
	name: "vega-small-multiples",
	description: "Small multiples: a small line chart for each series",
	use: "Use it for more series than can be told apart in one chart.",
	columns: {
		x: time("the time, or what the points follow"),
		y: number("the height"),
		series: optional(name("the line")),
	},
	spec: {
		mark: { type: "line", point: true },
		encoding: {
			x: { field: "x" },
			y: { field: "y" },
			facet: { field: "series", columns: 2, title: null },
		},
		height: 120,
	},
	examples: [
		{
			wish: "a small chart of the orders for each city by month",
			head: ["month", "city", "orders"],
			rows: [
				["2026-01", "Turin", 12],
				["2026-02", "Turin", 15],
				["2026-03", "Turin", 21],
				["2026-01", "Rome", 31],
				["2026-02", "Rome", 34],
				["2026-03", "Rome", 30],
			],
			params: { x: "month", y: "orders", series: "city" },
		},
	],
});
