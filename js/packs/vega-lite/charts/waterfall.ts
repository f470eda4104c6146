import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-waterfall",
	description: "Waterfall: how gains and losses lead from one sum to another",
	use: "Use it for steps that add up, in the order of the rows: income, then costs with a minus.",
	columns: { label: name("the steps"), value: number("how much each adds, with its sign") },
	spec: {
		transform: [
			{ window: [{ op: "sum", field: "value", as: "after" }], frame: [null, 0] },
			{ calculate: "datum.after - datum.value", as: "before" },
			{ calculate: "datum.value < 0 ? 'below' : 'above'", as: "side" },
			{ calculate: "max(datum.before, datum.after)", as: "top" },
		],
		encoding: { x: { field: "label", title: null } },
		layer: [
			{
				mark: "bar",
				encoding: {
					y: { field: "before", type: "quantitative", title: "$value" },
					y2: { field: "after" },
					color: {
						field: "side",
						type: "nominal",
						legend: null,
						scale: { domain: ["above", "below"], range: "signs" },
					},
				},
			},
			{
				mark: { type: "text", dy: -7 },
				encoding: { y: { field: "top", type: "quantitative" }, text: { field: "value", format: "+,~r" } },
			},
		],
	},
	examples: [
		{
			wish: "waterfall: sales 120, material -50, wages -40, rent -10",
			head: ["step", "amount"],
			rows: [
				["sales", 120],
				["material", -50],
				["wages", -40],
				["rent", -10],
			],
			params: { label: "step", value: "amount" },
		},
	],
});
