import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-share-bar",
	description: "Normalized bars: shares of 100 % in each group",
	use: "Use it to compare how groups are made up, whatever their size.",
	columns: { label: name("what is compared"), value: number("how much it is"), series: name("the colour") },
	spec: {
		mark: "bar",
		encoding: {
			x: { field: "label" },
			y: { field: "value", aggregate: "sum", stack: "normalize", axis: { format: "%" } },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "share of each shop in the sales of a quarter: Q1 north 30, south 45, Q2 north 38, south 41",
			head: ["quarter", "shop", "sales"],
			rows: [
				["Q1", "north", 30],
				["Q1", "south", 45],
				["Q2", "north", 38],
				["Q2", "south", 41],
			],
			params: { label: "quarter", value: "sales", series: "shop" },
		},
	],
});
