import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-heatmap",
	description: "Heat map: a coloured field for each two names",
	use: "Use it for a number by two things, such as day and hour; of several rows for one field it is the mean. With the numbers written in use vega-matrix.",
	columns: { x: name("what lies across"), y: name("what lies downwards"), value: number("the colour") },
	spec: {
		mark: { type: "rect", cornerRadius: 2 },
		encoding: { x: { field: "x" }, y: { field: "y" }, color: { field: "value", aggregate: "mean" } },
	},
	examples: [
		{
			wish: "heat map of the calls by day and hour",
			head: ["day", "hour", "calls"],
			rows: [
				["Mon", "9", 4],
				["Mon", "10", 9],
				["Mon", "11", 7],
				["Tue", "9", 2],
				["Tue", "10", 6],
				["Tue", "11", 12],
			],
			params: { x: "hour", y: "day", value: "calls" },
		},
	],
});
