import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-grouped-bar",
	description: "Grouped bars: several series side by side",
	use: "Use it to compare series within each group. Where their sum counts use vega-stacked-bar.",
	columns: { label: name("what is compared"), value: number("how much it is"), series: name("the colour") },
	spec: {
		mark: "bar",
		encoding: {
			x: { field: "label" },
			xOffset: { field: "series" },
			y: { field: "value", aggregate: "sum" },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "sales of the shops by quarter side by side: Q1 north 30, south 45, Q2 north 38, south 41",
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
