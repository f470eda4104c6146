import { chart, name, number } from "../chart.js";

export default chart({
	name: "vega-ranked-bar",
	description: "Ranked bars: things by a number, the largest on top",
	use: "Use it for a ranking, and for bars with long names.",
	columns: { label: name("what is ranked"), value: number("how much it is") },
	spec: {
		mark: "bar",
		encoding: { y: { field: "label", sort: "-x", title: null }, x: { field: "value", aggregate: "sum" } },
	},
	examples: [
		{
			wish: "rank the rivers by length: Nile 6650, Amazon 6400, Yangtze 6300",
			head: ["river", "km"],
			rows: [
				["Amazon", 6400],
				["Nile", 6650],
				["Yangtze", 6300],
			],
			params: { label: "river", value: "km" },
		},
	],
});
