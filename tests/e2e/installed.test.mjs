/** After one visit the demo needs no server any more: the page, the model and the data of a dropped file are all in the browser. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNumbers, chartNumbers, makeWish, modelReady, openDemo } from "./support/demo.mjs";
import { generator, knownChart, SEED } from "./support/draw.mjs";
import { realModel } from "./support/model.mjs";

const LOAD_MS = 120_000;
const WISH_MS = 120_000;

console.log(`The wishes are drawn with WEBMCP_SEED=${SEED}.`);
const random = generator(SEED);
let demo;
let page;

before(async () => {
	demo = await openDemo({ model: realModel(), mcpServers: [] });
	page = demo.page;
	await modelReady(page, LOAD_MS);
	await page.waitForFunction(async () => {
		const { active } = await navigator.serviceWorker.ready;
		return active?.state === "activated";
	});
	await demo.stopServing();
});
after(() => demo?.close());

test("the page can be installed", async () => {
	const manifest = await page.locator("link[rel=manifest]").getAttribute("href");
	const { name, start_url, display, icons } = await page.evaluate(
		async (href) => (await caches.match(new URL(href, location.href).href)).json(),
		manifest,
	);
	assert.deepEqual([name, start_url, display, icons.length], ["webmcp-auto-ui", "./", "standalone", 1]);
});

test("opened again without its server, the page has its model and answers a wish with a chart", async () => {
	await assert.rejects(fetch(demo.url), "the server is gone");
	await page.goto(demo.url);
	await modelReady(page, LOAD_MS);
	const { wish, expected } = knownChart(random);
	const { widgets, failure } = await makeWish(page, wish, WISH_MS);
	assert.deepEqual([widgets.map(({ type }) => type), failure], [["chart"], undefined], wish);
	assertNumbers(await chartNumbers(page), expected, wish);
	assert.equal(await page.evaluate(() => crossOriginIsolated), true, "the model still has its threads");
});

test("a file that is dropped on the page is asked without any server", async () => {
	const rows = [
		["elm road", 4],
		["elm road", 8],
		["mill lane", 5],
		["mill lane", 11],
		["park view", 9],
	];
	const csv = ["street,visitors", ...rows.map((row) => row.join())].join("\n");
	await page.locator("auto-ui-app").evaluate((app, text) => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([text], "shops.csv", { type: "text/csv" }));
		app.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
	}, csv);
	await page.getByText("shops.csv is the table shops with 5 rows: ask it.").waitFor();
	const { widgets, said } = await makeWish(page, "average visitors by street", WISH_MS);
	assert.deepEqual(
		widgets.map(({ type }) => type),
		["chart"],
		said,
	);
	const expected = { "elm road": 6, "mill lane": 8, "park view": 9 };
	assertNumbers(await chartNumbers(page), expected, "average visitors by street");
});

test("nothing was forbidden by the page's policy, which demands Trusted Types", async () => {
	const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
	assert.match(policy, /require-trusted-types-for 'script'/);
	const isKept = (problem) => !/net::ERR_|Failed to fetch|Failed to load resource/.test(problem);
	assert.deepEqual(demo.problems.filter(isKept), []);
});
