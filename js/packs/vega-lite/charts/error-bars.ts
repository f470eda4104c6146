import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-error-bars",
	description: "Error bars: the mean of each group and how sure it is",
	use: "Use it for means of measurements; `extent` says what the bars span.",
	columns: { value: number("the numbers"), group: name("the groups") },
	options: { extent: { schema: { enum: ["stdev", "stderr", "iqr"] }, usual: "stdev" } },
	spec: {
		layer: [
			{
				mark: { type: "errorbar", extent: "$extent", ticks: true },
				encoding: { y: { field: "value", scale: { zero: false } } },
			},
			{
				mark: { type: "point", filled: true, size: 80 },
				encoding: { y: { field: "value", aggregate: "mean" } },
			},
		],
		encoding: { x: { field: "group" } },
	},
	examples: [
		{
			wish: "mean price by shop with error bars",
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
