import { chart, name, number, optional, time } from "../chart.js";

export default chart({
	name: "vega-line",
	description: "Lines: how numbers go up and down over time",
	use: "Use it for the course of one number, or of several with `series`. Where the parts of a sum count use vega-stacked-area.",
	columns: {
		x: time("the time, or what the points follow"),
		y: number("the height"),
		series: optional(name("the line")),
	},
	spec: {
		mark: { type: "line", point: true },
		encoding: { x: { field: "x" }, y: { field: "y" }, color: { field: "series" } },
	},
	examples: [
		{
			wish: "lines of the orders of Turin and Rome by month",
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
