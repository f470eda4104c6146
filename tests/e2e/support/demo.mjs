/** The demo as `npm start` serves it, opened in Chromium. */
/// <reference path="./deep.d.ts" />
import assert from "node:assert/strict";
import { startDataServer } from "../../../www/server/server.mjs";
import { startDemo } from "../../../www/serve.mjs";
import { serveBuilt } from "./built.mjs";
import { openProfile, watchedPage } from "./chromium.mjs";

/**
 * Starts a data server and the demo, and opens the page.
 *
 * @param {{tables?: import("../../../www/server/datasets.mjs").Table[], model?: string, settings?: object,
 *   context?: import("playwright-core").BrowserContextOptions, mcpServers?: string[], alsoServers?: string[],
 *   headers?: Record<string, string>}} options `headers` of the page, in the place of those it has
 */
export async function openDemo({ tables, model, settings, context, mcpServers, alsoServers = [], headers }) {
	const data = await startDataServer(tables ? { tables } : {});
	const servers = mcpServers ?? [data.url, ...alsoServers];
	const start = process.env.WEBMCP_DEMO === "built" ? serveBuilt : startDemo;
	const demo = await start({ model, mcpServers: servers, settings, headers, port: 0 });
	const profile = await openProfile(context);
	const { page, problems } = await watchedPage(profile);
	await page.goto(demo.url);
	return {
		page,
		problems,
		data,
		url: demo.url,
		/** Ends the page's own server. */
		stopServing: () => demo.close(),
		close: async () => {
			await profile.close();
			await demo.close();
			await data.close();
		},
	};
}

/** Waits until the model answers; a model that cannot be loaded fails with its own words. */
export async function modelReady(page, timeout) {
	const ended = '[data-panel=model][data-phase="ready"], [data-panel=model][data-phase="error"]';
	await page.waitForSelector(ended, { timeout });
	const phase = await page.getAttribute("[data-panel=model]", "data-phase");
	assert.equal(phase, "ready", await page.innerText("[part=model-state]"));
}

/** Waits until the page's data servers are connected. */
export const serversReady = (page) =>
	page.waitForSelector('[part=server][data-state="connected"]', { state: "attached" });

/** Clears the canvas (unless told not to), types a wish, waits for the run to end, and reads what came of it. */
export async function makeWish(page, wish, timeout, { clear = true } = {}) {
	const button = page.getByTestId("clear");
	if (clear && (await button.isVisible())) await button.click();
	const before = await page.getByTestId("reply").count();
	await page.getByTestId("wish-input").fill(wish);
	await page.getByTestId("wish-input").press("Enter");
	await page.getByTestId("reply").nth(before).waitFor();
	await page.getByTestId("stop").waitFor({ state: "hidden", timeout });
	const reply = page.getByTestId("reply").nth(before);
	const steps = await reply
		.getByTestId("step")
		.evaluateAll((all) => all.map((step) => ({ tool: step.dataset.tool, text: step.textContent ?? "" })));
	const failure = reply.getByTestId("failure");
	return {
		said: await lastSaid(page),
		failure: (await failure.count()) > 0 ? await failure.innerText() : undefined,
		steps,
		widgets: await page
			.locator("[data-widget-id]")
			.evaluateAll((all) => all.map((frame) => ({ type: frame.dataset.widgetType, text: frame.innerText }))),
	};
}

/** Opens a panel of the app, and what it stands in. */
export async function openPanel(page, name) {
	for (const panel of ["recipes", "settings"].includes(name) ? ["more", name] : [name]) {
		const box = page.locator(`[data-panel=${panel}]`);
		if ((await box.getAttribute("open")) === null)
			await box.locator("summary").first().dispatchEvent("click");
	}
}

export const openSettings = (page) => openPanel(page, "settings");

/** What the last answer says, before it becomes Markdown's elements. */
export const lastSaid = (page) =>
	page.evaluate(() => {
		const path = document.querySelector("auto-ui-app")?.workspace?.conversation.thread.path ?? [];
		return path.findLast(({ role }) => role === "agent")?.text;
	});

/** The numbers of the one chart on the canvas, by label. */
export async function chartNumbers(page) {
	const rows = page.locator('[data-widget-type="chart"] .wm-numbers tr');
	await rows.first().waitFor({ state: "attached" });
	const pairs = await rows.evaluateAll((all) =>
		all.map((row) => [
			row.querySelector("th")?.textContent ?? "",
			Number(row.querySelector("td")?.dataset.value),
		]),
	);
	return Object.fromEntries(pairs);
}

/** Whether two sets of numbers by label are the same but for rounding. */
export function assertNumbers(actual, expected, story) {
	assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), story);
	for (const [label, number] of Object.entries(expected)) {
		assert.ok(
			Math.abs(actual[label] - number) < 1e-6,
			`${label}: ${actual[label]} is not ${number}; ${story}`,
		);
	}
}

/** Moves the pointer onto the app that is shown: right after a key in a field of the page, only a pointer that was seen to come can press it. */
export async function pointAtApp(page) {
	const { x, y, width, height } = await page.locator("iframe[credentialless]").boundingBox();
	await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
	await page.locator("iframe[credentialless]:not([style*=pointer-events])").waitFor();
}
