/** What a model places is looked at before it is placed: what cannot be drawn is an error of the same call, and numbers are taken as they are written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { vegaLite } from "../../pkg/packs/vega-lite/index.js";
import { fenced } from "../../pkg/widgets/fence.js";

await kit.init();

/** A server with every widget of the package, and its canvas. */
async function shop() {
	const server = kit.createWebMcpServer("shop");
	for (const { recipe, renderer } of kit.nativeWidgets) server.registerWidget(recipe, renderer);
	kit.registerPack(server, vegaLite);
	const canvas = kit.createCanvasVanilla();
	server.attachCanvas(canvas);
	const display = (name, params) => server.executeTool("widget_display", { name, params });
	const shown = () => canvas.getSnapshot().blocks;
	return { server, canvas, display, shown };
}

test("a diagram that cannot be read is not placed, and its line and the reason are in the answer", async () => {
	const { display, shown } = await shop();
	const lines = {
		"graph TD\n  A[User (guest)] --> B[Save]": [
			2,
			/A\[User \(guest\)\].*“\(” was not expected there; expected “\]”/,
		],
		"%% a note\n\ngraph TD\n  A[one] --> B[two]\n  %% another\n  C[three (3)] --> A": [6, /C\[three \(3\)\]/],
		"---\ntitle: T\n---\ngraph TD\n  A --> B[x": [5, /B\[x/],
		"sequenceDiagram\n  A->>B: hi\n  loop x": [3, /The end of the text was not expected/],
		'pie\n  "a" : x': [2, /“x” was not expected/],
		"stateDiagram-v2\n  [*] -->": [2, /expected a name/],
		"classDiagram\n  class A {\n": [2, /expected “}”/],
		"erDiagram\n  A ||--o{ B": [2, /expected “:”/],
	};
	for (const [source, [line, reason]] of Object.entries(lines)) {
		const result = await display("diagram", { source });
		assert.match(result.error, reason, source);
		assert.equal(result.line, line, source);
		assert.ok(result.remedy, source);
	}
	for (const source of ["hello", "", "gitGraph\n  commit\n  checkout nope"])
		assert.match(
			(await display("diagram", { source })).error,
			/begin with a kind|no text|not yet created/,
			source,
		);
	assert.equal(shown().length, 0);
});

test("a fence is taken off before anything is checked or stored", async () => {
	const { display, shown } = await shop();
	const graph = "graph TD\n  A --> B";
	const fences = [
		`\`\`\`mermaid\n${graph}\n\`\`\``,
		`\n\`\`\`\n${graph}\n\`\`\`\n`,
		`~~~mermaid\n${graph}\n~~~`,
		`\`\`\`mermaid\r\n${graph}`,
		`Here it is:\n\n\`\`\`mermaid\n${graph}\n\`\`\`\nI hope it helps.`,
		`mermaid\n${graph}`,
	];
	for (const source of fences) {
		assert.equal((await display("diagram", { source })).placed, true, source);
		assert.equal(shown().at(-1).data.source, graph, source);
	}
	const stored = async (name, params) => (await display(name, params)).data;
	assert.deepEqual(await stored("code", { content: "```python\nprint(1)\n```" }), {
		content: "print(1)",
		lang: "python",
	});
	assert.deepEqual(await stored("json-viewer", { data: '```json\n{"a": [1]}\n```' }), { data: { a: [1] } });
	assert.deepEqual(await stored("text", { content: "```markdown\n# A\n```" }), { content: "# A" });
	const cells = [
		{ type: "sql", content: "```sql\nselect 1\n```" },
		{ type: "md", content: "```\nkept\n```" },
	];
	assert.deepEqual(
		(await stored("notebook", { cells })).cells.map(({ content }) => content),
		["select 1", "```\nkept\n```"],
	);
	const spec = {
		mark: "bar",
		data: { values: [{ a: "x" }] },
		encoding: { x: { field: "a", type: "nominal" } },
	};
	const text = `\`\`\`json\n${JSON.stringify(spec)}\n\`\`\``;
	assert.deepEqual((await stored("vega-lite", { spec: text })).spec, spec);
	// A text with other words or another fence is no fenced text.
	const both = "```js\na\n```\nand\n```js\nb\n```";
	assert.equal((await stored("code", { content: both })).content, both);
	assert.equal(fenced("no fence"), undefined);
});

test("every widget that can fail at its data says so, and why", async () => {
	const { display, shown } = await shop();
	const rows = [{ a: "x", b: 1 }];
	const fails = [
		[
			"vega-lite",
			{ spec: { mark: "bar", data: { values: rows }, encoding: { x: { field: "c" } } } },
			/no "c"; they have a, b/,
		],
		["vega-lite", { spec: { mark: "star", data: { values: rows } } }, /mark "star"/],
		["vega-lite", { spec: { mark: "bar", data: { url: "https://example.com/a.csv" } } }, /address/],
		[
			"vega-lite",
			{ spec: { mark: "bar", transform: [{ calculate: "datum.b +", as: "c" }], data: { values: rows } } },
			/"datum\.b \+" cannot be read/,
		],
		["vega-bar", { rows, label: "a", value: "z" }, /no "z"/],
		["map", { places: [{ name: "Gotham" }, { name: "Narnia" }] }, /Gotham, Narnia/],
		["form", { schema: { type: "object" } }, /no properties/],
		["calendar", { events: [{ date: "tomorrow", title: "Fair" }] }, /no day of: Fair/],
		[
			"sankey",
			{
				nodes: [
					{ id: "a", label: "A" },
					{ id: "b", label: "B" },
				],
				links: [{ source: "a", target: "c", value: 1 }],
			},
			/no node/,
		],
		["hemicycle", { groups: [{ id: "a", label: "A", seats: 0, color: "red" }] }, /no seats: A/],
		["js-sandbox", { code: "const a = 1;\nconst b = ;" }, /Line 2 .*unexpected token/],
		[
			"notebook",
			{
				cells: [
					{ type: "md", content: "#" },
					{ type: "js", content: "let x = {" },
				],
			},
			/Cell 2: Line 1/,
		],
		[
			"chart",
			{
				bars: [
					["a", null],
					["b", null],
				],
			},
			/No pair has a number/,
		],
		["chart-rich", { data: [{ values: ["few", "many"] }] }, /“few”, “many”/],
	];
	for (const [name, params, reason] of fails) {
		const result = await display(name, params);
		assert.match(result.error ?? JSON.stringify(result), reason, name);
	}
	assert.equal(shown().length, 0);
	const good = ["js-sandbox", { code: "const a = await 1;\nreturn a;" }];
	assert.equal((await display(...good)).placed, true);
});

test("what is lost of a widget that is shown all the same is a notice in the answer", async () => {
	const { display } = await shop();
	const map = await display("map", { places: [{ name: "France" }, { name: "Gotham" }] });
	assert.equal(map.placed, true);
	assert.match(map.notice, /Gotham.*lat and lon/);
	const chart = await display("chart-rich", { data: [{ values: [1, "forty", null] }] });
	assert.match(chart.notice, /“forty”/);
	assert.equal((await display("map", { places: [{ name: "France" }] })).notice, undefined);
});

test("an update that cannot be drawn changes nothing, and one with a fence is stored without", async () => {
	const { server, display, shown } = await shop();
	const { id } = await display("diagram", { source: "graph TD\n  A --> B" });
	const update = (args) => server.executeTool("canvas", { action: "update", ...args });
	const refused = await update({ id, params: { source: "graph TD\n  A[x (y)] --> B" } });
	assert.match(refused.error, /Line 2/);
	assert.equal(shown()[0].data.source, "graph TD\n  A --> B");
	const ways = [
		{ id, params: { source: "```mermaid\ngraph TD\n  A --> C\n```" } },
		{ params: { id, source: "```mermaid\ngraph TD\n  A --> C\n```" } },
		{ id, params: { data: { source: "```mermaid\ngraph TD\n  A --> C\n```" } } },
		{ id, data: { source: "```mermaid\ngraph TD\n  A --> C\n```" } },
	];
	for (const way of ways) {
		assert.equal((await update(way)).ok, true);
		assert.equal(shown()[0].data.source, "graph TD\n  A --> C");
		await update({ id, params: { source: "graph TD\n  A --> B" } });
	}
	assert.match((await update({ id: "nobody", params: { source: "x" } })).error, /no widget 'nobody'/);
});

test("the model of a run reads what cannot be drawn, and the next call can be right", async () => {
	const { server, shown } = await shop();
	const requests = [];
	const call = (id, source) => ({
		type: "tool_use",
		id,
		name: "shop_webmcp_widget_display",
		input: { name: "diagram", params: { source } },
	});
	const replies = [
		[call("1", "graph TD\n  A[User (guest)] --> B")],
		[call("2", '```mermaid\ngraph TD\n  A["User (guest)"] --> B\n```')],
	];
	const provider = {
		name: "scripted",
		model: "none",
		async chat(messages) {
			requests.push(JSON.stringify(messages));
			const content = replies.shift() ?? [{ type: "text", text: "done" }];
			return { content, stopReason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };
		},
	};
	await kit.runAgentLoop("draw it", { provider, layers: [server.layer()] });
	assert.match(requests[1], /Line 2 cannot be read/);
	assert.deepEqual(
		shown().map(({ data }) => data.source),
		['graph TD\n  A["User (guest)"] --> B'],
	);
});

test("a host's own widget is asked as well; one that fails at it, or does not answer, is placed", async () => {
	const server = kit.createWebMcpServer("own");
	const recipe = (name) =>
		`---\nwidget: ${name}\ndescription: d\nschema: {type: object, properties: {text: {type: string}}}\n---\nb`;
	const draws = () => () => undefined;
	const own = (name, validate) => server.registerWidget(recipe(name), Object.assign(draws(), { validate }));
	own("refuses", ({ text }) =>
		text === "bad" ? { reason: "It is bad.", line: 3, remedy: "Be good." } : undefined,
	);
	own("throws", () => {
		throw new Error("broken");
	});
	own("waits", () => new Promise(() => undefined));
	server.registerWidget(
		recipe("tidies"),
		Object.assign(draws(), { normalise: ({ text }) => ({ text: text.trim() }) }),
	);
	const canvas = kit.createCanvasVanilla();
	server.attachCanvas(canvas);
	const display = (name, params) => server.executeTool("widget_display", { name, params });
	const { error, line, remedy } = await display("refuses", { text: "bad" });
	assert.match(error, /"refuses".*It is bad\./);
	assert.deepEqual([line, remedy], [3, "Be good."]);
	assert.equal((await display("refuses", { text: "good" })).placed, true);
	assert.deepEqual((await display("tidies", { text: " a " })).data, { text: "a" });
	const { error: report } = console;
	const reported = [];
	console.error = (problem) => reported.push(problem);
	try {
		assert.equal((await display("throws", { text: "a" })).placed, true);
	} finally {
		console.error = report;
	}
	assert.equal(reported.length, 1);
	assert.equal((await display("waits", { text: "a" })).placed, true);
});

test("numbers of charts are taken as models write them, and null is a gap", async () => {
	const { display } = await shop();
	const chart = async (params) => (await display("chart", params)).data;
	const two = [
		["a", 45],
		["b", 1234],
	];
	for (const bars of [
		[
			["a", "45%"],
			["b", "1,234"],
		],
		[
			["a", "45 %"],
			["b", "1 234"],
		],
		[
			{ label: "a", value: "45%" },
			{ label: "b", value: 1234 },
		],
		[
			{ name: "a", count: "45" },
			{ name: "b", count: "1'234" },
		],
		[
			{ Name: "a", Value: 45 },
			{ Name: "b", Value: "€1,234" },
		],
		[
			{ town: "a", people: 45 },
			{ town: "b", people: "1,234" },
		],
		[
			{ people: 45, town: "a" },
			{ people: 1234, town: "b" },
		],
		[{ a: 45 }, { b: 1234 }],
		{ a: "45%", b: 1234 },
	])
		assert.deepEqual((await chart({ bars })).bars, two, JSON.stringify(bars));
	assert.deepEqual(await chart({ labels: ["a", "b"], values: ["45%", 1234] }), { bars: two });
	assert.deepEqual(await chart({ title: "t", data: two }), { title: "t", bars: two });
	assert.deepEqual(await chart({ bars: [["a", 1], ["b", null], { label: "c", value: "n/a" }] }), {
		bars: [
			["a", 1],
			["b", null],
			["c", null],
		],
	});
	for (const type of ["doughnut", "Donut", "pie"])
		assert.equal((await chart({ type, bars: two })).type, "pie", type);
	assert.deepEqual(await chart({ type: "Doughnut chart", categories: ["a", "b"], series: ["45%", 1234] }), {
		type: "pie",
		bars: two,
	});
	assert.deepEqual(await chart({ labels: ["a", "b"], datasets: [{ data: [45, 1234] }] }), { bars: two });
	// What may be anything is left to the schema, which says what is wrong.
	assert.equal(
		(
			await display("chart", {
				bars: [
					["a", "forty"],
					["b", 2],
				],
			})
		).error,
		"Validation failed",
	);

	const rich = async (params) => (await display("chart-rich", params)).data;
	assert.equal((await rich({ type: "doughnut", data: [{ values: [1] }] })).type, "donut");
	const wanted = { labels: ["x", "y"], data: [{ label: "s", values: [1200, null] }] };
	for (const params of [
		{ labels: ["x", "y"], data: [{ label: "s", values: ["1,200", null] }] },
		{ labels: ["x", "y"], data: [{ label: "s", values: ["1.2k", "–"] }] },
		{ labels: ["x", "y"], datasets: [{ label: "s", data: [1200, "N/A"] }] },
		{ data: { labels: ["x", "y"], datasets: [{ label: "s", data: [1200, null] }] } },
		{
			data: [
				{
					name: "s",
					values: [
						{ label: "x", value: 1200 },
						{ label: "y", value: null },
					],
				},
			],
		},
		{
			data: [
				{
					label: "s",
					values: [
						["x", 1200],
						["y", ""],
					],
				},
			],
		},
	])
		assert.deepEqual(await rich(params), wanted, JSON.stringify(params));
	const { points } = (
		await display("scatter", { points: [{ x: 1, y: "2,5" }, ["3", "4%"], { age: 5, pay: 6 }] })
	).data;
	assert.deepEqual(points, [
		[1, 2.5],
		[3, 4],
		[5, 6],
	]);
});
