import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-pareto",
	description: "Pareto: the largest first, and which share they make together",
	use: "Use it to see which few make the most.",
	columns: { label: name("the parts"), value: number("how much each is") },
	spec: {
		transform: [
			{ aggregate: [{ op: "sum", field: "value", as: "value" }], groupby: ["label"] },
			{
				window: [{ op: "sum", field: "value", as: "together" }],
				sort: [{ field: "value", order: "descending" }],
				frame: [null, 0],
			},
			{ joinaggregate: [{ op: "sum", field: "value", as: "whole" }] },
			{ calculate: "datum.together / datum.whole", as: "share" },
		],
		encoding: { x: { field: "label", sort: { field: "value", op: "sum", order: "descending" } } },
		layer: [
			{ mark: "bar", encoding: { y: { field: "value" } } },
			{
				mark: { type: "line", style: "second" },
				encoding: {
					y: {
						field: "share",
						type: "quantitative",
						title: "Share so far",
						axis: { format: "%" },
						scale: { domain: [0, 1] },
					},
				},
			},
		],
		resolve: { scale: { y: "independent" } },
	},
	examples: [
		{
			wish: "which rooms make most of the hours: hall 40, studio 25, attic 15",
			head: ["room", "hours"],
			rows: [
				["hall", 40],
				["studio", 25],
				["attic", 15],
			],
			params: { label: "room", value: "hours" },
		},
	],
});
