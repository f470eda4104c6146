import { chart, name, number, optional } from "../chart.js";

export default chart({
	name: "vega-dot-plot",
	description: "Dot plot: several numbers of each name on one line",
	use: "Use it to compare a few series by name without bars.",
	columns: {
		label: name("what a line is of"),
		value: number("the numbers"),
		series: optional(name("the colour")),
	},
	spec: {
		mark: { type: "point", filled: true, size: 90 },
		encoding: {
			y: { field: "label", title: null, axis: { grid: true } },
			x: { field: "value", scale: { zero: false, padding: 12 } },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "marks in maths and art: Ada 9 and 6, Bo 5 and 8",
			head: ["pupil", "subject", "mark"],
			rows: [
				["Ada", "maths", 9],
				["Ada", "art", 6],
				["Bo", "maths", 5],
				["Bo", "art", 8],
			],
			params: { label: "pupil", value: "mark", series: "subject" },
		},
	],
});
