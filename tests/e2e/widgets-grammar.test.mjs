/** The widgets that a grammar draws, and the pack of charts, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

/** Texts that would act if anything took them for markup. */
const HOSTILE = "<img src=x onerror='window.hit=1'>";
/** Where nothing may be asked for. */
const ELSEWHERE = "https://elsewhere.invalid";

const widgets = widgetsPage("grammar");
let opened;
let page;
let asked;

async function open(options) {
	opened = await widgets.open(options);
	page = opened.page;
	asked = [];
	page.on("request", (request) => asked.push(request.url()));
	await page.evaluate(() => {
		window.heard = [];
		document.body.addEventListener("widget:interact", ({ detail }) => window.heard.push(detail));
	});
}
beforeEach(() => open());
afterEach(async () => {
	// Whatever a test does, nothing may have acted, gone wrong, or been asked of others. What the policy forbids is an error of the page.
	const [hit, polluted] = await page.evaluate(() => [window.hit, {}.polluted]);
	const foreign = asked.filter((url) => !/^(?:http:\/\/127\.0\.0\.1|blob:|data:)/.test(url));
	await opened.close();
	assert.deepEqual([hit, polluted, ...foreign, ...opened.problems], [undefined, undefined]);
});

/** Draws a widget in the place of another; data travels as JSON text, which keeps every key. */
const mount = (type, data) =>
	page.evaluate(
		([type, json]) => {
			window.cleanup?.();
			const container = document.querySelector("#main");
			window.cleanup = window.kit.mountWidget(container, type, JSON.parse(json), [window.kit.native]);
			return window.cleanup.ready;
		},
		[type, JSON.stringify(data)],
	);
const main = () => page.locator("#main");
const change = (data) => page.evaluate((data) => window.cleanup.update(data), data);
const heard = () => page.evaluate(() => window.heard.splice(0));
const alert = () => main().locator(".wm-alert-error").allInnerTexts();
/** How many marks are drawn: axes and legends are none. */
const marks = () => main().locator(".role-mark :is(path, text, line)").count();

const BARS = {
	mark: "bar",
	encoding: { x: { field: "a", type: "nominal" }, y: { field: "v", type: "quantitative" } },
};
const ROWS = [
	{ a: "x", v: 3 },
	{ a: "y", v: 5 },
];

/** Points into the middle of a mark. */
async function pointAt(place) {
	const { x, y, width, height } = await main().locator(".role-mark path").nth(place).boundingBox();
	await page.mouse.move(x + width / 2, y + height / 2);
	return [x + width / 2, y + height / 2];
}

test("a spec is drawn with its numbers as a table, and a press on a mark tells its row", async () => {
	await mount("vega-lite", { title: "Sales", spec: BARS, data: ROWS });
	assert.equal(await marks(), 2);
	const label = await main().locator("[role=img]").getAttribute("aria-label");
	assert.equal(label, "Sales: bar chart of a, v. 2 rows.");
	assert.deepEqual(await main().locator("td[data-value]").allInnerTexts(), ["3", "5"]);
	await page.mouse.click(...(await pointAt(1)));
	assert.deepEqual(await heard(), [{ action: "pointselect", payload: { a: "y", v: 5 } }]);
	await page.evaluate(() => window.cleanup());
	assert.equal(await main().innerHTML(), "");
});

test("a line tells what its rows have in common, and an axis nothing", async () => {
	const line = { ...BARS, mark: { type: "line", strokeWidth: 20 } };
	const rows = ROWS.map((row) => ({ ...row, shop: "north" }));
	await mount("vega-lite", { spec: line, data: rows });
	await page.mouse.click(...(await pointAt(0)));
	assert.deepEqual(await heard(), [{ action: "pointselect", payload: { shop: "north" } }]);
	await main().getByText("x", { exact: true }).first().click({ force: true });
	assert.deepEqual(await heard(), []);
});

test("other rows of the same spec change the drawing that is there, another spec makes another", async () => {
	await mount("vega-lite", { spec: BARS, data: ROWS });
	await page.evaluate(() => {
		document.querySelector("#main .role-mark path").parentNode.mark = true;
	});
	await change({ spec: BARS, data: [...ROWS, { a: "z", v: 9 }] });
	await page.waitForFunction(() => document.querySelectorAll("#main .role-mark path").length === 3);
	const isSame = () =>
		page.evaluate(() => document.querySelector("#main .role-mark path").parentNode.mark === true);
	assert.ok(await isSame());
	await change({ spec: { ...BARS, mark: "point" }, data: ROWS });
	await page.waitForFunction(() => document.querySelectorAll("#main .role-mark path").length === 2);
	assert.ok(!(await isSame()));
	// Of several at once the last one counts; what cannot be drawn leaves nothing of the one before.
	await page.evaluate(
		([spec, rows]) => {
			window.cleanup.update({ spec: { mark: "bogus" }, data: rows });
			window.cleanup.update({ spec, data: rows.slice(1) });
		},
		[BARS, ROWS],
	);
	await page.waitForFunction(() => document.querySelectorAll("#main .role-mark path").length === 1);
	assert.deepEqual(await alert(), []);
});

test("rows within the spec, dates and texts of other formats are read", async () => {
	const spec = {
		data: { values: "day,v\n2026-01-01,3\n2026-01-02,5", format: { type: "csv" } },
		mark: "line",
		encoding: { x: { field: "day", type: "temporal" }, y: { field: "v", type: "quantitative" } },
	};
	await mount("vega-lite", { spec });
	assert.equal(await marks(), 1);
	const data = [
		{ day: "2026-01-01", v: 3 },
		{ day: "2026-06-01", v: 5 },
	];
	await mount("vega-lite", { spec: { ...spec, data: { values: data } } });
	assert.match((await main().locator(".role-axis-label text").allTextContents()).join(), /Apr/);
	await mount("vega-lite", { spec: BARS, data: [] });
	assert.match(await main().innerText(), /no rows to draw/);
	await mount("vega-lite", { spec: BARS });
	assert.match(await main().innerText(), /no rows to draw/);
});

test("a chart is as wide as its place, also when that changes, and panels share it", async () => {
	await mount("vega-lite", { spec: BARS, data: ROWS });
	const width = () =>
		main()
			.locator(".wm-vega svg")
			.evaluate((svg) => svg.getBoundingClientRect().width);
	for (const wanted of [700, 320]) {
		await main().evaluate((main, wanted) => {
			main.style.width = `${wanted}px`;
		}, wanted);
		await page.waitForFunction(
			(wanted) =>
				Math.abs(document.querySelector(".wm-vega svg").getBoundingClientRect().width - wanted) <= 1,
			wanted,
		);
	}
	await mount("vega-lite", { spec: { hconcat: [BARS, BARS, BARS] }, data: ROWS });
	assert.ok((await width()) <= 420, `${await width()}`);
	const faceted = { ...BARS, encoding: { ...BARS.encoding, column: { field: "a", type: "nominal" } } };
	await mount("vega-lite", { spec: faceted, data: ROWS });
	assert.ok((await width()) <= 330, `${await width()}`);
});

test("many rows are drawn as pixels, and those beyond 100,000 are said not to be", async () => {
	const spec = {
		mark: "point",
		encoding: { x: { field: "x", type: "quantitative" }, y: { field: "y", type: "quantitative" } },
	};
	await page.evaluate((spec) => {
		const data = Array.from({ length: 100_003 }, (_, at) => ({ x: at % 977, y: (at * at) % 1009 }));
		const container = document.querySelector("#main");
		window.cleanup = window.kit.mountWidget(container, "vega-lite", { spec, data }, [window.kit.native]);
		return window.cleanup.ready;
	}, spec);
	assert.equal(await main().locator(".wm-vega svg").count(), 0);
	const painted = await main()
		.locator("canvas")
		.evaluate((canvas) => {
			const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
			return new Set(new Uint32Array(data.buffer)).size;
		});
	assert.ok(painted > 3, `${painted} colours`);
	assert.deepEqual(await main().locator(".wm-note").allInnerTexts(), ["3 further rows are not shown."]);
});

const SPECS = [
	["x", /^This chart cannot be drawn\. The spec is no object\.$/],
	[{}, /Invalid specification/],
	[{ ...BARS, mark: "bogus" }, /a mark "bogus"; there are arc, area, bar/],
	[{ ...BARS, mark: {} }, /The spec is none of Vega-Lite/],
	[{ layer: "x" }, /The spec is none of Vega-Lite/],
	[{ mark: "bar", encoding: { x: { field: "nope", type: "nominal" } } }, /no "nope"; they have a, v\.$/],
	[{ ...BARS, transform: [{ calculate: "1 +* 2", as: "q" }] }, /Unexpected token/],
	[{ ...BARS, transform: [{ calculate: "alert(1)", as: "q" }] }, /Unrecognized function: alert/],
	[{ ...BARS, height: 1e9 }, /"height" of the spec is more than 4,000/],
	[{ ...BARS, description: "x".repeat(200_001) }, /more than 200,000 characters/],
	[{ mark: "bar", data: { sequence: { start: 0, stop: 1e9 } } }, /counts to more than 100,000/],
	[{ repeat: { row: Array(9).fill("a"), column: Array(9).fill("v") }, spec: BARS }, /more than 64 times/],
	[JSON.parse(`${'{"spec":'.repeat(60)}1${"}".repeat(60)}`), /deeper than 40/],
];

test("what is wrong with a spec is said in one sentence", async () => {
	for (const [spec, said] of SPECS) {
		// A spec that counts has no rows beside it.
		await mount("vega-lite", spec.data ? { spec } : { spec, data: ROWS });
		const texts = await alert();
		assert.equal(texts.length, 1, JSON.stringify(spec).slice(0, 200));
		assert.match(texts[0], said);
		assert.equal(await main().locator(".wm-vega").isVisible(), false);
	}
	await change({ spec: BARS, data: ROWS });
	await page.waitForFunction(() => document.querySelectorAll("#main .role-mark path").length === 2);
	assert.deepEqual(await alert(), []);
});

test("a spec that names an address is refused, and nothing is asked for", async () => {
	const url = `${ELSEWHERE}/cars.json`;
	const within = { from: { data: { url }, key: "a", fields: ["q"] }, lookup: "a" };
	for (const spec of [
		{ ...BARS, data: { url } },
		{ ...BARS, transform: [within] },
		{ layer: [{ ...BARS, data: { url } }] },
		{ ...BARS, mark: "image" },
		{ ...BARS, mark: { type: "image", width: 20 } },
		{ ...BARS, mark: { type: "bar", href: url } },
		{ ...BARS, encoding: { ...BARS.encoding, href: { field: "a" } } },
		{ mark: { type: "point" }, encoding: { url: { value: url } } },
	]) {
		await mount("vega-lite", { spec, ...(spec.data ? {} : { data: ROWS }) });
		assert.match((await alert()).join(), /names an address|draws images/);
	}
	// What others take addresses from is left out; a name of them in rows is no address.
	await mount("vega-lite", {
		spec: {
			...BARS,
			$schema: url,
			usermeta: { embedOptions: { loader: { baseURL: ELSEWHERE } } },
			background: `url(${url})`,
			config: { background: `url(${url})`, image: { cursor: `url(${url})` } },
		},
		data: ROWS.map((row) => ({ ...row, url, href: url })),
	});
	assert.equal(await marks(), 2);
});

test("colours and pointers that an expression puts together are no addresses", async () => {
	const colour = "'ur' + 'l(https://elsewhere.invalid/p.svg#a)'";
	await mount("vega-lite", {
		spec: {
			...BARS,
			mark: { type: "bar", fill: { expr: colour }, stroke: { expr: colour }, cursor: `url(${ELSEWHERE})` },
			params: [{ name: "cursor", value: `url(${ELSEWHERE}/c.png), auto` }],
		},
		data: ROWS,
	});
	await pointAt(0);
	await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
	assert.ok(!(await main().innerHTML()).includes("elsewhere.invalid/p"));
	const pointer = await main()
		.locator(".wm-vega > div")
		.first()
		.evaluate((one) => getComputedStyle(one).cursor);
	assert.equal(pointer, "default");
	await mount("vega-lite", {
		spec: { ...BARS, encoding: { ...BARS.encoding, fill: { field: "c", type: "nominal", scale: null } } },
		data: ROWS.map((row) => ({ ...row, c: `url(${ELSEWHERE}/p.svg#a)` })),
	});
	assert.equal(await main().locator(".role-mark path").first().getAttribute("fill"), "none");
});

test("an expression reaches the rows and nothing of the page", async () => {
	const calculated = (expression) => ({
		...BARS,
		transform: [{ calculate: expression, as: "q" }],
		encoding: { ...BARS.encoding, x: { field: "q", type: "nominal" } },
	});
	for (const [expression, shown] of [
		["datum.a + datum['v'] + length(datum.a)", "x31"],
		["'' + datum.constructor", "undefined"],
		["'' + datum['__pro' + 'to__']", "undefined"],
		["'' + datum.a.constructor", "undefined"],
		["'' + pluck(datum, 'constructor.name')", "undefined"],
		["'' + merge({b: 1}, datum).b", "1"],
		["'' + isArray(data('rows'))", "true"],
		// Writes into whatever it is given, where it may.
		["'' + modify('rows', null, null, null, datum.__proto__, {polluted: 1})", "1"],
	]) {
		await mount("vega-lite", { spec: calculated(expression), data: ROWS });
		assert.deepEqual(await alert(), [], expression);
		const labels = await main().locator(".role-axis-label text").allTextContents();
		assert.ok(labels.includes(shown), `${expression}: ${labels}`);
	}
	for (const expression of [
		"constructor.constructor('window.hit = 1')()",
		"datum.constructor('window.hit = 1')",
		"view()",
		"screen().width",
		"setdata('rows', [])",
		"length(sequence(1e9))",
	]) {
		await mount("vega-lite", { spec: calculated(expression), data: ROWS });
		assert.equal((await alert()).length, 1, expression);
	}
});

test("what happens to a chart does not lead to the page's window", async () => {
	/** Whether a pointer above a bar picks it, where a filter has to hold. */
	const picks = async (filter) => {
		const params = [{ name: "picked", select: { type: "point", on: `mousemove[${filter}]` } }];
		const opacity = { condition: { param: "picked", value: 1, empty: false }, value: 0.2 };
		const spec = { ...BARS, params, encoding: { ...BARS.encoding, opacity } };
		await mount("vega-lite", { spec, data: ROWS });
		assert.deepEqual(await alert(), [], filter);
		await pointAt(0);
		await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
		const bars = main().locator(".role-mark path");
		return (await bars.evaluateAll((all) => all.map((one) => one.getAttribute("opacity"))))[0] === "1";
	};
	for (const filter of ["!event.shiftKey", "event.item.datum.v === 3", "event.type === 'mousemove'"])
		assert.equal(await picks(filter), true, filter);
	for (const filter of [
		"event.view",
		"event.target",
		"pluck(event, 'view')",
		"merge(event).view",
		"event.dataflow",
		"group().context.dataflow",
		"item().mark.source.value",
	])
		assert.equal(await picks(filter), false, filter);
});

test("texts of rows are texts, also in the tip of a mark", async () => {
	await mount("vega-lite", { title: HOSTILE, spec: BARS, data: [{ a: HOSTILE, v: 3 }] });
	await pointAt(0);
	const tip = main().locator(".wm-vega-tip");
	await tip.waitFor();
	assert.match(await tip.innerText(), /a\s+<img src=x onerror='window\.hit=1'>\s+v\s+3/);
	assert.equal(await main().locator("img").count(), 0);
	await page.mouse.move(1, 1);
	await tip.waitFor({ state: "hidden" });
});

test("an input field of a chart changes it, stays within it, and sends nothing", async () => {
	const size = { ...BARS, mark: { type: "bar", opacity: { expr: "share" } } };
	const params = (bind) => [{ name: "share", value: 1, bind }];
	await mount("vega-lite", {
		spec: {
			...size,
			params: params({ input: "number", min: 0, max: 1, element: "title", onfocus: "window.hit=1" }),
		},
		data: ROWS,
	});
	const field = main().locator(".vega-bind input");
	await field.fill("0.5");
	await page.waitForFunction(
		() => document.querySelector("#main .role-mark path").getAttribute("opacity") === "0.5",
	);
	await field.press("Enter");
	assert.equal(await page.title(), "Grammar");
	assert.equal(await page.locator("head input").count(), 0);
	await mount("vega-lite", {
		spec: { ...size, params: params({ input: "image", src: ELSEWHERE }) },
		data: ROWS,
	});
	assert.match((await alert()).join(), /input field of a kind/);
	await mount("vega-lite", { spec: { ...size, params: params({ element: "title" }) }, data: ROWS });
	assert.equal(await page.title(), "Grammar");
});

test("a chart is taken along as SVG and PNG, and follows the page's colours", async () => {
	await mount("vega-lite", { title: "A/B", spec: BARS, data: ROWS });
	const paper = () =>
		main()
			.locator(".wm-vega svg")
			.evaluate((svg) => svg.style.backgroundColor);
	assert.equal(await paper(), "rgb(255, 255, 255)");
	const saved = async (name) => {
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			main().getByRole("button", { name, exact: true }).click(),
		]);
		return [download.suggestedFilename(), await readFile(await download.path())];
	};
	const [svgName, svg] = await saved("SVG");
	assert.equal(svgName, "A B.svg");
	assert.match(String(svg), /^<svg.*<path.*<\/svg>$/s);
	const [pngName, png] = await saved("PNG");
	assert.equal(pngName, "A B.png");
	assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
	await page.evaluate(() => {
		document.documentElement.dataset.theme = "dark";
	});
	await page.waitForFunction(
		() => document.querySelector("#main .wm-vega svg")?.style.backgroundColor === "rgb(23, 26, 36)",
	);
	assert.equal(await marks(), 2);
});

test("in a dark page no mark is black where a spec names no colour", async () => {
	await page.evaluate(() => {
		document.documentElement.dataset.theme = "dark";
	});
	const encoding = { x: { field: "a" }, y: { field: "v", type: "quantitative" } };
	const values = [1, 2, 3, 4, 9].map((v) => ({ a: "x", v }));
	const black = /^(?:black|#000|#000000|rgb\(0, 0, 0\))$/;
	for (const mark of [
		"bar",
		"line",
		"point",
		"tick",
		"rule",
		"area",
		"text",
		"boxplot",
		"errorbar",
		"errorband",
	]) {
		for (const spec of [
			{ mark, encoding },
			{ layer: [{ mark: { type: mark }, encoding }] },
			{ hconcat: [{ mark, encoding }] },
			{ facet: { field: "a" }, spec: { mark, encoding } },
		]) {
			await mount("vega-lite", { spec: { ...spec, data: { values } } });
			const drawn = await main().evaluate((box) =>
				[...box.querySelectorAll(".role-mark [fill], .role-mark [stroke]")].flatMap((one) =>
					["fill", "stroke"].map((name) => one.getAttribute(name) ?? ""),
				),
			);
			assert.ok(drawn.length > 0, mark);
			assert.deepEqual(
				drawn.filter((color) => black.test(color)),
				[],
				`${mark} ${Object.keys(spec)[0]}`,
			);
		}
	}
	const ends = async (ticks, more = {}) => {
		await mount("vega-lite", {
			spec: { mark: { type: "boxplot", ticks }, encoding, data: { values }, ...more },
		});
		const all = main().locator(".role-mark [aria-roledescription=tick], .mark-rect.role-mark path");
		return all.evaluateAll((all) => all.map((one) => one.getAttribute("fill")));
	};
	assert.equal((await ends({ color: "red" })).filter((color) => color === "red").length, 2);
	for (const ticks of [true, { size: 20 }])
		assert.deepEqual(
			(await ends(ticks)).filter((color) => black.test(color)),
			[],
		);
	const [drawn, without] = [
		await ends(undefined),
		await ends(undefined, { config: { boxplot: { ticks: false } } }),
	];
	assert.equal(drawn.length - without.length, 2);
	assert.equal((await ends(false)).length, without.length);
});

test("the library loads with the first chart, whichever it is, and once", async () => {
	// In the page of the tests before, what they have loaded is there.
	await open({});
	const bytes = () =>
		page.evaluate(() => {
			const all = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
			return all.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
		});
	const before = await bytes();
	await mount("vega-bar", { rows: ROWS, label: "a", value: "v" });
	const after = await bytes();
	assert.ok(before < 250_000, `${before} bytes before`);
	assert.ok(after - before > 500_000, `${after - before} bytes with the first chart`);
	await mount("vega-donut", { rows: ROWS, label: "a", value: "v" });
	assert.equal(await bytes(), after);
});

test("every chart of the pack draws its examples", async () => {
	const examples = await page.evaluate(() => window.kit.examples);
	assert.ok(new Set(examples.map(([name]) => name)).size >= 24);
	for (const [name, params] of examples) {
		await mount(name, { title: "T", ...params });
		assert.deepEqual(await alert(), [], name);
		assert.equal(await main().locator(".wm-error").count(), 0, name);
		assert.ok((await marks()) > 0, `${name} has marks`);
		const names = Object.values(params).filter((value) => typeof value === "string");
		const label = await main().locator("[role=img]").getAttribute("aria-label");
		// What is said of it names the columns.
		for (const column of names.filter((value) => value in params.rows[0]))
			assert.ok(label.includes(column), label);
	}
});

test("a chart of the pack finds its columns, tells them by their own names, and says what is wrong", async () => {
	const rows = [
		{ "Shop.name": "north", "net [EUR]": "1 200,50" },
		{ "Shop.name": "south", "net [EUR]": "900" },
	];
	await mount("vega-bar", { rows, label: "shop.name", value: "NET [eur]" });
	assert.equal(await marks(), 2);
	await page.mouse.click(...(await pointAt(0)));
	assert.deepEqual(await heard(), [
		{ action: "pointselect", payload: { "Shop.name": "north", "net [EUR]": 1200.5 } },
	]);
	for (const [data, said] of [
		[{ rows, label: "town", value: "net [EUR]" }, /no "town"; they have Shop\.name, net \[EUR\]\.$/],
		[{ rows, label: "Shop.name" }, /"value" is missing: the column with how much it is\.$/],
		[{ rows, label: "net [EUR]", value: "Shop.name" }, /The column "Shop\.name" has no numbers\.$/],
	]) {
		await mount("vega-bar", data);
		assert.match((await alert()).join(), said);
	}
	await mount("vega-bar", { rows: [], label: "a", value: "b" });
	assert.match(await main().innerText(), /no rows to draw/);
	// A year is a time, a weekday is not, and neither is changed.
	const years = [2024, 2025, 2026].map((year) => ({ year, n: year % 7 }));
	await mount("vega-line", { rows: years, x: "year", y: "n" });
	await main().getByText("2025").waitFor();
	await mount("vega-scatter", { rows: years, x: "year", y: "n" });
	const texts = await main().locator(".role-axis-label text").allTextContents();
	assert.deepEqual(texts.slice(0, 3), ["2024", "2025", "2026"]);
	await mount("vega-scatter", { rows: [...years, { year: 2700, n: 1 }], x: "year", y: "n" });
	assert.ok((await main().locator(".role-axis-label text").allTextContents()).includes("2,500"));
	await mount("vega-line", { rows: ["Wed", "Mon", "May"].map((day, n) => ({ day, n })), x: "day", y: "n" });
	const labels = await main().locator(".role-axis-label text").allTextContents();
	assert.deepEqual(labels.slice(0, 3), ["Wed", "Mon", "May"]);
});

/** The parts of the page that are pointed at. */
const rings = () =>
	main()
		.locator(".wm-vega-rings > div")
		.evaluateAll((all) =>
			all.map((one) => {
				const { left, top, width, height } = one.getBoundingClientRect();
				return { left, top, width, height };
			}),
		);
const focusChart = () => main().locator("[role=img]").focus();
const said = () => main().locator(".wm-vega [role=status]").textContent();
const receive = (channel, payload) =>
	page.evaluate(([channel, payload]) => window.cleanup.receive(channel, payload), [channel, payload]);

/** Goes from mark to mark by a key until the first one comes again: what each says, what Enter tells there, and its middle on the page. */
async function wayBy(key) {
	const way = [];
	await focusChart();
	for (let step = 0; step < 40; step += 1) {
		await page.keyboard.press(key);
		const words = await said();
		if (words === way[0]?.words) return way;
		await page.keyboard.press("Enter");
		const [{ left, top, width, height }] = await rings();
		way.push({ words, told: await heard(), middle: [left + width / 2, top + height / 2] });
	}
	throw new Error("The first mark has not come again.");
}

test("marks are reached and pressed by keys, at one stop of the keyboard", async () => {
	await mount("vega-lite", { spec: BARS, data: ROWS });
	assert.equal(await main().locator(".wm-vega [tabindex]").count(), 1);
	await page.keyboard.press("Tab");
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "img");
	await page.keyboard.press("Enter");
	assert.deepEqual([await said(), await rings(), await heard()], ["", [], []]);
	for (const [key, words] of [
		["ArrowRight", "a: x, v: 3"],
		["ArrowDown", "a: y, v: 5"],
		["ArrowRight", "a: x, v: 3"],
		["ArrowLeft", "a: y, v: 5"],
		["ArrowUp", "a: x, v: 3"],
		["End", "a: y, v: 5"],
		["Home", "a: x, v: 3"],
		["End", "a: y, v: 5"],
		["Control+ArrowLeft", "a: y, v: 5"],
	]) {
		await page.keyboard.press(key);
		assert.equal(await said(), words, key);
	}
	const [ring, ...others] = await rings();
	const bar = await main().locator(".role-mark path").nth(1).boundingBox();
	assert.deepEqual(others, []);
	for (const [own, drawn] of [
		[ring.left, bar.x],
		[ring.top, bar.y],
		[ring.width, bar.width],
		[ring.height, bar.height],
	])
		assert.ok(Math.abs(own - drawn) <= 1, JSON.stringify([ring, bar]));
	assert.match(await main().locator(".wm-vega-tip").innerText(), /a\s+y\s+v\s+5/);
	const told = [{ action: "pointselect", payload: { a: "y", v: 5 } }];
	for (const key of ["Enter", "Space"]) {
		await page.keyboard.press(key);
		assert.deepEqual(await heard(), told, key);
	}
	await page.keyboard.press("Tab");
	assert.deepEqual([await said(), await rings()], ["", []]);
	assert.equal(await main().locator(".wm-vega-tip").isVisible(), false);
});

test("of marks of any kind a key presses the same as a pointer in the middle of what is pointed at", async () => {
	const rows = [3, 5, 2].flatMap((v, at) => [
		{ a: `n${at}`, v, shop: "north" },
		{ a: `n${at}`, v: v + 1, shop: "south" },
	]);
	const color = { field: "shop", type: "nominal" };
	const encoding = { ...BARS.encoding, color };
	for (const [spec, count] of [
		[{ mark: "point", encoding: { ...encoding, size: { value: 300 } } }, 6],
		[{ mark: "bar", encoding }, 6],
		[{ mark: "rect", encoding: { ...BARS.encoding, y: color } }, 6],
		[
			{
				mark: { type: "arc", innerRadius: 70 },
				encoding: { theta: { aggregate: "sum", field: "v" }, color },
			},
			2,
		],
		[{ ...BARS, encoding: { ...BARS.encoding, column: color } }, 6],
		[{ hconcat: [BARS, { mark: "tick", encoding }] }, 12],
		[{ layer: [{ mark: { type: "line", strokeWidth: 30 }, encoding: { ...encoding, detail: color } }] }, 2],
		[{ mark: "bar", encoding: { x: encoding.x, y: { aggregate: "sum", field: "v" } } }, 3],
	]) {
		await mount("vega-lite", { spec, data: rows });
		const mark = JSON.stringify(spec);
		const way = await wayBy("ArrowRight");
		// Each of two panels shows the same rows.
		assert.equal(way.length, spec.hconcat ? count / 2 : count, mark);
		assert.deepEqual(
			(await wayBy("ArrowLeft")).map(({ words }) => words).reverse(),
			way.map(({ words }) => words),
			mark,
		);
		for (const { told, middle, words } of way) {
			assert.equal(told.length, 1, `${mark}: ${words}`);
			if (spec.layer) continue;
			await page.mouse.click(...middle);
			assert.deepEqual(await heard(), told, `${mark}: ${words}`);
		}
	}
});

test("many marks, which are pixels, are reached by keys and pointed at as well", async () => {
	const spec = {
		mark: "point",
		encoding: { x: { field: "x", type: "quantitative" }, y: { field: "y", type: "quantitative" } },
	};
	const data = Array.from({ length: 2400 }, (_, at) => ({
		x: at % 60,
		y: Math.floor(at / 60),
		id: `n${at}`,
	}));
	await mount("vega-lite", { spec, data });
	assert.equal(await main().locator(".wm-vega svg").count(), 0);
	/** What a pointer presses in the middle of what is pointed at. */
	const clicked = async () => {
		const all = await rings();
		assert.equal(all.length, 1);
		const [{ left, top, width, height }] = all;
		await page.mouse.click(left + width / 2, top + height / 2);
		return heard();
	};
	for (const [keys, at] of [
		[["End"], 2399],
		[["End", "ArrowLeft"], 2398],
		[["End", "Home"], 0],
		[["Home", "ArrowRight"], 1],
		[["ArrowUp"], 2399],
	]) {
		await focusChart();
		for (const key of [...keys, "Enter"]) await page.keyboard.press(key);
		const told = await heard();
		assert.deepEqual(told, [{ action: "pointselect", payload: data[at] }]);
		assert.deepEqual(await clicked(), told);
	}
	await receive("rowclick", { row: data[1234] });
	assert.deepEqual(await clicked(), [{ action: "pointselect", payload: data[1234] }]);
});

test("what is pointed at moves with its mark, and what tells nothing is passed over", async () => {
	await mount("vega-lite", { spec: BARS, data: ROWS });
	await focusChart();
	await page.keyboard.press("End");
	const isAround = () =>
		page.waitForFunction(() => {
			const ring = document.querySelector(".wm-vega-rings > div")?.getBoundingClientRect();
			const bar = [...document.querySelectorAll("#main .role-mark path")][1].getBoundingClientRect();
			return (
				ring && ["left", "top", "right", "bottom"].every((side) => Math.abs(ring[side] - bar[side]) <= 1)
			);
		});
	await isAround();
	const before = await rings();
	await change({ spec: BARS, data: [...ROWS, { a: "z", v: 9 }] });
	await page.waitForFunction(() => document.querySelectorAll("#main .role-mark path").length === 3);
	await isAround();
	assert.notDeepEqual(await rings(), before);
	await main().evaluate((main) => {
		main.style.width = "420px";
	});
	await isAround();
	await page.keyboard.press("Enter");
	assert.deepEqual(await heard(), [{ action: "pointselect", payload: { a: "y", v: 5 } }]);
	// The rows of the line have nothing in common.
	const layer = [{ mark: "line" }, { mark: "point" }];
	await mount("vega-lite", { spec: { layer, encoding: BARS.encoding }, data: ROWS });
	assert.deepEqual(
		(await wayBy("ArrowRight")).map(({ words }) => words),
		["a: x, v: 3", "a: y, v: 5"],
	);
	await mount("vega-lite", { spec: { ...BARS, mark: "line" }, data: ROWS });
	await focusChart();
	await page.keyboard.press("ArrowRight");
	assert.deepEqual([await said(), await rings()], ["", []]);
});

test("what a linked widget tells is pointed at by its values, in a line as well", async () => {
	// A day begins at another time than in UTC.
	await opened.close();
	await open({ timezoneId: "America/New_York" });
	const rows = [
		{ day: "2026-01-01", shop: "north", v: 3 },
		{ day: "2026-01-02", shop: "north", v: 5 },
		{ day: "2026-01-01", shop: "south", v: 5 },
		{ day: "2026-01-02", shop: "south", v: 3 },
	];
	const encoding = {
		x: { field: "day", type: "temporal" },
		y: { field: "v", type: "quantitative" },
		color: { field: "shop", type: "nominal" },
	};
	const count = async (channel, payload) => {
		await receive(channel, payload);
		return (await rings()).length;
	};
	for (const mark of ["point", "line"]) {
		await mount("vega-lite", { spec: { mark, encoding }, data: rows });
		const at = async (row) => {
			await receive("rowclick", { row });
			const all = await rings();
			assert.equal(all.length, 1, JSON.stringify(row));
			return [all[0].left + all[0].width / 2, all[0].top + all[0].height / 2].map(Math.round);
		};
		const places = [];
		for (const row of rows) places.push(await at({ ...row, note: "more" }));
		const [first, second, third, fourth] = places;
		assert.ok(first[0] < second[0] && first[1] > second[1], `${mark} ${first} ${second}`);
		assert.ok(Math.abs(first[0] - third[0]) <= 1 && Math.abs(second[1] - third[1]) <= 1, `${mark} ${third}`);
		assert.ok(
			Math.abs(fourth[0] - second[0]) <= 1 && Math.abs(fourth[1] - first[1]) <= 1,
			`${mark} ${fourth}`,
		);
		// Other names and other numbers: the name alone is the same.
		assert.equal(await count("pointselect", { label: "north", value: 99 }), 2);
		assert.equal(await count("pointselect", { shop: "south", v: 99 }), 2);
		assert.equal(await count("pointselect", { label: "elsewhere", value: 3 }), 0);
	}
	const numbers = { mark: "point", encoding: { x: encoding.y, y: { field: "w", type: "quantitative" } } };
	await mount("vega-lite", {
		spec: numbers,
		data: [
			{ v: 1, w: 2 },
			{ v: 2, w: 1 },
		],
	});
	assert.equal(await count("rowclick", { row: { v: 1, w: 2 } }), 1);
	assert.equal(await count("rowclick", { row: { other: 1 } }), 0);
	// A chart of the pack hears the names of its columns.
	const bars = [
		{ "Shop.name": "north", "net [EUR]": "1 200,50" },
		{ "Shop.name": "south", "net [EUR]": "900" },
	];
	await mount("vega-bar", { rows: bars, label: "Shop.name", value: "net [EUR]" });
	assert.equal(await count("rowclick", { row: bars[1] }), 1);
	await page.mouse.click(...(await pointAt(0)));
	assert.deepEqual([(await heard()).length, await rings()], [1, []]);
	await mount("vega-line", { rows: rows.slice(0, 2), x: "day", y: "v" });
	// The place of the line, and the point on it.
	assert.equal(await count("rowclick", { row: rows[1] }), 2);
});

test("messages that name nothing leave what is pointed at, and break nothing", async () => {
	for (const [type, data] of [
		["vega-lite", { spec: BARS, data: ROWS }],
		["vega-lite", { spec: { mark: "bogus" }, data: ROWS }],
		["diagram", { source: "flowchart LR\n  x --> y" }],
		["diagram", { source: "no diagram" }],
	]) {
		await mount(type, data);
		await receive("pointselect", { a: "y", v: 5 });
		const before = await main().innerHTML();
		const problems = await page.evaluate(() => {
			const ring = {};
			ring.a = ring;
			ring.list = Array(2000).fill(ring);
			const found = [];
			window.addEventListener("error", ({ message }) => found.push(message));
			const nothing = [null, undefined, true, "", {}, [], ring, { row: null }, Symbol("y"), () => "y"];
			for (const channel of ["rowclick", "pointselect", "__proto__", ""])
				for (const payload of nothing) window.cleanup.receive(channel, payload);
			return found;
		});
		assert.deepEqual(problems, []);
		assert.equal(await main().innerHTML(), before);
		await page.evaluate(() => {
			const long = "y".repeat(5_000_000);
			const odd = [
				7,
				Number.NaN,
				10n,
				long,
				{ a: long, v: Number.POSITIVE_INFINITY },
				{ row: { a: {}, v: [] } },
				{ row: 7 },
			];
			const hidden = JSON.parse('{"__proto__": "y", "constructor": 5, "row": {"hasOwnProperty": 1}}');
			for (const payload of [...odd, hidden, Array(100_000).fill(long)])
				window.cleanup.receive("rowclick", payload);
		});
		assert.equal(await main().locator(".wm-vega-rings > div").count(), 0);
	}
});

test("data that is not what the schema says breaks no chart and no diagram", async () => {
	const odd = [null, 7, "text", [], {}, [null, [1], { a: 1 }], "x".repeat(10_000), true];
	for (const type of ["vega-lite", "diagram", "vega-bar", "vega-gantt", "vega-parallel", "vega-calendar"])
		for (const value of odd) {
			const keys = [
				"title",
				"spec",
				"data",
				"source",
				"rows",
				"label",
				"value",
				"measures",
				"task",
				"start",
				"end",
				"day",
			];
			await mount(type, Object.fromEntries(keys.map((key) => [key, value])));
			assert.equal(await main().locator(".wm-error").count(), 0, `${type} ${JSON.stringify(value)}`);
		}
});
