import { chart, number } from "../chart.js";

export default chart({
	name: "vega-binned-heatmap",
	description: "Binned heat map: how many points lie where",
	use: "Use it for thousands of points, which would cover each other in vega-scatter.",
	columns: { x: number("the way to the right"), y: number("the height") },
	options: { bins: { schema: { type: "integer", minimum: 2, maximum: 100 }, usual: 20 } },
	spec: {
		mark: "rect",
		encoding: {
			x: { field: "x", bin: { maxbins: "$bins" } },
			y: { field: "y", bin: { maxbins: "$bins" } },
			color: { aggregate: "count", title: "Count" },
		},
	},
	examples: [
		{
			wish: "where most pets lie by weight and age",
			head: ["kg", "age", "kind"],
			rows: [
				[4, 2, "cat"],
				[5, 6, "cat"],
				[3.5, 9, "cat"],
				[12, 3, "dog"],
				[30, 5, "dog"],
				[22, 11, "dog"],
			],
			params: { x: "kg", y: "age" },
		},
	],
});
