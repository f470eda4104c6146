/** What a person does with entries of widgets is told, and the entries that linked widgets tell of are marked, in Chromium. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const widgets = widgetsPage();
let opened;
let page;

beforeEach(async () => {
	// Words on a map would fade.
	opened = await widgets.open({ reducedMotion: "reduce" });
	page = opened.page;
});
afterEach(async () => {
	assert.equal(await page.evaluate(() => window.hit), undefined, "nothing of the data has run");
	assert.equal(
		await page.locator("#main :is(img, script, iframe, a:not(.leaflet-bar a), .wm-error)").count(),
		0,
	);
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

const main = () => page.locator("#main");
const frame = (id) => main().locator(`[data-widget-id="${id}"]`);
const button = (name) => main().getByRole("button", { name, exact: true });
const current = async (id) =>
	(await frame(id).locator("[aria-current=true]").allTextContents()).map((words) => words.trim());
const EVIL = "<img src=x onerror='window.hit=1'>";

const mount = (type, data) =>
	page.evaluate(
		([type, data]) => {
			window.cleanup?.();
			const container = document.querySelector("#main");
			window.cleanup = window.kit.mountWidget(container, type, data, [window.kit.native]);
			return window.cleanup.ready;
		},
		[type, data],
	);

/** Hears events of the widgets from now on. */
const listen = (name) =>
	page.evaluate((name) => {
		window.heard = [];
		for (const one of [name, "widget:interact"])
			document.body.addEventListener(one, ({ detail }) => window.heard.push([one, detail]));
	}, name);

/** What was heard by the event's own name; the published one must say the same. */
const heard = async (name) => {
	const all = await page.evaluate(() => window.heard.splice(0));
	const own = all.filter(([one]) => one === name).map(([, detail]) => detail);
	const published = all.filter(([one]) => one === "widget:interact").map(([, detail]) => detail);
	assert.deepEqual(
		published,
		own.map((payload) => ({ action: name, payload })),
	);
	return own;
};

/** Widgets of a canvas, all of them linked; each by its type as id. */
const canvas = (blocks) =>
	page.evaluate(async (blocks) => {
		const { kit } = window;
		const list = Object.entries(blocks).map(([type, data]) => ({ id: type, type, data }));
		window.bus = kit.createBus();
		window.said = [];
		window.bus.subscribe(["*"], ({ from, channel, payload }) => {
			if (channel !== "link") window.said.push([from, channel, payload]);
		});
		window.bus.link(list.map(({ id }) => id));
		window.end = kit.mountCanvas(document.querySelector("#main"), kit.stubCanvas(list), [kit.native], {
			bus: window.bus,
		});
	}, blocks);

const send = (to, payload) =>
	page.evaluate(([to, payload]) => window.bus.send("host", to, "rowclick", payload), [to, payload]);

const CARDS = {
	cards: [
		{ title: "Basic", description: "one user", tags: ["new"] },
		{ title: EVIL, subtitle: "sub" },
		{ description: "without a name" },
	],
};

test("cards tell which was pressed, by the pointer anywhere in them and by keyboard", async () => {
	await mount("cards", CARDS);
	await listen("cardclick");
	await button("Basic").press("Enter");
	await page.getByText("one user").click();
	await main().getByText("new").click();
	await button(EVIL).press("Space");
	await page.getByText("without a name").click();
	const basic = { index: 0, title: "Basic", subtitle: "", description: "one user" };
	assert.deepEqual(await heard("cardclick"), [
		basic,
		basic,
		basic,
		{ index: 1, title: EVIL, subtitle: "sub", description: "" },
	]);
});

test("a list tells which item was pressed", async () => {
	await mount("list", { items: ["apple", "", EVIL, 7, null, "apple"] });
	await listen("itemclick");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await button("7").click();
	await button("apple").last().click();
	assert.deepEqual(await heard("itemclick"), [
		{ index: 0, item: "apple" },
		{ index: 2, item: EVIL },
		{ index: 3, item: "7" },
		{ index: 5, item: "apple" },
	]);
	assert.equal(await main().getByRole("button").count(), 4);
	assert.equal(await main().getByRole("listitem").count(), 6);
});

test("a timeline tells which event was pressed, and its button says how far it is", async () => {
	await mount("timeline", {
		events: [
			{ date: "1990", title: "founded", status: "done", description: "in a garage" },
			{ title: "sold" },
			{ date: "2030" },
		],
	});
	await listen("eventclick");
	await button("done: founded").press("Enter");
	await page.getByText("in a garage").click();
	await button("sold").click();
	await page.getByText("2030").click();
	const founded = { index: 0, title: "founded", date: "1990" };
	assert.deepEqual(await heard("eventclick"), [founded, founded, { index: 1, title: "sold", date: "" }]);
});

test("tags tell which was pressed and whether it is active", async () => {
	await mount("tags", {
		tags: [{ text: "red", active: true }, { text: EVIL }, { text: "" }, { text: "x", active: "yes" }],
	});
	await listen("tagclick");
	await button("red (active)").press("Enter");
	await button(EVIL).click();
	await button("x").press("Space");
	assert.deepEqual(await heard("tagclick"), [
		{ text: "red", active: true },
		{ text: EVIL, active: false },
		{ text: "x", active: false },
	]);
});

test("entries look as they did: where their words stand, in which font, as high as before", async () => {
	const long = "word ".repeat(60).trim();
	for (const [type, data] of [
		["list", { items: [long, "b"] }],
		["tags", { tags: [{ text: "red", active: true }, { text: long.slice(0, 60) }] }],
		["timeline", { events: [{ title: long }, { title: "b", date: "1" }] }],
		["cards", { cards: [{ title: long }, { title: "b" }] }],
	]) {
		await mount(type, data);
		const differing = await main()
			.locator(".wm-entry")
			.evaluateAll((all) =>
				all.flatMap((one) => {
					const looks = (node) => {
						const range = document.createRange();
						range.selectNodeContents(node);
						const { font, color, letterSpacing, textAlign } = getComputedStyle(node);
						const { x, y, width, height } = range.getBoundingClientRect();
						return [font, color, letterSpacing, textAlign, x, y, width, height].join();
					};
					const high = one.closest("li").getBoundingClientRect().height;
					const button = looks(one);
					const plain = document.createElement("span");
					plain.append(...one.childNodes);
					one.replaceWith(plain);
					const now = [looks(plain), plain.closest("li").getBoundingClientRect().height].join();
					return now === [button, high].join() ? [] : [`${button},${high} ${now}`];
				}),
			);
		assert.deepEqual(differing, [], type);
	}
});

const PLACES = [
	{ name: "Frankreich", value: 3 },
	{ name: "Atlantis", value: 1 },
	{ name: EVIL, lat: 46.5, lon: 7.9 },
	{ name: "Japan" },
];

/** A point of the screen at which a country is on top. */
const pointOf = (at) =>
	page.evaluate((at) => {
		const path = document.querySelectorAll("#main path.leaflet-interactive")[at];
		const { left, top, width, height } = path.getBoundingClientRect();
		for (let step = 1; step < 400; step++) {
			const [x, y] = [left + (width * (step % 20)) / 20, top + (height * Math.floor(step / 20)) / 20];
			if (document.elementFromPoint(x, y) === path) return [x, y];
		}
		return undefined;
	}, at);

test("a map tells which country or dot was pressed, and no country that nobody named", async () => {
	await mount("map", { places: PLACES });
	await page.waitForSelector("#main path", { state: "attached" });
	await listen("pointselect");
	const [france, spain] = await page.evaluate(() => {
		const accent = getComputedStyle(document.documentElement).getPropertyValue("--color-accent").trim();
		const all = [...document.querySelectorAll("#main path.leaflet-interactive")];
		const own = all.findIndex((one) => one.getAttribute("fill") === accent);
		return [
			own,
			all.findIndex((one) => one.getAttribute("fill") !== accent && one.getBoundingClientRect().width > 20),
		];
	});
	await page.mouse.click(...(await pointOf(france)));
	const [first] = await heard("pointselect");
	assert.ok(first.name === "Frankreich" || first.name === "Japan", JSON.stringify(first));
	assert.deepEqual(
		first,
		first.name === "Japan" ? { name: "Japan", value: null } : { name: "Frankreich", value: 3 },
	);
	await page.mouse.click(...(await pointOf(spain)));
	assert.deepEqual(await heard("pointselect"), []);
	const dots = await main().locator("path.leaflet-interactive").count();
	await page.mouse.click(...(await pointOf(dots - 1)));
	assert.deepEqual(await heard("pointselect"), [{ name: EVIL, value: null }]);
});

test("the places of a map are reached by keyboard, seen on the map as they are, and told by Enter", async () => {
	await mount("map", { places: PLACES });
	await page.waitForSelector("#main path", { state: "attached" });
	await listen("pointselect");
	const names = await main().locator(".wm-numbers button").allTextContents();
	assert.deepEqual(names, ["Frankreich", EVIL, "Japan"], "one that is nowhere is no button");
	await main().locator(".leaflet-control-zoom-out").focus();
	await page.keyboard.press("Tab");
	const words = () => page.locator(".leaflet-tooltip").allInnerTexts();
	assert.deepEqual(await words(), ["Frankreich: 3"]);
	assert.equal(await main().locator("path.wm-map-mark").count(), 1);
	await page.keyboard.press("Enter");
	await page.keyboard.press("ArrowDown");
	assert.deepEqual(await words(), [EVIL]);
	await page.keyboard.press("Space");
	await page.keyboard.press("End");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Home");
	await page.keyboard.press("Enter");
	assert.deepEqual(await heard("pointselect"), [
		{ name: "Frankreich", value: 3 },
		{ name: EVIL, value: null },
		{ name: "Japan", value: null },
		{ name: "Frankreich", value: 3 },
	]);
	await page.keyboard.press("End");
	await page.keyboard.press("Shift+Tab");
	assert.equal(await main().locator("path.wm-map-mark").count(), 0);
	assert.deepEqual(await words(), []);
	await page.keyboard.press("Tab");
	assert.deepEqual(await words(), ["Japan"], "the tabulator leads back to where it was");
	await page.evaluate((places) => window.cleanup.update({ places }), PLACES.slice(0, 2));
	assert.equal(await main().locator('.wm-numbers button[tabindex="0"]').innerText(), "Frankreich");
	await page.evaluate(() => window.cleanup());
	assert.equal(await main().innerHTML(), "");
});

const LINKED = {
	"data-table": {
		rows: [
			{ land: "Japan", n: 5 },
			{ land: "France", n: 7 },
			{ land: "Peru", n: 1 },
		],
	},
	map: { places: [{ name: "Japan" }, { name: "France", value: 7 }, { name: "5", lat: 1, lon: 2 }] },
	tree: {
		nodes: [
			{
				label: "Earth",
				children: [{ label: "Asia", children: [{ label: "East", children: [{ label: "Japan" }] }] }],
			},
		],
	},
	cards: {
		cards: [
			{ title: "France", description: "wine" },
			{ title: "Japan" },
			{ title: "x", description: "Japan" },
		],
	},
	list: { items: ["Japan", "Peru", "Japan ", "0"] },
	timeline: { events: [{ title: "France" }, { title: "Japan", date: "1868", status: "done" }] },
};

/** What is told to a widget whose code is not there yet is told to nobody. */
async function linkedShown() {
	await page.waitForSelector("#main path", { state: "attached" });
	for (const [id, words] of [["tree", "Earth"], ...["cards", "list", "timeline"].map((id) => [id, "Japan"])])
		await frame(id).getByText(words).first().waitFor();
}

test("a row that is pressed is marked in the map, the tree, cards, a list and a timeline that are linked with its table", async () => {
	await canvas(LINKED);
	await linkedShown();
	const marked = () => main().locator("path.wm-map-mark").count();
	assert.equal(await main().locator("[aria-current]").count(), 0);
	await frame("data-table").getByText("Japan").click();
	for (const [id, words] of Object.entries({
		tree: ["Japan"],
		cards: ["Japan"],
		list: ["Japan"],
		timeline: ["done: Japan"],
	}))
		assert.deepEqual(await current(id), words, id);
	// A dot is called as the row's number.
	assert.deepEqual(await frame("map").locator("[aria-current=true]").allTextContents(), ["Japan", "5"]);
	assert.equal(await marked(), 2);
	assert.equal(await main().locator(".wm-told").count(), 3);
	assert.ok(await frame("tree").getByText("Japan").isVisible(), "what it lies in is opened");
	await page.evaluate(AXE);
	const violations = await page.evaluate(async () => {
		const rules = {
			region: { enabled: false },
			"page-has-heading-one": { enabled: false },
			"label-content-name-mismatch": { enabled: false },
		};
		const found = await window.axe.run("#main", { rules });
		return found.violations.map(
			({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`,
		);
	});
	assert.deepEqual(violations, []);
	await frame("data-table").getByText("Peru").click();
	assert.deepEqual(await current("list"), ["Peru"]);
	assert.equal(await main().locator("[aria-current]").count(), 1);
	assert.equal(await marked(), 0);
});

test("a press on an entry is told on the bus under its name, and what others told of before is past", async () => {
	await canvas(LINKED);
	await linkedShown();
	await frame("cards").getByRole("button", { name: "France" }).click();
	assert.deepEqual(await current("timeline"), ["France"]);
	assert.deepEqual(await frame("data-table").locator("tr[aria-selected=true]").allInnerTexts(), [
		"France\t7",
	]);
	await frame("timeline").getByRole("button", { name: "Japan" }).click();
	assert.deepEqual([await current("timeline"), await current("cards")], [[], ["Japan"]]);
	await frame("list").getByRole("button", { name: "0" }).click();
	assert.deepEqual([await current("list"), await current("cards")], [[], []]);
	await frame("map").locator(".wm-numbers button").nth(1).press("Enter");
	assert.deepEqual(await current("cards"), ["France"]);
	await frame("tree").getByText("Asia").click();
	const said = await page.evaluate(() => window.said);
	assert.deepEqual(
		said.map(([from, channel]) => [from, channel]),
		[
			["cards", "cardclick"],
			["timeline", "eventclick"],
			["list", "itemclick"],
			["map", "pointselect"],
			["tree", "select"],
		],
	);
	assert.deepEqual(said[0][2], { index: 0, title: "France", subtitle: "", description: "wine" });
	await page.evaluate(() => window.end());
});

test("of a path that is told the last node is meant, and is scrolled to within the tree", async () => {
	const children = Array.from({ length: 60 }, (_, at) => ({ label: `leaf ${at}` }));
	await canvas({
		tree: { nodes: [{ label: "top", children: [{ label: "middle", children }] }] },
		list: { items: ["leaf 50"] },
	});
	await frame("tree").getByText("top").waitFor();
	const before = await page.evaluate(() => scrollY);
	await send("tree", { id: "leaf 50", label: "leaf 50", path: ["top", "middle", "leaf 50"] });
	const [told] = [frame("tree").locator("[aria-current=true]")];
	assert.equal(await told.count(), 1);
	const [outer, inner] = await Promise.all([
		frame("tree").locator(".wm-tree").boundingBox(),
		told.boundingBox(),
	]);
	assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height + 1);
	assert.equal(await page.evaluate(() => scrollY), before);
	await frame("tree").getByText("middle").click();
	assert.equal(await told.count(), 0);
});

test("hostile messages do nothing, and what was told before stands", async () => {
	const { "data-table": _, ...rest } = LINKED;
	await canvas({
		...rest,
		chart: {
			bars: [
				["Japan", 5],
				["Peru", 2],
			],
		},
	});
	await linkedShown();
	await page.waitForSelector("canvas[style]");
	const ids = ["map", "tree", "cards", "list", "timeline", "chart"];
	for (const id of ids) await send(id, { row: { land: "Japan" } });
	const all = () => main().locator("[aria-current]").allTextContents();
	const before = await all();
	assert.equal(before.length, 5);
	for (const odd of [null, undefined, true, [], {}, "", { row: { a: { b: { c: { d: "Peru" } } } } }])
		for (const id of ids) await send(id, odd);
	await page.evaluate((ids) => {
		const cycle = {};
		cycle.self = cycle;
		const part = Array.from({ length: 3000 }, () => ({}));
		const many = Array.from({ length: 3000 }, () => part);
		for (const id of ids)
			for (const odd of [cycle, many, [many], () => "Peru", Symbol("Peru"), 5n])
				window.bus.send("host", id, "pointselect", odd);
	}, ids);
	assert.deepEqual(await all(), before);
	for (const odd of [
		EVIL,
		"__proto__",
		{ title: "constructor" },
		5e300,
		"x".repeat(1_000_000),
		"../../",
		"[aria-current]",
	])
		for (const id of ids) await send(id, odd);
	assert.deepEqual(await all(), [], "another name is told, which none of them has");
	for (const id of ids)
		await page.evaluate(
			(id) =>
				window.bus.send("host", id, "data-update", {
					nodes: 5,
					places: {},
					cards: "x",
					items: 7,
					events: [null],
				}),
			id,
		);
	for (const id of ids) await send(id, { title: "Japan" });
	assert.deepEqual(await all(), []);
});

test("chart and scatter read numbers as people write them, and leave out what is none", async () => {
	const values = () =>
		main()
			.locator("tbody td")
			.evaluateAll((all) => all.map(({ dataset }) => Number(dataset.value)));
	await mount("chart", {
		bars: [
			["a", "1 234,5"],
			["b", "€ 3.2m"],
			["c", "12 %"],
			["d", ""],
			["e", "2024-01-05"],
			["f", true],
			["g", 7],
		],
	});
	await page.waitForSelector("canvas[style]");
	assert.deepEqual(await values(), [1234.5, 3_200_000, 12, 7]);
	await mount("scatter", { points: [["1.5 kg", "(3)"], ["", 1], [2, "4k"], [[], 1], 5] });
	await page.waitForSelector("canvas[style]");
	assert.deepEqual(await values(), [1.5, -3, 2, 4000]);
});

test("a press on a table's head sorts numbers as people write them by their value", async () => {
	await mount("data-table", { rows: ["€ 3.2m", "n/a", "€ 12", "€ 900k"].map((price) => ({ price })) });
	const column = () => main().locator("tbody td").allInnerTexts();
	await main().locator(".wm-sort").click();
	assert.deepEqual(await column(), ["€ 12", "€ 900k", "€ 3.2m", "n/a"]);
	await main().locator(".wm-sort").click();
	assert.deepEqual(await column(), ["€ 3.2m", "€ 900k", "€ 12", "n/a"]);
});
