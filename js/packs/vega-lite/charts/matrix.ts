import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-matrix",
	description: "Matrix: coloured fields with their numbers written in",
	use: "Use it for small tables such as a confusion matrix or correlations.",
	columns: { x: name("what lies across"), y: name("what lies downwards"), value: number("the colour") },
	spec: {
		encoding: { x: { field: "x" }, y: { field: "y" } },
		layer: [
			{ mark: { type: "rect", opacity: 0.6 }, encoding: { color: { field: "value", legend: null } } },
			{ mark: { type: "text", fontSize: 13, style: "strong" }, encoding: { text: { field: "value" } } },
		],
	},
	examples: [
		{
			wish: "matrix of the calls by day and hour with the numbers",
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
