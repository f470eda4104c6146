import { chart, name, number, optional } from "../chart.js";

export default chart({
	name: "vega-histogram",
	description: "Histogram: how many numbers there are of each size",
	use: "Use it for how one number is spread; `bins` is about how many bars there are.",
	columns: { value: number("the numbers"), group: optional(name("the groups")) },
	options: { bins: { schema: { type: "integer", minimum: 2, maximum: 200 }, usual: 12 } },
	spec: {
		mark: { type: "bar", binSpacing: 1 },
		encoding: {
			x: { field: "value", bin: { maxbins: "$bins" } },
			y: { aggregate: "count", title: "Count", axis: { tickMinStep: 1, format: "d" } },
			color: { field: "group" },
		},
	},
	examples: [
		{
			wish: "histogram of the prices",
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
			params: { value: "price" },
		},
	],
});
