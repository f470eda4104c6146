/** The demo's doors: opened by its panel, its widgets are driven by WebMCP and by a program on the desktop, and the person is asked. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRelay } from "../../pkg/hosts/relay.js";
import { openDemo } from "./support/demo.mjs";

let demo, page, relay;
before(async () => {
	demo = await openDemo({ mcpServers: [] });
	page = demo.page;
	// The conversation that is taken up brings its own canvas.
	await page.locator("[data-panel=sessions]").waitFor();
	await page.locator("[data-panel=more] > summary").click();
	await page.locator("auto-ui-doors details > summary").first().click();
});
after(async () => {
	await demo?.close();
	await relay?.close();
});

const names = () =>
	page.evaluate(async () => (await document.modelContext.getTools()).map(({ name }) => name));
const call = (name, input) =>
	page.evaluate(
		async ([name, input]) => {
			// Where a tool is told anew it is gone for a moment.
			const find = async () => (await document.modelContext.getTools()).find((one) => one.name === name);
			let tool = await find();
			for (let tries = 0; !tool && tries < 100; tries += 1) {
				await new Promise((resolve) => setTimeout(resolve, 50));
				tool = await find();
			}
			return JSON.parse(await document.modelContext.executeTool(tool, input));
		},
		[name, input],
	);
const stat = (label) => ({ name: "stat", params: { label, value: "42" } });
const shown = (label) => page.locator('[data-widget-type="stat"]', { hasText: label });

test("the doors are closed until the person opens them", async () => {
	assert.match(await page.getByTestId("doors-state").innerText(), /closed/);
	assert.equal(
		await page.evaluate(() => document.modelContext?.getTools().then((tools) => tools.length) ?? 0),
		0,
	);
	await page.getByTestId("door-webmcp").check();
	await page.waitForFunction(async () =>
		(await document.modelContext.getTools()).some(({ name }) => name === "autoui.widget_display"),
	);
	assert.match(await page.getByTestId("doors-state").innerText(), /open for WebMCP/);
});

test("a widget is shown, changed and, when the person lets it, removed by document.modelContext", async () => {
	await call("autoui.widget_display", stat("By WebMCP"));
	await shown("By WebMCP").waitFor();
	// They are registered one after the other, and anew where the widget changes.
	const [update, remove] = ["update", "remove"].map((what) => async () => {
		const found = await page.waitForFunction(
			async (end) => (await document.modelContext.getTools()).find(({ name }) => name.endsWith(end))?.name,
			`.${what}`,
		);
		return found.jsonValue();
	});
	await call(await update(), { label: "Changed" });
	await shown("Changed").waitFor();
	const removing = call(await remove(), {});
	await page.getByTestId("approval").getByTestId("deny").click();
	assert.match((await removing).error, /The person did not let/);
	const again = call(await remove(), {});
	await page.getByTestId("approval").getByTestId("approve").click();
	assert.deepEqual(await again, { ok: true });
	await shown("Changed").waitFor({ state: "detached" });
	assert.match(await page.getByTestId("door-log").innerText(), /WebMCP called w_\w+\.remove: ok/);
});

test("a program on the desktop shows one by the relay, whose token must be right", async () => {
	relay = await createRelay({ origins: [new URL(page.url()).origin], port: 0 });
	const connect = async (url, token) => {
		await page.getByTestId("relay-url").fill(url);
		await page.getByTestId("relay-token").fill(token);
		await page.getByTestId("relay-connect").click();
	};
	await connect("ws://192.168.0.1:9444", "x");
	await page
		.getByTestId("relay-state")
		.getByText(/must be an address ws:\/\/127\.0\.0\.1/)
		.waitFor();
	await connect(relay.url, "x".repeat(64));
	await page.getByTestId("relay-state").getByText("The relay did not take the token.").waitFor();
	await page.getByTestId("relay-connect").click();
	await connect(relay.url, relay.token);
	await page
		.getByTestId("relay-state")
		.getByText(/^Connected/)
		.waitFor();
	const { isError } = await relay.call("autoui.widget_display", stat("By the desktop"));
	assert.equal(isError, false);
	await shown("By the desktop").waitFor();
});

test("over HTTP, under the page's own address, a widget is shown and the explorer is there", async () => {
	await page.getByTestId("door-http").check();
	await page.getByTestId("doors-state").getByText(/HTTP/).waitFor();
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	const reply = await page.evaluate(async (params) => {
		const headers = { "content-type": "application/json" };
		const response = await fetch("/explorer/tools/widget_display/call", {
			method: "POST",
			headers,
			body: JSON.stringify(params),
		});
		return response.json();
	}, stat("By HTTP"));
	assert.equal(reply.isError, false, JSON.stringify(reply));
	await shown("By HTTP").waitFor();
	const other = await page.context().newPage();
	await other.goto(new URL("/explorer/", page.url()).href);
	await other.getByText("widget_display").first().waitFor();
	await other.close();
	await page.getByTestId("door-http").uncheck();
});

test("closed again, nothing is there for others, and the page was without errors", async () => {
	await page.getByTestId("door-webmcp").uncheck();
	assert.deepEqual(await names(), []);
	await page.getByTestId("relay-connect").click();
	for (let at = 0; at < 100 && relay.tools().length > 0; at += 1) await page.waitForTimeout(20);
	assert.deepEqual(relay.tools(), []);
	assert.deepEqual(demo.problems, []);
});
