/** The main job with nothing mocked: wish → Gemma in the page → data from the MCP server → chart in the DOM. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { datasets } from "../../www/server/datasets.mjs";
import {
	assertNumbers,
	chartNumbers,
	makeWish,
	modelReady,
	openDemo,
	serversReady,
} from "./support/demo.mjs";
import { averages, drawChart, drawQuestion, generator, NOTES, ROUNDS, SEED } from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";

const LOAD_MS = 120_000;
const WISH_MS = 120_000;

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);

/** The rows of a table. */
const rowsOf = (tables, name) => tables.find(({ table }) => table === name).rows;

/** Asks a question about the data and checks the chart against the rows. */
async function ask(page, { wish, table, column, group }, tables) {
	const { widgets, steps, failure } = await makeWish(page, wish, WISH_MS);
	const story = `"${wish}" (seed ${SEED}) did: ${JSON.stringify(steps.slice(-2))} ${failure ?? ""}`;
	assert.deepEqual(
		widgets.map(({ type }) => type),
		["chart"],
		story,
	);
	assertNumbers(await chartNumbers(page), averages(rowsOf(tables, table), column, group), story);
	assert.ok(
		steps.some(({ tool }) => tool === "datasets_mcp_query_sql"),
		`the rows came through query_sql: ${story}`,
	);
}

describe("with Gemma in the page", () => {
	const tables = datasets();
	let demo;
	before(async () => {
		demo = await openDemo({ model: realModel() });
		await modelReady(demo.page, LOAD_MS);
		await serversReady(demo.page);
	});
	after(() => demo?.close());

	for (let round = 0; round < ROUNDS; round++) {
		const { wish, expected } = drawChart(random);
		test(`numbers in the wish become a chart: ${wish}`, async () => {
			const { widgets, steps, failure } = await makeWish(demo.page, wish, WISH_MS);
			const story = `(seed ${SEED}) did: ${JSON.stringify(steps.at(-1))} ${failure ?? ""}`;
			assert.deepEqual(
				widgets.map(({ type }) => type),
				["chart"],
				story,
			);
			assertNumbers(await chartNumbers(demo.page), expected, story);
		});
	}

	const questions = [drawQuestion(random, "cars")];
	for (let round = 1; round < ROUNDS; round++) questions.push(drawQuestion(random));
	for (const question of questions) {
		test(`rows of the MCP server become a chart: ${question.wish}`, () => ask(demo.page, question, tables));
	}

	const note = random.pick(NOTES);
	test(`a wish that asks for no chart gets none: ${note}`, async () => {
		const { widgets, failure } = await makeWish(demo.page, note, WISH_MS);
		assert.equal(failure, undefined);
		assert.deepEqual(
			widgets.filter(({ type }) => type === "chart"),
			[],
		);
	});

	test("nothing went wrong in the page meanwhile", () => {
		assert.deepEqual(demo.problems, []);
	});
});

describe("with other rows in the database", () => {
	const question = drawQuestion(random, "cars");
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
		demo = await openDemo({ model: realModel(), tables });
		await modelReady(demo.page, LOAD_MS);
		await serversReady(demo.page);
	});
	after(() => demo?.close());

	test(`the chart shows those: ${question.wish}`, () => ask(demo.page, question, tables));
});
