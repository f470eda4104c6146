import { chart, name, number, optional, time } from "../chart.js";

export default chart({
	name: "vega-streamgraph",
	description: "Streamgraph: many series that swell and shrink around a middle",
	use: "Use it for the impression of many series over time; exact numbers are better in vega-stacked-area.",
	columns: {
		x: time("the time, or what the points follow"),
		y: number("the height"),
		series: optional(name("the line")),
	},
	spec: {
		mark: { type: "area", interpolate: "monotone" },
		encoding: {
			x: { field: "x" },
			y: { field: "y", aggregate: "sum", stack: "center", axis: null },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "a streamgraph of the songs played in Turin and Rome by month",
			head: ["month", "city", "songs"],
			rows: [
				["2026-01", "Turin", 12],
				["2026-02", "Turin", 15],
				["2026-03", "Turin", 21],
				["2026-01", "Rome", 31],
				["2026-02", "Rome", 34],
				["2026-03", "Rome", 30],
			],
			params: { x: "month", y: "songs", series: "city" },
		},
	],
});
