import { chart, name, optional, time } from "../chart.js";

export default chart({
	name: "vega-gantt",
	description: "Gantt: tasks as bars from their start to their end",
	use: "Use it for plans and for anything that begins and ends.",
	columns: {
		task: name("the tasks"),
		start: time("the start"),
		end: time("the end"),
		series: optional(name("the colour")),
	},
	spec: {
		mark: { type: "bar", cornerRadius: 4, height: { band: 0.65 } },
		encoding: {
			y: { field: "task", title: null },
			x: { field: "start", title: null },
			x2: { field: "end" },
			color: { field: "series" },
		},
	},
	examples: [
		{
			wish: "plan: draw 1 to 5 May, build 4 to 20 May, test 18 to 28 May",
			head: ["task", "from", "to"],
			rows: [
				["draw", "2026-05-01", "2026-05-05"],
				["build", "2026-05-04", "2026-05-20"],
				["test", "2026-05-18", "2026-05-28"],
			],
			params: { task: "task", start: "from", end: "to" },
		},
	],
});
