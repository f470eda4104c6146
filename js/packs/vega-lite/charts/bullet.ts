import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-bullet",
	description: "Bullets: how far a number is from its target",
	use: "Use it for results with a target each.",
	columns: {
		label: name("what is measured"),
		value: number("how much it is"),
		target: number("how much it should be"),
	},
	spec: {
		encoding: { y: { field: "label", title: null } },
		layer: [
			{ mark: { type: "bar", size: 14 }, encoding: { x: { field: "value" } } },
			{
				mark: { type: "tick", thickness: 3, size: 24, style: "second" },
				encoding: { x: { field: "target" } },
			},
		],
	},
	examples: [
		{
			wish: "results and targets: sales 80 of 100, visits 120 of 90",
			head: ["what", "result", "target"],
			rows: [
				["sales", 80, 100],
				["visits", 120, 90],
			],
			params: { label: "what", value: "result", target: "target" },
		},
	],
});
