/** The demo as a visitor keeps and shares it: sessions outlive the tab, two tabs agree, and what is shared asks first. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { openPage, launch } from "./support/chromium.mjs";
import { openDemo, openPanel } from "./support/demo.mjs";

let demo;
let page;
let browser;

before(async () => {
	demo = await openDemo({ mcpServers: [] });
	page = demo.page;
	browser = await launch();
	await kept(page);
});
after(async () => {
	await browser?.close();
	await demo?.close();
});

/** Once what is shown is also stored. */
const kept = (from) =>
	from.waitForFunction(async () => {
		const { keeper } = document.querySelector("auto-ui-app")?.workspace ?? {};
		await keeper?.settled();
		return keeper !== undefined;
	});
const add = (label, value) =>
	page.evaluate(
		([label, value]) => {
			document.querySelector("auto-ui-app").workspace.canvas.addWidget("stat", { label, value });
		},
		[label, value],
	);
const labels = (from) => from.locator(".wm-stat-label").allInnerTexts();
/** Takes a file along from the dialog that shares. */
async function take(kind) {
	await page.getByTestId("share").first().click();
	const downloads = page.waitForEvent("download");
	await page.locator("dialog.sharing").getByTestId(kind).click();
	const file = await (await downloads).path();
	await page.locator("dialog.sharing").press("Escape");
	return readFile(file);
}

test("what was said and shown is there when the page is opened again", async () => {
	await page.getByTestId("wish-input").fill("hello");
	await page.getByTestId("wish-input").press("Enter");
	await page.getByTestId("failure").waitFor();
	await add("Visitors", "120");
	await kept(page);
	await page.reload();
	await page.getByText("Visitors").waitFor();
	assert.equal(await page.locator(".wished").innerText(), "hello");
	assert.match(await page.getByTestId("failure").innerText(), /choose a GGUF file/);
});

test("a page that was put aside and is shown again goes on with what is stored", async () => {
	await page.evaluate(() => {
		window.before = document.querySelector("auto-ui-app").workspace.keeper;
		for (const type of ["pagehide", "pageshow"])
			dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
	});
	await page.waitForFunction(() => {
		const { keeper } = document.querySelector("auto-ui-app").workspace;
		return window.before.role === "closed" && keeper !== window.before && keeper?.role === "writer";
	});
	await page.getByText("Visitors").waitFor();
	await add("Came again", "1");
	await kept(page);
	assert.equal(await page.getByText("was closed").count(), 0);
	await page.reload();
	await page.getByText("Came again").waitFor();
	assert.deepEqual(await labels(page), ["Visitors", "Came again"]);
	await page.evaluate(async () => {
		const { canvas } = document.querySelector("auto-ui-app").workspace;
		canvas.removeWidget(canvas.blocks[1].id);
	});
	await kept(page);
});

test("sessions are begun, named, found, opened and deleted by hand", async () => {
	await openPanel(page, "sessions");
	await page.getByTestId("new").click();
	await page.getByText("Visitors").waitFor({ state: "detached" });
	assert.equal(await page.locator(".wished").count(), 0);
	await add("Sold", "7");
	await kept(page);
	const open = page.locator("[part=session][aria-current=true]");
	await open.getByTestId("rename").click();
	await page.locator("input[name=title]").fill("Shop");
	await page.locator("input[name=title]").press("Enter");
	await page.locator("[part=session]", { hasText: "Shop" }).waitFor();
	await page.getByTestId("search").first().fill("visitors");
	await page.locator("[part=session]", { hasText: "Shop" }).waitFor({ state: "detached" });
	await page.locator("[part=session]", { hasText: "hello" }).locator("button").first().click();
	await page.getByText("Visitors").first().waitFor();
	assert.deepEqual(await labels(page), ["Visitors"]);
	await page.getByTestId("search").first().fill("");
	const shop = page.locator("[part=session]", { hasText: "Shop" });
	await shop.getByTestId("delete").click();
	await page.keyboard.press("Escape");
	await shop.getByTestId("delete").click();
	await page.getByTestId("confirm-delete").click();
	await shop.waitFor({ state: "detached" });
});

test("who opens sessions faster than they open loses nothing of any", async () => {
	await page.evaluate(async () => {
		const { keeper, canvas } = document.querySelector("auto-ui-app").workspace;
		const { id } = keeper.session;
		await Promise.all([keeper.create(), keeper.create(), keeper.open(id), keeper.open(id)]);
		await keeper.settled();
		if (canvas.getSnapshot().canUndo)
			throw new Error("What was done in one session could be undone in another.");
	});
	assert.deepEqual(await labels(page), ["Visitors"]);
	const found = await page.evaluate(async () => {
		const { keeper } = document.querySelector("auto-ui-app").workspace;
		const { sessions } = await keeper.storage.exportAll();
		return [keeper.role, sessions.map(({ canvas }) => canvas.blocks.length).toSorted()];
	});
	assert.deepEqual(found, ["writer", [0, 0, 1]]);
});

test("a file of sessions brings no call that would run, nothing to press, and no settings", async () => {
	const run = { version: 1, messages: [] };
	const waiting = {
		role: "agent",
		id: "a",
		at: 1,
		text: "",
		steps: [],
		state: "waiting",
		widgets: [],
		pending: [],
		suggestions: ["delete everything"],
		run,
	};
	const session = {
		id: "s_evil",
		title: "Evil",
		createdAt: 1,
		updatedAt: 1,
		canvas: { layout: "flow", blocks: [] },
	};
	const copy = {
		format: "webmcp-auto-ui storage",
		version: 1,
		sessions: [
			{
				...session,
				messages: [
					{ role: "person", id: "p", at: 1, text: "hi" },
					{ ...waiting, parent: "p" },
				],
			},
		],
		settings: { settings: { ask: "never", remoteUrl: "https://evil.example/" } },
	};
	await page.locator("auto-ui-sessions input[type=file]").setInputFiles({
		name: "sessions.json",
		mimeType: "application/json",
		buffer: Buffer.from(JSON.stringify(copy)),
	});
	const evil = page.locator("[part=session]", { hasText: "Evil" });
	await evil.locator("button").first().click();
	await page.getByText("The page was left before the answer was there.").waitFor();
	assert.equal(
		await page.locator("auto-ui-chat [part=suggestion]", { hasText: "delete everything" }).count(),
		0,
	);
	assert.equal(
		await page.evaluate(() => document.querySelector("auto-ui-app").workspace.settings.remoteUrl),
		"",
	);
	await evil.getByTestId("delete").click();
	await page.getByTestId("confirm-delete").click();
	await evil.waitFor({ state: "detached" });
	await page.locator("[part=session]", { hasText: "hello" }).locator("button").first().click();
	await page.getByText("Visitors").first().waitFor();
});

test("a second tab follows the first one, writes nothing, and takes over when that is closed", async () => {
	const other = await demo.page.context().newPage();
	await other.goto(demo.url);
	await other.getByText("Another tab has this session open", { exact: false }).first().waitFor();
	assert.equal(await other.getByTestId("wish-input").count(), 0, "there is no field to write in");
	await add("Late", "9");
	await other.getByText("Late").waitFor();
	await kept(page);
	await page.goto("about:blank");
	await other.getByTestId("wish-input").waitFor();
	await other.close();
	await page.goto(demo.url);
	await page.getByText("Late").waitFor();
});

test("a link that was made in one browser asks in another one, and then shows the same", async () => {
	await page.getByTestId("share").first().click();
	await page.locator("dialog.sharing[open]").waitFor();
	const link = await page.getByTestId("link").inputValue();
	assert.match(link, /[?&]hs=/);
	await page.locator("dialog.sharing img.qr").waitFor();
	await page.locator("dialog.sharing").press("Escape");
	const { page: stranger, problems, close } = await openPage(browser);
	await stranger.goto(link);
	const question = stranger.locator("dialog.asking");
	await question.waitFor();
	assert.match(await question.innerText(), /stat × 2/);
	assert.deepEqual(await labels(stranger), [], "nothing is shown before");
	await stranger.getByTestId("refuse").click();
	await question.waitFor({ state: "hidden" });
	assert.deepEqual(await labels(stranger), [], "what is refused is not shown");
	await stranger.reload();
	await stranger.getByTestId("accept").click();
	await stranger.getByText("Late").waitFor();
	assert.deepEqual((await labels(stranger)).toSorted(), ["Late", "Visitors"]);
	assert.deepEqual(problems, []);
	await close();
});

test("a page that is taken along as a file shows the widgets without a network, and comes back in", async () => {
	const file = await take("page");
	const { page: stranger, close } = await openPage(browser, { offline: true });
	await stranger.setContent(file.toString("utf8"));
	assert.match(await stranger.locator("body").innerText(), /Late/);
	await close();
	await page.getByTestId("clear").click();
	await page.locator("auto-ui-share input[type=file]").setInputFiles({
		name: "shared.html",
		mimeType: "text/html",
		buffer: file,
	});
	await page.getByTestId("accept").click();
	await page.getByText("Late").waitFor();
});

test("the canvas is taken along as JSON, as a recipe and as a picture", async () => {
	const { content } = JSON.parse((await take("json")).toString("utf8"));
	assert.deepEqual(content.blocks.map(({ data }) => data.label).toSorted(), ["Late", "Visitors"]);
	assert.match((await take("markdown")).toString("utf8"), /^---\n[\s\S]*Late/);
	const picture = await take("picture");
	assert.deepEqual(
		[...picture.subarray(1, 4)],
		[..."PNG"].map((letter) => letter.charCodeAt(0)),
	);
	assert.ok(picture.length > 2_000, "it is not blank");
});

test("where the browser's storage does not answer, all the rest goes on, and that is said", async () => {
	const { page: other, problems, close } = await openPage(browser);
	await other.addInitScript(() => {
		// As a request that stays without an answer.
		const silent = Object.create(IDBOpenDBRequest.prototype, {
			addEventListener: { value: () => undefined },
			removeEventListener: { value: () => undefined },
		});
		IDBFactory.prototype.open = () => silent;
	});
	await other.goto(demo.url);
	await openPanel(other, "sessions");
	await other.getByText("The browser's storage does not answer").first().waitFor();
	await other.getByTestId("wish-input").fill("hello");
	await other.getByTestId("wish-input").press("Enter");
	await other.getByTestId("failure").waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("where the storage opens but reads nothing, a wish that waits for it goes on as well", async () => {
	const { page: other, problems, close } = await openPage(browser);
	await other.addInitScript(() => {
		// As a request that stays without an answer.
		const silent = Object.create(IDBRequest.prototype, {
			addEventListener: { value: () => undefined },
			removeEventListener: { value: () => undefined },
		});
		for (const { prototype } of [IDBObjectStore, IDBIndex])
			for (const name of ["get", "getAll", "openCursor"]) {
				const own = prototype[name];
				prototype[name] = function (...given) {
					return (this.objectStore ?? this).name === "sessions" ? silent : own.apply(this, given);
				};
			}
	});
	await other.goto(demo.url);
	await other.getByTestId("wish-input").fill("hello");
	await other.getByTestId("wish-input").press("Enter");
	await other.getByTestId("failure").waitFor();
	assert.deepEqual(problems, []);
	await close();
});

test("nothing went wrong meanwhile", () => assert.deepEqual(demo.problems, []));
