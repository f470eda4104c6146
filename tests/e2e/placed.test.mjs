/** What a model reads of what it places, and what people see of it, in Chromium: the two agree, and a chart has gaps where numbers are missing. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

let site;
let browser;
let opened;
let page;

before(async () => {
	site = await serveSite("canvas");
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await site?.close();
});
beforeEach(async () => {
	opened = await openPage(browser, { viewport: { width: 1000, height: 800 }, reducedMotion: "reduce" });
	page = opened.page;
	await page.goto(site.url);
	await page.waitForFunction(() => window.end);
});
afterEach(async () => {
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

const display = (name, params) =>
	page.evaluate(
		([name, params]) => window.server.executeTool("widget_display", { name, params }),
		[name, params],
	);

/** What people read where a widget of this data is drawn without being asked first. */
const seen = async (type, data) => {
	const id = await page.evaluate(([type, data]) => window.canvas.addWidget(type, data).id, [type, data]);
	const frame = page.locator(`[data-widget-id="${id}"]`);
	await frame.locator(".wm-alert-error, .wm-error, svg, canvas").first().waitFor({ state: "attached" });
	const problems = await frame.locator(".wm-alert-error, .wm-error").allInnerTexts();
	await page.evaluate((id) => window.canvas.removeWidget(id), id);
	return problems.join();
};

const DIAGRAMS = [
	"graph TD\n  A[User (guest)] --> B[Save]",
	'graph TD\n  A["User (guest)"] --> B[Save]',
	"graph TD\n  A[one] --> B[two]\n  B --> C{yes/no?}",
	"graph TD\n  A[one] -->|a|| B",
	"flowchart LR\n  subgraph S\n  A --> B",
	"flowchart LR\n  end --> A",
	"sequenceDiagram\n  A->>B: hi; there",
	"sequenceDiagram\n  participant A as Ann (she)\n  A->>B: hi",
	"sequenceDiagram\n  alt yes\n  A->>B: hi",
	"classDiagram\n  class A {\n    +int x\n  }\n  A <|-- B",
	"classDiagram\n  A <|-- ",
	"erDiagram\n  A ||--o{ B : has",
	"erDiagram\n  A ||--o{ B",
	"gantt\n  title T\n  dateFormat YYYY-MM-DD\n  section S\n  One :a1, 2024-01-01, 3d",
	"gantt\n  title T\n  section S\n  One :a1, someday, 3d",
	"gitGraph\n  commit\n  checkout nope",
	'pie title T\n  "a" : 1\n  "b" : 2',
	'pie\n  "a" : few',
	"mindmap\n  root\n    a\n    b",
	"mindmap\n  root\n  other",
	"timeline\n  title T\n  2020 : a",
	"stateDiagram-v2\n  [*] --> A\n  A --> [*]",
	"sankey-beta\n\na,b,3\nb,a,2",
	"sankey-beta\n\na,b,3",
	"quadrantChart\n  x-axis low --> high\n  p: [0.5, 2]",
	"architecture-beta\n  service db(database)[DB]",
	'flowchart LR\n  A@{ icon: "fa:user", label: "U" }',
	`flowchart LR\n${Array.from({ length: 520 }, (_, at) => `a${at} --> b${at}`).join("\n")}`,
	"hello",
];

test("a model reads that a diagram is placed where people see one, and that it is none where they do not", async () => {
	for (const source of DIAGRAMS) {
		const { placed, error, id } = await display("diagram", { source });
		const problem = await seen("diagram", { source });
		assert.equal(placed === true, problem === "", `${source}\n${error ?? "placed"}\n${problem}`);
		assert.equal(typeof error === "string", problem !== "", source);
		if (id) await page.evaluate((id) => window.canvas.removeWidget(id), id);
	}
});

const rows = [
	{ a: "x", b: 1 },
	{ a: "y", b: 2 },
];
const spec = (more) => ({
	mark: "bar",
	data: { values: rows },
	encoding: { x: { field: "a" }, y: { field: "b", type: "quantitative" } },
	...more,
});

test("and so with charts by a spec", async () => {
	for (const one of [
		spec({}),
		spec({ mark: "sun" }),
		spec({ mark: "image" }),
		spec({ encoding: { x: { field: "none" } } }),
		spec({ transform: [{ filter: "datum.b >" }] }),
		spec({ transform: [{ calculate: "nothing(datum.b)", as: "c" }] }),
		spec({
			transform: [{ calculate: "datum.b * 2", as: "c" }],
			encoding: { x: { field: "c", type: "quantitative" } },
		}),
		spec({ data: { url: "https://elsewhere.invalid/a.csv" } }),
		spec({ width: 1e9 }),
		{
			layer: [{ mark: "line" }, { mark: "point" }],
			data: { values: rows },
			encoding: { x: { field: "a" }, y: { field: "b", type: "quantitative" } },
		},
		{ hconcat: [spec({}), spec({ mark: "line" })] },
	]) {
		const { placed, error, id } = await display("vega-lite", { spec: one });
		const problem = await seen("vega-lite", { spec: one });
		assert.equal(placed === true, problem === "", `${JSON.stringify(one)}\n${error}\n${problem}`);
		if (id) await page.evaluate((id) => window.canvas.removeWidget(id), id);
	}
});

test("code is read in the page as well, and nothing of it runs before somebody runs it", async () => {
	const broken = await display("js-sandbox", { code: "const a = 1;\nlet = 2 +;" });
	assert.match(broken.error, /Line 2/);
	const cell = (content) => ({ cells: [{ type: "js", content }] });
	assert.match((await display("notebook", cell("for (;;"))).error, /Cell 1/);
	const endless = "for (;;) {}\nglobalThis.hit = 1;";
	assert.equal((await display("js-sandbox", { code: endless })).placed, true);
	assert.equal((await display("notebook", cell("return await 1"))).placed, true);
});

/** Of a chart how many pixels of the accent's colour there are along it, in as many parts. */
const inked = (id, parts) =>
	page.locator(`[data-widget-id="${id}"] canvas`).evaluate((canvas, parts) => {
		const { width, height } = canvas;
		const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
		const found = new Array(parts).fill(0);
		for (let y = 0; y < height; y += 1)
			for (let x = 0; x < width; x += 1) {
				const [red, , blue, alpha] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
				if (alpha > 200 && blue - red > 60) found[Math.floor((x / width) * parts)] += 1;
			}
		return found;
	}, parts);

test("a line has a gap where a number is missing, its table and its CSV an empty cell, and a lone value is seen", async () => {
	const labels = Array.from({ length: 12 }, (_, at) => `m${at}`);
	const gap = (at) => (at >= 5 && at <= 7 ? null : 10);
	const shown = [
		["chart", { type: "line", bars: labels.map((label, at) => [label, gap(at)]) }],
		["chart-rich", { type: "line", labels, data: [{ label: "s", values: labels.map((_, at) => gap(at)) }] }],
		["chart-rich", { type: "area", labels, data: [{ label: "s", values: labels.map((_, at) => gap(at)) }] }],
	];
	for (const [name, params] of shown) {
		const { id } = await display(name, params);
		const frame = page.locator(`[data-widget-id="${id}"]`);
		await frame.locator("canvas").waitFor();
		await page.waitForFunction(
			(id) => document.querySelector(`[data-widget-id="${id}"] canvas`)?.width > 300,
			id,
		);
		let parts = [];
		for (let tries = 0; tries < 50 && Math.max(0, ...parts) === 0; tries += 1) {
			await page.waitForTimeout(50);
			parts = await inked(id, 24);
		}
		assert.ok(parts[4] > 0 && parts[20] > 0, `${name}: ${parts}`);
		assert.equal(
			parts.slice(12, 14).reduce((sum, part) => sum + part, 0),
			0,
			`${name}: ${parts}`,
		);
		const values = await frame
			.locator(".wm-numbers td[data-value], .wm-numbers tbody td")
			.evaluateAll((cells) => cells.map((cell) => cell.dataset.value ?? ""));
		assert.deepEqual(
			values,
			labels.map((_, at) => (gap(at) === null ? "" : "10")),
		);
		assert.match(await frame.locator("canvas").getAttribute("aria-label"), /m5 –/);
		await frame.locator(".wm-more summary").focus();
		await page.keyboard.press("Enter");
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			frame.getByRole("button", { name: "Numbers as CSV" }).click(),
		]);
		const lines = readFileSync(await download.path(), "utf8")
			.trim()
			.split("\r\n");
		assert.deepEqual(lines.slice(5, 8), ["m4,10", "m5,", "m6,"]);
		await page.evaluate((id) => window.canvas.removeWidget(id), id);
	}
	// Of many values no point is drawn, but for one between two gaps, which no line leads to.
	const many = Array.from({ length: 80 }, (_, at) => [`d${at}`, at === 40 ? 5 : null]);
	const { id } = await display("chart", { type: "line", bars: many });
	await page.locator(`[data-widget-id="${id}"] canvas`).waitFor();
	let ink = 0;
	for (let tries = 0; tries < 50 && ink === 0; tries += 1) {
		await page.waitForTimeout(50);
		ink = (await inked(id, 1))[0];
	}
	assert.ok(ink > 5, `${ink} pixels`);
});
