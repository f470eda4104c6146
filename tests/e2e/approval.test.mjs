/** Approval in the demo, with real servers: nothing runs that the person did not allow. A run that waits for the model has the real one. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { datasets } from "../../www/server/datasets.mjs";
import { approveToTheEnd, approveUntil, nextCards, openCalls, send } from "./support/approve.mjs";
import {
	assertNumbers,
	chartNumbers,
	lastSaid,
	modelReady,
	openDemo,
	openSettings,
	serversReady,
} from "./support/demo.mjs";
import { averages, generator, knownQuestion, NOTES, SEED } from "./support/draw.mjs";
import { startErrands } from "./support/errands.mjs";
import { realModel } from "./support/model.mjs";
import { startScripted } from "./support/scripted.mjs";
import { expectState } from "./support/wait.mjs";

const LOAD_MS = 120_000;
const STEP_MS = 120_000;
const QUERY = "datasets_mcp_query_sql";
const DISPLAY = "autoui_webmcp_widget_display";
/** What the wish asks, and not what the page asks to know the tables. */
const QUESTION = /AVG/;

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);
const cars = datasets().find(({ table }) => table === "cars").rows;
const draw = () => {
	const { wish, column, group } = knownQuestion(random);
	return { wish, column, group, expected: averages(cars, column, group) };
};

let model;
before(async () => {
	model = await startScripted();
});
after(() => model?.close());

/** Has the model answer the next prompt by these turns. */
const answerBy = (...turns) => model.turns.splice(0, Infinity, ...turns);

/** A question that is drawn, and a model that answers it as models do: by recipes, tables, rows and a chart of them. */
function drawScripted() {
	const { wish, column, group, expected } = draw();
	const sql = `SELECT "${group}", AVG("${column}") AS average FROM cars GROUP BY "${group}"`;
	const data = Object.entries(expected).map(([label, value]) => ({ label, value }));
	answerBy(
		{ calls: [{ tool: "autoui_webmcp_list_recipes" }, { tool: "datasets_mcp_list_tables" }] },
		{ tool: "datasets_mcp_describe_table", args: { table: "cars" } },
		{ tool: QUERY, args: { sql } },
		{ tool: DISPLAY, args: { name: "chart", params: { title: wish, type: "bar", data } } },
		{ text: "There it is." },
	);
	return { wish, expected };
}

const widgets = (page) => page.locator("[data-widget-id]").count();
const steps = (page) => page.getByTestId("reply").last().getByTestId("step");
const tools = (page) => steps(page).evaluateAll((all) => all.map((step) => step.dataset.tool));
/** How often the wish's own question was asked. */
const asked = (page) => steps(page).filter({ hasText: QUESTION }).count();
const said = lastSaid;
/** Whether a run is kept that waits for the person, as a page that is opened again would find it. */
const kept = (page) =>
	page.evaluate(async () => {
		const { keeper } = document.querySelector("auto-ui-app").workspace;
		await keeper.settled();
		const { sessions } = await keeper.storage.exportAll();
		return sessions.some(({ messages }) => messages.some(({ state }) => state === "waiting"));
	});

describe("with every call asked before", () => {
	let demo;
	let page;
	before(async () => {
		demo = await openDemo({ settings: { ...model.settings, ask: "always" } });
		page = demo.page;
		await serversReady(page);
	});
	after(() => demo?.close());
	beforeEach(async () => {
		if (await page.getByTestId("clear").isVisible()) await page.getByTestId("clear").click();
	});

	test("what is approved runs, and the chart of the real rows comes", async () => {
		const { wish, expected } = drawScripted();
		await send(page, wish);
		const { asked: before, card } = await approveUntil(page, QUERY, STEP_MS, QUESTION);
		assert.ok(before.includes("autoui_webmcp_list_recipes"), before.join(", "));
		assert.match(await card.innerText(), /query_sql of datasets[\s\S]*SELECT/, "it says what would run");
		assert.equal(await asked(page), 0, "it has not run");
		assert.equal(await widgets(page), 0);
		await approveToTheEnd(page, STEP_MS);
		assertNumbers(await chartNumbers(page), expected, wish);
		assert.equal(await asked(page), 1);
		assert.equal(await kept(page), false, "nothing is kept of a run that has ended");
	});

	test("what is denied does not run: the reason is told, and nothing is shown", async () => {
		await send(page, drawScripted().wish);
		const { card } = await approveUntil(page, QUERY, STEP_MS, QUESTION);
		await card.getByTestId("deny-reason").fill("too costly today");
		answerBy({ text: "Then I cannot say." });
		await card.getByTestId("deny").click();
		assert.equal(await nextCards(page, STEP_MS), undefined);
		assert.match(
			JSON.stringify(model.seen.at(-1)),
			/did not allow this call: too costly today/,
			"the model is told",
		);
		assert.equal(await widgets(page), 0);
		const step = page.getByTestId("reply").last().locator(`[part=step][data-tool="${QUERY}"]`);
		assert.match(await step.locator(".outcome").textContent(), /did not allow this call: too costly today/);
		assert.match(await page.getByTestId("approval-outcome").last().innerText(), /Denied: too costly/);
	});

	test("the keyboard alone is enough, and the cards do not hold it", async () => {
		const { wish, expected } = drawScripted();
		const focused = () => page.evaluate(() => deepFocus()?.getAttribute("part"));
		await send(page, wish);
		let pauses = 0;
		for (let next = await nextCards(page, STEP_MS); next; next = await nextCards(page, STEP_MS)) {
			pauses += 1;
			const { tools } = next;
			await expectState(page, () => deepFocus()?.getAttribute("part") === "approval");
			const calls = await openCalls(page);
			await page.keyboard.press("Escape");
			await page.keyboard.press("Enter");
			assert.deepEqual(await openCalls(page), calls, "the card itself decides nothing");
			const wanted = tools.length > 1 ? "approve-all" : "approve";
			const key = tools.length > 1 ? "Shift+Tab" : "Tab";
			for (let presses = 0; presses < 6 && (await focused()) !== wanted; presses++)
				await page.keyboard.press(key);
			assert.equal(await focused(), wanted);
			await page.keyboard.press("Enter");
			const left = await openCalls(page);
			assert.ok(!calls.some((call) => left.includes(call)), "each of them is decided");
		}
		assert.ok(pauses >= 4, "lists, recipes, rows and the widget were asked for");
		assertNumbers(await chartNumbers(page), expected, wish);
		assert.equal(await focused(), "wish-input");
	});

	test("a browser that has no room left says that a reload would end the run", async () => {
		await page.evaluate(() => {
			const { add, put } = IDBObjectStore.prototype;
			const full = () => {
				throw new DOMException("It is full.", "QuotaExceededError");
			};
			Object.assign(IDBObjectStore.prototype, { add: full, put: full });
			globalThis.thereIsRoom = () => Object.assign(IDBObjectStore.prototype, { add, put });
		});
		await send(page, drawScripted().wish);
		await approveUntil(page, QUERY, STEP_MS, QUESTION);
		const told = await page.getByTestId("not-kept").innerText();
		assert.match(told, /a reload of the page would lose it: .*room/);
		assert.equal(await kept(page), false, "an older pause is not brought back instead");
		await page.evaluate(() => globalThis.thereIsRoom());
		answerBy({ text: "Then I cannot say." });
		await page.getByTestId("deny").last().click();
		assert.equal(await nextCards(page, STEP_MS), undefined);
	});

	test("a new wish ends the run that waits", async () => {
		await send(page, drawScripted().wish);
		await nextCards(page, STEP_MS);
		const card = page.getByTestId("approval").nth((await page.getByTestId("approval").count()) - 1);
		answerBy({ tool: "autoui_webmcp_list_recipes" }, { text: "You did not allow that." });
		await send(page, random.pick(NOTES)[0]);
		assert.match(await card.getByTestId("approval-outcome").textContent(), /Not run/);
		await nextCards(page, STEP_MS);
		await page.getByTestId("deny").last().click();
		assert.equal(await nextCards(page, STEP_MS), undefined);
		assert.match(await said(page), /did not allow/);
		assert.equal(await kept(page), false);
		assert.deepEqual(demo.problems, []);
	});
});

describe("with the model in the page, which a reload ends", () => {
	let demo;
	let page;
	before(async () => {
		demo = await openDemo({ model: realModel(), settings: { kind: "page", ask: "always" } });
		page = demo.page;
		await modelReady(page, LOAD_MS);
		await serversReady(page);
	});
	after(() => demo?.close());

	test("a run that waits is there again after a reload, at each of its pauses, and goes on to its widget", async () => {
		const { wish, expected } = draw();
		await send(page, wish);
		await approveUntil(page, QUERY, STEP_MS, QUESTION);
		await page.reload();
		const again = await nextCards(page, STEP_MS);
		assert.deepEqual(again.tools, [QUERY]);
		assert.equal(await page.locator(".wished").last().innerText(), wish);
		assert.ok((await tools(page)).includes("autoui_webmcp_list_recipes"), "the steps so far are shown");
		// The model is still loading: what is decided now waits for it.
		await again.cards.first().getByTestId("approve").click();
		await approveUntil(page, DISPLAY, LOAD_MS);
		await page.reload();
		await modelReady(page, LOAD_MS);
		await serversReady(page);
		assert.equal(await widgets(page), 0);
		assert.deepEqual((await nextCards(page, STEP_MS)).tools, [DISPLAY]);
		await approveToTheEnd(page, STEP_MS);
		assertNumbers(await chartNumbers(page), expected, wish);
		await page.reload();
		await modelReady(page, LOAD_MS);
		await serversReady(page);
		const open = page.locator("[part=approval]:not(.decided)");
		assert.equal(await open.count(), 0, "a run that went on does not ask again");
	});

	test("what is asked about is chosen anew, and the model is not loaded anew for it", async () => {
		await openSettings(page);
		await page.getByLabel("Ask before tools run").selectOption("Those that may change something");
		await page.evaluate(() => document.querySelector("auto-ui-app").workspace.keeper.settled());
		assert.match(await page.getByTestId("model-state").innerText(), /runs in this page/);
		assert.deepEqual(demo.problems, []);
	});
});

describe("with those asked before that may change something", () => {
	let demo;
	let page;
	let errands;
	before(async () => {
		errands = await startErrands();
		demo = await openDemo({ settings: model.settings, alsoServers: [errands.url] });
		page = demo.page;
		await page.waitForFunction(() => deepAll('[part=server][data-state="connected"]').length === 2);
		await openSettings(page);
		await page.getByLabel("Ask before tools run").selectOption("Those that may change something");
	});
	after(async () => {
		await demo?.close();
		await errands?.close();
	});

	test("a change waits, and is made only when it is approved", async () => {
		for (const [button, count] of [
			["deny", 0],
			["approve", 1],
		]) {
			answerBy(
				{ tool: "errands_mcp_add_errand", args: { errand: "water the plants" } },
				{ text: "That is all." },
			);
			await send(page, "add an errand: water the plants");
			const { tools, cards } = await nextCards(page, STEP_MS);
			assert.deepEqual(tools, ["errands_mcp_add_errand"]);
			const errand = (await cards.first().locator("dd").innerText()).trim();
			assert.equal(errands.errands.length, 0);
			await cards.first().getByTestId(button).click();
			assert.equal(await nextCards(page, STEP_MS), undefined);
			assert.equal(errands.errands.length, count);
			if (count === 1) assert.deepEqual(errands.errands, [errand], "what ran is what the card said");
			const told = JSON.stringify(model.seen.at(-1));
			assert.match(told, count === 1 ? /Errand number 1 is kept/ : /did not allow/, "the model is told");
		}
	});

	test("reading and showing need no approval", async () => {
		const { wish, expected } = drawScripted();
		await send(page, wish);
		assert.equal(await nextCards(page, STEP_MS), undefined);
		assertNumbers(await chartNumbers(page), expected, wish);
	});

	test("the choice is remembered", async () => {
		await page.reload();
		await openSettings(page);
		await page.waitForFunction(() => deepAll("[part=ask]")[0]?.value === "destructive");
		assert.deepEqual(demo.problems, []);
	});
});
