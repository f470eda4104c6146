/** A canvas of the package's core in Firefox and WebKit, worked on by keyboard alone. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { serveSite } from "../e2e/support/site.mjs";
import { engines } from "./support/each.mjs";

const site = await serveSite("canvas");
after(() => site.close());

const ROWS = [
	{ pet: "cat", fee: 3 },
	{ pet: "dog", fee: 5 },
];
const TABLE = ["data-table", { title: "Pets", rows: ROWS }];
const CHART = ["chart", { title: "Fees", bars: ROWS.map(({ pet, fee }) => [pet, fee]) }];
const STATS = ["a", "b"].map((label) => ["stat", { label, value: "1" }]);

for (const { name, open } of engines) {
	describe(name, () => {
		/** @type {import("./support/driven.mjs").Driven} */
		let page;
		/** @type {string[]} */
		let ids;
		before(async () => {
			page = await open();
		});
		after(() => page?.close());
		beforeEach(async () => {
			await page.goto(site.url);
			await until(`window.end && document.querySelector("#main.wm-edited")`);
			await page.run(`window.problems = [];
				addEventListener("error", ({ message }) => message && window.problems.push(message));
				addEventListener("unhandledrejection", ({ reason }) => window.problems.push(String(reason)));`);
		});
		afterEach(async () => {
			const problems = await page.run("return window.problems");
			assert.deepEqual(
				problems.filter((/** @type {string} */ problem) => !problem.startsWith("ResizeObserver loop")),
				[],
			);
		});

		const value = (/** @type {string} */ of) => page.run(`return ${of}`);
		/** Waits until an expression of the page holds; returns its value. */
		async function until(/** @type {string} */ of) {
			return page.run(`for (let left = 200; ; left--) {
				const value = ${of};
				if (value) return value;
				if (left === 0) throw new Error("It never was: " + ${JSON.stringify(of)});
				await new Promise((done) => setTimeout(done, 25));
			}`);
		}
		async function put(/** @type {unknown[]} */ widgets) {
			ids = await value(
				`${JSON.stringify(widgets)}.map(([type, data]) => window.canvas.addWidget(type, data).id)`,
			);
			await until(`document.querySelectorAll(".wm-grip").length === ${widgets.length}`);
		}
		const frame = (/** @type {number} */ at) => `document.querySelector('[data-widget-id="${ids[at]}"]')`;
		const block = (/** @type {number} */ at) => `window.canvas.blocks.find(({ id }) => id === "${ids[at]}")`;
		const focused = () => value("document.activeElement?.className ?? ''");
		/** Presses the tabulator until an expression holds; a person has no other way. */
		async function tabTo(/** @type {string} */ of, key = "Tab") {
			for (let left = 40; left > 0; left--) {
				if (await value(of)) return;
				await page.press(key);
			}
			assert.fail(`The tabulator does not lead to ${of}; it ends at '${await focused()}'.`);
		}
		const isOn = (/** @type {string} */ element) => `document.activeElement === ${element}`;

		test("select, link, point and undo", async () => {
			await put([TABLE, CHART]);
			await until(`${frame(1)}.querySelector("canvas[style]")`);
			await tabTo(isOn(`${frame(0)}.querySelector(".wm-grip")`));
			await page.press("Space");
			await tabTo(isOn(`${frame(1)}.querySelector(".wm-grip")`));
			await page.press("Enter");
			assert.equal(await until(`document.querySelector("#main > [role=status]").textContent`), "2 selected");
			await page.press("l");
			assert.deepEqual(await value(`${block(1)}.links`), ["l1"]);
			await until(`document.querySelector(".wm-links path")`);
			await tabTo(isOn(`${frame(0)}.querySelector("tbody tr")`), "Shift+Tab");
			await page.press("ArrowDown", "Enter");
			assert.equal(await until(`${frame(1)}.querySelector("canvas").dataset.pointed`), "dog");
			await page.press("Control+z");
			assert.equal(await value(`${block(1)}.links ?? null`), null);
			await until(`!document.querySelector(".wm-links")`);
			await page.press("Control+Shift+z");
			assert.deepEqual(await value(`${block(1)}.links`), ["l1"]);
		});

		test("move, resize, remove and undo", async () => {
			await put(STATS);
			await page.run(`window.canvas.setLayout("floating")`);
			await tabTo(isOn(`${frame(1)}.querySelector(".wm-grip")`));
			const place = () => value(`(({ x, y, width, height }) => [x, y, width, height])(${block(1)})`);
			await page.press("Shift+ArrowDown", "ArrowDown");
			const [left, top, width, height] = await place();
			await page.press("ArrowRight", "ArrowRight", "ArrowDown");
			assert.deepEqual(await place(), [left + 16, top + 8, width, height]);
			await page.press("Shift+ArrowRight");
			assert.deepEqual(await place(), [left + 16, top + 8, width + 8, height]);
			await page.press("Delete");
			assert.equal(await value("window.canvas.blocks.length"), 1);
			assert.equal(await value(isOn(`${frame(0)}.querySelector(".wm-grip")`)), true);
			await page.press("Control+z", "Control+z");
			assert.deepEqual(await place(), [left + 16, top + 8, width, height]);
		});

		test("the toolbar is one stop, and a frame's menu opens, is gone through and closes", async () => {
			await put([TABLE]);
			await tabTo(`document.activeElement.closest("#toolbar")`);
			await page.press("Tab");
			assert.equal(await value(`document.activeElement.closest("#toolbar") !== null`), false);
			await tabTo(isOn(`${frame(0)}.querySelector(".wm-more > summary")`));
			await page.press("Enter");
			await until(`${frame(0)}.querySelector(".wm-more[open] button")`);
			await page.press("Tab");
			assert.equal(await value(`document.activeElement.closest(".wm-more > div") !== null`), true);
			await page.press("Escape");
			assert.equal(await value(`${frame(0)}.querySelector(".wm-more").open`), false);
			assert.equal(await value(isOn(`${frame(0)}.querySelector(".wm-more > summary")`)), true);
		});
	});
}
