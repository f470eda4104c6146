import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-bar",
	description: "Bars: a number for each of some names",
	use: "Use it to compare a few things by one number; rows of the same name are added up. With long names use vega-ranked-bar.",
	columns: { label: name("what is compared"), value: number("how much it is") },
	spec: { mark: "bar", encoding: { x: { field: "label" }, y: { field: "value", aggregate: "sum" } } },
	examples: [
		{
			wish: "bars of visits by day: Mon 12, Tue 18, Wed 9",
			head: ["day", "visits"],
			rows: [
				["Mon", 12],
				["Tue", 18],
				["Wed", 9],
			],
			params: { label: "day", value: "visits" },
		},
	],
});
