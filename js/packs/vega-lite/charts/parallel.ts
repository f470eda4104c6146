import { chart, name, numbers, optional } from "../chart.js";

export default chart({
	name: "vega-parallel",
	description: "Parallel coordinates: many numbers of each row, as a line each",
	use: "Use it to compare rows by several columns of different units; each column goes from its least to its most.",
	columns: {
		measures: numbers("the numbers to compare, in their order"),
		series: optional(name("the colour")),
	},
	spec: {
		transform: [
			{
				joinaggregate: [
					{ op: "min", field: "number", as: "least" },
					{ op: "max", field: "number", as: "most" },
				],
				groupby: ["measure"],
			},
			{
				calculate:
					"datum.most > datum.least ? (datum.number - datum.least) / (datum.most - datum.least) : 0.5",
				as: "share",
			},
		],
		mark: { type: "line", opacity: 0.7, point: true },
		encoding: {
			x: {
				field: "measure",
				title: null,
				axis: { domain: false, grid: true, bandPosition: 0 },
				scale: { padding: 0.2 },
			},
			y: { field: "share", type: "quantitative", axis: null },
			detail: { field: "entry" },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "compare the bikes by weight, price and range: A 14, 900, 60, B 18, 1500, 110, C 12, 2400, 80",
			head: ["bike", "kg", "price", "km"],
			rows: [
				["A", 14, 900, 60],
				["B", 18, 1500, 110],
				["C", 12, 2400, 80],
			],
			params: { measures: ["kg", "price", "km"], series: "bike" },
		},
	],
});
