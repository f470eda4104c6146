import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-range-area",
	description: "Range: a band between a low and a high number over time",
	use: "Use it for the lowest and the highest of each day, or for what a forecast leaves open.",
	columns: { x: time("the time"), low: number("the lower end"), high: number("the upper end") },
	spec: {
		mark: { type: "area", opacity: 0.4 },
		encoding: { x: { field: "x" }, y: { field: "low", title: null }, y2: { field: "high" } },
	},
	examples: [
		{
			wish: "coldest and warmest of each day: Monday 1st 4 to 11, 2nd 6 to 15, 3rd 5 to 12",
			head: ["day", "coldest", "warmest"],
			rows: [
				["2026-06-01", 4, 11],
				["2026-06-02", 6, 15],
				["2026-06-03", 5, 12],
			],
			params: { x: "day", low: "coldest", high: "warmest" },
		},
	],
});
