import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-lollipop",
	description: "Lollipops: a number for each name, as a dot on a line",
	use: "Use it as vega-ranked-bar, where bars would be too heavy.",
	columns: { label: name("the parts"), value: number("how much each is") },
	spec: {
		encoding: { y: { field: "label", sort: "-x", title: null }, x: { field: "value" } },
		layer: [
			{ mark: "rule", encoding: { x2: { datum: 0 } } },
			{ mark: { type: "point", filled: true, size: 110 } },
		],
	},
	examples: [
		{
			wish: "lollipops of the hours by room: hall 40, studio 25, attic 15",
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
