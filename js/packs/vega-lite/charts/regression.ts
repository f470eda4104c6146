import { chart, number } from "../chart.js";

export default chart({
	name: "vega-regression",
	description: "Trend line: points with the curve that fits them best",
	use: "Use it to show a trend; `method` is the kind of curve.",
	columns: { x: number("the way to the right"), y: number("the height") },
	options: { method: { schema: { enum: ["linear", "log", "exp", "pow", "quad"] }, usual: "linear" } },
	spec: {
		layer: [
			{
				mark: { type: "point", filled: true, opacity: 0.6 },
				encoding: { x: { field: "x" }, y: { field: "y" } },
			},
			{
				transform: [{ regression: "y", on: "x", method: "$method" }],
				mark: { type: "line", strokeWidth: 3 },
				encoding: { x: { field: "x" }, y: { field: "y" } },
			},
		],
		encoding: { x: { scale: { zero: false } } },
	},
	examples: [
		{
			wish: "age by weight of the pets with a trend line",
			head: ["kg", "age", "kind"],
			rows: [
				[4, 2, "cat"],
				[5, 6, "cat"],
				[3.5, 9, "cat"],
				[12, 3, "dog"],
				[30, 5, "dog"],
				[22, 11, "dog"],
			],
			params: { x: "kg", y: "age" },
		},
	],
});
