import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-boxplot",
	description: "Box plot: the spread of numbers in groups, with outliers",
	use: "Use it to compare median, quartiles and outliers of groups. For the shape of the spread use vega-violin.",
	columns: { value: number("the numbers"), group: name("the groups") },
	spec: {
		mark: "boxplot",
		encoding: {
			x: { field: "group" },
			y: { field: "value", scale: { zero: false } },
			color: { field: "group", legend: null },
		},
	},
	examples: [
		{
			wish: "box plot of the prices by shop",
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
