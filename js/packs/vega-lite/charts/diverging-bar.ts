import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-diverging-bar",
	description: "Diverging bars: gains and losses to both sides of zero",
	use: "Use it for changes, balances and anything else that is above or below zero.",
	columns: { label: name("what has changed"), value: number("by how much, with its sign") },
	spec: {
		transform: [{ calculate: "datum.value < 0 ? 'below' : 'above'", as: "side" }],
		mark: "bar",
		encoding: {
			y: { field: "label", title: null },
			x: { field: "value" },
			color: {
				field: "side",
				type: "nominal",
				legend: null,
				scale: { domain: ["above", "below"], range: "signs" },
			},
		},
	},
	examples: [
		{
			wish: "change of the members by club: chess +12, rowing -7, choir +3",
			head: ["club", "change"],
			rows: [
				["chess", 12],
				["rowing", -7],
				["choir", 3],
			],
			params: { label: "club", value: "change" },
		},
	],
});
