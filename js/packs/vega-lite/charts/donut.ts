import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-donut",
	description: "Donut: parts of a whole, around a hole",
	use: "Use it as vega-pie.",
	columns: { label: name("the parts"), value: number("how much each is") },
	spec: {
		mark: { type: "arc", innerRadius: 60, cornerRadius: 3 },
		encoding: { theta: { field: "value", aggregate: "sum" }, color: { field: "label" } },
	},
	examples: [
		{
			wish: "donut of the hours by room: hall 40, studio 25, attic 15",
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
