/** The demo's page: keyboard, narrow screens, themes, servers that fail, no model. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openDemo, serversReady } from "./support/demo.mjs";

describe("on a wide screen", () => {
	let demo;
	let page;
	before(async () => {
		demo = await openDemo({ context: { viewport: { width: 1200, height: 800 } } });
		page = demo.page;
	});
	after(() => demo?.close());

	test("chat and canvas stand side by side, and the data server is connected", async () => {
		await serversReady(page);
		const chat = await page.locator("#chat-pane").boundingBox();
		const canvas = await page.locator("#canvas-pane").boundingBox();
		assert.ok(chat.x + chat.width <= canvas.x + 1);
		assert.match(await page.getByTestId("servers-state").innerText(), /1 of 1 connected, 6 tools/);
	});

	test("the policy of the built page is strict", async () => {
		const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
		assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
		assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?!;)|blob:/);
	});

	test("without a model the page says so and names the remedy", async () => {
		await page.getByTestId("wish-input").fill("hello");
		await page.getByTestId("wish-input").press("Enter");
		assert.match(await page.getByTestId("failure").innerText(), /choose a GGUF file, or another provider/);
		assert.equal(await page.getByTestId("wish-input").inputValue(), "");
	});

	test("Shift+Enter breaks the line instead of sending", async () => {
		const replies = await page.getByTestId("reply").count();
		await page.getByTestId("wish-input").fill("one");
		await page.getByTestId("wish-input").press("Shift+Enter");
		assert.match(await page.getByTestId("wish-input").inputValue(), /one\n/);
		assert.equal(await page.getByTestId("reply").count(), replies);
	});

	test("a suggestion comes from the connected server and goes into the field", async () => {
		await page.getByTestId("wish-input").fill("");
		const chip = page.locator("auto-ui-suggestions .chip", { hasText: "average" }).first();
		const text = await chip.innerText();
		await chip.click();
		assert.equal(await page.getByTestId("wish-input").inputValue(), text);
		const other = page.locator("auto-ui-suggestions .chip").first();
		await other.click();
		assert.equal(
			await page.getByTestId("wish-input").inputValue(),
			await other.innerText(),
			"another takes its place",
		);
		await page.getByTestId("wish-input").fill("of my own");
		await chip.click();
		assert.equal(
			await page.getByTestId("wish-input").inputValue(),
			`of my own\n${text}`,
			"what one writes stays",
		);
	});

	test("a server that cannot be reached is shown as failed, with the reason, and can be removed", async () => {
		await page.locator("[data-panel=servers] > summary").click();
		await page.getByTestId("server-url").fill("http://127.0.0.1:9/mcp");
		await page.getByTestId("connect").click();
		const failed = page.locator('[part=server][data-state="failed"]');
		await failed.waitFor();
		assert.match(await failed.innerText(), /failed: .{5,}/);
		assert.match(await page.getByTestId("servers-state").innerText(), /1 of 2 connected/);
		await failed.getByRole("button", { name: /Remove/ }).click();
		await failed.waitFor({ state: "detached" });
	});

	test("the theme goes from the system's to light to dark and is remembered", async () => {
		const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		const light = await background();
		await page.getByTestId("theme").click();
		assert.equal(await background(), light);
		await page.getByTestId("theme").click();
		const dark = await background();
		assert.notEqual(dark, light);
		await page.reload();
		await serversReady(page);
		assert.equal(await background(), dark);
	});

	test("the tour leads from place to place by keyboard, and back to where one was", async () => {
		await page.getByTestId("tour").focus();
		await page.keyboard.press("Enter");
		const card = page.getByTestId("card");
		await card.waitFor();
		const title = () => card.locator("h2").innerText();
		const first = await title();
		const seen = new Set([first]);
		for (let at = 0; at < 9; at++) {
			await page.keyboard.press("ArrowRight");
			await page.waitForTimeout(50);
			seen.add(await title());
		}
		assert.ok(seen.size >= 5, [...seen].join());
		const [ring, target] = await page.evaluate(() =>
			[deepAll(".ring")[0], deepAll("[part=console]")[0]].map((one) => one.getBoundingClientRect().toJSON()),
		);
		assert.ok(ring.x <= target.x && ring.right >= target.right, "what is spoken of is in the ring");
		await page.keyboard.press("Escape");
		await card.waitFor({ state: "detached" });
		assert.equal(await page.evaluate(() => deepFocus().getAttribute("part")), "tour");
	});

	test("every control can be reached by keyboard and shows that it has the focus", async () => {
		const seen = new Set();
		await page.locator("body").click({ position: { x: 600, y: 20 } });
		for (let i = 0; i < 24; i++) {
			await page.keyboard.press("Tab");
			const focused = await page.evaluate(() => {
				const element = deepFocus();
				const ring =
					getComputedStyle(element).outlineStyle !== "none" || element.closest(".composer:focus-within");
				return { name: element.getAttribute("part") ?? element.tagName, ring: Boolean(ring) };
			});
			seen.add(focused.name);
			assert.ok(focused.ring || focused.name === "BODY", `${focused.name} shows its focus`);
		}
		for (const name of ["theme", "SUMMARY", "wish-input", "send"]) assert.ok(seen.has(name), name);
	});
});

describe("on a narrow screen", () => {
	let demo;
	before(async () => {
		demo = await openDemo({ context: { viewport: { width: 375, height: 700 } } });
	});
	after(() => demo?.close());

	test("chat and canvas are tabs, and nothing is wider than the screen", async () => {
		const { page } = demo;
		await serversReady(page);
		assert.equal(await page.locator("#canvas-pane").isVisible(), false);
		await page.getByRole("tab", { name: "Canvas" }).click();
		assert.equal(await page.locator("#canvas-pane").isVisible(), true);
		assert.equal(await page.locator("#chat-pane").isVisible(), false);
		await page.keyboard.press("ArrowLeft");
		assert.equal(await page.locator("#chat-pane").isVisible(), true);
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
		assert.deepEqual(demo.problems, []);
	});
});
