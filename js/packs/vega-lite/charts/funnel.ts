import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-funnel",
	description: "Funnel: how many are left at each stage",
	use: "Use it for stages of which each has fewer than the one before.",
	columns: { label: name("the stages, in their order"), value: number("how many there are") },
	spec: {
		transform: [
			{ joinaggregate: [{ op: "max", field: "value", as: "most" }] },
			{ calculate: "datum.most / 2", as: "middle" },
		],
		encoding: { y: { field: "label", title: null } },
		layer: [
			{
				mark: { type: "bar", opacity: 0.5 },
				encoding: {
					x: { field: "value", stack: "center", axis: null },
					color: { field: "label", legend: null },
				},
			},
			{
				mark: { type: "text", style: "strong" },
				encoding: { x: { field: "middle", type: "quantitative" }, text: { field: "value", format: ",~r" } },
			},
		],
	},
	examples: [
		{
			wish: "funnel: 1000 visits, 320 carts, 90 orders",
			head: ["stage", "people"],
			rows: [
				["visits", 1000],
				["carts", 320],
				["orders", 90],
			],
			params: { label: "stage", value: "people" },
		},
	],
});
