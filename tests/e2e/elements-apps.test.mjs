/** Apps of MCP servers on the canvas: a run's call shows one, what it wants to do is asked about, and it comes back with its canvas. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appPage, startApps } from "./support/apps.mjs";
import { launch } from "./support/chromium.mjs";
import { startMcp } from "./support/mcp.mjs";
import { expectState } from "./support/wait.mjs";
import { openWorkspace } from "./support/workspace-page.mjs";

const URI = "ui://stock/app";
const ITEMS = {
	A: [{ name: "apples", count: 12 }],
	B: [{ name: "pears", count: 7 }],
};
const called = [];
let apps;
let browser;
let mcp;

/** A tool that counts a shelf. */
const tool = (name, ui, annotations) => ({
	name,
	description: `Does ${name}.`,
	inputSchema: { type: "object", properties: { shelf: { type: "string" } } },
	...(annotations && { annotations }),
	_meta: { ui },
});

before(async () => {
	let text;
	[apps, browser, text] = await Promise.all([startApps(), launch(), appPage("own.html")]);
	mcp = await startMcp({
		name: "stock",
		tools: [
			tool("count", { resourceUri: URI }),
			tool("peek", { resourceUri: "ui://stock/peek" }, { readOnlyHint: true }),
			tool("erase", { visibility: ["app"] }),
		],
		call: (name, { shelf }) => {
			called.push(`${name} ${shelf}`);
			return {
				content: [{ type: "text", text: "counted" }],
				structuredContent: { items: ITEMS[shelf] ?? [] },
			};
		},
		contents: [
			{ uri: URI, mimeType: "text/html;profile=mcp-app", text },
			{
				uri: "ui://stock/peek",
				mimeType: "text/html;profile=mcp-app",
				text: text.replaceAll('"count"', '"peek"'),
			},
		],
	});
});
after(async () => {
	await browser?.close();
	await mcp?.close();
	apps?.close();
});

/** A page with the server; the model calls `name`, and the app is there. */
async function shown(t, name = "count", asked = {}) {
	const opened = await openWorkspace(browser, apps.host, { tags: ["chat", "canvas"], apps: true, ...asked });
	t.after(opened.close);
	const { page, tell, add } = opened;
	await add(mcp.url);
	await page.getByTestId("wish-input").fill("What lies on shelf A?");
	await page.keyboard.press("Enter");
	await tell("calls", ["1", `stock_mcp_${name}`, { shelf: "A" }]);
	const app = page.frameLocator("auto-ui-canvas iframe").frameLocator("iframe");
	return { ...opened, app };
}

test("the call of a model puts the app of its tool on the canvas, with what was called and what it gave", async (t) => {
	const { page, app, tell, loaded, problems } = await shown(t);
	await app.getByText("What lies on shelf A").waitFor();
	await app.getByText("apples").waitFor();
	await tell("says", "Twelve apples.");
	await expectState(page, () => globalThis.desk.workspace.conversation.thread.last.state === "done");
	const [widgets, blocks] = await page.evaluate(() => {
		const { conversation, canvas } = globalThis.desk.workspace;
		return [conversation.thread.last.widgets, canvas.blocks.map(({ id }) => id)];
	});
	assert.deepEqual(
		widgets,
		blocks,
		"the answer knows its widget, so that it goes where the answer is given anew",
	);
	assert.ok(loaded.includes("/pkg/apps/mount.js"));
	// Without a bundler the page has nothing that reads Markdown.
	assert.deepEqual(
		problems.filter((problem) => !problem.includes("'marked'")),
		[],
	);
});

test("a model is told of no tool that is for apps alone", async (t) => {
	const { page, tell } = await shown(t);
	await tell("says", "Done.");
	const tools = await expectState(page, () => globalThis.desk.model.asked[0]?.tools);
	assert.ok(tools.includes("stock_mcp_count"), tools.join());
	assert.ok(!tools.some((name) => name.includes("erase")), tools.join());
});

test("what shows apps is loaded when the first one is shown, and by pages without apps never", async (t) => {
	for (const asked of [{ apps: true }, {}]) {
		const opened = await openWorkspace(browser, apps.host, { tags: ["chat", "canvas", "servers"], ...asked });
		t.after(opened.close);
		await opened.add(mcp.url);
		await opened.page.locator('[part=server][data-state="connected"]').waitFor();
		const code = opened.loaded.filter((path) =>
			/\/(?:apps|elements\/apps|workspace\/apps)(?:\/|\.js)/.test(path),
		);
		const small = ["/pkg/apps/app-of.js", "/pkg/apps/wire.js", "/pkg/workspace/apps.js"];
		assert.deepEqual(code.toSorted(), asked.apps ? small : []);
	}
});

/** The card that asks about a call of the app. */
const cardIn = (page) => page.locator("auto-ui-canvas").getByTestId("approval");

test("a call of the app waits for the person, who sees what it is; a refusal calls nothing", async (t) => {
	const { page, app, tell } = await shown(t);
	await tell("says", "Done.");
	await app.getByText("apples").waitFor();
	const before = called.length;
	await app.getByRole("button", { name: "Count again" }).click();
	const card = cardIn(page);
	await card.getByText("Run count of stock?").waitFor();
	assert.match(await card.innerText(), /shelf\s+B/);
	assert.equal(called.length, before);
	// What lies under a finger at once was not meant.
	await card.getByTestId("approve").dispatchEvent("click");
	assert.equal(await card.count(), 1);
	await page.waitForTimeout(600);
	await card.getByTestId("deny").click();
	await card.waitFor({ state: "detached" });
	assert.equal(called.length, before);
	await app.getByRole("button", { name: "Count again" }).click();
	await card.waitFor();
	await page.waitForTimeout(600);
	await card.getByTestId("approve").click();
	await app.getByText("pears").waitFor();
	assert.deepEqual(called.slice(before), ["count B"]);
});

test("who was refused three times in turn asks no more", async (t) => {
	const { page, app, tell } = await shown(t);
	await tell("says", "Done.");
	await app.getByText("apples").waitFor();
	const before = called.length;
	for (let at = 0; at < 3; at += 1) {
		await app.getByRole("button", { name: "Count again" }).click();
		await cardIn(page).waitFor();
		await page.waitForTimeout(600);
		await cardIn(page).getByTestId("deny").click();
		await cardIn(page).waitFor({ state: "detached" });
	}
	await app.getByRole("button", { name: "Count again" }).click();
	await app.getByRole("button", { name: "Tell the chat" }).click();
	await expectState(page, () => globalThis.deepAll("[part=wish-input]")[0].value === "Order nuts.");
	assert.equal(await cardIn(page).count(), 0);
	assert.equal(called.length, before);
});

test("what only reads is called unasked, but where the person wants to be asked about every call", async (t) => {
	const { app, tell } = await shown(t, "peek");
	await tell("says", "Done.");
	await app.getByRole("button", { name: "Count again" }).click();
	await app.getByText("pears").waitFor();
	const asking = await openWorkspace(browser, apps.host, {
		tags: ["canvas"],
		apps: true,
		settings: { ask: "always" },
	});
	t.after(asking.close);
	await asking.add(mcp.url);
	await asking.page.evaluate(async (url) => {
		const { servers } = globalThis.desk.workspace;
		await servers.runsClient.callToolOn(url, "peek", { shelf: "A" });
	}, mcp.url);
	const second = asking.page.frameLocator("auto-ui-canvas iframe").frameLocator("iframe");
	await second.getByText("apples").waitFor();
	await second.getByRole("button", { name: "Count again" }).click();
	await cardIn(asking.page).getByText("Run peek of stock?").waitFor();
});

test("what an app wants to say is put where wishes are typed, and said by nobody but the person", async (t) => {
	const { page, app, tell } = await shown(t);
	await tell("says", "Done.");
	await app.getByText("apples").waitFor();
	const before = await page.evaluate(() => globalThis.desk.workspace.conversation.thread.path.length);
	await app.getByRole("button", { name: "Tell the chat" }).click();
	await expectState(page, () => globalThis.deepAll("[part=wish-input]")[0].value === "Order nuts.");
	const now = await page.evaluate(() => [
		globalThis.desk.workspace.conversation.thread.path.length,
		globalThis.desk.workspace.conversation.isRunning,
	]);
	assert.deepEqual(now, [before, false]);
});

test("an app of a canvas that comes back waits for its server, and says so", async (t) => {
	const { page, app, tell } = await shown(t);
	await tell("says", "Done.");
	await app.getByText("apples").waitFor();
	const blocks = await page.evaluate(() =>
		JSON.parse(JSON.stringify(globalThis.desk.workspace.canvas.blocks)),
	);
	const later = await openWorkspace(browser, apps.host, { tags: ["canvas"], apps: true });
	t.after(later.close);
	await later.page.evaluate((blocks) => globalThis.desk.workspace.canvas.setBlocks(blocks), blocks);
	await later.page
		.getByTestId("app-note")
		.getByText(/An app of stock \(http.*not connected/)
		.waitFor();
	assert.equal(await later.page.locator("iframe").count(), 0);
	const before = called.length;
	await later.add(mcp.url);
	const again = later.page.frameLocator("auto-ui-canvas iframe").frameLocator("iframe");
	await again.getByText("What lies on shelf A").waitFor();
	await again.getByText("apples").waitFor();
	assert.equal(called.length, before, "it shows what was kept");
});

test("data that names no tool with an app shows none, whoever wrote it", async (t) => {
	const opened = await openWorkspace(browser, apps.host, { tags: ["canvas"], apps: true });
	t.after(opened.close);
	const { page, add, problems } = opened;
	await add(mcp.url);
	const data = { serverUrl: mcp.url, serverName: "stock", app: URI, call: "", args: "{}", result: "" };
	const show = (tool) =>
		page.evaluate(
			(data) => void globalThis.desk.workspace.canvas.addWidget("mcp-app", data, { serverName: "mcp-apps" }),
			{ ...data, tool },
		);
	await show("<img src=x onerror=alert(1)>");
	await page
		.getByTestId("app-note")
		.getByText("The app of <img src=x onerror=alert(1)> cannot be shown")
		.waitFor();
	await show("erase");
	await page.getByTestId("app-note").getByText("The app of erase cannot be shown").waitFor();
	assert.equal(await page.locator("iframe").count(), 0);
	await show("count");
	await page
		.frameLocator("iframe")
		.frameLocator("iframe")
		.getByText("Cancelled: The result was too large")
		.waitFor();
	assert.deepEqual(problems, []);
});
