/** The main job with nothing mocked: wish → Gemma in the page → data from an MCP server → widget in the DOM. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { datasets } from "../../www/server/datasets.mjs";
import { startServer } from "../eval/composer/servers.mjs";
import {
	assertNumbers,
	chartNumbers,
	makeWish,
	modelReady,
	openDemo,
	serversReady,
} from "./support/demo.mjs";
import {
	averages,
	drawChart,
	drawQuestion,
	drawReadings,
	generator,
	knownQuestion,
	mostlyRight,
	NOTES,
	ROUNDS,
	SEED,
} from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";

const LOAD_MS = 120_000;
const WISH_MS = 120_000;

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);
const rounds = (draw) => Array.from({ length: ROUNDS }, draw);

/** The rows of a table. */
const rowsOf = (tables, name) => tables.find(({ table }) => table === name).rows;

async function open(options) {
	const demo = await openDemo({ model: realModel(), ...options });
	await modelReady(demo.page, LOAD_MS);
	await serversReady(demo.page);
	return demo;
}

/** Makes a wish that has to become a chart of these numbers; tells what was done for it. */
async function chartOf(page, wish, expected) {
	const { widgets, steps, failure } = await makeWish(page, wish, WISH_MS);
	if (failure) throw new Error(`"${wish}" (seed ${SEED}): ${failure}`);
	const story = `"${wish}" (seed ${SEED}) did: ${JSON.stringify(steps.slice(-2))}`;
	assert.deepEqual(
		widgets.map(({ type }) => type),
		["chart"],
		story,
	);
	assertNumbers(await chartNumbers(page), expected, story);
	return steps;
}

/** Asks a question about the data and checks the chart against the rows. */
async function ask(page, { wish, table, column, group }, tables) {
	const steps = await chartOf(page, wish, averages(rowsOf(tables, table), column, group));
	assert.ok(
		steps.some(({ tool }) => /_mcp_(query_sql|read_query)$/.test(tool)),
		`the rows came from the server: ${wish}`,
	);
}

describe("with Gemma in the page", () => {
	let demo;
	let page;
	before(async () => {
		demo = await open();
		page = demo.page;
	});
	after(() => demo?.close());

	test("numbers in the wish become a chart", () =>
		mostlyRight(
			rounds(() => drawChart(random)),
			({ wish, expected }) => chartOf(page, wish, expected),
		));

	test("rows of the MCP server become a chart", () =>
		mostlyRight(
			rounds(() => drawQuestion(random)),
			(question) => ask(page, question, datasets()),
		));

	for (const [wish, type] of NOTES) {
		test(`what is told becomes a widget: ${wish}`, async () => {
			const { widgets, failure } = await makeWish(page, wish, WISH_MS);
			assert.equal(failure, undefined);
			assert.deepEqual(
				widgets.map((widget) => widget.type),
				[type],
			);
			assert.ok(widgets[0].text.includes(wish.split(/: |, /).at(-1)), widgets[0].text);
		});
	}

	test("a form that is described is made, with fields of their kinds", async () => {
		const wish = "make a form where people sign up with name, email and date";
		const { widgets, failure } = await makeWish(page, wish, WISH_MS);
		assert.equal(failure, undefined);
		assert.deepEqual(
			widgets.map(({ type }) => type),
			["form"],
		);
		const kinds = await page
			.locator("[data-widget-id] input:not([type=submit])")
			.evaluateAll((fields) => fields.map((field) => /** @type {HTMLInputElement} */ (field).type));
		assert.deepEqual(kinds, ["text", "email", "date"]);
	});

	test("what is shown changes at a word, and goes", async () => {
		const question = knownQuestion(random);
		await ask(page, question, datasets());
		const frame = page.locator("[data-widget-id]");
		const id = await frame.getAttribute("data-widget-id");
		const { widgets, steps } = await makeWish(page, "as a pie", WISH_MS, { clear: false });
		assert.equal(widgets.length, 1);
		assert.equal(await frame.getAttribute("data-widget-id"), id, "it is the same widget");
		assert.match(steps.at(-1).text, /"type": "pie"/);
		const gone = await makeWish(page, "remove it", WISH_MS, { clear: false });
		assert.deepEqual(gone.widgets, []);
	});

	test("a greeting is answered with what there is, and nothing is shown", async () => {
		const { widgets, said } = await makeWish(page, "hello", WISH_MS);
		assert.deepEqual(widgets, []);
		assert.match(said, /cars, movies/);
	});

	test("nothing went wrong in the page meanwhile", () => {
		assert.deepEqual(demo.problems, []);
	});
});

describe("with other rows in the database", () => {
	const question = knownQuestion(random);
	const factor = 2 + random.next();
	const tables = datasets().map(({ table, rows }) => ({
		table,
		rows: rows.map((row, i) => ({
			...row,
			...(typeof row[question.column] === "number" && {
				[question.column]: row[question.column] * factor + (i % 7),
			}),
		})),
	}));
	let demo;
	before(async () => {
		demo = await open({ tables });
	});
	after(() => demo?.close());

	test(`the chart shows those: ${question.wish}`, () => ask(demo.page, question, tables));
});

describe("with tables that a server of another shape describes", () => {
	const { tables, question } = drawReadings(random);
	let server;
	let demo;
	before(async () => {
		server = await startServer("plain", "tunnel", tables);
		demo = await open({ mcpServers: [server.url] });
	});
	after(async () => {
		await demo?.close();
		await server?.close();
	});

	test("its rows become a chart", () =>
		mostlyRight(rounds(question), (question) => ask(demo.page, question, tables)));
});
