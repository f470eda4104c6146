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
			wish: "calendar of the runs: 1 July 5 km, 2 July 0, 3 July 8, 9 July 6, 14 July 12, 20 July 9",
			head: ["day", "km"],
			rows: [
				["2026-07-01", 5],
				["2026-07-02", 0],
				["2026-07-03", 8],
				["2026-07-09", 6],
				["2026-07-14", 12],
				["2026-07-20", 9],
			],
			params: { day: "day", value: "km" },
		},
	],
});
