import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-ridgeline",
	description: "Ridgeline: curves of spread, one below another",
	use: "Use it for how numbers are spread in many groups.",
	columns: { value: number("the numbers"), group: name("the groups") },
	spec: {
		transform: [{ density: "value", groupby: ["group"], as: ["value", "density"] }],
		mark: { type: "area", opacity: 0.7, line: true },
		encoding: {
			x: { field: "value" },
			y: { field: "density", type: "quantitative", stack: null, axis: null },
			row: { field: "group", title: null, spacing: 0, header: { labelAngle: 0, labelAlign: "left" } },
			color: { field: "group", legend: null },
		},
		height: 60,
	},
	examples: [
		{
			wish: "ridgeline of the prices by shop",
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
