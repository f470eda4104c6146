import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-violin",
	description: "Violins: the shape in which numbers are spread in groups",
	use: "Use it to compare how numbers are spread where vega-boxplot hides too much.",
	columns: { value: number("the numbers"), group: name("the groups") },
	spec: {
		transform: [{ density: "value", groupby: ["group"], as: ["value", "density"] }],
		mark: { type: "area", orient: "horizontal" },
		encoding: {
			y: { field: "value" },
			x: { field: "density", type: "quantitative", stack: "center", impute: null, axis: null },
			column: { field: "group", title: null, spacing: 0, header: { labelOrient: "bottom" } },
			color: { field: "group", legend: null },
		},
		height: 220,
	},
	examples: [
		{
			wish: "violins of the prices by shop",
			head: ["shop", "price"],
			rows: [
				["north", 3],
				["north", 5],
				["north", 6],
				["north", 6],
				["north", 7],
				["north", 12],
				["south", 4],
				["south", 8],
				["south", 9],
				["south", 9],
				["south", 11],
				["south", 10],
			],
			params: { value: "price", group: "shop" },
		},
	],
});
