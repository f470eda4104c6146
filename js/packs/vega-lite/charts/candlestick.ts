import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-candlestick",
	description: "Candlesticks: open, high, low and close of a price",
	use: "Use it for prices by day.",
	columns: {
		x: time("the day"),
		open: number("the first price"),
		high: number("the highest"),
		low: number("the lowest"),
		close: number("the last price"),
	},
	spec: {
		transform: [{ calculate: "datum.close < datum.open ? 'below' : 'above'", as: "side" }],
		encoding: {
			x: { field: "x", scale: { padding: 14 } },
			color: {
				field: "side",
				type: "nominal",
				legend: null,
				scale: { domain: ["above", "below"], range: "signs" },
			},
		},
		layer: [
			{
				mark: "rule",
				encoding: { y: { field: "low", title: null, scale: { zero: false } }, y2: { field: "high" } },
			},
			{
				mark: { type: "bar", size: 10, cornerRadius: 1 },
				encoding: { y: { field: "open", title: null }, y2: { field: "close" } },
			},
		],
	},
	examples: [
		{
			wish: "candlesticks: 1 July 10 to 12 between 9 and 13, 2 July 12 to 11 between 10 and 12, 3 July 11 to 14 between 11 and 15",
			head: ["day", "open", "high", "low", "close"],
			rows: [
				["2026-07-01", 10, 13, 9, 12],
				["2026-07-02", 12, 12, 10, 11],
				["2026-07-03", 11, 15, 11, 14],
			],
			params: { x: "day", open: "open", high: "high", low: "low", close: "close" },
		},
	],
});
