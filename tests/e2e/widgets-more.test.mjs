/** The native widgets that one presses, looks at and listens to, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const TYPES = [
	"actions",
	"stat-card",
	"progress",
	"trombinoscope",
	"gallery",
	"carousel",
	"image",
	"video",
	"audio",
	"grid-data",
];
/** A picture that loads: one pixel. */
const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** Texts that would act if anything took them for markup. */
const HOSTILE = "<img src=x onerror='window.hit=1'>";
/** Addresses that are not to be loaded. */
const UNSAFE = [
	"javascript:window.hit=1",
	" java\nscript:window.hit=1",
	"data:text/html,<script>window.hit=1</script>",
	"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='window.hit=1'/>",
	"blob:https://example.com/1",
	"file:///etc/passwd",
	"mailto:a@example.com",
	"http://[",
	"",
	{ href: "x" },
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
const button = (name) => main().getByRole("button", { name, exact: true });
const texts = (selector) => main().locator(selector).allTextContents();
const styleOf = (selector, property) =>
	main()
		.locator(selector)
		.first()
		.evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), property);

/** What the widgets have told since this was last asked. */
const heard = () => page.evaluate(() => window.heard.splice(0));

/** Draws `data`, then `next` in its place, and says whether what `selector` finds first is still the same element. */
async function keeps(type, selector, data, next) {
	await mount(type, data);
	await main()
		.locator(selector)
		.first()
		.evaluate((one) => {
			one.mark = true;
		});
	await change(next);
	return main()
		.locator(selector)
		.first()
		.evaluate((one) => one.mark === true);
}

test("buttons show their labels as text and tell which is pressed, by keyboard too", async () => {
	const go = { label: HOSTILE, primary: true, action: "go", payload: { id: 7, deep: [1] } };
	assert.ok(
		await keeps(
			"actions",
			"button",
			{ title: "A", buttons: [{ label: "a" }] },
			{ buttons: [go, { label: "No" }] },
		),
	);
	assert.deepEqual(await texts("button"), [HOSTILE, "No"]);
	await button(HOSTILE).click();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	assert.deepEqual(await heard(), [
		{ action: "action", payload: { label: HOSTILE, action: "go", payload: { id: 7, deep: [1] } } },
		{ action: "action", payload: { label: "No", action: "No", payload: {} } },
	]);
	await mount("actions", { buttons: [] });
	assert.match(await main().innerText(), /nothing to choose/);
});

test("a stat card shows its number, unit, change and what it was before", async () => {
	const data = {
		label: "Revenue",
		value: 1200,
		unit: "EUR",
		delta: 5,
		previousValue: 1140,
		variant: "success",
	};
	assert.ok(await keeps("stat-card", ".wm-stat-value", { label: "a", value: 1 }, data));
	assert.match(await main().innerText(), /Revenue\s+1200 EUR\s+↑\s+up\s+\+5\s+before: 1140/);
	assert.match(await main().textContent(), /success:/);
	for (const [given, arrow] of [
		[{ delta: -2 }, "↓"],
		[{ delta: "−2 %" }, "↓"],
		[{ delta: "0.4", trend: "down" }, "↓"],
		[{ trend: "stable" }, "→"],
		[{ trend: "flat" }, "→"],
		[{ delta: "+3", trend: "sideways" }, "↑"],
		[{ delta: "5 in all" }, ""],
	]) {
		await mount("stat-card", { label: "l", value: "v", ...given });
		assert.equal((await texts("[aria-hidden]")).join("").trim(), arrow, JSON.stringify(given));
	}
	await mount("stat-card", { label: HOSTILE, value: HOSTILE, unit: HOSTILE, variant: "x onclick=1" });
	assert.equal(await main().locator("img, [onclick]").count(), 0);
});

test("bars say how far things are, also of values that are none", async () => {
	const items = [
		{ label: "Design", value: 80 },
		{ label: "Lessons", value: 3, max: 12 },
		{ label: "Over", value: "150 %" },
		{ label: "Below", value: -5, max: -1 },
		{ label: HOSTILE, value: "soon" },
	];
	assert.ok(
		await keeps("progress", "progress", { items: [{ label: "a", value: 1 }] }, { title: "T", items }),
	);
	assert.deepEqual(await texts(".wm-progress-value"), ["80%", "3 of 12", "150 %", "-5%", "soon"]);
	const bars = await main()
		.locator("progress")
		.evaluateAll((all) => all.map(({ value, max, ariaLabel }) => [ariaLabel, value, max]));
	assert.deepEqual(bars, [
		["Design", 80, 100],
		["Lessons", 3, 12],
		["Over", 100, 100],
		["Below", 0, 100],
	]);
	const bar = page.getByRole("progressbar", { name: "Lessons" });
	assert.equal(await bar.getAttribute("aria-valuetext"), "3 of 12");
});

test("people have initials on a colour that is theirs, and a press tells who", async () => {
	const people = [
		{ name: "Ana Ruiz", subtitle: "designer", badge: "new" },
		{ name: HOSTILE, color: "rebeccapurple" },
		{ name: "Ana Ruiz", color: "red; position: fixed" },
		{ name: "Ana Ruiz", color: "var(--x, url(https://example.com))" },
		{ color: "url(https://example.com)" },
	];
	assert.ok(
		await keeps(
			"trombinoscope",
			".wm-person",
			{ people: [{ name: "a" }] },
			{ title: "T", columns: 2, people },
		),
	);
	assert.equal((await texts(".wm-person-initials"))[0], "AR");
	const colors = await main()
		.locator(".wm-person-initials")
		.evaluateAll((all) => all.map(({ style }) => [style.length, style.getPropertyValue("--person")]));
	assert.deepEqual(colors[1], [1, "rebeccapurple"]);
	assert.equal(new Set([0, 2, 3].map((at) => colors[at].join())).size, 1, "the same name, the same colour");
	assert.ok(
		colors.every(([count, color]) => count === 1 && /^(?:hsl\(\d+ |rebecca)/.test(color)),
		colors.join(" "),
	);
	await main().getByRole("button").first().focus();
	await page.keyboard.press("Enter");
	assert.deepEqual(await heard(), [
		{ action: "personclick", payload: { index: 0, name: "Ana Ruiz", subtitle: "designer", badge: "new" } },
	]);
	await mount("trombinoscope", { people: "nobody" });
	assert.match(await main().innerText(), /nobody to show/);
});

test("a gallery shows a picture large, goes on by the arrow keys, ends with Escape and gives the focus back", async () => {
	const images = [
		{ src: PIXEL, caption: "one" },
		{ src: PIXEL, alt: "two, seen" },
		{ src: "javascript:window.hit=1", alt: "three" },
	];
	assert.ok(await keeps("gallery", "img", { images: [{ src: PIXEL }] }, { title: "Trip", images }));
	const first = main().locator(".wm-gallery img").first();
	for (const [name, value] of [
		["alt", "one"],
		["loading", "lazy"],
		["referrerpolicy", "no-referrer"],
	]) {
		assert.equal(await first.getAttribute(name), value);
	}
	assert.equal(await main().locator(".wm-gallery img").count(), 2);
	await button("one").focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Trip" });
	assert.match(await dialog.innerText(), /one\s+1 of 3/);
	await page.keyboard.press("ArrowRight");
	assert.equal(await dialog.locator("img").getAttribute("alt"), "two, seen");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("ArrowLeft");
	assert.match(await dialog.innerText(), /three\s+3 of 3/);
	await change({ title: "Trip", images: images.slice(0, 2) });
	assert.match(await dialog.innerText(), /2 of 2/);
	await dialog.getByRole("button", { name: "Next picture" }).click();
	assert.match(await dialog.innerText(), /one\s+1 of 2/);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "hidden" });
	assert.ok(await button("one").evaluate((one) => document.activeElement === one));
	await button("two, seen").click();
	await page.mouse.click(3, 3);
	await dialog.waitFor({ state: "hidden" });
	assert.deepEqual(await heard(), [
		{ action: "imageclick", payload: { index: 0, src: "", alt: "one", caption: "one" } },
		{ action: "imageclick", payload: { index: 1, src: "", alt: "two, seen", caption: "" } },
	]);
	await mount("gallery", { images: [{ src: "a/b", alt: "far" }], columns: 1e9 });
	await button("far").click();
	await change({ images: [] });
	assert.match(await main().innerText(), /no pictures/);
	assert.equal((await heard())[0].payload.src, "a/b");
});

test("slides go by buttons, dots, arrow keys and a swipe, and tell where they are", async () => {
	const slides = [
		{ title: "A", subtitle: "first", content: HOSTILE },
		{ title: "B", src: PIXEL },
		{ src: "javascript:window.hit=1", title: "C" },
	];
	assert.ok(await keeps("carousel", ".wm-slide", { slides: [{ title: "a" }] }, { title: "Tour", slides }));
	const shown = () => main().locator(".wm-slide:not([inert])").getAttribute("aria-label");
	assert.equal(await main().locator(".wm-slide").count(), 3);
	assert.equal(await shown(), "1 of 3");
	assert.ok(await main().getByText("first").isVisible());
	assert.ok(await main().getByText("C", { exact: true }).isHidden());
	await button("Next slide").click();
	await page.keyboard.press("ArrowRight");
	assert.equal(await shown(), "3 of 3");
	await button("Slide 1").press("Enter");
	assert.equal(await button("Slide 1").getAttribute("aria-current"), "true");
	await page.keyboard.press("ArrowLeft");
	await main()
		.locator(".wm-slides")
		.evaluate((one) => {
			const touch = (type, clientX) =>
				one.dispatchEvent(new PointerEvent(type, { pointerType: "touch", clientX, bubbles: true }));
			touch("pointerdown", 50);
			touch("pointerup", 190);
			touch("pointerdown", 50);
			touch("pointerup", 60);
		});
	assert.equal(await shown(), "2 of 3");
	assert.deepEqual(
		(await heard()).map(({ action, payload }) => [action, payload.index]),
		[1, 2, 0, 2, 1].map((index) => ["slidechange", index]),
	);
	await page.evaluate(() => {
		document.documentElement.dir = "rtl";
	});
	await button("Slide 2").press("ArrowLeft");
	assert.equal(await shown(), "3 of 3");
	await change({ slides: slides.slice(0, 1) });
	assert.equal(await shown(), "1 of 1");
	assert.equal(await main().getByRole("button").count(), 0);
	await mount("carousel", { slides: Array.from({ length: 60 }, (_, at) => ({ title: `s${at}` })) });
	assert.match(await main().innerText(), /1 of 50[\s\S]*10 more are not shown/);
});

/** Whether the slide moves on in a little more than its interval; the page's clock is the test's. */
async function moves() {
	const shown = main().locator(".wm-slide:not([inert])");
	const was = await shown.getAttribute("aria-label");
	await page.clock.runFor(3000);
	return (await shown.getAttribute("aria-label")) !== was;
}

test("slides move by themselves only where that is wanted, and stand while somebody is at them", async () => {
	const slides = [{ title: "A" }, { title: "B" }];
	await page.clock.install();
	await mount("carousel", { slides, autoPlay: "yes", interval: 1 });
	assert.equal(await main().getByText("Pause").count(), 0);
	await mount("carousel", { slides, autoPlay: true, interval: 1 });
	assert.ok(await moves());
	await button("Slide 1").focus();
	assert.ok(!(await moves()), "with the focus in it");
	await button("Pause").press("Enter");
	await page.evaluate(() => document.activeElement.blur());
	assert.ok(!(await moves()), "after it was stopped");
	await button("Play").press("Enter");
	await page.evaluate(() => document.activeElement.blur());
	await main().locator(".wm-slides").hover();
	assert.ok(!(await moves()), "with the pointer over it");
	await page.mouse.move(600, 700);
	assert.ok(await moves());
	assert.deepEqual(await heard(), []);
});

test("slides stand still for who wants no motion", async () => {
	await opened.close();
	await open({ reducedMotion: "reduce" });
	await page.clock.install();
	await mount("carousel", { slides: [{ title: "A" }, { title: "B" }], autoPlay: true, interval: 2000 });
	assert.equal(await main().getByText("Pause").count(), 0);
	assert.ok(!(await moves()));
});

test("an image shows its caption, and its words where it fails or may not be loaded", async () => {
	assert.ok(await keeps("image", "img", { src: PIXEL }, { src: PIXEL, alt: "a sea", caption: HOSTILE }));
	const image = main().locator("img");
	assert.equal(await image.evaluate((one) => one.decode().then(() => one.naturalWidth)), 1);
	assert.equal(await main().locator("figcaption").innerText(), HOSTILE);
	assert.ok(await main().getByText("a sea").isHidden());
	await change({ src: "data:image/png;base64,AAAA", alt: "a sea" });
	await main().getByText("a sea").waitFor({ state: "visible" });
	await change({ src: PIXEL, alt: "a sea" });
	await main().getByText("a sea").waitFor({ state: "hidden" });
	assert.ok(await image.isVisible());
	for (const src of UNSAFE) {
		await mount("image", { src, alt: "words" });
		assert.equal(await image.count(), 0, String(src));
		assert.ok(await main().getByText("words").isVisible(), String(src));
	}
	await mount("image", {});
	assert.match(await main().innerText(), /No picture/);
	await mount("image", { src: "some/where" });
	await main().getByText("some/where").waitFor({ state: "visible" });
});

test("a video and a sound have the browser's controls, load nothing by themselves and stay when words change", async () => {
	const asked = [];
	page.on("request", (request) => asked.push(request.url()));
	for (const type of ["video", "audio"]) {
		assert.ok(await keeps(type, type, { src: "film.mp4" }, { src: "film.mp4", title: HOSTILE }));
		const player = main().locator(type);
		const { controls, preload, autoplay } = await player.evaluate(({ controls, preload, autoplay }) => ({
			controls,
			preload,
			autoplay,
		}));
		assert.deepEqual({ controls, preload, autoplay }, { controls: true, preload: "none", autoplay: false });
		assert.equal(await player.getAttribute("aria-label"), HOSTILE);
		assert.equal(await player.getAttribute("src"), "film.mp4");
		for (const src of [...UNSAFE, PIXEL]) {
			await mount(type, { src, title: "T" });
			assert.equal(await player.count(), 0, String(src));
			assert.match(await main().innerText(), /T\s+There is no/);
		}
	}
	assert.deepEqual(
		asked.filter((url) => url.includes("film")),
		[],
	);
	await mount("audio", { src: "none.mp3" });
	await main()
		.locator("audio")
		.evaluate((one) => one.play().catch(() => {}));
	await main().getByText("cannot be played: none.mp3").waitFor();
	await mount("video", { src: "film.mp4", poster: "javascript:x", captions: "javascript:x" });
	assert.equal(await main().locator("track, [poster]").count(), 0);
	await change({ src: "film.mp4", poster: PIXEL, captions: "film.vtt" });
	assert.equal(await main().locator("track").getAttribute("src"), "film.vtt");
	assert.equal(await main().locator("[poster]").count(), 1);
});

test("a grid tints its numbers, marks cells and tells which is pressed, by keyboard too", async () => {
	const columns = [
		{ key: "a", label: "Day" },
		{ key: "b", label: HOSTILE },
	];
	const rows = [["Mon", 1, 5], ["Tue", 9], { a: "Wed", b: "3 kg" }];
	const highlights = [
		{ row: 0, col: 1, color: "rebeccapurple" },
		{ row: 1, col: 1, color: "red;position:fixed" },
		{ row: "x", col: null },
	];
	assert.ok(await keeps("grid-data", "td", { rows: [[1]] }, { title: "G", columns, rows, highlights }));
	assert.deepEqual(await texts("th"), ["Day", HOSTILE, ""]);
	const cells = await main()
		.locator("td")
		.evaluateAll((all) =>
			all.map(({ innerText, dataset, style }) => [innerText.trim(), dataset.heat, style.cssText]),
		);
	assert.deepEqual(
		cells.map(([, heat]) => heat),
		[undefined, "0", "5", undefined, "10", undefined, undefined, "3", undefined],
	);
	assert.deepEqual(
		cells.map(([, , style]) => style).filter((style) => style !== ""),
		["--mark: rebeccapurple;"],
	);
	assert.equal(await main().locator(".wm-grid-marked").count(), 2);
	assert.notEqual(
		await styleOf('td[data-heat="10"]', "background-color"),
		await styleOf('td[data-heat="0"]', "background-color"),
	);
	await main().getByText("Mon").click();
	for (const key of ["ArrowDown", "ArrowRight", "Enter", "End", "ArrowDown", "Home", " ", "ArrowLeft"]) {
		await page.keyboard.press(key);
	}
	assert.deepEqual(
		(await heard()).map(({ action, payload }) => [action, payload]),
		[
			["cellclick", { row: 0, col: 0, value: "Mon" }],
			["cellclick", { row: 1, col: 1, value: 9 }],
			["cellclick", { row: 2, col: 0, value: "Wed" }],
		],
	);
	assert.equal(await main().locator('td[tabindex="0"]').count(), 1);
	await change({ rows: [[1]] });
	assert.equal(await main().locator('td[tabindex="0"]').count(), 1);
	await mount("grid-data", { rows: Array.from({ length: 900 }, () => Array(70).fill(1)) });
	assert.match(
		await main().innerText(),
		/700 further rows are not shown\. 20 further columns are not shown\./,
	);
	await mount("grid-data", { rows: [] });
	assert.match(await main().innerText(), /no cells/);
});

test("data of any kind and size draws something in each of them, and nothing acts", async () => {
	const long = "x".repeat(10_000);
	const odd = [null, 7, "text", [], {}, [null, [1], { a: 1 }, HOSTILE], long, true, "שלום 👩‍👩‍👧", -1e308];
	const keys = [
		"title",
		"label",
		"value",
		"unit",
		"delta",
		"trend",
		"previousValue",
		"variant",
		"buttons",
		"items",
	];
	keys.push(
		"people",
		"images",
		"slides",
		"columns",
		"rows",
		"highlights",
		"src",
		"alt",
		"caption",
		"interval",
	);
	const fields = [
		"label",
		"action",
		"payload",
		"primary",
		"value",
		"max",
		"name",
		"badge",
		"color",
		"alt",
		"key",
	];
	fields.push("subtitle", "content", "title", "row", "col");
	for (const type of TYPES) {
		for (const value of odd) {
			await mount(type, Object.fromEntries(keys.filter((key) => key !== "src").map((key) => [key, value])));
			const item = Object.fromEntries(fields.map((field) => [field, value]));
			const lists = ["buttons", "items", "people", "images", "slides", "rows", "highlights", "columns"];
			await change({ ...Object.fromEntries(lists.map((key) => [key, [item, value, item]])), label: value });
			const height = await main().evaluate((one) => one.offsetHeight);
			assert.ok(height > 10, `${type} of ${JSON.stringify(value)}`);
		}
	}
	for (const [type, list] of [
		["actions", "buttons"],
		["progress", "items"],
		["trombinoscope", "people"],
		["gallery", "images"],
		["carousel", "slides"],
		["grid-data", "rows"],
	]) {
		const item = { label: "l", value: 1, name: "n", title: "t" };
		await mount(type, { [list]: Array(100_000).fill(item) });
		assert.match(await main().innerText(), /\d more are not shown|99,800 further rows/, type);
	}
	assert.equal(await main().locator(".wm-error").count(), 0);
});
