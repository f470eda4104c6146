/** The widgets of what has parts (trees, boards, months, houses, flows), and those to look through and write in, in Chromium. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
let opened;
let page;

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
});
afterEach(async () => {
	assert.equal(await page.evaluate(() => window.hit), undefined, "nothing of the data has run");
	assert.equal(await page.locator("#main :is(img, script, iframe, a, .wm-error)").count(), 0);
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

const main = () => page.locator("#main");
const texts = (selector) => main().locator(selector).allInnerTexts();
const button = (name) => main().getByRole("button", { name, exact: true });
const key = (name) => page.keyboard.press(name);

/** Draws `window.made`. */
const draw = (type) =>
	page.evaluate((type) => {
		window.cleanup?.();
		const container = document.querySelector("#main");
		window.cleanup = window.kit.mountWidget(container, type, window.made, [window.kit.native]);
		return window.cleanup.ready;
	}, type);

/** Data travels as JSON text, which keeps every key, `__proto__` too. */
const mount = async (type, data) => {
	await page.evaluate((json) => {
		window.made = JSON.parse(json);
	}, JSON.stringify(data));
	await draw(type);
};

/** Draws what no JSON says: `make` runs in the page. */
const mountMade = async (type, make) => {
	await page.evaluate(`window.made = (${make})(); undefined`);
	await draw(type);
};

/** Shows other data in the widget that is drawn. */
const change = (data) => page.evaluate((data) => window.cleanup.update(data), data);

/** Marks the elements that are drawn, to tell later whether they are the same. */
const mark = (selector) =>
	main()
		.locator(selector)
		.evaluateAll((all) => {
			for (const [at, one] of all.entries()) one.mark = at;
		});
const marks = (selector) =>
	main()
		.locator(selector)
		.evaluateAll((all) => all.map(({ mark }) => mark));

/** Begins to hear what the widget tells. */
const listen = (...names) =>
	page.evaluate((names) => {
		window.heard = [];
		for (const name of names) {
			document.body.addEventListener(name, ({ detail }) => window.heard.push([name, detail]));
		}
	}, names);
const heard = () => page.evaluate(() => window.heard.splice(0));

const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));

const IMG = "<img src=x onerror='window.hit=1'>";
const RUN = "javascript:window.hit=1";

test("json-viewer shows values by their names, opens and closes parts, and keeps what is open", async () => {
	const data = { name: "Ann", tags: ["a", { deep: { deeper: 1 } }], ok: true, none: null, "": 1.5 };
	await mount("json-viewer", { title: "Answer", data });
	assert.match(
		await main().innerText(),
		/name: "Ann"[\s\S]*tags: \[ 2 items \][\s\S]*1: \{ 1 field \}[\s\S]*ok: true[\s\S]*"": 1\.5/,
	);
	assert.doesNotMatch(await main().innerText(), /deeper/);
	await mark("details");
	await main().locator("summary", { hasText: "1: { 1 field }" }).focus();
	await key("Enter");
	await main().locator("summary", { hasText: "deep:" }).press("Space");
	await main().getByText("deeper").waitFor();
	await change({ data: { ...data, name: "Bea" } });
	assert.match(await main().innerText(), /"Bea"[\s\S]*deeper: 1/);
	assert.deepEqual(await marks("details"), [0, 1, 2, undefined]);
	await main().locator("summary").first().press("Enter");
	await main().getByText("Bea").waitFor({ state: "detached" });
	await mount("json-viewer", { data: { a: { b: { c: { d: 1 } } } }, maxDepth: 3, expanded: true });
	assert.match(await main().innerText(), /c: \{ 1 field \}, too deep to show/);
});

test("json-viewer shows long lists by hundreds, shared parts each time, and says what is inside itself", async () => {
	await mount("json-viewer", { data: Array.from({ length: 250 }, (_, at) => at) });
	assert.equal(await main().locator("li").count(), 100);
	await button("Show 100 more of 250").press("Enter");
	await button("Show 50 more of 250").click();
	assert.equal(await main().locator("li").count(), 250);
	await mountMade("json-viewer", () => {
		const shared = { same: "twice" };
		const loop = { one: shared, two: shared, when: new Date(0), big: 10n, not: Number.NaN };
		loop.self = loop;
		return { data: loop };
	});
	assert.equal((await main().innerText()).match(/same: "twice"/g).length, 2);
	assert.equal((await main().innerText()).match(/inside itself/g).length, 1);
	assert.match(await main().innerText(), /not: NaN/);
	const list = Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => [IMG, RUN]));
	await mount("json-viewer", { data: { [IMG]: list, long: "x".repeat(1e5) }, expanded: true });
	assert.ok((await main().locator("li").count()) < 8000);
	assert.match(await main().innerText(), /100,000 characters/);
});

test("tree is walked through by keys, and tells what was chosen", async () => {
	const nodes = [
		{
			label: "src",
			id: "s",
			children: [{ label: "lib", children: [{ label: "deep", children: [{ label: "end" }] }] }],
		},
		{ label: "docs" },
	];
	await mount("tree", { title: "Files", nodes });
	await listen("select");
	assert.deepEqual(await texts("[role=treeitem] > .wm-tree-line"), ["src", "lib", "deep", "docs"]);
	assert.equal(await main().locator("[tabindex='0']").count(), 1);
	await key("Tab");
	for (const [name, at] of [
		["ArrowDown", "lib"],
		["ArrowRight", "deep"],
		["ArrowRight", "deep"],
		["ArrowRight", "end"],
		["ArrowLeft", "deep"],
		["ArrowLeft", "deep"],
		["End", "docs"],
		["Home", "src"],
		["d", "deep"],
		["ArrowUp", "lib"],
	]) {
		await key(name);
		assert.equal(await focused(), at, name);
	}
	await key("Enter");
	assert.deepEqual(await heard(), [["select", { id: "lib", label: "lib", path: ["src", "lib"] }]]);
	assert.equal(await main().locator("[aria-selected=true]").getAttribute("aria-label"), "lib");
	await mark("[role=treeitem]");
	await change({ nodes: [{ ...nodes[0], label: "source" }, { label: "more" }] });
	assert.deepEqual(await marks("[role=treeitem]"), [0, 1, 2, 3]);
	assert.equal(await focused(), "lib");
	await main().locator(".wm-tree-line", { hasText: "source" }).click();
	assert.deepEqual(await heard(), [["select", { id: "s", label: "source", path: ["source"] }]]);
	assert.equal(await main().locator("[role=treeitem]").count(), 2);
});

test("tree bears nodes of any kind, without end and by the thousand", async () => {
	await mount("tree", { nodes: [IMG, null, 7, { label: RUN, children: "no" }, { children: [{}] }] });
	assert.equal(await main().locator("[role=treeitem]").count(), 6);
	await mountMade("tree", () => {
		const loop = { label: "loop" };
		loop.children = [loop];
		return { title: loop, nodes: [loop] };
	});
	assert.match(await main().innerText(), /loop[\s\S]*Not all of it is shown/);
	await mount("tree", { nodes: Array.from({ length: 1e5 }, (_, at) => ({ label: `n${at}` })) });
	assert.equal(await main().locator("[role=treeitem]").count(), 5000);
	await mount("tree", { nodes: [] });
	assert.equal(await main().innerText(), "There is nothing in the tree.");
});

test("diff says which lines were removed and added, and folds what is the same", async () => {
	const same = Array.from({ length: 20 }, (_, at) => `line ${at}`);
	const before = ["first", ...same, "last"].join("\n");
	const after = ["1st", ...same, "last", IMG].join("\r\n");
	await mount("diff", { title: "Draft", before, after });
	assert.equal(await main().locator(".wm-diff-sum").innerText(), "1 line removed, 2 lines added");
	assert.equal(await main().locator(".wm-diff-removed").textContent(), "1−removed: first");
	assert.equal(await main().locator(".wm-diff-added").last().textContent(), `23+added: ${IMG}`);
	assert.equal(await main().locator(".wm-diff-line").count(), 3 + 6);
	await mark(".wm-diff");
	await button("Show 15 unchanged lines").press("Enter");
	assert.equal(await main().locator(".wm-diff-line").count(), 3 + 21);
	await button("Fold 15 unchanged lines").press("Enter");
	await change({ before: "a", after: "b" });
	assert.deepEqual(await marks(".wm-diff"), [0]);
	assert.deepEqual(await main().locator(".wm-diff-line").allTextContents(), ["1−removed: a", "1+added: b"]);
	await change({ before: "a\n", after: "a\r\n" });
	assert.match(await main().innerText(), /No line differs\.[\s\S]*They differ in how lines end\./);
	await change({ before: "", after: "" });
	assert.equal(await main().innerText(), "There is nothing to compare.");
});

test("diff says so where texts are too long or too different to compare", async () => {
	const lines = (word) => Array.from({ length: 9000 }, (_, at) => `${word}${at}`).join("\n");
	await mount("diff", { before: lines("a"), after: lines("b") });
	assert.match(await main().innerText(), /differ in too much[\s\S]*16,000 further lines are not shown/);
	await mount("diff", { before: "x".repeat(2e5), after: ["x", null] });
	assert.match(await main().innerText(), /100,000 characters were read/);
});

const BOARD = [
	{
		title: "To do",
		cards: [{ id: "c1", title: "paint", description: "twice", tags: ["wall"] }, { title: "sand" }],
	},
	{ title: "Doing", cards: [] },
	{ title: "Done", cards: [{ title: "wash" }] },
];
const board = () =>
	main()
		.locator(".wm-kanban-column")
		.evaluateAll((all) =>
			all.map((column) => [...column.querySelectorAll(".wm-card-title")].map((title) => title.textContent)),
		);

test("kanban moves cards by its buttons and by keys, tells each move, and keeps them", async () => {
	await mount("kanban", { title: "House", columns: BOARD });
	await listen("move");
	assert.match(await main().innerText(), /paint\s+twice\s+wall/);
	await button("Move paint on to Doing").press("Enter");
	assert.deepEqual(await heard(), [["move", { card: "c1", from: "To do", to: "Doing", index: 0 }]]);
	assert.equal(await focused(), "Move paint on to Done");
	assert.equal(await main().getByRole("status").textContent(), "paint: Doing, place 1 of 1");
	await key("ArrowRight");
	await key("ArrowDown");
	assert.deepEqual(await board(), [["sand"], [], ["wash", "paint"]]);
	assert.deepEqual(await heard(), [
		["move", { card: "c1", from: "Doing", to: "Done", index: 0 }],
		["move", { card: "c1", from: "Done", to: "Done", index: 1 }],
	]);
	await key("ArrowDown");
	await mark("[data-card]");
	await change({ title: "Flat", columns: BOARD });
	assert.deepEqual(await board(), [["sand"], [], ["wash", "paint"]]);
	await change({
		columns: [
			{ title: "All", cards: [{ title: "sand" }, { title: "new" }] },
			{ title: "None", cards: [] },
		],
	});
	assert.deepEqual(await board(), [["sand", "new"], []]);
	assert.deepEqual(await marks("[data-card]"), [0, undefined]);
	assert.deepEqual(await heard(), []);
});

test("kanban moves cards by a pointer, and Escape gives a move up", async () => {
	await mount("kanban", { columns: BOARD });
	await listen("move");
	const middle = async (selector) => {
		const { x, y, width, height } = await main().locator(selector).boundingBox();
		return [x + width / 2, y + height / 2];
	};
	const drag = async (end) => {
		await page.mouse.move(...(await middle("[data-card='=sand'] .wm-card-title")));
		await page.mouse.down();
		const [x, y] = await middle("[data-card='=wash']");
		await page.mouse.move(x, y - 40, { steps: 5 });
		await page.mouse.move(x, y - 10, { steps: 2 });
		await end();
		await page.mouse.up();
	};
	await drag(() => key("Escape"));
	assert.deepEqual(await board(), [["paint", "sand"], [], ["wash"]]);
	await drag(() => main().locator(".wm-kanban-over[data-column='2'] .wm-kanban-here").waitFor());
	assert.deepEqual(await board(), [["paint"], [], ["sand", "wash"]]);
	assert.deepEqual(await heard(), [["move", { card: "sand", from: "To do", to: "Done", index: 0 }]]);
	const same = Array.from({ length: 300 }, () => ({
		id: "x",
		title: IMG,
		tags: [RUN, {}],
		description: [null],
	}));
	await mount("kanban", { columns: [{ title: IMG, cards: same }, null, "x", { cards: 5 }] });
	assert.equal(await main().locator("[data-card]").count(), 200);
	assert.match(await main().innerText(), /100 further columns or cards/);
});

const EVENTS = [
	{ date: "2026-11-05", title: "dentist" },
	{ date: "2026-11-19", title: "fair", end: "2026-11-21" },
	{ date: "2026-13-05", title: "never" },
];
const day = (iso) => main().locator(`td[data-day="${iso}"]`);

test("calendar shows events on their days, is walked through by keys, and tells which event was pressed", async () => {
	await mount("calendar", { title: "Plans", month: "2026-11", events: EVENTS });
	await listen("eventclick");
	assert.match(await main().getByRole("grid").getAttribute("aria-label"), /Plans, November 2026/);
	for (const iso of ["2026-11-19", "2026-11-20", "2026-11-21"])
		assert.match(await day(iso).innerText(), /fair/);
	assert.doesNotMatch(await day("2026-11-22").innerText(), /fair/);
	assert.match(await main().innerText(), /date is no day: never/);
	await day("2026-11-05").focus();
	await key("Enter");
	await key("Enter");
	assert.deepEqual(await heard(), [["eventclick", { date: "2026-11-05", title: "dentist" }]]);
	await key("Escape");
	const at = () => page.evaluate(() => document.activeElement.dataset.day);
	for (const [name, iso] of [
		["ArrowRight", "2026-11-06"],
		["ArrowDown", "2026-11-13"],
		["ArrowLeft", "2026-11-12"],
		["PageUp", "2026-10-12"],
		["PageDown", "2026-11-12"],
		["ArrowDown", "2026-11-19"],
		["ArrowDown", "2026-11-26"],
		["ArrowDown", "2026-12-03"],
	]) {
		await key(name);
		assert.equal(await at(), iso, name);
	}
	await button("Previous month").press("Enter");
	await mark("td");
	await change({ month: "2026-11", events: [{ date: "2026-11-20", title: IMG }] });
	assert.ok((await marks("td")).every((mark) => mark !== undefined));
	await day("2026-11-20").getByRole("button").click();
	assert.deepEqual(await heard(), [["eventclick", { date: "2026-11-20", title: IMG }]]);
});

test("calendar has no zone, begins weeks as the page's language does, and bears dates of any kind", async () => {
	const heads = () => texts("thead th");
	for (const [language, first] of [
		["de", "Mo"],
		["en-US", "Sun"],
		["no language", ""],
	]) {
		await page.evaluate((language) => {
			document.documentElement.lang = language;
		}, language);
		await mount("calendar", { month: "2024-02", events: [] });
		assert.ok((await heads())[0].startsWith(first));
	}
	assert.equal(await main().locator("td:not(.wm-calendar-other)").count(), 29);
	await page.setViewportSize({ width: 400, height: 600 });
	await listen("eventclick");
	await mount("calendar", { events: EVENTS });
	await day("2026-11-05").focus();
	await key("Enter");
	assert.equal(await page.evaluate(() => document.activeElement.closest("td")), null);
	await key("Enter");
	assert.deepEqual(await heard(), [["eventclick", { date: "2026-11-05", title: "dentist" }]]);
	await page.setViewportSize({ width: 1280, height: 720 });
	const odd = [
		"2025-02-29",
		"0000-01-01",
		"9999-12-31",
		"5/11/2026",
		20261105,
		null,
		"2026-11-05T23:59:59-11:00",
	];
	await mount("calendar", { month: "nonsense", events: [...odd.map((date) => ({ date, title: RUN })), IMG] });
	assert.match(await main().getByRole("grid").getAttribute("aria-label"), /November 2026/);
	await mount("calendar", { month: "9999-12", events: [{ date: "9999-12-31", title: "end" }] });
	await day("9999-12-31").focus();
	for (const name of ["ArrowDown", "PageDown", "End"]) await key(name);
	await mount("calendar", { month: "0001-01", events: [] });
	await button("Previous month").click();
	const many = Array.from({ length: 1e4 }, () => ({ date: "2026-11-05", title: "again", end: "9999-01-01" }));
	await mount("calendar", { events: many });
	await day("2026-11-05")
		.getByRole("button", { name: /^997 more on Thursday/ })
		.click();
	assert.equal(await day("2026-11-05").getByRole("button").count(), 1000);
});

/** The dots of each group, and what of them lies outside. */
const seats = () =>
	page.evaluate(() => {
		const { x, y, width, height } = document.querySelector(".wm-hemicycle").viewBox.baseVal;
		return [...document.querySelectorAll(".wm-hemicycle > g")].map((group) => {
			const dots = [...group.querySelectorAll("circle")].map((dot) =>
				["cx", "cy", "r"].map((name) => Number(dot.getAttribute(name))),
			);
			return {
				dots,
				angles: dots.map(([cx, cy]) => Math.atan2(0 - cy, cx)),
				outside: dots.filter(
					([cx, cy, r]) => cx - r < x || cx + r > x + width || cy - r < y || cy + r > y + height,
				).length,
			};
		});
	});

test("hemicycle has a dot for each seat inside the picture, none over another, and a wedge for each group", async () => {
	for (const total of [1, 5, 217, 577, 2000]) {
		const first = Math.ceil(total / 3);
		const parts = [first, Math.floor((total - first) / 2), total - first - Math.floor((total - first) / 2)];
		const groups = parts.map((count, at) => ({ id: `g${at}`, label: `G${at}`, seats: count, color: "teal" }));
		await mount("hemicycle", { groups });
		const drawn = await seats();
		assert.deepEqual(
			drawn.map(({ dots }) => dots.length),
			parts.filter((count) => count > 0),
		);
		assert.ok(
			drawn.every(({ outside }) => outside === 0),
			`${total}: outside`,
		);
		for (const [at, { angles }] of drawn.slice(1).entries()) {
			assert.ok(Math.max(...angles) <= Math.min(...drawn[at].angles) + 1e-3, `${total}: a wedge`);
		}
		const all = drawn.flatMap(({ dots }) => dots);
		const touch = all.some(([x, y, r], at) =>
			all.slice(at + 1).some(([cx, cy]) => Math.hypot(cx - x, cy - y) < 2 * r),
		);
		assert.ok(!touch, `${total}: dots over one another`);
	}
});

test("hemicycle tells which group was pressed, keeps its wedges, and takes colours only", async () => {
	const group = (id, seats, color) => ({ id, label: id.toUpperCase(), seats, color });
	await mount("hemicycle", {
		title: "House",
		totalSeats: 100,
		groups: [group("a", 40, "tomato"), group("b", 20, "url(//x)")],
	});
	await listen("groupclick");
	assert.deepEqual(await main().locator("tbody th, tbody td").allTextContents(), [
		"A",
		"40",
		"B",
		"20",
		"Vacant",
		"40",
	]);
	await main().getByRole("button", { name: /^A / }).press("Enter");
	await main().locator(".wm-hemicycle [data-group=b] circle").first().click();
	assert.deepEqual(await heard(), [
		["groupclick", { id: "a" }],
		["groupclick", { id: "b" }],
	]);
	await mark(".wm-hemicycle-group");
	await change({
		groups: [group("a", "50", "#0a0"), group("b", 20, "var(--x, url(//x))"), group("c", 1, "red; x")],
	});
	assert.deepEqual(await marks(".wm-hemicycle-group"), [0, 1, undefined]);
	const fills = () =>
		main()
			.locator(".wm-hemicycle-group")
			.evaluateAll((all) => all.map((one) => one.getAttribute("fill")));
	assert.deepEqual(await fills(), ["#0a0", "var(--color-teal)", "var(--color-amber)"]);
	const odd = [Number.MAX_VALUE, -5, "12", null, {}, "NaN"].map((count) => ({
		label: IMG,
		seats: count,
		color: RUN,
	}));
	await mount("hemicycle", { totalSeats: "lots", groups: [...odd, null, 7, IMG] });
	assert.ok((await seats()).flatMap(({ dots }) => dots).length <= 2000);
	assert.match(await main().innerText(), /Each dot stands for up to[\s\S]*Without seats/);
	await mount("hemicycle", { groups: Array.from({ length: 1e5 }, () => group("x", 0, 5)) });
	assert.match(await main().innerText(), /There are no seats to show\./);
});

test("sankey draws links as thick as they are much, says what it leaves out, and tells which node was pressed", async () => {
	const node = (id, color) => ({ id, label: id.toUpperCase(), color });
	const link = (source, target, value) => ({ source, target, value });
	const nodes = [node("a", "tomato"), node("b", RUN), node("c"), node("d"), node("alone")];
	const links = [link("a", "b", 30), link("a", "c", "10"), link("b", "d", 20)];
	await mount("sankey", { title: "Flow", nodes, links });
	await listen("nodeclick");
	const widths = () =>
		main()
			.locator(".wm-sankey-links path")
			.evaluateAll((all) => all.map((one) => Number(one.getAttribute("stroke-width"))));
	const [ab, ac, bd] = await widths();
	assert.ok(ac > 1 && Math.abs(ab / ac - 3) < 1e-6 && Math.abs(bd / ac - 2) < 1e-6, `${ab} ${ac} ${bd}`);
	assert.deepEqual(await main().locator("tbody th").allTextContents(), ["A → B", "A → C", "B → D"]);
	assert.match(await main().innerText(), /Without any flow: ALONE/);
	await button("B: 30").press("Enter");
	await button("A: 40").press("Space");
	assert.deepEqual(await heard(), [
		["nodeclick", { id: "b" }],
		["nodeclick", { id: "a" }],
	]);
	await mark(".wm-sankey-node");
	const wrong = [
		link("d", "a", 5),
		link("a", "a", 5),
		link("a", "nowhere", 5),
		link("a", "d", -1),
		link("a", "d", "x"),
	];
	await change({ nodes, links: [...links, ...wrong, null, 5] });
	assert.deepEqual(await marks(".wm-sankey-node"), [0, 1, 2, 3]);
	assert.equal((await widths()).length, 3);
	assert.match(
		await main().innerText(),
		/no node[\s\S]*no amount above 0: A → D, A → D[\s\S]*in a circle: D → A, A → A/,
	);
	const many = Array.from({ length: 1e5 }, (_, at) =>
		link(String(at % 150), String((at % 150) + 1 + (at % 7)), at),
	);
	await mount("sankey", {
		nodes: Array.from({ length: 1e5 }, (_, at) => ({ id: at, label: IMG })),
		links: many,
	});
	assert.ok((await widths()).every((width) => width >= 0));
	await mount("sankey", { nodes: IMG, links: [1, null] });
	assert.match(await main().innerText(), /There is no flow to draw\./);
});

test("recipe-browser finds by words, groups and tags, and tells which recipe was chosen", async () => {
	const recipes = [
		{ name: "Crème soup", description: "warm", group: "starter", tags: ["milk"] },
		{ name: "Cake", group: "dessert", tags: ["milk", "sweet"] },
		{ name: "Bread", description: IMG },
	];
	await mount("recipe-browser", { recipes });
	await listen("recipeclick");
	assert.deepEqual(await texts("h4"), ["starter", "dessert", "Other"]);
	const names = () => texts(".wm-recipes-name");
	const search = main().getByRole("searchbox");
	await search.fill("creme WARM");
	assert.deepEqual(await names(), ["Crème soup"]);
	assert.equal(await main().getByRole("status").innerText(), "1 of 3 recipes");
	await button("Crème soup").press("Enter");
	assert.deepEqual(await heard(), [["recipeclick", { name: "Crème soup" }]]);
	await mark("input");
	await change({ recipes, layout: "grid", filters: {} });
	assert.deepEqual([await names(), await marks("input")], [["Crème soup"], [0]]);
	await change({ recipes, filters: { tags: ["MILK"] } });
	assert.equal(await search.inputValue(), "");
	await button("dessert").press("Enter");
	assert.deepEqual(await names(), ["Cake"]);
	await button("dessert").click();
	await button("# MILK").click();
	assert.deepEqual(await names(), ["Crème soup", "Cake", "Bread"]);
	await mount("recipe-browser", {
		recipes: Array.from({ length: 1e5 }, (_, at) => (at % 2 ? IMG : { name: at })),
	});
	await button("Show 100 more").click();
	assert.equal((await names()).length, 200);
	await mount("recipe-browser", { recipes: RUN, filters: [IMG] });
	assert.match(await main().innerText(), /There are no recipes\./);
});

test("chat-input sends by Enter, breaks lines by Shift and Enter, stops what is under way, and keeps what is written", async () => {
	await mount("chat-input", { placeholder: `Ask ${IMG}`, value: "draft" });
	await listen("submit", "stop");
	const field = main().getByRole("textbox", { name: `Ask ${IMG}` });
	assert.equal(await field.inputValue(), "draft");
	const { height } = await field.boundingBox();
	await field.press("End");
	for (const name of [",", "Shift+Enter", "two", "Shift+Enter", "three"]) {
		if (name.includes("+")) await key(name);
		else await page.keyboard.type(name);
	}
	assert.ok((await field.boundingBox()).height > height);
	await mark("textarea");
	await change({ value: "draft", disabled: true });
	await key("Enter");
	await button("Stop").press("Enter");
	assert.deepEqual(await heard(), [["stop", {}]]);
	await change({ value: "draft", disabled: false });
	assert.deepEqual(await marks("textarea"), [0]);
	await main().getByRole("textbox").press("Enter");
	assert.deepEqual(await heard(), [["submit", { text: "draft,\ntwo\nthree" }]]);
	assert.equal(await main().getByRole("textbox").inputValue(), "");
	assert.equal(await button("Send").isDisabled(), true);
	await page.keyboard.type(RUN);
	await button("Send").click();
	assert.deepEqual(await heard(), [["submit", { text: RUN }]]);
	await change({ value: "other" });
	assert.equal(await main().getByRole("textbox").inputValue(), "other");
});

test("data of any kind draws something in every one of them, and what goes takes all with it", async () => {
	const types = [
		"json-viewer",
		"tree",
		"diff",
		"kanban",
		"calendar",
		"hemicycle",
		"sankey",
		"recipe-browser",
		"chat-input",
	];
	const keys =
		"title data nodes before after columns month events groups totalSeats links recipes filters layout value placeholder disabled maxDepth expanded";
	for (const type of types) {
		for (const odd of [
			"null",
			"Number.NaN",
			"'שלום 👩‍👩‍👧 \\ud800'",
			"true",
			"[[[]]]",
			"[{}]",
			"loop",
			"[loop, loop]",
			"Array(1e5).fill('x')",
		]) {
			await mountMade(
				type,
				`() => { const loop = {}; for (const key of "${keys} children cards label id".split(" ")) loop[key] = [loop];
				return Object.fromEntries("${keys}".split(" ").map((key) => [key, ${odd}])); }`,
			);
			assert.notEqual(await main().textContent(), "", `${type} ${odd}`);
			assert.equal(await main().locator(".wm-error").count(), 0, `${type} ${odd}`);
		}
		await page.evaluate(() => window.cleanup());
		assert.equal(await main().innerHTML(), "");
	}
});
