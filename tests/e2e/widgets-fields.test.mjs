/** What timelines, profiles, cards and logs show beside their words: pictures, links, buttons, levels; in Chromium, under the strict policy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A picture that loads: one pixel. */
const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const BROKEN = "nowhere/none.png";
/** Texts that would act if anything took them for markup. */
const EVIL = "<img src=x onerror='window.hit=1'>";
/** Addresses that are neither to be followed nor to be loaded. */
const UNSAFE = [
	"javascript:window.hit=1",
	" java\nscript:window.hit=1",
	"data:text/html,<script>window.hit=1</script>",
	"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='window.hit=1'/>",
	"blob:https://example.com/1",
	"file:///etc/passwd",
	"http://[",
	"",
	{ href: "https://example.com" },
	7,
	null,
];

const widgets = widgetsPage();
let opened;
let page;

beforeEach(() => open());
afterEach(async () => {
	// Whatever a test does, nothing may have acted or gone wrong.
	const hit = await page.evaluate(() => window.hit);
	await opened.close();
	assert.deepEqual([hit, ...opened.problems], [undefined]);
});

async function open(options) {
	opened = await widgets.open(options);
	page = opened.page;
	await page.evaluate(() => {
		window.heard = [];
		document.body.addEventListener("widget:interact", ({ detail }) => window.heard.push(detail));
	});
}

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
const texts = (selector) => main().locator(selector).allTextContents();
const button = (name) => main().getByRole("button", { name, exact: true });
const heard = () => page.evaluate(() => window.heard.splice(0));
const links = () =>
	main()
		.locator("a")
		.evaluateAll((all) =>
			all.map((link) => [
				link.textContent.trim(),
				...["href", "target", "rel"].map((name) => link.getAttribute(name)),
			]),
		);
const SAFE = ["_blank", "noopener noreferrer"];

/** Presses and says which page opens. */
async function opens(act) {
	const [other] = await Promise.all([page.context().waitForEvent("page"), act()]);
	const url = other.url();
	await other.close();
	return url;
}

const there = () => `${new URL(page.url()).origin}/?there`;

test("an event's dot has its colour, its tags are words, and a link behind its title leads to a safe address without telling", async () => {
	await mount("timeline", {
		events: [
			{ title: EVIL, date: "1990", href: there(), color: "rebeccapurple", status: "done", tags: ["a", EVIL] },
			{ title: "sold", color: "red; position: fixed", tags: [{ a: 1 }, null, "", 7] },
			{ title: "x", color: "var(--x, url(https://example.com))", tags: "none" },
			{ title: "y", color: { a: 1 }, tags: Array.from({ length: 30 }, (_, at) => `t${at}`) },
			...UNSAFE.map((href) => ({ title: "unsafe", href })),
			{ href: there() },
			{ title: "relative", href: "/page" },
		],
	});
	assert.deepEqual(await links(), [[`More of ${EVIL}`, there(), ...SAFE]]);
	const dots = await main()
		.locator(".wm-timeline > li")
		.evaluateAll((all) =>
			all.slice(0, 4).map((one) => [one.style.length, getComputedStyle(one, "::before").borderTopColor]),
		);
	const [[, first], [, plain]] = dots;
	assert.equal(first, "rgb(102, 51, 153)");
	assert.deepEqual(dots, [[1, first], ...Array(3).fill([0, plain])]);
	const inside = await main().evaluate((box) => {
		const event = box.querySelector(".wm-timeline > li");
		const { insetInlineStart } = getComputedStyle(event, "::before");
		return (
			event.getBoundingClientRect().left +
			Number.parseFloat(insetInlineStart) -
			box.getBoundingClientRect().left
		);
	});
	assert.ok(inside >= 0, `the dots begin ${inside} pixels inside`);
	assert.deepEqual(await texts(".wm-timeline > li:nth-child(1) .wm-tags li"), ["a", EVIL]);
	assert.deepEqual(await texts(".wm-timeline > li:nth-child(2) .wm-tags li"), ['{"a":1}', "7"]);
	assert.equal(await main().locator(".wm-timeline > li:nth-child(4) .wm-tags li").count(), 20);
	// A word is no event: it has no dot.
	const before = await main()
		.locator(".wm-tags li")
		.first()
		.evaluate((one) => getComputedStyle(one, "::before").content);
	assert.equal(before, "none");
	assert.equal(await opens(() => main().locator("a").click()), there());
	assert.equal(await opens(() => main().locator("a").press("Enter")), there());
	assert.deepEqual(await heard(), []);
	await main().locator(".wm-timeline > li").first().locator("button").press("Enter");
	await main().getByText("a", { exact: true }).click();
	await button("unsafe").first().click();
	assert.deepEqual(
		(await heard()).map(({ action, payload }) => [action, payload.index]),
		[0, 0, 4].map((index) => ["eventclick", index]),
	);
});

test("somebody's picture stands for the initials, which remain where it is none or does not load", async () => {
	const jane = { name: "Jane Doe", subtitle: "designer" };
	await mount("profile", { ...jane, avatar: { src: PIXEL, alt: EVIL } });
	const image = main().locator("img");
	const shown = () =>
		main()
			.locator(".wm-profile-initials")
			.evaluate((one) => one.innerText.trim());
	await page.waitForFunction(() => document.querySelector("#main img").complete);
	for (const [name, value] of [
		["alt", EVIL],
		["loading", "lazy"],
		["referrerpolicy", "no-referrer"],
	])
		assert.equal(await image.getAttribute(name), value);
	assert.equal(await shown(), "");
	await change({ ...jane, avatar: { src: BROKEN, alt: 7 } });
	await main().locator("img[data-failed]").waitFor({ state: "attached" });
	assert.equal(await shown(), "JD");
	await change({ ...jane, avatar: { src: PIXEL } });
	await main().locator("img:not([data-failed])").waitFor();
	assert.deepEqual([await shown(), await image.getAttribute("alt")], ["", ""]);
	for (const src of UNSAFE) {
		await change({ ...jane, avatar: { src, alt: "x" } });
		assert.deepEqual([await image.count(), await shown()], [0, "JD"], String(src));
	}
	for (const avatar of [null, 7, [], {}, [PIXEL]]) {
		await change({ ...jane, avatar });
		assert.deepEqual([await image.count(), await shown()], [0, "JD"]);
	}
	await change({ ...jane, avatar: PIXEL });
	assert.equal(await image.count(), 1, "the address alone says the same");
});

test("somebody has a word beside the name and figures, and buttons tell which was pressed", async () => {
	await mount("profile", {
		name: "Jane Doe",
		badge: EVIL,
		stats: [
			{ label: "Talks", value: 12 },
			{ label: EVIL, value: EVIL },
			{ label: { a: 1 }, value: null },
			{},
			null,
			7,
			...Array.from({ length: 20 }, (_, at) => ({ label: `s${at}`, value: 12_345.5 })),
		],
		fields: [{ label: "team", value: "Blue" }],
		actions: [
			{ label: EVIL, primary: true },
			{ label: "Page", href: there() },
			{ label: "Unsafe", href: "javascript:window.hit=1", primary: "yes" },
			{ href: there() },
			null,
			{ label: { a: 1 } },
			"text",
			{ label: "Last" },
			{ label: "Too many" },
		],
	});
	assert.deepEqual(await texts(".wm-profile-badge"), [EVIL]);
	assert.deepEqual((await texts(".wm-profile-stats dt")).slice(0, 4), ["Talks", EVIL, '{"a":1}', "s0"]);
	assert.deepEqual((await texts(".wm-profile-stats dd")).slice(0, 4), ["12", EVIL, "", "12,345.5"]);
	assert.equal(await main().locator(".wm-profile-stats > div").count(), 9, "of twelve three say nothing");
	assert.deepEqual(await texts(".wm-actions button"), [EVIL, "Unsafe", '{"a":1}', "Last"]);
	assert.equal(await main().locator(".wm-action-primary").count(), 1);
	assert.deepEqual(await links(), [["Page", there(), ...SAFE]]);
	assert.equal(await opens(() => main().locator("a").press("Enter")), there());
	await button(EVIL).press("Enter");
	await button("Unsafe").press("Space");
	await button("Last").click();
	assert.deepEqual(await heard(), [
		{ action: "actionclick", payload: { index: 0, label: EVIL } },
		{ action: "actionclick", payload: { index: 2, label: "Unsafe" } },
		{ action: "actionclick", payload: { index: 7, label: "Last" } },
	]);
	for (const odd of [null, 7, "text", {}, [], [null, [], 7]]) {
		await change({ name: "Jane Doe", badge: "", stats: odd, actions: odd });
		assert.equal(await main().locator(".wm-actions, .wm-profile-stats, .wm-profile-badge").count(), 0);
	}
	assert.equal(await main().locator("img").count(), 0);
});

test("a card has a picture on top; one that is broken or not to be loaded leaves no hole", async () => {
	const cards = (image) => ({ cards: [{ title: "Basic", description: "one user", image }] });
	const card = () => main().locator(".wm-cards > li").boundingBox();
	await mount("cards", cards(undefined));
	const without = await card();
	await mount("cards", cards(PIXEL));
	const image = main().locator("img");
	await page.waitForFunction(() => document.querySelector("#main img").complete);
	const [box, around] = [await image.boundingBox(), await card()];
	assert.ok(around.height > without.height + 50 && box.y < around.y + 2 && box.width > around.width - 4);
	for (const [name, value] of [
		["alt", ""],
		["loading", "lazy"],
		["referrerpolicy", "no-referrer"],
	])
		assert.equal(await image.getAttribute(name), value);
	await image.click();
	assert.deepEqual(
		(await heard()).map(({ action, payload }) => [action, payload.index]),
		[["cardclick", 0]],
	);
	await change(cards(BROKEN));
	await main().locator("img[data-failed]").waitFor({ state: "attached" });
	assert.equal((await card()).height, without.height);
	await change(cards({ src: PIXEL, alt: EVIL }));
	await main().locator("img:not([data-failed])").waitFor();
	assert.equal(await image.getAttribute("alt"), EVIL);
	assert.equal((await card()).height, around.height);
	for (const unsafe of [...UNSAFE, [], [PIXEL], true, "mailto:a@example.com"]) {
		await change(cards(unsafe));
		assert.equal(await image.count(), 0, JSON.stringify(unsafe));
		assert.equal((await card()).height, without.height);
	}
});

const LEVELS = ["debug", "info", "warn", "error"];
const lines = (count, levels = LEVELS) =>
	Array.from({ length: count }, (_, at) => ({ level: levels[at % levels.length], message: `line ${at}` }));
const shown = () => main().locator(".wm-log li").count();
const said = () => main().locator(".wm-note").allTextContents();

test("of a long log a person chooses levels and looks for words, by keyboard too, and is told how many there are", async () => {
	for (const entries of [lines(19), lines(20, ["info"]), "text", [null, 7, []]]) {
		await mount("log", { entries });
		assert.equal(await main().locator("button, input").count(), 0);
	}
	await mount("log", { title: "Machine", entries: [...lines(40), { message: EVIL }, { level: EVIL }, null] });
	const pressed = () =>
		main()
			.getByRole("group", { name: "Levels" })
			.locator("button")
			.evaluateAll((all) => all.map((one) => `${one.textContent} ${one.ariaPressed}`));
	assert.deepEqual(
		await pressed(),
		[...LEVELS, "other"].map((level) => `${level} true`),
	);
	assert.deepEqual([await shown(), await said()], [43, []]);
	await button("debug").focus();
	await page.keyboard.press("Space");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	assert.deepEqual([await shown(), await said()], [23, ["23 of 43 lines."]]);
	assert.ok(await button("info").evaluate((one) => document.activeElement === one));
	assert.deepEqual((await pressed()).slice(0, 3), ["debug false", "info false", "warn true"]);
	const filter = main().getByRole("searchbox", { name: "Filter" });
	await filter.pressSequentially("LINE 1");
	assert.deepEqual([await shown(), await said()], [6, ["6 of 43 lines."]]);
	await filter.fill("onerror");
	assert.deepEqual(await texts(".wm-log li"), [EVIL]);
	await filter.fill("nowhere");
	assert.deepEqual([await shown(), await said()], [0, ["0 of 43 lines."]]);
	// What hides lines stays in sight, whatever data comes.
	await change({ entries: lines(3, ["debug"]) });
	assert.deepEqual([await shown(), await said()], [0, ["0 of 3 lines."]]);
	await filter.fill("");
	await button("debug").click();
	assert.deepEqual([await shown(), await said()], [3, []]);
	// Nor does what a person works with go from under their hands.
	await button("info").press("Enter");
	assert.ok(await button("info").evaluate((one) => document.activeElement === one));
	await change({ entries: lines(4000) });
	await button("error").click();
	assert.deepEqual(
		[await shown(), await said()],
		[1000, ["3,000 of 4,000 lines. 2,000 earlier lines are not shown."]],
	);
	await filter.fill("line 12");
	assert.deepEqual(
		[await texts(".wm-log li").then(([first]) => first), await said()],
		["debug line 12", ["84 of 4,000 lines."]],
	);
	assert.equal(await main().locator("img").count(), 0);
});

/** All that the fields can show, of each widget. */
const RICH = {
	"data-table": {
		title: "Sites",
		compact: true,
		striped: true,
		pageSize: 5,
		columns: [
			{ key: "site", label: "Site", type: "link" },
			{ key: "n", label: "Visits", align: "right" },
		],
		rows: Array.from({ length: 12 }, (_, n) => ({
			site: { href: "https://example.com/a", label: `A page with a long name, number ${n}` },
			n,
		})),
	},
	timeline: {
		events: [
			{ title: "founded", date: "1990", href: "https://example.com", color: "teal", tags: ["new", "x"] },
			{ title: "sold", status: "done", tags: ["y"] },
		],
	},
	profile: {
		name: "Jane Doe",
		subtitle: "designer",
		badge: "new",
		avatar: { src: PIXEL },
		stats: Array.from({ length: 6 }, (_, at) => ({ label: `Figure ${at}`, value: 1000 * at })),
		fields: [{ label: "team", value: "Blue" }],
		actions: [
			{ label: "Call", primary: true },
			{ label: "Page", href: "https://example.com" },
			{ label: "More", href: "https://example.com", primary: true },
		],
	},
	cards: {
		cards: [{ title: "Basic", description: "one user", image: PIXEL, tags: ["x"] }, { title: "Team" }],
	},
	log: { title: "Machine", entries: lines(24) },
};

for (const looks of [
	{ colorScheme: "light" },
	{ colorScheme: "dark" },
	{ colorScheme: "dark", forcedColors: "active" },
])
	test(`axe finds nothing in them, and nothing juts out of a narrow frame: ${Object.values(looks).join(", ")}`, async () => {
		await opened.close();
		await open({ ...looks, reducedMotion: "reduce" });
		await page.evaluate(AXE);
		await page.evaluate(() => document.body.style.setProperty("background", "var(--color-bg)"));
		for (const direction of ["ltr", "rtl"]) {
			await page.evaluate((direction) => {
				document.documentElement.dir = direction;
				document.querySelector("#main").style.cssText = "width: 240px; overflow-x: clip";
			}, direction);
			for (const [type, data] of Object.entries(RICH)) {
				await mount(type, data);
				// A row that is pressed and a level that is not are coloured otherwise.
				if (type === "data-table") await main().locator("td:last-child").first().click();
				if (type === "log") await button("info").click();
				const violations = await page.evaluate(async () => {
					const off = ["region", "page-has-heading-one"];
					const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
					const { violations } = await window.axe.run("#main", { rules });
					return violations.map(
						({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} (${nodes[0].failureSummary})`,
					);
				});
				assert.deepEqual(violations, [], `${type} ${direction}`);
				const wide = await main().evaluate((one) => one.scrollWidth - one.clientWidth);
				assert.ok(wide <= 0, `${type} ${direction}: ${wide} pixels jut out`);
			}
		}
		await heard();
	});

test("an event that a linked widget tells of is marked where it has a link, too", async () => {
	await page.evaluate(() => {
		const { kit } = window;
		const blocks = [
			{ id: "a", type: "list", data: { items: ["founded"] } },
			{ id: "b", type: "timeline", data: { events: [{ title: "founded", href: "https://example.com" }] } },
		];
		const bus = kit.createBus();
		bus.link(["a", "b"]);
		kit.mountCanvas(document.querySelector("#main"), kit.stubCanvas(blocks), [kit.native], { bus });
	});
	await page.locator("[data-widget-id=a]").getByRole("button", { name: "founded" }).click();
	const event = page.locator("[data-widget-id=b]").getByRole("button", { name: "founded" });
	assert.equal(await event.getAttribute("aria-current"), "true");
	assert.equal(await main().locator(".wm-timeline .wm-told").count(), 1);
});
