import { chart, name, number, optional } from "../chart.js";

export default chart({
	name: "vega-scatter",
	description: "Scatter: a point of two numbers for each row",
	use: "Use it to see whether two numbers go together. With a third number use vega-bubble.",
	columns: {
		x: number("the way to the right"),
		y: number("the height"),
		series: optional(name("the colour")),
	},
	spec: {
		mark: { type: "point", filled: true, size: 60, opacity: 0.75 },
		encoding: {
			x: { field: "x", scale: { zero: false } },
			y: { field: "y", scale: { zero: false } },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "weight and age of the pets as points, by kind",
			head: ["kg", "age", "kind"],
			rows: [
				[4, 2, "cat"],
				[5, 6, "cat"],
				[3.5, 9, "cat"],
				[12, 3, "dog"],
				[30, 5, "dog"],
				[22, 11, "dog"],
			],
			params: { x: "kg", y: "age", series: "kind" },
		},
	],
});
