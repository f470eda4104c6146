import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-pie",
	description: "Pie: parts of a whole",
	use: "Use it for a handful of parts that add up to a whole.",
	columns: { label: name("the parts"), value: number("how much each is") },
	spec: {
		mark: "arc",
		encoding: { theta: { field: "value", aggregate: "sum" }, color: { field: "label" } },
	},
	examples: [
		{
			wish: "pie of the hours by room: hall 40, studio 25, attic 15",
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
