import { chart, name, number, optional, time } from "../chart.js";

export default chart({
	name: "vega-step-line",
	description: "Step lines: numbers that stay until they change",
	use: "Use it for prices, rates and stocks, which keep their value in between.",
	columns: {
		x: time("the time, or what the points follow"),
		y: number("the height"),
		series: optional(name("the line")),
	},
	spec: {
		mark: { type: "line", interpolate: "step-after" },
		encoding: { x: { field: "x" }, y: { field: "y" }, color: { field: "series" } },
	},
	examples: [
		{
			wish: "the rate in Turin and Rome as steps, by month",
			head: ["month", "city", "rate"],
			rows: [
				["2026-01", "Turin", 12],
				["2026-02", "Turin", 15],
				["2026-03", "Turin", 21],
				["2026-01", "Rome", 31],
				["2026-02", "Rome", 34],
				["2026-03", "Rome", 30],
			],
			params: { x: "month", y: "rate", series: "city" },
		},
	],
});
