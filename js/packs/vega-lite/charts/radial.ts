import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-radial",
	description: "Radial: slices that are as long as they are much",
	use: "Use it for the look of it; vega-ranked-bar is read more exactly.",
	columns: { label: name("the parts"), value: number("how much each is") },
	spec: {
		mark: { type: "arc", innerRadius: 16 },
		encoding: {
			theta: { field: "value", stack: true },
			radius: { field: "value", scale: { type: "sqrt", zero: true, rangeMin: 20 } },
			color: { field: "label" },
		},
	},
	examples: [
		{
			wish: "radial chart of the hours by room: hall 40, studio 25, attic 15",
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
