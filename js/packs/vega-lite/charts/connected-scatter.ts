import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-connected-scatter",
	description: "Connected points: how two numbers move together over time",
	use: "Use it for the path that two numbers take; `order` is what the path follows.",
	columns: {
		x: number("the way to the right"),
		y: number("the height"),
		order: time("what the path follows"),
	},
	spec: {
		mark: { type: "line", point: true },
		encoding: {
			x: { field: "x", scale: { zero: false } },
			y: { field: "y", scale: { zero: false } },
			order: { field: "order" },
		},
	},
	examples: [
		{
			wish: "price and sales as a path over the years: 2022 2 and 90, 2023 3 and 70, 2024 4 and 75, 2025 3 and 95",
			head: ["year", "price", "sold"],
			rows: [
				[2022, 2, 90],
				[2023, 3, 70],
				[2024, 4, 75],
				[2025, 3, 95],
			],
			params: { x: "price", y: "sold", order: "year" },
		},
	],
});
