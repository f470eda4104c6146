/** The native widgets and their mounting, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { recipeExamples } from "./support/examples.mjs";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
let opened;
let page;

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
});
afterEach(async () => {
	await opened.close();
});

/** Data travels as JSON text, which keeps every key, `__proto__` too. */
const mount = (type, data) =>
	page.evaluate(
		([type, json]) => {
			const container = document.querySelector("#main");
			window.cleanup = window.kit.mountWidget(container, type, JSON.parse(json), [window.kit.native]);
			return window.cleanup.ready;
		},
		[type, JSON.stringify(data)],
	);

/** Widgets whose examples' texts are no text as it stands: drawn by shape, folded, or Markdown. */
const DRAWN_OTHERWISE = [
	"text",
	"document",
	"chart",
	"chart-rich",
	"data-table",
	"map",
	"form",
	"js-sandbox",
	"notebook",
	"vega-lite",
];

const main = () => page.locator("#main");

/** Shows other data in the widget that was mounted last. */
const change = (data) => page.evaluate((data) => window.cleanup.update(data), data);

/** Marks the elements that are drawn, to tell later whether they are the same. */
const marked = (selector) =>
	page.evaluate((selector) => {
		for (const [at, one] of document.querySelectorAll(`#main ${selector}`).entries()) one.mark = at;
	}, selector);
const marks = (selector) =>
	main()
		.locator(selector)
		.evaluateAll((all) => all.map(({ mark }) => mark));

test("a stat shows its label, value and trend", async () => {
	await mount("stat", { label: "Visitors", value: "1.204", trend: "8 %", trendDir: "up" });
	assert.match(await main().innerText(), /Visitors\s+1\.204\s+↑\s+up\s+8 %/);
	assert.deepEqual(opened.problems, []);
});

test("a stat whose trend is only a direction shows the arrow and no word", async () => {
	for (const [trend, arrow] of [
		["up", "↑"],
		["down", "↓"],
		["stable", "→"],
	]) {
		await mount("stat", { label: "Conversion", value: "3.2%", trend, variant: "success" });
		const line = main().locator(".wm-stat-trend");
		assert.equal(await line.locator("[aria-hidden]").innerText(), arrow);
		assert.equal(await line.locator(".wm-hidden").textContent(), `${trend} `);
		assert.equal(await line.textContent(), `${arrow} ${trend} `);
	}
	await mount("stat", { label: "Conversion", value: "3.2%", trend: "up", trendDir: "down" });
	assert.match(await main().innerText(), /↓/);
});

test("a chart draws on a canvas and carries its numbers as a table", async () => {
	const bars = [
		["a", 1.2345678],
		["b", 40],
	];
	await mount("chart", { title: "Sizes", type: "bar", bars });
	await page.waitForFunction(() => {
		const canvas = document.querySelector("canvas");
		const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
		return pixels.some((byte) => byte !== 0);
	});
	const cells = await main()
		.locator("td")
		.evaluateAll((all) => all.map((cell) => cell.dataset.value));
	assert.deepEqual(cells, ["1.2345678", "40"]);
	assert.equal(await main().locator("canvas").getAttribute("role"), "img");
	assert.match(
		await main().locator("canvas").getAttribute("aria-label"),
		/Sizes: bar chart\. a 1\.235, b 40/,
	);
	await page.evaluate(() => window.cleanup());
	assert.equal(await main().innerHTML(), "");
	assert.deepEqual(opened.problems, []);
});

test("charts of every type draw, also with one number, negative numbers and missing ones", async () => {
	for (const type of ["bar", "line", "pie"]) {
		await mount("chart", {
			type,
			bars: [
				["x", -3],
				["y", null],
				["z", 5],
			],
		});
		await page.waitForSelector("canvas[style]");
		// What is missing is a gap, and of a whole no part.
		const values = await main()
			.locator("td")
			.evaluateAll((cells) => cells.map(({ dataset }) => dataset.value ?? null));
		assert.deepEqual(values, type === "pie" ? ["-3", "5"] : ["-3", null, "5"]);
	}
	await mount("chart", { bars: [] });
	await page.waitForSelector(".wm-note");
	assert.deepEqual(opened.problems, []);
});

test("days along a line are as far from each other as they are in time, also after other data", async () => {
	/** Where the top of the line is, from 0 at the left end of the plot to 1 at its right end. */
	const peak = async () => {
		await page.waitForTimeout(50);
		return page.evaluate(() => {
			const canvas = document.querySelector("canvas");
			const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
			const places = [];
			// What is coloured is the line; all else is grey.
			for (let at = 0; at < data.length; at += 4)
				if (data[at + 3] > 128 && data[at + 2] - data[at] > 60) places.push((at / 4) % width);
			const [left, right] = [Math.min(...places), Math.max(...places)];
			return (places[0] - left) / (right - left);
		});
	};
	const near = (value, wanted) => assert.ok(Math.abs(value - wanted) < 0.06, `${value} for ${wanted}`);
	const days = ["2024-05-01", "2024-05-02", "2024-05-11"];
	const of = (labels) => labels.map((label, at) => [label, at === 1 ? 5 : 0]);
	await page.emulateMedia({ reducedMotion: "reduce" });
	await mount("chart", { type: "line", bars: of(days) });
	await page.waitForSelector("canvas[style]");
	near(await peak(), 0.1);
	await page.evaluate((data) => window.cleanup.update(data), { type: "line", bars: of(["a", "b", "c"]) });
	near(await peak(), 0.5);
	await page.evaluate((data) => window.cleanup.update(data), { type: "line", bars: of(days) });
	near(await peak(), 0.1);
	await main().locator("canvas").focus();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowRight");
	assert.equal(await main().locator("canvas").getAttribute("data-pointed"), days[1]);
	await mount("chart-rich", { type: "area", labels: days, data: [{ values: [0, 5, 0] }] });
	await page.waitForSelector("canvas[style]");
	near(await peak(), 0.1);
	assert.deepEqual(opened.problems, []);
});

test("other data is shown in place: what stays is the same element, and the focus stays", async () => {
	await mount("data-table", { rows: [{ a: 1 }, { a: 2 }] });
	await marked("td");
	await page.getByRole("button", { name: "a" }).click();
	await change({ rows: [{ a: 1 }, { a: 3 }, { a: 5 }] });
	assert.deepEqual(await main().locator("td").allInnerTexts(), ["1", "3", "5"]);
	assert.deepEqual(await marks("td"), [0, 1, undefined]);
	assert.equal(await page.evaluate(() => document.activeElement.textContent), "a");
	await mount("chart", { title: "A", bars: [["x", 1]] });
	await marked("canvas");
	await change({
		title: "B",
		bars: [
			["x", 1],
			["y", 2],
		],
	});
	assert.deepEqual(await marks("canvas"), [0]);
	assert.match(await main().locator("canvas").getAttribute("aria-label"), /^B: bar chart\. x 1, y 2/);
	await change({
		title: "B",
		type: "pie",
		bars: [
			["x", 1],
			["y", 2],
		],
	});
	await change({ title: "B", bars: [] });
	await page.waitForSelector(".wm-note");
	await change({ title: "B", bars: [["x", 1]] });
	assert.deepEqual(await marks("canvas"), [0]);
	await mount("map", { places: [{ name: "France" }] });
	await marked(".wm-map");
	await change({ places: [{ name: "Japan" }, { name: "hut", lat: 1, lon: 2 }] });
	assert.deepEqual(await marks(".wm-map"), [0]);
	assert.equal((await drawn()).coloured, 1);
	await mount("text", { content: "# a" });
	await marked(".wm-text");
	await change({ content: "## b" });
	assert.deepEqual(await marks(".wm-text"), [0]);
	assert.equal(await main().locator("h2").innerText(), "b");
	assert.deepEqual(opened.problems, []);
});

test("what a person does leaves as an event of its own name and as widget:interact", async () => {
	await mount("data-table", { rows: [{ a: 1 }, { a: 2 }] });
	await page.evaluate(() => {
		window.heard = [];
		for (const name of ["rowclick", "widget:interact"]) {
			document.body.addEventListener(name, ({ detail }) => window.heard.push([name, detail]));
		}
	});
	await main().getByText("2").click();
	const row = { row: { a: 2 } };
	assert.deepEqual(await page.evaluate(() => window.heard), [
		["rowclick", row],
		["widget:interact", { action: "rowclick", payload: row }],
	]);
});

test("points draw on a canvas and carry their numbers, also without names, in a line and by the thousand", async () => {
	await mount("scatter", {
		title: "Pets",
		x: "kg",
		y: "fee",
		points: [
			[1.5, 20],
			[3, null],
			[4, -7],
		],
	});
	await page.waitForSelector("canvas[style]");
	assert.match(
		await main().locator("canvas").getAttribute("aria-label"),
		/Pets: scatter plot\. kg across, fee up\. 1\.5 and 20, 4 and -7/,
	);
	assert.deepEqual(await main().locator("thead th").allTextContents(), ["kg", "fee"]);
	assert.deepEqual(
		await main()
			.locator("tbody td")
			.evaluateAll((all) => all.map((cell) => cell.dataset.value)),
		["1.5", "20", "4", "-7"],
	);
	await mount("scatter", { points: Array.from({ length: 9000 }, (_, at) => [at, at % 97]) });
	await page.waitForSelector("canvas[style]");
	await mount("scatter", { points: [] });
	await page.waitForSelector(".wm-note");
	assert.deepEqual(opened.problems, []);
});

/** What the map draws: how many countries and dots, and what is coloured as the page's accent. */
/** A picture that loads: one pixel. */
const PIXEL = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);

const drawn = () =>
	page.evaluate(() => {
		const accent = getComputedStyle(document.documentElement).getPropertyValue("--color-accent").trim();
		const paths = [...document.querySelectorAll("#main path")];
		return {
			paths: paths.length,
			coloured: paths.filter((path) => path.getAttribute("fill") === accent).length,
		};
	});

test("a map colours countries by their names in any language or their code, and says which it does not know", async () => {
	const names = [
		"Frankreich",
		"ESPAÑA",
		"the Netherlands",
		"États-Unis",
		"Ivory Coast",
		"JP",
		"uk",
		"Atlantis",
	];
	await mount("map", { title: "Guests", places: names.map((name, at) => ({ name, value: at })) });
	await page.waitForSelector("#main path", { state: "attached" });
	const { paths, coloured } = await drawn();
	assert.ok(paths > 170, `${paths} outlines`);
	assert.equal(coloured, names.length - 1);
	assert.match(await main().locator(".wm-note").innerText(), /not said: Atlantis 7$/);
	assert.equal(await main().locator(".wm-numbers th").count(), names.length);
	await page.evaluate(() => window.cleanup());
	assert.equal(await main().innerHTML(), "");
	assert.deepEqual(opened.problems, []);
});

test("a map shows places where they are and their words as text, and moves by the keyboard", async () => {
	await mount("map", {
		places: [
			{ name: "<img src=x onerror='window.hit=1'>", value: 3, lat: 46.5, lon: 7.9 },
			{ name: "hut", lat: -41, lon: 174 },
			{ name: "nowhere", lat: 460, lon: 7.9 },
		],
	});
	await page.waitForSelector("#main path", { state: "attached" });
	assert.equal((await drawn()).coloured, 0);
	assert.match(await main().locator(".wm-note").innerText(), /nowhere/);
	const last = main().locator("path").last();
	await last.hover({ force: true });
	await page.waitForSelector(".leaflet-tooltip");
	await main().locator("path").nth(-2).hover({ force: true });
	await page.getByText("<img src=x").first().waitFor({ state: "attached" });
	assert.equal(await main().locator("img").count(), 0);
	assert.equal(await page.evaluate(() => window.hit), undefined);
	const before = await last.getAttribute("d");
	await main().locator(".wm-map").focus();
	await page.keyboard.press("+");
	await page.waitForFunction(
		(was) => [...document.querySelectorAll("#main path")].at(-1).getAttribute("d") !== was,
		before,
	);
	assert.deepEqual(opened.problems, []);
});

test("a map has pictures of the land where the host says from where, and only there", async () => {
	const asked = [];
	await page.route("**/tiles/**", (route) => {
		asked.push(new URL(route.request().url()).pathname);
		route.fulfill({ contentType: "image/png", body: PIXEL });
	});
	const places = [{ name: "France", value: 3 }];
	await mount("map", { places, tiles: "/tiles/{z}/{x}/{y}.png", url: "/tiles/{z}/{x}/{y}.png" });
	await page.waitForSelector("#main path", { state: "attached" });
	assert.deepEqual(asked, []);
	const refused = await page.evaluate(() =>
		["http://example.com/{z}/{x}/{y}.png", "javascript:{z}{x}{y}", "/tiles/{z}/{x}.png", 7].map((url) => {
			try {
				window.kit.setMapTiles({ url, attribution: "x" });
				return url;
			} catch ({ code, message }) {
				return `${code} ${message}`;
			}
		}),
	);
	assert.ok(
		refused.every((said) => /^invalid_argument setMapTiles: tiles.url must be /.test(said)),
		refused.join("\n"),
	);
	await page.evaluate(() =>
		window.kit.setMapTiles({ url: "/tiles/{z}/{x}/{y}.png", attribution: "© <b>Somebody</b>", maxZoom: 9 }),
	);
	await mount("map", { places });
	await page.waitForSelector("#main .leaflet-tile-loaded", { state: "attached" });
	assert.ok(asked.length > 0 && asked.every((path) => /^\/tiles\/\d+\/-?\d+\/-?\d+\.png$/.test(path)));
	assert.equal(await main().locator(".wm-note").first().innerText(), "© <b>Somebody</b>");
	assert.equal((await drawn()).coloured, 1);
	// What was asked for before is answered first.
	await page.evaluate(() => window.cleanup());
	await page.waitForLoadState("networkidle");
	await page.evaluate(() => window.kit.setMapTiles());
	asked.length = 0;
	await mount("map", { places });
	await page.waitForSelector("#main path", { state: "attached" });
	assert.deepEqual(asked, []);
	assert.deepEqual(opened.problems, []);
});

test("a table shows its rows, and a press on a head sorts them", async () => {
	const rows = [
		{ name: "b", n: 10 },
		{ name: "a", n: 9 },
		{ name: "c", n: 100 },
	];
	await mount("data-table", { title: "T", columns: [{ key: "n", label: "Number", align: "right" }], rows });
	const cells = () => main().locator("td").allInnerTexts();
	assert.deepEqual(await cells(), ["10", "9", "100"]);
	await page.getByRole("button", { name: "Number" }).click();
	assert.deepEqual(await cells(), ["9", "10", "100"]);
	await page.getByRole("button", { name: "Number" }).press("Enter");
	assert.deepEqual(await cells(), ["100", "10", "9"]);
	assert.equal(await main().locator("th").getAttribute("aria-sort"), "descending");
});

test("a table without columns takes the rows' own keys, also those that objects inherit", async () => {
	const rows = [JSON.parse('{"__proto__": "p", "constructor": "c", "toString": "t"}')];
	await mount("data-table", { rows });
	assert.deepEqual(await main().locator("th").allInnerTexts(), ["__proto__", "constructor", "toString"]);
	assert.deepEqual(await main().locator("td").allInnerTexts(), ["p", "c", "t"]);
});

test("a list and an alert show their texts", async () => {
	await mount("list", { title: "Fruit", items: ["pear", "<b>plum</b>"] });
	assert.deepEqual(await main().locator("li").allInnerTexts(), ["pear", "<b>plum</b>"]);
	await mount("alert", { title: "Full", message: "Delete something.", level: "error" });
	assert.match(await page.getByRole("alert").innerText(), /Full\s+Delete something\./);
	await mount("alert", { title: "Done", level: "success" });
	assert.match(await page.getByRole("status").innerText(), /Done/);
});

test("text is Markdown without anything that acts", async () => {
	const content = [
		"# Head",
		"[good](https://example.com) [bad](javascript:alert(1)) [data](data:text/html,x)",
		"<img src=x onerror=\"window.hit=1\"><script>window.hit=1</script><iframe src='https://example.com'></iframe>",
		"<a href='vbscript:x' onclick='window.hit=1'>c</a><form action='https://example.com'><input></form>",
		"<svg><animate onbegin='window.hit=1' attributeName=x /></svg><div style='position:fixed'>d</div>",
	].join("\n\n");
	await mount("text", { content });
	await page.waitForSelector("h1");
	assert.equal(await page.evaluate(() => window.hit), undefined);
	const links = await main()
		.locator("a[href]")
		.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
	assert.deepEqual(links, ["https://example.com"]);
	assert.equal(await main().locator("img, script, iframe, form, svg, [style], [onclick]").count(), 0);
});

test("every native widget shows each text of its recipe's examples, and nothing as markup", async () => {
	for (const { type, params } of await recipeExamples()) {
		await mount(type, JSON.parse(JSON.stringify(params).replaceAll("red", "<i>red</i>")));
		await page.waitForFunction(() => document.querySelector("#main").textContent !== "");
		const shown = await main().textContent();
		const texts = (value) => (typeof value === "object" ? Object.values(value).flatMap(texts) : [value]);
		// What is drawn by shape or colour, or is Markdown, is another test's.
		const words = DRAWN_OTHERWISE.includes(type) ? [] : texts(params);
		const choices = ["info", "warn", "error", "success", "debug", "up", "down", "neutral"];
		for (const word of words.filter((value) => typeof value === "string" && !choices.includes(value))) {
			assert.ok(shown.includes(word.replaceAll("red", "<i>red</i>")), `${type} shows ${word}: ${shown}`);
		}
		if (!["text", "document"].includes(type)) assert.equal(await main().locator("i").count(), 0);
	}
	assert.deepEqual(opened.problems, []);
});

test("code is copied by its button, and says so where it cannot be", async () => {
	await mount("code", { content: "a <b>\n\tc", lang: "js" });
	assert.equal(await main().locator("code").textContent(), "a <b>\n\tc");
	const copied = await page.evaluate(async () => {
		let text;
		Object.defineProperty(navigator, "clipboard", {
			configurable: true,
			value: {
				writeText: async (value) => {
					text = value;
				},
			},
		});
		document.querySelector(".wm-code-copy").click();
		await new Promise((done) => setTimeout(done));
		return text;
	});
	assert.equal(copied, "a <b>\n\tc");
	assert.equal(await main().getByRole("button").innerText(), "Copied");
});

test("code is coloured in languages that are known, also within Markdown, and every character stays", async () => {
	const content = 'const a = "<b>";\r\n// no\n\treturn 7;\n';
	const words = () =>
		main()
			.locator("code span")
			.evaluateAll((all) => all.map((one) => [one.className.replace("wm-token-", ""), one.textContent]));
	await mount("code", { content, lang: "JS" });
	await page.waitForSelector("code span");
	assert.deepEqual(
		(await words()).filter(([, text]) => /const|<b>|no|7/.test(text)),
		[
			["keyword", "const"],
			["string-expression", '"<b>"'],
			["comment", "// no"],
			["constant", "7"],
		],
	);
	assert.equal(await main().locator("code").textContent(), content.replace("\r", ""));
	assert.equal(await main().locator("b").count(), 0);
	// What follows has its colours at once, and other data takes them along.
	await page.evaluate(() => window.cleanup.update({ content: "let b;", lang: "javascript" }));
	assert.deepEqual(await words(), [["keyword", "let"]]);
	for (const lang of ["klingon", "__proto__", "", "constructor"]) {
		await page.evaluate((lang) => window.cleanup.update({ content: "let b;", lang }), lang);
		assert.equal(await main().locator("code").textContent(), "let b;");
	}
	await page.evaluate(() =>
		window.cleanup.update({ content: `let b = "${"x".repeat(40_000)}";`, lang: "js" }),
	);
	assert.equal(await main().locator("code span").count(), 0);
	const fence =
		"```py\ndef f():\n  return 1\n```\n\n<p class='wm-frame'>x</p><code class='language-js evil'>let</code>";
	await mount("document", { content: fence });
	await page.waitForSelector("pre code span");
	assert.ok((await words()).some(([kind, text]) => kind === "keyword" && text === "def"));
	assert.equal(await main().locator(".wm-document-text [class]:not(pre code, pre code *)").count(), 0);
	assert.deepEqual(opened.problems, []);
});

test("a widget without data says so", async () => {
	for (const type of new Set((await recipeExamples()).map((one) => one.type))) {
		for (const data of [
			{},
			{ title: "", rows: [], items: [], content: "", tags: [{}], label: "", value: "" },
		]) {
			await mount(type, data);
			const said = (await main().innerText()).trim();
			assert.ok(said.length > 0 || type === "map", `${type} shows nothing for ${JSON.stringify(data)}`);
		}
	}
});

test("a long log draws its latest lines and says how many it leaves out", async () => {
	const entries = Array.from({ length: 1203 }, (_, index) => ({ message: `line ${index}`, level: "warn" }));
	await mount("log", { title: "Machine", entries });
	const lines = main().locator("li");
	assert.equal(await lines.count(), 1000);
	assert.match(await lines.last().innerText(), /warn line 1202/);
	assert.match(await main().innerText(), /203 earlier lines are not shown/);
});

test("data that is not what the schema says never breaks a widget", async () => {
	const odd = [null, 7, "text", [], {}, [null, [1], { a: 1 }], "x".repeat(10_000), true];
	const types = new Set((await recipeExamples()).map(({ type }) => type));
	assert.ok(types.size >= 15);
	for (const type of types) {
		for (const value of odd) {
			const plain = ["label", "value", "title", "rows", "columns", "bars", "items", "content", "lang"];
			const more = ["tags", "events", "name", "subtitle", "fields", "cards", "entries", "points", "places"];
			const keys = [...plain, ...more];
			await mount(type, Object.fromEntries(keys.map((key) => [key, value])));
		}
	}
	await page.waitForTimeout(200);
	assert.equal(await main().locator(".wm-error").count(), 0);
	assert.deepEqual(opened.problems, []);
});

test("a renderer that a page calls itself says which argument is wrong, and needs no context", async () => {
	const said = await page.evaluate(async () => {
		const { renderer } = window.kit.native.getWidget("stat");
		const box = document.createElement("div");
		const said = [];
		for (const [container, data] of [
			[undefined, {}],
			[{}, {}],
			["#main", {}],
			[box, undefined],
			[box, 5],
			[box, []],
			[box, { label: "l", value: 1 }],
		]) {
			try {
				await renderer(container, data);
				said.push("fine");
			} catch ({ code, message }) {
				said.push(`${code}: ${message}`);
			}
		}
		return [...said, box.textContent.replaceAll(/\s+/g, " ").trim()];
	});
	const of = (what) => (text) => text.startsWith(`invalid_argument: renderer: ${what}`);
	assert.ok(said.slice(0, 3).every(of("container")) && said.slice(3, 6).every(of("data")), said.join("\n"));
	assert.deepEqual(said.slice(6), ["fine", "l 1"]);
});

test("an unknown type shows its name in brackets", async () => {
	await mount("hologram", {});
	assert.equal(await main().innerText(), "[hologram]");
});

test("a renderer that throws, at once or late, shows a box and leaves its neighbours alone", async () => {
	await page.evaluate(() => {
		const { kit } = window;
		const own = new Map([
			[
				"throws",
				() => {
					throw new Error("now");
				},
			],
			[
				"rejects",
				async () => {
					throw new Error("later");
				},
			],
			[
				"fine",
				(box) => {
					box.textContent = "fine";
				},
			],
		]);
		const blocks = ["throws", "rejects", "fine"].map((type) => ({ id: `w_${type}`, type, data: {} }));
		kit.mountCanvas(document.querySelector("#main"), kit.stubCanvas(blocks), [kit.source("own", own)]);
	});
	await page.waitForFunction(() => document.querySelectorAll(".wm-error").length === 2);
	assert.match(await main().innerText(), /'throws' failed: now[\s\S]*'rejects' failed: later[\s\S]*fine/);
});

test("a renderer that answers after its widget is gone is cleaned up at once", async () => {
	const cleaned = await page.evaluate(async () => {
		const { kit } = window;
		const state = { cleaned: 0 };
		let answer;
		const own = new Map([
			[
				"slow",
				() =>
					new Promise((done) => {
						answer = done;
					}),
			],
		]);
		const undo = kit.mountWidget(document.querySelector("#main"), "slow", {}, [kit.source("own", own)]);
		undo();
		undo();
		answer(() => {
			state.cleaned += 1;
		});
		await new Promise((done) => setTimeout(done));
		undo();
		return state.cleaned;
	});
	assert.equal(cleaned, 1);
});

test("what is told to a widget whose code is on its way is told once that is there, the latest of very much", async () => {
	const heard = await page.evaluate(async () => {
		const { kit } = window;
		const heard = [];
		let answer;
		const slow = () =>
			new Promise((done) => {
				answer = done;
			});
		const widget = kit.mountWidget(document.querySelector("#main"), "slow", {}, [
			kit.source("own", new Map([["slow", slow]])),
		]);
		for (let n = 0; n < 100; n++) {
			// Other data, for which it is drawn anew, may come meanwhile.
			if (n === 60) widget.update({ n });
			widget.receive("rowclick", n);
		}
		const before = heard.length;
		answer({ receive: (channel, payload) => heard.push([channel, payload]) });
		await new Promise((done) => setTimeout(done));
		widget.receive("rowclick", "later");
		const told = [before, heard.length, ...heard[0], ...heard.at(-2), ...heard.at(-1)];
		widget();
		widget.receive("rowclick", "gone");
		return [...told, heard.length];
	});
	assert.deepEqual(heard, [0, 65, "rowclick", 36, "rowclick", 99, "rowclick", "later", 65]);
});

test("a canvas's changes are followed: added, moved, sized, styled, reordered, removed", async () => {
	await page.evaluate(() => {
		const { kit } = window;
		window.canvas = kit.stubCanvas([]);
		window.undo = kit.mountCanvas(document.querySelector("#main"), window.canvas, [kit.native]);
		const stat = (id, value, more) => ({ id, type: "stat", data: { label: id, value }, ...more });
		const style = {
			backgroundColor: "rgb(1, 2, 3)",
			position: "fixed",
			"border-color": "url(https://example.com)",
		};
		window.canvas.set([
			stat("w_1", "one"),
			stat("w_2", "two", { x: 5, y: 6, width: 300, height: 120, style }),
		]);
		window.first = document.querySelector("[data-widget-id=w_1]");
		window.canvas.set([...window.canvas.getSnapshot().blocks].reverse());
	});
	const frames = page.locator("[data-widget-id]");
	assert.deepEqual(await frames.evaluateAll((all) => all.map((frame) => frame.dataset.widgetId)), [
		"w_2",
		"w_1",
	]);
	const style = await frames.first().evaluate(({ style }) => ({ ...style, css: style.cssText }).css);
	assert.match(style, /background-color: rgb\(1, 2, 3\)/);
	assert.match(style, /transform: translate\(5px, 6px\)/);
	assert.match(style, /width: 300px/);
	assert.doesNotMatch(style, /position|url/);
	assert.equal(
		await page.evaluate(() => window.first === document.querySelector("[data-widget-id=w_1]")),
		true,
	);
	await page.evaluate(() => window.canvas.set(window.canvas.getSnapshot().blocks.slice(1)));
	assert.equal(await frames.count(), 1);
	await page.evaluate(() => {
		window.undo();
		window.undo();
	});
	assert.equal(await frames.count(), 0);
	assert.equal(await page.evaluate(() => window.canvas.listeners.size), 0);
});

test("new data is offered to the renderer first, and drawn anew when it does not take it", async () => {
	const seen = await page.evaluate(() => {
		const { kit } = window;
		const log = [];
		const own = new Map([
			[
				"live",
				(box, data) => {
					log.push(`live ${data.n}`);
					box.addEventListener("widget:data-update", (event) => {
						log.push(`update ${event.detail.n}`);
						event.preventDefault();
					});
				},
			],
			[
				"plain",
				(_, data) => {
					log.push(`plain ${data.n}`);
					return () => log.push(`undo ${data.n}`);
				},
			],
		]);
		const blocks = (n) => ["live", "plain"].map((type) => ({ id: type, type, data: { n } }));
		const canvas = kit.stubCanvas(blocks(1));
		kit.mountCanvas(document.querySelector("#main"), canvas, [kit.source("own", own)]);
		canvas.set(blocks(2));
		canvas.set(blocks(2));
		return log;
	});
	assert.deepEqual(seen, ["live 1", "plain 1", "update 2", "undo 1", "plain 2"]);
});

test("the server that placed a widget draws it when two have one of that name", async () => {
	await page.evaluate(() => {
		const { kit } = window;
		const server = (name) =>
			kit.source(
				name,
				new Map([
					[
						"card",
						(box) => {
							box.textContent = name;
						},
					],
				]),
			);
		const blocks = [{ id: "w_1", type: "card", data: {}, serverName: "second" }];
		kit.mountCanvas(document.querySelector("#main"), kit.stubCanvas(blocks), [
			server("first"),
			server("second"),
		]);
	});
	assert.equal(await main().innerText(), "second");
});
