/** A canvas in React, Svelte, Vue and Solid: a mini app of each, built by Vite with the framework's own plugin. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

const FRAMEWORKS = ["react", "svelte", "vue", "solid"];

let browser;
before(async () => {
	browser = await launch();
});
after(() => browser?.close());

for (const name of FRAMEWORKS) {
	describe(name, () => {
		let site;
		before(async () => {
			site = await serveSite(`adapters/${name}`);
		});
		after(() => site?.close());

		/** A test with the app in a page of its own, where nothing may go wrong. */
		const driven = (title, work, hash = "") =>
			test(title, async () => {
				const { page, problems, close } = await openPage(browser);
				page.setDefaultTimeout(10_000);
				try {
					await page.goto(site.url + hash);
					await page.waitForFunction(() => window.app && document.querySelector(".wm-edited"));
					await work(appIn(page));
					assert.deepEqual(problems, []);
				} finally {
					await close();
				}
			});

		driven("what is added by a button is counted, listed and shown", async ({ page, press, shown }) => {
			assert.equal(await page.innerText("output"), "0");
			await press("Add");
			await press("Add");
			await shown(["Tea 1: 1", "Tea 2: 2"]);
			assert.equal(await page.innerText("output"), "2");
			assert.deepEqual(await page.locator("li").allInnerTexts(), ["Tea 1 1", "Tea 2 2"]);
		});

		driven(
			"undo is a button that can be pressed while there is something",
			async ({ page, press, shown }) => {
				const undo = page.getByRole("button", { name: "Undo" });
				assert.equal(await undo.isDisabled(), true);
				await press("Add");
				await shown(["Tea 1: 1"]);
				assert.equal(await undo.isDisabled(), false);
				await press("Undo");
				await shown([]);
				assert.equal(await page.innerText("output"), "0");
				assert.equal(await undo.isDisabled(), true);
			},
		);

		driven(
			"a component as a widget is updated in place, tells and hears",
			async ({ page, press, shown, change }) => {
				await press("Add");
				await press("Add");
				await shown(["Tea 1: 1", "Tea 2: 2"]);
				await page.evaluate(() => {
					window.told = [];
					window.app.bus.subscribe(["buy"], ({ from, payload }) => void window.told.push([from, payload]));
					const { blocks } = window.app.canvases[0];
					window.ids = blocks.map(({ id }) => id);
					window.app.canvases[0].link(window.ids);
					window.first = document.querySelector("#canvas p");
				});
				await change(0, { price: 9 });
				await shown(["Tea 1: 9", "Tea 2: 2"]);
				assert.equal(await page.evaluate(() => document.querySelector("#canvas p") === window.first), true);
				// Links come with code of their own.
				await page.waitForFunction(() => window.app.bus.hasLinks(window.ids[0]));
				await page.locator("#canvas p button").first().click();
				const [told, ids] = await page.evaluate(() => [window.told, window.ids]);
				assert.deepEqual(told, [[ids[0], { product: "Tea 1" }]]);
				await page.waitForFunction(() => document.querySelectorAll("#canvas i")[1].textContent !== "");
				assert.deepEqual(await page.locator("#canvas i").allInnerTexts(), ["", "buy Tea 1"]);
			},
		);

		driven(
			"a change of one widget draws only what reads it",
			async ({ page, press, shown, change, renders }) => {
				await press("Add");
				await press("Add");
				await shown(["Tea 1: 1", "Tea 2: 2"]);
				const before = await renders();
				await change(1, { price: 7 });
				await shown(["Tea 1: 1", "Tea 2: 7"]);
				assert.equal(await page.locator("li").nth(1).innerText(), "Tea 2 7");
				const after = await renders();
				const drawn = Object.keys(after).filter((name) => after[name] !== before[name]);
				assert.deepEqual(drawn.toSorted(), ["row Tea 2", "widget Tea 2"]);
				await page.evaluate(() => {
					const [canvas] = window.app.canvases;
					canvas.select([canvas.blocks[0].id]);
				});
				await page.waitForSelector(".wm-selected");
				assert.deepEqual(await renders(), after, "a selection changes no widget");
			},
		);

		driven("another canvas is mounted in place of the first", async ({ page, press, shown, listening }) => {
			await press("Add");
			await shown(["Tea 1: 1"]);
			const [mounted, idle] = await listening();
			assert.ok(mounted > idle, `${mounted} listen to the shown one, ${idle} to the other`);
			await press("Other");
			await shown([]);
			assert.equal(await page.innerText("output"), "0");
			await press("Add");
			await press("Add");
			await shown(["Tea 2: 2", "Tea 3: 3"]);
			assert.equal(await page.innerText("output"), "2");
			const [left, now] = await listening();
			assert.deepEqual([left < mounted, now > idle], [true, true], "who listened has changed over");
			assert.equal(await page.evaluate(() => window.app.bus.peerCount), 2);
			await press("Other");
			await shown(["Tea 1: 1"]);
			await page.waitForFunction(() => window.app.alive.now === 1);
			assert.equal(await page.locator("#canvas.wm-edited").count(), 1);
		});

		driven(
			"a page that is drawn again leaves the canvas as it is",
			async ({ page, press, shown, listening }) => {
				await shown(["Tea 1: 1"]);
				await page.evaluate(() => {
					window.first = document.querySelector("#canvas p");
				});
				const before = await listening();
				await press("Busy");
				await page.waitForSelector("#canvas.desk.busy.wm-canvas.wm-edited");
				await press("Busy");
				await page.waitForSelector("#canvas.desk:not(.busy)");
				const isFirst = () => document.querySelector("#canvas p") === window.first;
				assert.equal(await page.evaluate(isFirst), true);
				assert.deepEqual(await listening(), before);
				assert.equal(await page.locator("#canvas.wm-canvas.wm-edited").count(), 1);
			},
			"#filled",
		);

		driven("an app that is taken down leaves nothing", async ({ page, press, shown }) => {
			await press("Add");
			await press("Add");
			await press("Other");
			await press("Add");
			await shown(["Tea 3: 3"]);
			assert.equal(await page.evaluate(() => window.app.alive.now), 1);
			await page.evaluate(() => {
				window.element = document.querySelector("#canvas");
				window.app.close();
			});
			await page.waitForFunction(() => {
				const { canvases, bus, alive } = window.app;
				const left = canvases.reduce((sum, { listeners }) => sum + listeners.size, 0);
				return left + bus.peerCount + alive.now + window.element.children.length === 0;
			});
			assert.equal(await page.locator("#canvas").count(), 0);
			await page.evaluate(() =>
				window.app.canvases.map((canvas) => canvas.addWidget("price", { product: "x", price: 1 }).id),
			);
			assert.equal(await page.evaluate(() => window.app.alive.now), 0);
		});

		driven(
			"what the canvas had before is shown, and drawn once",
			async ({ page, shown, listening }) => {
				await shown(["Tea 1: 1"]);
				assert.deepEqual(await page.locator("li").allInnerTexts(), ["Tea 1 1"]);
				assert.equal(await page.locator("#canvas > .wm-frame").count(), 1);
				await page.waitForFunction(() => window.app.alive.now === 1);
				// React's strict mode mounts all twice and takes one of them down.
				const isStrict = name === "react";
				assert.equal(await page.evaluate(() => window.app.alive.drawn), isStrict ? 2 : 1);
				assert.equal(await page.evaluate(() => window.app.bus.peerCount), 1);
				// The count, the layout, the button, the list, the row, and what shows the canvas.
				if (isStrict) assert.deepEqual(await listening(), [6, 0]);
			},
			"#filled",
		);
	});
}

/** What the tests do with an app. */
function appIn(page) {
	return {
		page,
		press: (name) => page.getByRole("button", { name, exact: true }).click(),
		/** Waits until the canvas shows these widgets. */
		shown: async (texts) => {
			const shows = (texts) =>
				[...document.querySelectorAll("#canvas b")].map(({ textContent }) => textContent).join() === texts;
			await page.waitForFunction(shows, texts.join());
			// What follows a change elsewhere on the page comes with the next frame.
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
		},
		change: (at, patch) =>
			page.evaluate(
				([at, patch]) => {
					const [canvas] = window.app.canvases;
					canvas.updateWidget(canvas.blocks[at].id, patch);
				},
				[at, patch],
			),
		renders: () => page.evaluate(() => ({ ...window.app.renders })),
		/** How many listen to each canvas. */
		listening: () => page.evaluate(() => window.app.canvases.map(({ listeners }) => listeners.size)),
	};
}
