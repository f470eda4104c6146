/** Without a network: the model that is in the page goes on answering, and what cannot be reached is said. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
	assertNumbers,
	chartNumbers,
	makeWish,
	modelReady,
	openDemo,
	serversReady,
} from "./support/demo.mjs";
import { averages, generator, KNOWN_CHARTS, knownQuestion, SEED } from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";
import { datasets } from "../../www/server/datasets.mjs";

const LOAD_MS = 120_000;
const WISH_MS = 120_000;
const NO_NETWORK = "Failed to load resource: net::ERR_INTERNET_DISCONNECTED";

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);
let demo;
let page;
/** What was asked of the network after it was cut. */
let asked = [];

/** Lets through what `allowed` says, and nothing else. */
async function cut(allowed = () => false) {
	asked = [];
	await page.context().unrouteAll();
	await page.context().route("**", (route) => {
		const url = route.request().url();
		if (allowed(new URL(url))) return route.continue();
		asked.push(url);
		return route.abort("internetdisconnected");
	});
}

before(async () => {
	demo = await openDemo({ model: realModel() });
	page = demo.page;
	await modelReady(page, LOAD_MS);
	await serversReady(page);
	// A question, so that the page has looked at what the server has: else each wish would ask for that.
	await makeWish(page, knownQuestion(random).wish, WISH_MS);
	await cut();
	await page.context().setOffline(true);
});
after(() => demo?.close());

const missing = () => page.getByTestId("reply").last().getByTestId("missing");

/**
 * Wishes for a chart of numbers that the wish names, and looks at all that is to be seen of it: nothing is asked of
 * the network for that. `meanwhile` are addresses that may be asked for reasons of their own.
 */
async function chartOf({ wish, expected }, meanwhile = []) {
	asked = [];
	const { widgets, failure, steps } = await makeWish(page, wish, WISH_MS);
	const story = `"${wish}" (seed ${SEED}) did: ${JSON.stringify(steps.at(-1))} ${failure ?? ""}`;
	assert.deepEqual(
		widgets.map(({ type }) => type),
		["chart"],
		story,
	);
	assertNumbers(await chartNumbers(page), expected, story);
	const inked = await page.waitForFunction(() => {
		const canvas = deepAll('[data-widget-type="chart"] canvas')[0];
		const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
		return pixels?.some((value) => value !== 0);
	});
	assert.ok(await inked.jsonValue(), "the chart library drew, though it is loaded only when a chart comes");
	assert.deepEqual(
		asked.filter((url) => !meanwhile.includes(url)),
		[],
		story,
	);
}

test("offline, the model in the page answers a wish with a chart, for which nothing is asked of the network", async () => {
	// A wish that is misread as a question asks the server, so these are known to be understood.
	for (const chart of KNOWN_CHARTS) await chartOf(chart);
});

test("for a question the server is asked, once, and its absence is said in a sentence", async () => {
	asked = [];
	const { said, widgets } = await makeWish(page, knownQuestion(random).wish, WISH_MS);
	assert.deepEqual(widgets, []);
	assert.match(said, /^The data could not be read: .* was not reached: the browser has no network\.$/);
	assert.deepEqual([...new Set(asked)], [demo.data.url]);
	assert.ok(asked.length < 10, `a server that is gone is not asked over and over: ${asked.length} times`);
	assert.match(
		await missing().innerText(),
		/^datasets was not reached, so nothing of it is in this answer\. http:.* was not reached: the browser has no network/,
	);
	assert.match(await page.getByTestId("servers-state").innerText(), /0 of 1 connected/);
	assert.equal(await page.getByTestId("server").getAttribute("data-state"), "lost");
});

test("offline, a note is written with its Markdown, for which libraries were fetched ahead", async () => {
	await makeWish(page, "text: the choir rehearsal is cancelled", WISH_MS);
	const note = page.locator('[data-widget-type="text"]');
	await note.getByText(/choir rehearsal is/).waitFor();
});

test("when the network is back the next wish has the data server again", async () => {
	await page.context().unrouteAll();
	await page.context().setOffline(false);
	const { wish, table, column, group } = knownQuestion(random);
	const { widgets, failure } = await makeWish(page, wish, WISH_MS);
	assert.deepEqual(
		[widgets.map(({ type }) => type), failure],
		[["chart"], undefined],
		`${wish} (seed ${SEED})`,
	);
	const { rows } = datasets().find((one) => one.table === table);
	assertNumbers(await chartNumbers(page), averages(rows, column, group), wish);
	assert.equal(await missing().count(), 0);
	assert.equal(await page.getByTestId("server").getAttribute("data-state"), "connected");
});

test("a page that is opened again has its model from storage; only its own files come over the network", async () => {
	const { origin } = new URL(page.url());
	await cut((url) => url.origin === origin && !url.pathname.startsWith("/models/"));
	await page.reload();
	await modelReady(page, LOAD_MS);
	assert.deepEqual([...new Set(asked)], [demo.data.url], "the model was not asked for");
	await page.locator('[part=server][data-state="failed"]').waitFor({ state: "attached" });
	// The page is online, so the server that failed is tried again after some seconds, which may be now.
	await chartOf(KNOWN_CHARTS[0], [demo.data.url]);
	assert.equal(await missing().count(), 0, "a server that never was connected is told of in its panel");
	assert.deepEqual(
		demo.problems.filter((problem) => problem !== NO_NETWORK),
		[],
	);
});
