import { chart, number, time } from "../chart.js";

export default chart({
	name: "vega-error-band",
	description: "Error band: the mean of measurements over time, and their spread",
	use: "Use it where there are several measurements of each time.",
	columns: { x: time("the time"), y: number("the measurements") },
	options: { extent: { schema: { enum: ["stdev", "stderr", "iqr"] }, usual: "stdev" } },
	spec: {
		layer: [
			{
				mark: { type: "errorband", extent: "$extent" },
				encoding: { y: { field: "y", scale: { zero: false } } },
			},
			{ mark: "line", encoding: { y: { field: "y", aggregate: "mean" } } },
		],
		encoding: { x: { field: "x" } },
	},
	examples: [
		{
			wish: "three measurements for each of three years, as a band: 2024 5, 6, 7, 2025 6, 8, 9, 2026 9, 9, 12",
			head: ["year", "level"],
			rows: [
				[2024, 5],
				[2024, 6],
				[2024, 7],
				[2025, 6],
				[2025, 8],
				[2025, 9],
				[2026, 9],
				[2026, 9],
				[2026, 12],
			],
			params: { x: "year", y: "level" },
		},
	],
});
