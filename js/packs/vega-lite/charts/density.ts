import { chart, name, number, optional } from "../chart.js";

export default chart({
	name: "vega-density",
	description: "Density: how numbers are spread, as a smooth curve",
	use: "Use it to compare how numbers are spread in a few groups. For exact counts use vega-histogram.",
	columns: { value: number("the numbers"), group: optional(name("the groups")) },
	spec: {
		transform: [{ density: "value", groupby: ["group"], as: ["value", "density"] }],
		mark: { type: "area", opacity: 0.45, line: true },
		encoding: {
			x: { field: "value" },
			y: { field: "density", type: "quantitative", stack: null, axis: null },
			color: { field: "group" },
		},
	},
	examples: [
		{
			wish: "density of the prices by shop",
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
