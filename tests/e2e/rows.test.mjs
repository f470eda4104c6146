/** A whole table reaches the canvas by reference: the model and the history see a part of it, the widget all rows. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { datasets } from "../../www/server/datasets.mjs";
import { approveToTheEnd, approveUntil, send } from "./support/approve.mjs";
import { makeWish, modelReady, openDemo, openSettings, serversReady } from "./support/demo.mjs";
import { generator, ROWS_WORDINGS, SEED } from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";

const WISH_MS = 120_000;
const DISPLAY = "autoui_webmcp_widget_display";

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);
const tables = datasets();
let demo;
before(async () => {
	demo = await openDemo({ model: realModel() });
	await modelReady(demo.page, WISH_MS);
	await serversReady(demo.page);
});
after(() => demo?.close());

/** All cells of one column, in the order in which they are shown, read while one scrolls from the first row to the last. */
async function column(page, index, count) {
	const region = page.locator('[data-widget-type="data-table"] .wm-table');
	const rows = region.locator("tbody tr[data-index]");
	await rows.first().waitFor();
	assert.equal(await region.locator("table").getAttribute("aria-rowcount"), String(count + 1));
	assert.ok((await rows.count()) < count, "not all are drawn at once");
	await region.focus();
	return page.evaluate(
		async ([index, count]) => {
			const element = deepAll(".wm-table")[0];
			const found = new Map();
			while (found.size < count) {
				for (const row of element.querySelectorAll("tbody tr[data-index]"))
					found.set(Number(row.dataset.index), row.cells[index].textContent);
				element.scrollTop += 200;
				await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
			}
			return Array.from({ length: count }, (_, at) => found.get(at));
		},
		[index, count],
	);
}

for (const [table, field] of [
	["cars", "Name"],
	["gapminder", "country"],
]) {
	const wish = random.pick(ROWS_WORDINGS)(table);
	test(`every row of the table is in the widget: ${wish}`, async () => {
		const { page } = demo;
		const { rows } = tables.find((one) => one.table === table);
		assert.ok(rows.length > 300);
		const { widgets, steps, failure } = await makeWish(page, wish, WISH_MS);
		const story = `${JSON.stringify(steps.slice(-2))} ${failure ?? ""}`;
		assert.deepEqual(
			widgets.map(({ type }) => type),
			["data-table"],
			story,
		);
		const index = Object.keys(rows[0]).indexOf(field);
		assert.deepEqual(
			await column(page, index, rows.length),
			rows.map((row) => String(row[field])),
		);
		const step = steps.find(({ tool }) => tool === DISPLAY);
		assert.match(step.text, /↪ \/rows of what query_sql of datasets returned/, "the step says it in words");
	});
}

test("the history of the run holds the reference and not the rows, also over a reload", async () => {
	const { page } = demo;
	await openSettings(page);
	await page.getByLabel("Ask before tools run").selectOption("Every call");
	await page.getByTestId("clear").click();
	await send(page, random.pick(ROWS_WORDINGS)("cars"));
	const { card } = await approveUntil(page, DISPLAY, WISH_MS);
	assert.match(await card.innerText(), /↪ \/rows of what query_sql of datasets returned/);
	const state = await page.evaluate(
		() => document.querySelector("auto-ui-app").workspace.conversation.thread.last.run,
	);
	const { rows } = tables.find(({ table }) => table === "cars");
	const history = JSON.stringify([state.messages, state.turn.messages]);
	const names = new Set(rows.map(({ Name }) => Name));
	const told = [...names].filter((name) => history.includes(`"${name}\\`));
	assert.ok(
		told.length > 0 && told.length < names.size / 4,
		`the model was told of ${told.length} of ${names.size} cars`,
	);
	assert.match(history, /truncated, \/rows \d+ of 406 items/);
	const display = state.turn.messages.at(-1).content.find(({ name }) => name === DISPLAY);
	assert.deepEqual(Object.keys(display.input.params.rows), ["$result", "path"]);
	await page.reload();
	await modelReady(page, WISH_MS);
	await serversReady(page);
	await approveToTheEnd(page, WISH_MS);
	const cells = await column(page, Object.keys(rows[0]).indexOf("Name"), rows.length);
	assert.equal(cells.length, rows.length);
	assert.deepEqual(demo.problems, []);
});
