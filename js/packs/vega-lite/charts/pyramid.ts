import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-pyramid",
	description: "Population pyramid: two groups by age, back to back",
	use: "Use it for two numbers of each age or class.",
	columns: {
		label: name("the ages or classes"),
		left: number("the numbers to the left"),
		right: number("the numbers to the right"),
	},
	spec: {
		encoding: { y: { field: "label", sort: "descending", title: null } },
		layer: [
			{
				transform: [{ calculate: "-datum.left", as: "minus" }],
				mark: "bar",
				encoding: { x: { field: "minus", type: "quantitative" }, color: { datum: "$left" } },
			},
			{
				mark: "bar",
				encoding: {
					x: { field: "right", title: null, axis: { labelExpr: "format(abs(datum.value), ',~r')" } },
					color: { datum: "$right" },
				},
			},
		],
	},
	examples: [
		{
			wish: "pyramid of women and men by age: 0-29 30 and 32, 30-59 41 and 40, 60+ 28 and 22",
			head: ["age", "women", "men"],
			rows: [
				["0-29", 30, 32],
				["30-59", 41, 40],
				["60+", 28, 22],
			],
			params: { label: "age", left: "women", right: "men" },
		},
	],
});
