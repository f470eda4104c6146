import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-dual-axis",
	description: "Two axes: bars and a line of different units over the same time",
	use: "Use it for two numbers of which one may follow the other, such as rain and visitors.",
	columns: {
		x: time("the time"),
		bars: number("the bars, measured to the left"),
		line: number("the line, measured to the right"),
	},
	spec: {
		encoding: { x: { field: "x" } },
		layer: [
			{
				mark: { type: "bar", opacity: 0.5, width: { band: 0.7 } },
				encoding: { y: { field: "bars" }, color: { datum: "$bars" } },
			},
			{ mark: { type: "line", point: true }, encoding: { y: { field: "line" }, color: { datum: "$line" } } },
		],
		resolve: { scale: { y: "independent" } },
	},
	examples: [
		{
			wish: "rain as bars and visitors as a line: Jan 80 and 200, Feb 60 and 340, Mar 40 and 500",
			head: ["month", "rain", "visitors"],
			rows: [
				["Jan", 80, 200],
				["Feb", 60, 340],
				["Mar", 40, 500],
			],
			params: { x: "month", bars: "rain", line: "visitors" },
		},
	],
});
