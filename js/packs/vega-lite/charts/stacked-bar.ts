import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-stacked-bar",
	description: "Stacked bars: what sums are made of",
	use: "Use it where the whole and its parts count. Where only the parts' shares count use vega-share-bar.",
	columns: { label: name("what is compared"), value: number("how much it is"), series: name("the colour") },
	spec: {
		mark: "bar",
		encoding: { x: { field: "label" }, y: { field: "value", aggregate: "sum" }, color: { field: "series" } },
	},
	examples: [
		{
			wish: "sales by quarter, stacked by shop: Q1 north 30, south 45, Q2 north 38, south 41",
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
