/** `<auto-ui-canvas>` brings what an answer shows into sight, and leaves a person alone who looks or works elsewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsPage, tell } from "./pages/elements/support.mjs";

const { talk } = elementsPage();

/** An app whose canvas is full, and what shows one widget more by an answer. */
async function full(viewport = { width: 1100, height: 640 }) {
	const opened = await talk({ tags: "app" }, { viewport });
	const { page } = opened;
	await page.evaluate(() => {
		const { canvas } = window.talk.workspace;
		for (let at = 0; at < 24; at++) canvas.addWidget("stat", { label: `Number ${at}`, value: String(at) });
	});
	const answer = async (meanwhile) => {
		await page.getByTestId("wish-input").fill("one more");
		await page.getByTestId("wish-input").press("Enter");
		await meanwhile?.();
		const text = { name: "text", params: { content: "Asked for" } };
		await tell(page, "calls", ["c1", "autoui_webmcp_widget_display", text]);
		await page.locator("[data-widget-type=text]").waitFor({ state: "attached" });
	};
	/** Whether it is within what is seen of the canvas. */
	const isSeen = () =>
		page.evaluate(() => {
			const [board] = window.deepAll("auto-ui-canvas");
			const frame = window.deepAll("[data-widget-type=text]")[0]?.getBoundingClientRect();
			const view = board?.getBoundingClientRect();
			return frame.height > 0 && frame.top >= view.top - 1 && frame.bottom <= view.bottom + 1;
		});
	return { ...opened, answer, isSeen };
}

test("what an answer shows comes into sight, and what a person scrolled to afterwards stays", async () => {
	const { page, answer, isSeen, problems, close } = await full();
	await answer();
	await page.waitForFunction(() => window.deepAll("auto-ui-canvas")[0].scrollTop > 0);
	await page.waitForTimeout(50);
	assert.ok(await isSeen());
	await page.mouse.move(800, 400);
	await page.mouse.wheel(0, -5000);
	await page.waitForFunction(() => window.deepAll("auto-ui-canvas")[0].scrollTop === 0);
	await page.evaluate(() => {
		const { canvas } = window.talk.workspace;
		const { id } = canvas.getSnapshot().blocks.at(-1);
		canvas.updateWidget(id, { content: "It grows.\n\n".repeat(8) });
	});
	await page.getByText("It grows.").nth(7).waitFor({ state: "attached" });
	await page.waitForTimeout(100);
	assert.equal(await page.evaluate(() => window.deepAll("auto-ui-canvas")[0].scrollTop), 0);
	assert.deepEqual(problems, []);
	await close();
});

test("a person who works in a widget is not moved away", async () => {
	const { page, answer, isSeen, close } = await full();
	await answer(() => page.locator("auto-ui-canvas .wm-grip").first().focus());
	await page.waitForTimeout(200);
	assert.equal(await page.evaluate(() => window.deepAll("auto-ui-canvas")[0].scrollTop), 0);
	assert.equal(await isSeen(), false);
	await close();
});

test("where chat and canvas are tabs, the app turns to the canvas, and it is in sight", async () => {
	const { page, answer, isSeen, close } = await full({ width: 390, height: 700 });
	await answer();
	await page.waitForFunction(() => window.deepAll("auto-ui-canvas")[0].scrollTop > 0);
	await page.waitForTimeout(50);
	assert.ok(await isSeen());
	await close();
});

test("on a canvas that a page hides it is in sight once a person opens that", async () => {
	const { page, answer, isSeen, close } = await full();
	const display = (value) =>
		page.evaluate((value) => {
			window.deepAll("auto-ui-canvas")[0].style.display = value;
		}, value);
	await answer(() => display("none"));
	await page.mouse.click(800, 400);
	await display("");
	await page.waitForFunction(() => window.deepAll("auto-ui-canvas")[0].scrollTop > 0);
	await page.waitForTimeout(50);
	assert.ok(await isSeen());
	await close();
});
