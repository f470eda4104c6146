import { chart, name, number, optional } from "../chart.js";

export default chart({
	name: "vega-bubble",
	description: "Bubbles: points of two numbers, as large as a third",
	use: "Use it for three numbers of each row.",
	columns: {
		x: number("the way to the right"),
		y: number("the height"),
		size: number("the size of a bubble"),
		series: optional(name("the colour")),
	},
	spec: {
		mark: { type: "circle", opacity: 0.7 },
		encoding: {
			x: { field: "x", scale: { zero: false, padding: 20 } },
			y: { field: "y", scale: { zero: false, padding: 20 } },
			size: { field: "size", scale: { range: [40, 800] }, legend: { tickCount: 3 } },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "countries by income and life span, as large as their people: A 30, 80, 5, B 12, 71, 60, C 45, 82, 10",
			head: ["country", "income", "years", "people"],
			rows: [
				["A", 30, 80, 5],
				["B", 12, 71, 60],
				["C", 45, 82, 10],
			],
			params: { x: "income", y: "years", size: "people", series: "country" },
		},
	],
});
