import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-calendar",
	description: "Calendar heat map: a coloured field for each day",
	use: "Use it for a number of each day over weeks or months.",
	columns: { day: time("the day"), value: number("the colour") },
	spec: {
		mark: { type: "rect", cornerRadius: 2 },
		encoding: {
			x: {
				field: "day",
				type: "ordinal",
				timeUnit: "yearweek",
				title: null,
				axis: { format: "%b %d", labelOverlap: true },
			},
			y: { field: "day", type: "ordinal", timeUnit: "day", title: null, sort: "ascending" },
			color: { field: "value", aggregate: "sum" },
		},
	},
	examples: [
		{
			wish: "calendar of the runs: 1 June 5 km, 2 June 0, 3 June 8, 9 June 6, 14 June 12, 20 June 9",
			head: ["day", "km"],
			rows: [
				["2026-06-01", 5],
				["2026-06-02", 0],
				["2026-06-03", 8],
				["2026-06-09", 6],
				["2026-06-14", 12],
				["2026-06-20", 9],
			],
			params: { day: "day", value: "km" },
		},
	],
});
