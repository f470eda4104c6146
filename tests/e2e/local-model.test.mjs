/**
 * The main job through LocalLLMProvider: a loopback server speaks recorded streams of llama.cpp
 * (tests/fixtures/llama-cpp); page, loop, MCP server and widgets are real.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { datasets } from "../../www/server/datasets.mjs";
import { CONVERSATIONS } from "./record/conversations.mjs";
import { approveAll, nextCards, send } from "./support/approve.mjs";
import {
	assertNumbers,
	chartNumbers,
	makeWish,
	modelReady,
	openDemo,
	openSettings,
	serversReady,
} from "./support/demo.mjs";
import { averages } from "./support/draw.mjs";

const RUN_MS = 30_000;
const SHOW = "autoui_webmcp_widget_display";
const folder = inRoot("tests", "fixtures", "llama-cpp");

let model;
let demo;
/** Streams still to be spoken, and the requests that came. */
let streams = [];
let requests = [];
/** Nothing is spoken before this. */
let gate = Promise.resolve();

before(async () => {
	model = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-allow-headers", "*");
		if (request.method === "OPTIONS") return response.writeHead(204).end();
		let text = "";
		for await (const chunk of request) text += chunk;
		requests.push({ url: request.url, body: JSON.parse(text) });
		const stream = streams.shift();
		if (stream === undefined) return;
		await gate;
		response.writeHead(200, { "content-type": "text/event-stream" });
		// In pieces that cut through lines and characters, as networks do.
		for (let at = 0; at < stream.length; at += 701) response.write(stream.subarray(at, at + 701));
		response.end();
	});
	await new Promise((done) => model.listen(0, "127.0.0.1", done));
	const localUrl = `http://127.0.0.1:${model.address().port}`;
	demo = await openDemo({
		settings: { kind: "local", localBackend: "openai", localUrl, localModel: "gemma-3-270m" },
	});
	await modelReady(demo.page, RUN_MS);
	await serversReady(demo.page);
});
after(async () => {
	await demo?.close();
	model.closeAllConnections();
	model.close();
});

/** Has the server speak one recorded conversation, and returns what was wished then. */
function prepare(name) {
	const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`));
	streams = files.sort().map((file) => readFileSync(`${folder}/${file}`));
	requests = [];
	const { wish } = CONVERSATIONS.find((conversation) => conversation.name === name);
	return { wish, files };
}

/** Wishes what was wished in a recorded conversation, and has the server speak it. */
async function replay(name) {
	const { wish, files } = prepare(name);
	const result = await makeWish(demo.page, wish, RUN_MS);
	assert.equal(result.failure, undefined);
	assert.equal(requests.length, files.length, "the model was asked once for each recorded reply");
	return { ...result, bodies: requests.map(({ body }) => body) };
}

test("a wish with numbers becomes a chart", async () => {
	const { widgets, said, bodies } = await replay("chart");
	assert.deepEqual(
		widgets.map(({ type }) => type),
		["chart"],
	);
	assertNumbers(await chartNumbers(demo.page), { January: 80, February: 55, March: 62 });
	assert.match(said, /rainfall is shown/);
	assert.equal(bodies[0].model, "gemma-3-270m");
	assert.equal(bodies[0].stream, true);
	assert.ok(bodies[0].tools.some(({ function: { name } }) => name === "autoui_webmcp_get_recipe"));
	const names = bodies[1].tools.map(({ function: tool }) => tool.name);
	assert.ok(names.includes("autoui_webmcp_widget_display"), "a server that was asked offers its tools");
});

test("a question becomes a chart of rows that came from the MCP server", async () => {
	const { widgets, steps, bodies } = await replay("question");
	assert.deepEqual(
		widgets.map(({ type }) => type),
		["chart"],
	);
	const cars = datasets().find(({ table }) => table === "cars").rows;
	const exact = averages(cars, "Horsepower", "Origin");
	const rounded = Object.fromEntries(
		Object.entries(exact).map(([label, value]) => [label, Math.round(value * 10) / 10]),
	);
	assertNumbers(await chartNumbers(demo.page), rounded);
	assert.ok(steps.some(({ tool }) => tool === "datasets_mcp_query_sql"));
	const answer = bodies[2].messages.findLast(({ role }) => role === "tool");
	assert.match(answer.content, /119\.9/, "the model was shown the rows before it made the chart of them");
});

test("what is said while a run goes on reaches the model at its next step, and the page says so", async () => {
	const { page } = demo;
	let open = () => {};
	gate = new Promise((done) => {
		open = done;
	});
	const running = replay("question");
	await page.getByTestId("stop").waitFor();
	await page.getByTestId("wish-input").fill("in kilowatts, please");
	await page.getByTestId("wish-input").press("Enter");
	const remark = page.getByTestId("wish").last();
	assert.match(await remark.innerText(), /in kilowatts, please[\s\S]*next step/);
	open();
	const { bodies } = await running;
	const told = bodies.map(({ messages }) => JSON.stringify(messages).includes("in kilowatts, please"));
	assert.deepEqual(told, [false, ...Array(bodies.length - 1).fill(true)]);
	assert.doesNotMatch(await remark.innerText(), /next step/, "the note goes when the model has read it");
});

test("a page that waits for approval shows what a larger model wants, and goes on with it", async () => {
	const { page } = demo;
	await openSettings(page);
	await page.getByLabel("Ask before tools run").selectOption("Every call");
	await page.getByTestId("clear").click();
	const { wish, files } = prepare("question");
	await send(page, wish);
	const asked = [];
	for (let next = await nextCards(page, RUN_MS); next; next = await nextCards(page, RUN_MS)) {
		asked.push(...next.tools);
		await approveAll(page);
	}
	await openSettings(page);
	await page.getByLabel("Ask before tools run").selectOption("Never");
	assert.ok(asked.includes("datasets_mcp_query_sql") && asked.includes("autoui_webmcp_widget_display"));
	assert.equal(requests.length, files.length, "each reply was asked for once, over all pauses");
	assert.equal(await page.locator('[data-widget-type="chart"]').count(), 1);
});

/** A reply as OpenAI-compatible servers stream it. */
function stream(delta, finish_reason) {
	const chunks = [{ choices: [{ index: 0, delta }] }, { choices: [{ index: 0, delta: {}, finish_reason }] }];
	return Buffer.from(
		`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`,
	);
}

test("what was mended in a call's arguments is told with the step", async () => {
	const params = JSON.stringify({ label: "Visitors", value: "12" });
	const args = JSON.stringify({ name: "stat", params });
	const call = { index: 0, id: "c1", type: "function", function: { name: SHOW, arguments: args } };
	streams = [stream({ tool_calls: [call] }, "tool_calls"), stream({ content: "Here it is." }, "stop")];
	const { widgets, said } = await makeWish(demo.page, "show the visitors", RUN_MS);
	assert.deepEqual([widgets.map(({ type }) => type), said], [["stat"], "Here it is."]);
	const fixes = demo.page.getByTestId("reply").last().getByTestId("fixes");
	assert.match(await fixes.textContent(), /Mended:.*params/);
});

test("Escape stops a run whose model does not answer, and the next wish runs", async () => {
	const { page } = demo;
	streams = [];
	await page.getByTestId("wish-input").fill("anything");
	await page.getByTestId("wish-input").press("Enter");
	await page.getByTestId("stop").waitFor();
	await page.keyboard.press("Escape");
	await page.getByTestId("stop").waitFor({ state: "hidden", timeout: 5000 });
	assert.match(await page.getByTestId("reply").last().innerText(), /Stopped/);
	await replay("chart");
	assert.deepEqual(demo.problems, []);
});
