import { chart, name, number, optional, time } from "../chart.js";

export default chart({
	name: "vega-bump",
	description: "Bump chart: who is first, second, third over time",
	use: "Use it for how a ranking changes; the largest number is the first.",
	columns: {
		x: time("the time, or what the points follow"),
		y: number("the height"),
		series: optional(name("the line")),
	},
	spec: {
		transform: [
			{ window: [{ op: "rank", as: "rank" }], sort: [{ field: "y", order: "descending" }], groupby: ["x"] },
		],
		mark: { type: "line", point: { size: 90 }, strokeWidth: 3 },
		encoding: {
			x: { field: "x" },
			y: { field: "rank", type: "ordinal", title: "Rank" },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "ranks of Turin and Rome by orders, month by month",
			head: ["month", "city", "orders"],
			rows: [
				["2026-01", "Turin", 12],
				["2026-02", "Turin", 15],
				["2026-03", "Turin", 21],
				["2026-01", "Rome", 31],
				["2026-02", "Rome", 34],
				["2026-03", "Rome", 30],
			],
			params: { x: "month", y: "orders", series: "city" },
		},
	],
});
