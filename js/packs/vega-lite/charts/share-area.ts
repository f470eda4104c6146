import { chart, name, number, optional, time } from "../chart.js";

export default chart({
	name: "vega-share-area",
	description: "Normalized areas: shares of 100 % over time",
	use: "Use it for how the parts of a whole shift.",
	columns: {
		x: time("the time, or what the points follow"),
		y: number("the height"),
		series: optional(name("the line")),
	},
	spec: {
		mark: { type: "area", opacity: 0.85 },
		encoding: {
			x: { field: "x" },
			y: { field: "y", aggregate: "sum", stack: "normalize", axis: { format: "%" } },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "shares of Turin and Rome in the guests by month",
			head: ["month", "city", "guests"],
			rows: [
				["2026-01", "Turin", 12],
				["2026-02", "Turin", 15],
				["2026-03", "Turin", 21],
				["2026-01", "Rome", 31],
				["2026-02", "Rome", 34],
				["2026-03", "Rome", 30],
			],
			params: { x: "month", y: "guests", series: "city" },
		},
	],
});
