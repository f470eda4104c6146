/** A canvas that a person works on: by pointer, touch and keyboard, with what is linked, laid out, taken back. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
	opened = await openPage(browser, { viewport: { width: 1100, height: 900 }, reducedMotion: "reduce" });
	page = opened.page;
	await page.goto(site.url);
	await page.waitForFunction(() => window.end && document.querySelector(".wm-edited"));
});
afterEach(async () => {
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

/** Puts widgets on the canvas; returns their ids. */
const put = (...widgets) =>
	page.evaluate((widgets) => widgets.map(([type, data]) => window.canvas.addWidget(type, data).id), widgets);
const stats = (count) =>
	put(...Array.from({ length: count }, (_, n) => ["stat", { label: `S${n}`, value: String(n) }]));
const frame = (id) => page.locator(`[data-widget-id="${id}"]`);
const grip = (id) => frame(id).locator(".wm-grip");
const block = (id) => page.evaluate((id) => window.canvas.blocks.find((one) => one.id === id), id);
const order = () => page.evaluate(() => window.canvas.blocks.map(({ id }) => id));
const layout = (name) => page.evaluate((name) => window.canvas.setLayout(name), name);
const labels = () =>
	page.evaluate(() => window.canvas.history.done.map(({ label, actor }) => `${actor} ${label}`));
const said = () => page.locator("#main > [role=status]").innerText();

/** Where a frame lies in the canvas. */
const boxOf = (id) =>
	frame(id).evaluate((outer) => {
		const [own, all] = [outer.getBoundingClientRect(), outer.parentElement.getBoundingClientRect()];
		return [own.left - all.left, own.top - all.top, own.width, own.height].map(Math.round);
	});

/** Drags from the middle of a thing by so much. */
async function drag(from, dx, dy, { release = true, steps = 8 } = {}) {
	const box = await from.boundingBox();
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + dx, y + dy, { steps });
	if (release) await page.mouse.up();
}

test("select, link and undo by keyboard alone: what is selected in the table is pointed at in the chart", async () => {
	const rows = [
		{ pet: "cat", fee: 3 },
		{ pet: "dog", fee: 5 },
	];
	const [table, chart] = await put(
		["data-table", { title: "Pets", rows }],
		[
			"chart",
			{
				title: "Fees",
				bars: [
					["cat", 3],
					["dog", 5],
				],
			},
		],
	);
	await page.waitForSelector("canvas[style]");
	await grip(table).focus();
	await page.keyboard.press("Space");
	await grip(chart).focus();
	await page.keyboard.press("Enter");
	assert.equal(await said(), "2 selected");
	assert.equal(await grip(table).getAttribute("aria-pressed"), "true");
	await page.keyboard.press("l");
	assert.deepEqual((await block(chart)).links, ["l1"]);
	await page.waitForSelector(".wm-links path", { state: "attached" });
	const pointed = () => frame(chart).locator("canvas").getAttribute("data-pointed");
	const row = frame(table).locator("tbody tr").last();
	await row.focus();
	await page.keyboard.press("Enter");
	assert.equal(await pointed(), "dog");
	await page.keyboard.press("Control+z");
	assert.equal((await block(chart)).links, undefined);
	await page.waitForSelector(".wm-links", { state: "detached" });
	assert.deepEqual(await page.evaluate((id) => window.bus.getLinks(id), chart), []);
	await page.keyboard.press("Control+Shift+z");
	assert.deepEqual((await block(chart)).links, ["l1"]);
});

test("frames that float are dragged, click into place beside others, and go back", async () => {
	const [one, two] = await stats(2);
	await layout("floating");
	assert.deepEqual(
		[await boxOf(one), await boxOf(two)],
		[
			[0, 0, 400, 300],
			[30, 30, 400, 300],
		],
	);
	await drag(grip(two), 400, 200);
	const [x, y] = await boxOf(two);
	assert.deepEqual([x % 8, y % 8], [0, 0], "a grid where nobody is near");
	assert.deepEqual(await block(two).then(({ x, y }) => [x, y]), [x, y]);
	// Its left edge comes near to the other's right edge.
	await drag(grip(two), 403 - x, 0, { release: false });
	assert.equal(await page.locator(".wm-guide").count(), 1);
	await page.mouse.up();
	assert.equal(await page.locator(".wm-guide").count(), 0);
	assert.equal((await boxOf(two))[0], 400);
	assert.deepEqual(await labels(), [
		"person add",
		"person add",
		"person layout",
		"person move",
		"person move",
	]);
	await page.keyboard.press("Control+z");
	assert.deepEqual((await boxOf(two)).slice(0, 2), [x, y]);
	await page.keyboard.press("Control+z");
	assert.deepEqual(await boxOf(two), [30, 30, 400, 300]);
});

test("a drag that is given up changes nothing, and what is locked is not dragged", async () => {
	const [one] = await stats(1);
	await layout("floating");
	const before = await labels();
	await drag(grip(one), 100, 100, { release: false });
	assert.equal((await boxOf(one))[0], 104);
	await page.keyboard.press("Escape");
	await page.mouse.up();
	assert.deepEqual(await boxOf(one), [0, 0, 400, 300]);
	assert.deepEqual(await labels(), before);
	await page.evaluate((id) => window.canvas.lock(id), one);
	await drag(grip(one), 100, 100);
	assert.deepEqual(await boxOf(one), [0, 0, 400, 300]);
	await grip(one).focus();
	await page.keyboard.press("ArrowRight");
	assert.equal(await said(), "Locked");
	await page.keyboard.press("Delete");
	assert.equal((await order()).length, 1);
});

test("what is selected or grouped moves together, as one thing to take back", async () => {
	const ids = await stats(3);
	await layout("floating");
	await page.evaluate((ids) => window.canvas.group(ids), ids.slice(0, 2));
	const before = await Promise.all(ids.map(boxOf));
	await drag(grip(ids[1]), 96, 48);
	const moved = await Promise.all(ids.map(boxOf));
	const by = (at) => [moved[at][0] - before[at][0], moved[at][1] - before[at][1]];
	assert.deepEqual(by(0), by(1));
	assert.deepEqual(by(2), [0, 0]);
	assert.ok(by(0)[0] > 60 && by(0)[1] > 20, String(by(0)));
	await page.keyboard.press("Control+z");
	assert.deepEqual(await Promise.all(ids.map(boxOf)), before);
	await page.evaluate((ids) => window.canvas.select(ids), [ids[0], ids[2]]);
	await grip(ids[2]).focus();
	await page.keyboard.press("ArrowDown");
	const after = await Promise.all(ids.map(boxOf));
	assert.deepEqual(
		after.map((box, at) => box[1] - before[at][1]),
		[8, 8, 8],
	);
});

test("a finger drags as a mouse does", async () => {
	const [one] = await stats(1);
	await layout("floating");
	const box = await grip(one).boundingBox();
	const [x, y] = [box.x + 5, box.y + 5];
	const client = await page.context().newCDPSession(page);
	const touch = (type, ...points) =>
		client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
	await touch("touchStart", [x, y]);
	for (let step = 1; step <= 8; step++) await touch("touchMove", [x + step * 12, y + step * 10]);
	await touch("touchEnd");
	const [left, top] = await boxOf(one);
	assert.ok(left >= 88 && left <= 104 && top >= 72 && top <= 88, `${left}, ${top}`);
});

test("frames are resized by their corner and by keys, and never too small to be seen", async () => {
	const [one] = await stats(1);
	await layout("floating");
	await drag(frame(one).locator(".wm-size"), 100, 50);
	const [, , width, height] = await boxOf(one);
	assert.deepEqual([width, height], [504, 352]);
	await drag(frame(one).locator(".wm-size"), -900, -900);
	assert.deepEqual((await boxOf(one)).slice(2), [120, 80]);
	await grip(one).focus();
	await page.keyboard.press("Shift+ArrowRight");
	await page.keyboard.press("Shift+Alt+ArrowDown");
	assert.deepEqual((await boxOf(one)).slice(2), [128, 81]);
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	assert.deepEqual((await boxOf(one)).slice(2), [504, 352], "keys that follow each other are one thing");
});

test("where frames float, the one that is selected comes above those that cover it", async () => {
	const [one, two, three] = await stats(3);
	await layout("floating");
	const above = () =>
		frame(one).evaluate((outer) => {
			const { right, bottom } = outer.getBoundingClientRect();
			return document.elementFromPoint(right - 20, bottom - 60)?.closest("[data-widget-id]")?.dataset
				.widgetId;
		});
	assert.equal(await above(), three);
	await grip(one).click();
	assert.equal(await above(), one);
	await grip(one).press("Space");
	await grip(two).press("Space");
	assert.equal(await above(), two);
	await grip(two).press("Space");
	await grip(two).press("Space");
	const fronts = async () => (await labels()).filter((label) => label === "person front").length;
	assert.equal(await fronts(), 2, "nothing is done where nothing covers it");
	await page.keyboard.press("Control+z");
	assert.equal(await above(), one);
	await page.evaluate((id) => window.canvas.lock(id), three);
	await grip(three).click();
	assert.equal(await fronts(), 1, "what is locked stays where it is");
	await layout("stack");
	await grip(two).click();
	assert.equal(await fronts(), 1);
});

test("where frames have an order they are put in another one's place, and the focus stays", async () => {
	const ids = await stats(3);
	await layout("stack");
	await grip(ids[0]).focus();
	await page.keyboard.press("ArrowDown");
	assert.deepEqual(await order(), [ids[1], ids[0], ids[2]]);
	assert.equal(await said(), "Place 2 of 3");
	assert.equal(
		await page.evaluate(() => document.activeElement.closest("[data-widget-id]")?.dataset.widgetId),
		ids[0],
	);
	const [from, to] = [await grip(ids[2]).boundingBox(), await frame(ids[1]).boundingBox()];
	await drag(grip(ids[2]), 0, to.y + 50 - from.y);
	assert.deepEqual(await order(), [ids[2], ids[1], ids[0]]);
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	assert.deepEqual(await order(), ids);
});

test("layouts lie as the published numbers say, and each keeps its own places", async () => {
	await page.evaluate(() => {
		document.querySelector("#main").style.cssText = "width: 1000px; height: 600px; min-height: 0";
	});
	const ids = await stats(4);
	await layout("tiling");
	assert.deepEqual(await Promise.all(ids.toReversed().map(boxOf)), [
		[0, 0, 597, 600],
		[601, 0, 399, 357],
		[601, 361, 237, 239],
		[842, 361, 158, 239],
	]);
	await layout("floating");
	assert.deepEqual(
		await Promise.all(ids.map(boxOf)),
		[0, 30, 60, 90].map((at) => [at, at, 400, 300]),
	);
	await page.evaluate((id) => window.canvas.moveWidget(id, 500, 200), ids[0]);
	await layout("stack");
	assert.deepEqual(
		(await Promise.all(ids.map(boxOf))).map(([, y, , height]) => [y, height]),
		[
			[0, 200],
			[208, 200],
			[416, 200],
			[624, 200],
		],
	);
	await layout("grid");
	assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#main")).display), "grid");
	await layout("floating");
	assert.deepEqual(await boxOf(ids[0]), [500, 200, 400, 300]);
	await layout("flow");
	assert.equal(await frame(ids[0]).evaluate((outer) => outer.style.left + outer.style.transform), "");
});

test("of many widgets only the one that changes is touched", async () => {
	const ids = await stats(1000);
	await page.waitForFunction(() => document.querySelectorAll(".wm-stat-value").length === 1000);
	const touched = await page.evaluate(async (id) => {
		const seen = new Set();
		const watcher = new MutationObserver((records) => {
			for (const { target } of records) {
				const element = target instanceof Element ? target : target.parentElement;
				seen.add(element.closest("[data-widget-id]")?.dataset.widgetId ?? "outside");
			}
		});
		watcher.observe(document.querySelector("#main"), {
			subtree: true,
			childList: true,
			attributes: true,
			characterData: true,
		});
		window.canvas.updateWidget(id, { value: "changed" });
		await new Promise((resolve) => setTimeout(resolve, 100));
		watcher.disconnect();
		return [...seen];
	}, ids[500]);
	assert.deepEqual(touched, [ids[500]]);
	assert.match(await frame(ids[500]).textContent(), /changed/);
});

test("however much streams, frames go on, and each widget ends with what came last", async () => {
	const { drawn, texts } = await page.evaluate(async () => {
		let drawn = 0;
		window.server.registerWidget(
			`---\nwidget: slow\ndescription: Takes its time\nschema:\n  type: object\n---`,
			(container, data) => {
				container.textContent = String(data.n);
				return {
					update: ({ n }) => {
						for (const start = performance.now(); performance.now() - start < 5; );
						drawn += 1;
						container.textContent = String(n);
					},
				};
			},
		);
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
		const ids = Array.from({ length: 40 }, () => window.canvas.addWidget("slow", { n: 0 }).id);
		await frame();
		for (let n = 1; n <= 30; n++) {
			for (const id of ids) window.canvas.updateWidget(id, { n });
			await frame();
		}
		// All 40 take 200 ms of work, of which a frame does a part.
		while (document.querySelectorAll(".wm-body").length > 0) {
			await frame();
			if ([...document.querySelectorAll(".wm-body")].every(({ textContent }) => textContent === "30")) break;
		}
		const texts = [...document.querySelectorAll(".wm-body")].map(({ textContent }) => textContent);
		return { drawn, texts };
	});
	assert.deepEqual([...new Set(texts)], ["30"]);
	assert.equal(texts.length, 40);
	// All at once each round would draw 40, where a frame has time for two; and nobody is left out for those who came first.
	assert.ok(drawn >= 40 && drawn < 400, `${drawn} times drawn`);
});

/** Of each arrow how long it is, whether it has a head, and how far its ends lie from the edges of the frames that it joins. */
const arrows = (pairs) =>
	page.evaluate((pairs) => {
		const edge = ([x, y], id) => {
			const box = document.querySelector(`[data-widget-id="${id}"]`).getBoundingClientRect();
			const isAlong = x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
			const sides = [x - box.left, x - box.right, y - box.top, y - box.bottom].map(Math.abs);
			return isAlong ? Math.round(Math.min(...sides)) : Number.POSITIVE_INFINITY;
		};
		const onPage = (path, at) => {
			const { x, y } = path.getPointAtLength(at).matrixTransform(path.getScreenCTM());
			return [x, y];
		};
		return [...document.querySelectorAll(".wm-links .wm-arrow")].map((arrow, at) => {
			const [line, head] = [arrow.querySelector(".wm-arrow-line"), arrow.querySelector(".wm-arrow-head")];
			const { width, height } = head.getBoundingClientRect();
			const [from, to] = [onPage(line, 0), onPage(head, 0)];
			return {
				length: line.getTotalLength(),
				head: Math.min(width, height),
				ends: [edge(from, pairs[at][0]), edge(to, pairs[at][1])],
				way: line.getAttribute("d"),
			};
		});
	}, pairs);
/** Waits for arrows that touch the edges of what they join. */
async function arrowsJoin(pairs, why) {
	let found = [];
	for (let tries = 0; tries < 100; tries += 1) {
		found = await arrows(pairs);
		if (found.length === pairs.length && found.every(({ ends }) => Math.max(...ends) <= 2)) break;
		await page.waitForTimeout(20);
	}
	assert.equal(found.length, pairs.length, why);
	for (const one of found) {
		assert.ok(
			one.length > 30 && one.head >= 6 && Math.max(...one.ends) <= 2,
			`${why}: ${JSON.stringify(one)}`,
		);
	}
	return found;
}

test("an arrow is seen in every layout, in light, dark and forced colours: a line of some length, a head, ends on the frames' edges", async () => {
	const ids = await stats(4);
	await page.evaluate((ids) => window.canvas.link(ids.slice(0, 3)), ids);
	await page.evaluate((ids) => window.canvas.link([ids[0], ids[3]], "far"), ids);
	const pairs = [
		[ids[0], ids[1]],
		[ids[1], ids[2]],
		[ids[0], ids[3]],
	];
	for (const [colorScheme, forcedColors] of [
		["light", "none"],
		["dark", "none"],
		["light", "active"],
	]) {
		await page.emulateMedia({ colorScheme, forcedColors });
		for (const name of ["flow", "grid", "floating", "tiling", "stack"]) {
			await layout(name);
			await arrowsJoin(pairs, `${name}, ${colorScheme}, ${forcedColors}`);
			const [color, paper, events] = await page.evaluate(() => {
				const [line, edge] = [".wm-arrow-line", ".wm-arrow-edge"].map((one) =>
					getComputedStyle(document.querySelector(one)),
				);
				return [line.stroke, edge.stroke, line.pointerEvents];
			});
			assert.notEqual(color, paper);
			assert.equal(events, "none");
		}
	}
	// Wide apart, side by side, one in the other, and one far below.
	await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
	await layout("floating");
	for (const [x, y] of [
		[700, 0],
		[402, 0],
		[0, 302],
		[100, 80],
		[0, 2000],
		[400, 300],
	]) {
		await page.evaluate(
			([id, other, x, y]) => {
				window.canvas.moveWidget(id, 0, 0);
				window.canvas.moveWidget(other, x, y);
			},
			[ids[0], ids[1], x, y],
		);
		await arrowsJoin(pairs, `floating at ${x}, ${y}`);
	}
});

test("arrows go along when frames are dragged, when others grow, and when the canvas is scrolled or narrower", async () => {
	const [first, one, two] = await stats(3);
	await page.evaluate((ids) => window.canvas.link(ids), [one, two]);
	const pairs = [[one, two]];
	const [before] = await arrowsJoin(pairs, "at first");
	await page.evaluate((id) => window.canvas.resizeWidget(id, 300, 400), first);
	await page.waitForFunction(
		(way) => document.querySelector(".wm-arrow-line").getAttribute("d") !== way,
		before.way,
	);
	await arrowsJoin(pairs, "another one has grown");
	await page.setViewportSize({ width: 500, height: 700 });
	await arrowsJoin(pairs, "narrower");
	await layout("floating");
	await page.evaluate((id) => window.canvas.moveWidget(id, 300, 1500), two);
	await arrowsJoin(pairs, "moved");
	await page.evaluate(() => document.querySelector("#main").scrollTo(100, 600));
	await arrowsJoin(pairs, "scrolled");
	await page.evaluate(() => document.querySelector("#main").scrollTo(0, 0));
	await page.evaluate((id) => window.canvas.moveWidget(id, 60, 320), two);
	await arrowsJoin(pairs, "before the drag");
	await drag(grip(one), 40, 30, { release: false });
	await arrowsJoin(pairs, "while it is dragged");
	await page.mouse.up();
	await arrowsJoin(pairs, "dropped");
});

test("arrows follow what they join, and nothing runs while nothing changes", async () => {
	const [one, two] = await stats(2);
	await layout("floating");
	await page.evaluate((ids) => window.canvas.link(ids), [one, two]);
	await page.evaluate((id) => window.canvas.moveWidget(id, 500, 100), two);
	await arrowsJoin([[one, two]], "moved");
	await page.evaluate((id) => window.canvas.resizeWidget(id, 200, 100), one);
	await arrowsJoin([[one, two]], "resized");
	const frames = await page.evaluate(async () => {
		let asked = 0;
		const { requestAnimationFrame: real } = window;
		window.requestAnimationFrame = (work) => {
			asked += 1;
			return real(work);
		};
		await new Promise((resolve) => setTimeout(resolve, 300));
		return asked;
	});
	assert.equal(frames, 0);
	// A group that the page made on the bus is shown as well.
	const [three] = await stats(1);
	await page.evaluate((ids) => window.bus.link(ids), [two, three]);
	await page.waitForFunction(() => document.querySelectorAll(".wm-links .wm-arrow").length === 2);
	await page.evaluate((id) => window.canvas.removeWidget(id), two);
	await page.waitForFunction(() => !document.querySelector(".wm-links"));
});

test("an agent and a person work on one canvas, and each takes back its own", async () => {
	const tool = (args) => page.evaluate((args) => window.server.executeTool("canvas", args), args);
	const shown = await page.evaluate(() =>
		window.server.executeTool("widget_display", { name: "stat", params: { label: "A", value: "1" } }),
	);
	const [own] = await stats(1);
	const told = [
		{ id: shown.id, type: "stat", title: "A", links: ["l1"] },
		{ id: own, type: "stat", title: "S0", links: ["l1"] },
	];
	const linked = await tool({ action: "link", params: { ids: [shown.id, own] } });
	assert.deepEqual(linked, { ok: true, action: "link", widgets: told });
	await page.evaluate((id) => window.canvas.updateWidget(id, { value: "by hand" }), shown.id);
	const list = await tool({ action: "list" });
	assert.deepEqual(list, {
		layout: "flow",
		count: 2,
		widgets: told,
		selected: [],
	});
	assert.deepEqual(await tool({ action: "undo" }), { ok: true, action: "undo", widgets: [shown.id, own] });
	assert.equal((await block(own)).links, undefined);
	assert.equal((await block(shown.id)).data.value, "by hand");
	assert.deepEqual(await tool({ action: "undo" }), { ok: true, action: "undo", widgets: [own] });
	assert.match((await tool({ action: "undo" })).error, /nothing to take back/i);
	await tool({ action: "redo" });
	assert.equal((await block(shown.id)).data.value, "by hand", "it comes back as the person left it");
	await tool({ action: "focus", id: own });
	assert.equal(await grip(own).getAttribute("aria-pressed"), "true");
	assert.match(
		(await tool({ action: "layout", params: { layout: "spiral" } })).error,
		/flow, grid, tiling, floating, stack/,
	);
	assert.match((await tool({ action: "explode" })).error, /Unknown canvas action/);
	assert.match((await tool({ action: "link", params: { ids: [own] } })).error, /needs 'ids'/);
});

test("the toolbar is one stop, its buttons say what can be done, and it works by keyboard", async () => {
	const ids = await stats(3);
	const button = (name) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
	assert.equal(await button("Undo").getAttribute("aria-disabled"), "false");
	// What is about a selection is not there before there is one.
	const names = () =>
		page
			.getByRole("toolbar")
			.getByRole("button")
			.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
	assert.deepEqual(await names(), ["Undo", "Redo"]);
	await page.evaluate(([id]) => window.canvas.select([id]), ids);
	assert.equal(await button("Link").getAttribute("aria-disabled"), "true");
	assert.equal(await button("Link").getAttribute("title"), "Link");
	assert.equal(await button("Link").locator("svg[aria-hidden=true] path").count(), 1);
	await page.evaluate((ids) => window.canvas.select(ids), ids);
	assert.equal(await button("Link").getAttribute("aria-disabled"), "false");
	await button("Undo").focus();
	for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowRight");
	await page.keyboard.press("Enter");
	assert.deepEqual((await block(ids[2])).links, ["l1"]);
	await page.keyboard.press("Home");
	await page.keyboard.press("Enter");
	assert.equal((await block(ids[2])).links, undefined);
	assert.equal(await page.evaluate(() => document.querySelectorAll("#toolbar [tabindex='0']").length), 1);
	await page.keyboard.press("End");
	await page.keyboard.press("ArrowDown");
	await page.getByRole("combobox", { name: "Layout" }).selectOption("floating");
	assert.equal(await page.locator("#main").getAttribute("data-layout"), "floating");
	await button("Remove").click();
	assert.deepEqual(await order(), []);
	// What was pressed is gone, and the keyboard is where it can go on.
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Undo");
	assert.deepEqual(await names(), ["Undo", "Redo"]);
	assert.equal(await page.getByRole("combobox", { name: "Layout" }).count(), 0);
	await page.evaluate(() => window.canvas.undo());
	assert.deepEqual(await order(), ids);
});

test("what is dragged to the edge scrolls what it is in", async () => {
	await page.evaluate(() => {
		document.querySelector("#main").style.cssText = "width: 600px; height: 400px; min-height: 0";
	});
	const [one] = await stats(2);
	await layout("floating");
	await page.evaluate((id) => window.canvas.resizeWidget(id, 200, 150), one);
	const main = await page.locator("#main").boundingBox();
	const from = await grip(one).boundingBox();
	await drag(grip(one), 0, main.y + main.height - 10 - from.y, { release: false });
	await page.waitForFunction(() => document.querySelector("#main").scrollTop > 60);
	await page.mouse.up();
	const { y } = await block(one);
	assert.ok(y > 400, `it went along: ${y}`);
});

test("people who cannot see it, or want no motion, are served: axe finds nothing", async () => {
	const ids = await stats(2);
	await put(["data-table", { title: "T", rows: [{ a: 1 }] }]);
	await page.evaluate((ids) => {
		window.canvas.select(ids);
		window.canvas.link(ids);
	}, ids);
	await page.evaluate(AXE);
	for (const name of ["flow", "floating", "tiling"]) {
		await layout(name);
		const found = await page.evaluate(() =>
			window.axe.run("#main, #toolbar", { rules: { region: { enabled: false } } }),
		);
		assert.deepEqual(
			found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
			[],
			name,
		);
	}
	const duration = () => frame(ids[0]).evaluate((outer) => getComputedStyle(outer).transitionDuration);
	assert.equal(await duration(), "0s");
	await page.emulateMedia({ reducedMotion: "no-preference" });
	assert.match(await duration(), /^0\.12s/);
});

test("what the bus tells of a widget's data is shown, and in canvas.blocks afterwards", async () => {
	const [sales, other, alone] = await put(
		["stat", { label: "Sales", value: "1" }],
		["stat", { label: "Other", value: "2" }],
		["stat", { label: "Alone", value: "3" }],
	);
	await page.evaluate((ids) => window.canvas.link(ids), [sales, other]);
	await page.waitForSelector(".wm-links path", { state: "attached" });
	const tell = (id, value) =>
		page.evaluate(([id, value]) => window.bus.broadcast(id, "data-update", { value }), [id, value]);
	await tell(sales, "42");
	await frame(sales).getByText("42").waitFor();
	await frame(other).getByText("42").waitFor();
	await page.evaluate((id) => window.bus.send("host", id, "data-update", { value: "7" }), alone);
	await frame(alone).getByText("7").waitFor();
	const values = () => page.evaluate(() => window.canvas.blocks.map(({ data }) => data.value));
	assert.deepEqual(await values(), ["42", "42", "7"]);
	await page.evaluate(() => window.canvas.undo({ by: "bus" }));
	await frame(alone).getByText("3").waitFor();
	await page.evaluate(() => window.end());
	await tell(sales, "43");
	assert.deepEqual(await values(), ["42", "42", "3"]);
});

test("a canvas that is taken down leaves nothing", async () => {
	const ids = await stats(2);
	await page.evaluate((ids) => window.canvas.link(ids), ids);
	await page.waitForSelector(".wm-links path", { state: "attached" });
	const left = await page.evaluate(() => {
		window.end();
		window.end();
		return [
			document.querySelector("#main").children.length,
			window.bus.peerCount,
			window.bus.getGroup("l1").length,
		];
	});
	assert.deepEqual(left, [0, 0, 0]);
	await page.evaluate(() => window.canvas.addWidget("stat", {}));
	assert.equal(await page.locator("#main > *").count(), 0);
});

test("a widget is seen on the whole screen and taken along by its menu", async () => {
	const bars = [
		["=cat", 3],
		["dog", 12345.6789],
	];
	const links = [{ source: "a", target: "b", value: 3 }];
	const nodes = [
		{ id: "a", label: "<b>A" },
		{ id: "b", label: "B" },
	];
	const [chart, flow, stat] = await put(
		["chart", { title: "Fees", bars }],
		["sankey", { title: "Flow", nodes, links }],
		["stat", { label: "a", value: "1" }],
	);
	await page.waitForSelector("canvas[style]");
	await page.waitForSelector("svg");
	const menu = (id) => frame(id).locator(".wm-more");
	const entries = async (id) => {
		await menu(id).locator("summary").focus();
		await page.keyboard.press("Enter");
		await menu(id).locator("button").first().waitFor();
		return menu(id).getByRole("button").allInnerTexts();
	};
	const file = async (id, label) => {
		await entries(id);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			menu(id).getByRole("button", { name: label }).click(),
		]);
		return [download.suggestedFilename(), readFileSync(await download.path())];
	};
	assert.deepEqual(await entries(stat), ["Full screen", "Data as JSON", "Copy the data"]);
	await page.keyboard.press("Escape");
	assert.equal(await menu(stat).getAttribute("open"), null);
	assert.deepEqual((await entries(chart)).slice(1, 3), ["Picture as PNG", "Numbers as CSV"]);
	await page.keyboard.press("Escape");
	const [name, csv] = await file(chart, "Numbers as CSV");
	assert.deepEqual([name, csv.toString()], ["Fees.csv", "\uFEFFname,value\r\n'=cat,3\r\ndog,12345.6789\r\n"]);
	assert.equal(await menu(chart).getAttribute("open"), null);
	const [, json] = await file(chart, "Data as JSON");
	assert.deepEqual(JSON.parse(json.toString()), { title: "Fees", bars });
	for (const id of [chart, flow]) {
		const [, png] = await file(id, "Picture as PNG");
		const colours = await page.evaluate(async (base64) => {
			const image = new Image();
			image.src = `data:image/png;base64,${base64}`;
			await image.decode();
			const canvas = Object.assign(document.createElement("canvas"), {
				width: image.width,
				height: image.height,
			});
			const context = canvas.getContext("2d");
			context.drawImage(image, 0, 0);
			const { data } = context.getImageData(0, 0, image.width, image.height);
			const all = Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 4).join());
			return { first: all[0], count: new Set(all).size, width: image.width };
		}, png.toString("base64"));
		assert.equal(colours.first, "255,255,255,255");
		assert.ok(colours.count > 3 && colours.width > 200, JSON.stringify(colours));
	}
	const [, svg] = await file(flow, "Picture as SVG");
	const kept = await page.evaluate((text) => {
		const read = new DOMParser().parseFromString(text, "image/svg+xml");
		const drawn = [...read.querySelectorAll("path, rect")].map((one) => one.getAttribute("fill"));
		return {
			error: read.querySelector("parsererror") !== null,
			words: read.documentElement.textContent,
			drawn,
		};
	}, svg.toString());
	assert.equal(kept.error, false);
	assert.match(kept.words, /<b>A/);
	assert.ok(
		kept.drawn.every((fill) => !/var\(/.test(fill)) && new Set(kept.drawn).size > 1,
		kept.drawn.join(),
	);
	await entries(stat);
	await menu(stat).getByRole("button", { name: "Full screen" }).click();
	await page.waitForFunction((id) => document.fullscreenElement?.dataset.widgetId === id, stat);
	await entries(stat);
	await menu(stat).getByRole("button", { name: "Leave full screen" }).click();
	await page.waitForFunction(() => document.fullscreenElement === null);
	await page.evaluate(() => window.canvas.clear());
	assert.equal(await page.locator(".wm-more").count(), 0);
});

test("of many widgets a server is asked once for their type, what is out of sight is not laid out, and a new renderer is used", async () => {
	const found = await page.evaluate(async () => {
		const { kit, canvas } = window;
		const box = document.createElement("div");
		document.body.append(box);
		let asked = 0;
		let word = "old";
		const draws = (container) => {
			container.textContent = word;
		};
		const end = kit.mountCanvas(box, canvas, [
			{
				name: "s",
				getWidget: () => {
					asked += 1;
					return { renderer: draws };
				},
			},
		]);
		canvas.transact(() => {
			for (let n = 0; n < 300; n++) canvas.addWidget("thing", { n });
		});
		const first = asked;
		box.scrollIntoView();
		await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
		const isLaidOut = (one) => one.firstElementChild.checkVisibility({ contentVisibilityAuto: true });
		const seen = [box.firstElementChild, box.lastElementChild].map(isLaidOut);
		word = "new";
		canvas.addWidget("thing", {});
		const texts = [box.firstElementChild.textContent, box.lastElementChild.textContent];
		const result = { first, asked, texts, seen };
		end();
		box.remove();
		canvas.clear();
		return result;
	});
	assert.deepEqual(found, { first: 1, asked: 2, texts: ["old", "new"], seen: [true, false] });
});

test("a widget that a server learns to draw later is drawn then, with the data that it has by then", async () => {
	const shown = await page.evaluate(async () => {
		const { canvas, server } = window;
		const { id } = canvas.addWidget("late", { n: 1 });
		const text = () => document.querySelector(`[data-widget-id="${id}"] .wm-body`).innerText;
		const shown = [text()];
		const learn = (name) =>
			server.registerWidget(
				`---\nwidget: ${name}\ndescription: d\nschema: {type: object}\n---\n`,
				(at, data) => {
					at.textContent = `drawn ${data.n}`;
				},
			);
		learn("other");
		canvas.updateWidget(id, { n: 2 });
		shown.push(text());
		learn("late");
		await Promise.resolve();
		shown.push(text());
		canvas.updateWidget(id, { n: 3 });
		await new Promise((resolve) => setTimeout(resolve, 50));
		shown.push(text());
		return shown;
	});
	assert.deepEqual(shown, ["[late]", "[late]", "drawn 2", "drawn 3"]);
});
