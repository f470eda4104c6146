import { chart, name, numbers } from "../chart.js";

export default chart({
	name: "vega-slope",
	description: "Slopes: things before and after, as a line each",
	use: "Use it to show what has risen and what has fallen between two or a few columns.",
	columns: {
		label: name("what a line is of"),
		measures: numbers("the numbers before and after, in their order"),
	},
	spec: {
		mark: { type: "line", point: { size: 80 }, strokeWidth: 2 },
		encoding: {
			x: { field: "measure", title: null, scale: { padding: 0.3 } },
			y: { field: "number", title: null, scale: { zero: false } },
			color: { field: "label" },
		},
	},
	examples: [
		{
			wish: "rents in 2020 and 2026: north 9 and 14, south 12 and 13, west 11 and 10",
			head: ["part", "2020", "2026"],
			rows: [
				["north", 9, 14],
				["south", 12, 13],
				["west", 11, 10],
			],
			params: { label: "part", measures: ["2020", "2026"] },
		},
	],
});
