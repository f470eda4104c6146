import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-strip",
	description: "Strips: every number as a dot, in groups",
	use: "Use it to show all numbers of a few groups, up to some hundred.",
	columns: { value: number("the numbers"), group: name("the groups") },
	spec: {
		transform: [{ calculate: "random()", as: "beside" }],
		mark: { type: "circle", opacity: 0.7, size: 50 },
		encoding: {
			x: { field: "group" },
			xOffset: { field: "beside", type: "quantitative" },
			y: { field: "value", scale: { zero: false } },
			color: { field: "group", legend: null },
		},
	},
	examples: [
		{
			wish: "every price as a dot, by shop",
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
