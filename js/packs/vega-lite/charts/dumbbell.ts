import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-dumbbell",
	description: "Dumbbells: from one number to another, for each name",
	use: "Use it for ranges and for gaps between two numbers.",
	columns: { label: name("what a line is of"), from: number("where it begins"), to: number("where it ends") },
	spec: {
		encoding: { y: { field: "label", title: null } },
		layer: [
			{
				mark: { type: "rule", strokeWidth: 3, opacity: 0.5 },
				encoding: {
					x: { field: "from", title: null, scale: { zero: false, padding: 12 } },
					x2: { field: "to" },
				},
			},
			{
				mark: { type: "point", filled: true, size: 110 },
				encoding: { x: { field: "from", title: null }, color: { datum: "$from" } },
			},
			{
				mark: { type: "point", filled: true, size: 110 },
				encoding: { x: { field: "to", title: null }, color: { datum: "$to" } },
			},
		],
	},
	examples: [
		{
			wish: "lowest and highest pay by job: cook 24 to 38, nurse 30 to 47",
			head: ["job", "lowest", "highest"],
			rows: [
				["cook", 24, 38],
				["nurse", 30, 47],
			],
			params: { label: "job", from: "lowest", to: "highest" },
		},
	],
});
