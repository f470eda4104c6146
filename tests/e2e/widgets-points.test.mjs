/** Points of charts are drawn whole, wherever they lie, and years are written as years. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
let opened;
let page;

/** Keeps what is written on canvases, and each circle with the part of the canvas that is not cut off while it is drawn. */
function watch() {
	const { prototype } = CanvasRenderingContext2D;
	const before = (name, told) => {
		const original = prototype[name];
		prototype[name] = function (...words) {
			told(this.canvas, ...words);
			return original.apply(this, words);
		};
	};
	let rectangle;
	const kept = [{ left: 0, top: 0, right: Number.POSITIVE_INFINITY, bottom: Number.POSITIVE_INFINITY }];
	before("save", () => kept.push(kept.at(-1)));
	before("restore", () => kept.length > 1 && kept.pop());
	before("rect", (_, left, top, width, height) => {
		rectangle = { left, top, right: left + width, bottom: top + height };
	});
	before("clip", () => kept.splice(-1, 1, rectangle));
	before("arc", ({ clientWidth, clientHeight }, x, y, radius) => {
		const { left, top, right, bottom } = kept.at(-1);
		const room = [x - left, y - top, Math.min(right, clientWidth) - x, Math.min(bottom, clientHeight) - y];
		window.circles.push({ radius, room: Math.min(...room) });
	});
	before("fillText", (_, text) => window.written.push(String(text)));
	Object.assign(window, { circles: [], written: [] });
}

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.evaluate(watch);
});
afterEach(async () => {
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

/** Draws a widget; gives the texts on its canvas. */
const drawn = async (type, data) => {
	await page.evaluate(
		([type, data]) => {
			window.cleanup?.();
			window.written.length = window.circles.length = 0;
			const container = document.querySelector("#main");
			window.cleanup = window.kit.mountWidget(container, type, data, [window.kit.native]);
			return window.cleanup.ready;
		},
		[type, data],
	);
	await page.waitForSelector("#main canvas[style]");
	await page.waitForTimeout(50);
	return page.evaluate(() => [...new Set(window.written)]);
};

/** Every point that was drawn is, with its border, inside what is shown. @param {string} what @param {number} count of points at least */
const whole = async (what, count) => {
	const circles = await page.evaluate(() => window.circles.filter(({ radius }) => radius > 0));
	assert.ok(circles.length >= count, `${what}: ${circles.length} points`);
	for (const { radius, room } of circles) assert.ok(room >= radius + 0.5, `${what}: ${room} for ${radius}`);
};

const YEARS = ["1970", "1971", "1972", "1973"];
const course = (values) => values.map((value, at) => [YEARS[at], value]);

test("the first and the last point of a line are whole, along names and along moments", async () => {
	const values = [0, 7, 3, 10];
	await drawn("chart", { type: "line", bars: course(values) });
	await whole("years", 4);
	await drawn("chart", { type: "line", bars: values.map((value, at) => [`n${at}`, value]) });
	await whole("names", 4);
	await drawn("chart", { type: "line", bars: course([5, null, 5, 10]) });
	await whole("around a gap", 3);
	for (const type of ["line", "area"]) {
		await drawn("chart-rich", { type, labels: YEARS, data: [{ values }, { values: values.toReversed() }] });
		await whole(type, 8);
	}
	const alone = Array.from({ length: 80 }, (_, at) => [`n${at}`, at === 40 ? 10 : at < 30 ? 0 : null]);
	await drawn("chart", { type: "line", bars: alone });
	await whole("a point between two gaps", 1);
});

test("points at the ends of what they show are whole", async () => {
	const corners = [
		[0, 0],
		[0, 10],
		[10, 0],
		[10, 10],
	];
	await drawn("scatter", { points: corners });
	await whole("few", 4);
	const many = Array.from({ length: 600 }, (_, at) => [(at % 2) * 10, at % 4 < 2 ? 0 : 10]);
	await drawn("scatter", { points: many });
	await whole("many", 600);
});

test("years are written as years, and told as the data has them", async () => {
	const days = YEARS.map((year) => `${year}-01-01`);
	const bars = days.map((day, at) => [day, at + 1]);
	for (const [type, data] of [
		["chart", { type: "line", bars }],
		["chart", { type: "bar", bars }],
		["chart", { type: "pie", bars }],
		["chart-rich", { type: "bar", labels: days, data: [{ values: [1, 2, 3, 4] }] }],
		["chart-rich", { type: "line", labels: days, data: [{ values: [1, 2, 3, 4] }] }],
		["chart-rich", { type: "line", labels: [1970, 1971, 1972, 1973], data: [{ values: [1, 2, 3, 4] }] }],
	]) {
		const texts = await drawn(type, data);
		for (const year of YEARS) assert.ok(texts.includes(year), `${type} ${data.type}: ${texts}`);
		assert.ok(!texts.some((text) => text.includes("-01")), texts.join());
		const heads = await page.locator("#main tbody th").allTextContents();
		assert.deepEqual(heads, YEARS);
		assert.doesNotMatch(await page.locator("#main canvas").getAttribute("aria-label"), /-01/);
	}
	await drawn("chart", { type: "line", bars });
	await page.evaluate(() => {
		window.heard = [];
		document.body.addEventListener("pointselect", ({ detail }) => window.heard.push(detail));
	});
	await page.locator("#main canvas").focus();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("Enter");
	assert.deepEqual(await page.evaluate(() => window.heard), [{ label: "1970-01-01", value: 1 }]);
	await page.evaluate(() => window.cleanup.receive("rowclick", { row: { year: "1972-01-01" } }));
	assert.equal(await page.locator("#main canvas").getAttribute("data-pointed"), "1972");
});

test("numbers along an axis that are years have no marks between their digits, and none between two", async () => {
	const texts = await drawn("scatter", {
		x: "year",
		points: [
			[1970, 12000],
			[1972, 15000],
		],
	});
	for (const year of ["1970", "1971", "1972", "12,000", "15,000"])
		assert.ok(texts.includes(year), texts.join());
	assert.ok(!texts.some((text) => /^1,9|\.5$/.test(text)), texts.join());
});
