import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-running-total",
	description: "Running total: what has come together so far",
	use: "Use it for sums that grow, such as donations or sales since the new year.",
	columns: { x: time("the time, or what the points follow"), y: number("the height") },
	spec: {
		transform: [
			{ window: [{ op: "sum", field: "y", as: "total" }], sort: [{ field: "x" }], frame: [null, 0] },
		],
		mark: { type: "area", line: true, opacity: 0.35, interpolate: "step-after" },
		encoding: { x: { field: "x" }, y: { field: "total", type: "quantitative", title: "$y" } },
	},
	examples: [
		{
			wish: "how much was donated so far, day by day",
			head: ["day", "donated"],
			rows: [
				["2026-05-01", 20],
				["2026-05-02", 35],
				["2026-05-03", 25],
				["2026-05-04", 40],
				["2026-05-05", 38],
				["2026-05-06", 52],
				["2026-05-07", 44],
			],
			params: { x: "day", y: "donated" },
		},
	],
});
