import { chart, name, number, optional } from "../chart.js";

export default chart({
	name: "vega-cumulative",
	description: "Cumulative share: how many numbers are below each",
	use: 'Use it for questions such as "how many cost less than 10?".',
	columns: { value: number("the numbers"), group: optional(name("the groups")) },
	spec: {
		transform: [
			{ window: [{ op: "cume_dist", as: "share" }], sort: [{ field: "value" }], groupby: ["group"] },
		],
		mark: { type: "line", interpolate: "step-after" },
		encoding: {
			x: { field: "value" },
			y: { field: "share", type: "quantitative", title: "Share below", axis: { format: "%" } },
			color: { field: "group" },
		},
	},
	examples: [
		{
			wish: "which share of the prices is below what, by shop",
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
