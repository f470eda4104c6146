/** The MCP App of the demo's data server, in the demo: by keyboard, in dark, in French, with hostile data, and where its server does not answer. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { makeWish, openDemo, pointAtApp } from "./support/demo.mjs";
import { startScripted } from "./support/scripted.mjs";
import { expectState } from "./support/wait.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RUN_MS = 30_000;
const EVIL = `<img src="x" onerror="globalThis.harmed = true"></script>`;
/** More than fit at once, so that they can be filtered; of one there is less than nothing, and one has no name. */
const NAMES = [EVIL, null, ..."ABCDEFGHIJKL"];
const tables = [
	{
		table: "accounts",
		rows: NAMES.flatMap((name, i) => [
			{ name, balance: i * 10 - 20, [EVIL]: i % 2 },
			{ name, balance: i * 10 - 20, [EVIL]: i % 2 },
		]),
	},
];

let model;
before(async () => {
	model = await startScripted();
});
after(() => model?.close());

/** The demo with the app on its canvas. */
async function open(t, context) {
	const demo = await openDemo({ tables, settings: model.settings, context });
	t.after(async () => {
		await demo.close();
		assert.deepEqual(demo.problems, []);
	});
	const { page } = demo;
	await page.locator('[part=server][data-state="connected"]').waitFor({ state: "attached" });
	model.turns.splice(
		0,
		Infinity,
		{
			tool: "datasets_mcp_explore_table",
			args: { table: "accounts", group: "name", value: "balance" },
		},
		{ text: "There they are." },
	);
	const { failure } = await makeWish(page, "explore the accounts", RUN_MS);
	assert.equal(failure, undefined);
	const app = page.locator("iframe[credentialless]").contentFrame().locator("iframe").contentFrame();
	await app.getByRole("rowheader").first().waitFor();
	const frame = page.frames().find((one) => one.url() === "about:srcdoc");
	return { demo, page, app, frame, labels: () => app.getByRole("rowheader").allInnerTexts() };
}

test("it is worked by keyboard alone: sorted, filtered, asked anew", async (t) => {
	const { page, app, frame, labels } = await open(t, { viewport: { width: 1200, height: 800 } });
	const first = await labels();
	assert.equal(first.length, NAMES.length);
	const tabTo = async (id, key = "Tab") => {
		for (let presses = 0; presses < 80; presses += 1) {
			if (await frame.evaluate((id) => document.activeElement?.id === id, id)) return;
			await page.keyboard.press(key);
		}
		assert.fail(`${id} is not reached by ${key}.`);
	};
	await tabTo("by-value");
	await page.keyboard.press("Enter");
	assert.equal((await labels())[0], "L", "the largest first");
	const head = app.getByRole("columnheader", { name: /^Average balance/ });
	assert.equal(await head.getAttribute("aria-sort"), "descending");
	await page.keyboard.press("Enter");
	assert.deepEqual([(await labels()).at(-1), await head.getAttribute("aria-sort")], ["L", "ascending"]);
	await tabTo("filter", "Shift+Tab");
	await page.keyboard.type("k");
	assert.deepEqual(await labels(), ["K"]);
	assert.match(await app.getByRole("status").innerText(), /^accounts: 1 of 14 groups$/);
	await tabTo("value", "Shift+Tab");
	await page.keyboard.press("ArrowUp");
	await tabTo("show");
	await page.keyboard.press("Enter");
	await app.getByRole("heading", { name: /^Number of rows for each name$/ }).waitFor();
	assert.equal((await labels()).length, NAMES.length);
	assert.ok(await app.getByRole("button", { name: "Show" }).evaluate((one) => one.matches(":focus-visible")));
});

test("what the data says is text, whatever it says", async (t) => {
	const { page, app, frame, labels } = await open(t);
	assert.deepEqual((await labels()).slice(0, 3), ["none", EVIL, "A"]);
	await pointAtApp(page);
	await app.getByRole("combobox", { name: "For each" }).selectOption(EVIL);
	await app.getByRole("button", { name: "Show" }).click();
	await app.getByRole("heading", { name: `for each ${EVIL}` }).waitFor();
	assert.deepEqual(await labels(), ["0", "1"]);
	assert.equal(await frame.evaluate(() => globalThis.harmed), undefined);
	assert.equal(await app.locator("img").count(), 0);
});

for (const colorScheme of ["light", "dark"]) {
	test(`axe finds nothing in it, ${colorScheme}, and nothing is wider than a narrow screen`, async (t) => {
		const { page, app, frame } = await open(t, { colorScheme, viewport: { width: 1200, height: 800 } });
		assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), colorScheme);
		await frame.evaluate(AXE);
		const violations = await frame.evaluate(async () => {
			// Behind what is transparent lies the page, which cannot be seen from here.
			document.documentElement.style.background = "Canvas";
			const { violations } = await globalThis.axe.run(document);
			return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
		});
		assert.deepEqual(violations, []);
		await page.setViewportSize({ width: 360, height: 780 });
		await page.getByRole("tab").nth(1).click();
		await app.getByRole("rowheader").first().waitFor();
		const { wide, seen } = await frame.evaluate(() => {
			const { scrollWidth: wide, clientWidth: seen } = document.documentElement;
			return { wide, seen };
		});
		assert.ok(seen > 100 && wide <= seen, `${wide} of ${seen}`);
	});
}

test("it follows the page: when that turns dark, and in the language of the page", async (t) => {
	const { page, app, frame } = await open(t, { locale: "fr-FR" });
	await app.getByRole("heading", { name: "Moyenne de balance par name" }).waitFor();
	await app.getByRole("button", { name: "Afficher" }).waitFor();
	assert.equal(await app.getByRole("status").innerText(), "accounts : 14 groupes");
	assert.equal(await frame.evaluate(() => document.documentElement.lang), "fr");
	await page.emulateMedia({ colorScheme: "dark" });
	await expectState(frame, () => document.documentElement.dataset.theme === "dark");
	// What is being chosen meanwhile stays, in whichever language the host tells of itself again.
	const group = app.getByRole("combobox", { name: "Pour chaque" });
	await group.selectOption(EVIL);
	await frame.evaluate(() => {
		const params = { theme: "light", locale: "fr-FR" };
		const data = { jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params };
		dispatchEvent(new MessageEvent("message", { data, source: parent }));
	});
	await expectState(frame, () => document.documentElement.dataset.theme === "light");
	assert.equal(await group.inputValue(), EVIL);
});

test("where its server does not answer it says so, and shows what it had", async (t) => {
	const { demo, page, app, labels } = await open(t);
	await demo.data.close();
	const before = await labels();
	await pointAtApp(page);
	await app.getByRole("combobox", { name: "Measure" }).selectOption("");
	await app.getByRole("button", { name: "Show" }).click();
	await app.locator("#state.failed").waitFor({ timeout: RUN_MS });
	assert.notEqual(await app.locator("#state").innerText(), "");
	assert.deepEqual(await labels(), before);
	demo.problems.splice(0);
	demo.data.close = async () => undefined;
});
