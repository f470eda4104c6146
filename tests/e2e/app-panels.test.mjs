/** What a visitor of the demo sees first: a bar of panels of which one is open, a canvas without tools, pictures that no font has to have. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDemo } from "./support/demo.mjs";

let demo;
let page;

before(async () => {
	demo = await openDemo({ mcpServers: [] });
	page = demo.page;
	await page.getByText("Nothing here yet").waitFor();
	await page.locator("[data-panel=sessions]").waitFor();
});
after(() => demo?.close());

const open = () =>
	page.locator("[name=panels][open]").evaluateAll((all) => all.map(({ dataset }) => dataset.panel));
const head = (name) => page.locator(`[data-panel=${name}] > summary`);

test("the panels are one bar that lies over the chat: one is open at a time, by keyboard too, and Escape closes it", async () => {
	const [first, ...others] = await page
		.locator("[name=panels] > summary")
		.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
	for (const { top, height } of others) assert.deepEqual([top, height], [first.top, first.height]);
	const field = () => page.getByTestId("wish-input").boundingBox();
	const before = await field();
	await head("model").focus();
	await page.keyboard.press("Enter");
	assert.deepEqual(await open(), ["model"]);
	assert.deepEqual(await field(), before, "nothing is moved");
	await page.keyboard.press("Tab");
	await head("servers").click();
	assert.deepEqual(await open(), ["servers"]);
	await page.getByTestId("server-url").focus();
	await page.keyboard.press("Escape");
	assert.deepEqual(await open(), []);
	assert.equal(await head("servers").evaluate((one) => one.getRootNode().activeElement === one), true);
});

test("what is amiss stands below the bar and leads to its panel, and a prompt that is sent closes it", async () => {
	const trouble = page.getByTestId("trouble");
	await trouble.getByText("No model came with this page").click();
	assert.deepEqual(await open(), ["model"]);
	await page.getByTestId("wish-input").fill("hello");
	await page.getByTestId("wish-input").press("Enter");
	await page.getByTestId("failure").waitFor();
	assert.deepEqual(await open(), []);
});

test("an empty canvas has no tools, one with a widget a few, and a selection brings those that are about it", async () => {
	const tools = () =>
		page
			.getByRole("toolbar")
			.getByRole("button")
			.evaluateAll((all) => all.map((one) => one.title));
	assert.deepEqual(await tools(), []);
	await page.evaluate(() => {
		document.querySelector("auto-ui-app").workspace.canvas.addWidget("stat", { label: "a", value: "1" });
	});
	await page.locator(".wm-stat-label").waitFor();
	assert.deepEqual(await tools(), ["Undo", "Redo"]);
	await page.locator(".wm-grip").click();
	assert.ok((await tools()).length > 5);
	await page.getByRole("button", { name: "Remove", exact: true }).click();
	await page.getByText("Nothing here yet").waitFor();
	assert.deepEqual(await tools(), ["Undo", "Redo"], "what was removed can be brought back");
});

test("no button is named by a glyph that only some fonts have, and those without words have a name", async () => {
	const odd = await page.evaluate(() => {
		const found = [];
		const look = (root) => {
			for (const element of root.querySelectorAll("*")) {
				if (element.shadowRoot) look(element.shadowRoot);
				if (!element.matches("button, summary")) continue;
				const words = element.textContent.trim();
				if (
					/[\u2300-\u23ff\u2460-\u27bf\u2800-\u28ff\u2b00-\u2bff\uff00-\uffef]|\p{Extended_Pictographic}/u.test(
						words,
					)
				)
					found.push(words);
				if (words === "" && !element.hasAttribute("aria-label")) found.push(element.outerHTML);
				for (const picture of element.querySelectorAll("svg"))
					if (picture.getAttribute("aria-hidden") !== "true") found.push(element.outerHTML);
			}
		};
		look(document);
		return found;
	});
	assert.deepEqual(odd, []);
});

test("the page has all built-in widgets, also those that come after it is there", async () => {
	await page.waitForFunction(
		() => document.querySelector("auto-ui-app").workspace.localServers[0].listWidgets().length === 41,
	);
	const placed = await page.evaluate(() => {
		const [server] = document.querySelector("auto-ui-app").workspace.localServers;
		const params = { title: "Sign up", fields: ["name", "email", "date"] };
		return server.executeTool("widget_display", { name: "form", params });
	});
	assert.equal(placed.placed, true);
	await page.getByLabel("Email").waitFor();
	assert.equal(await page.getByLabel("Date").getAttribute("type"), "date");
	assert.deepEqual(demo.problems, []);
});

test("what was stored and cannot be shown is named, and a damaged session is marked", async () => {
	await page.evaluate(async () => {
		const { canvas, keeper } = document.querySelector("auto-ui-app").workspace;
		canvas.addWidget("stat", { label: "kept", value: "1" });
		canvas.addWidget("no-such-widget", { a: 1 });
		await keeper.settled();
		const { id } = await keeper.storage.sessions.create("Damaged");
		const opening = indexedDB.open("webmcp-auto-ui storage demo");
		const done = (request) =>
			new Promise((resolve) => Object.assign(request, { onsuccess: () => resolve(request.result) }));
		const database = await done(opening);
		const store = database.transaction("sessions", "readwrite").objectStore("sessions");
		await done(store.put({ ...(await done(store.get(id))), body: "no body" }));
		database.close();
	});
	await page.reload();
	const trouble = page.getByTestId("trouble").getByText(/things? that (was|were) stored cannot be shown/);
	await trouble.click();
	assert.deepEqual(await open(), ["sessions"]);
	const left = page.getByTestId("left-out");
	await left.locator("summary").click();
	assert.match(await left.innerText(), /No server draws 'no-such-widget'/);
	assert.match(await left.innerText(), /damaged and left out/);
	assert.match(await page.getByTestId("damaged").innerText(), /damaged in part/);
	assert.equal(
		await page.locator('[data-widget-type="stat"]').getByText("kept").count(),
		1,
		"all else is there",
	);
});

test("a canvas that cannot be kept is told as that, and no longer once it can", async () => {
	const change = (isFull) =>
		page.evaluate((isFull) => {
			const { canvas } = document.querySelector("auto-ui-app").workspace;
			globalThis.stored ??= { add: IDBObjectStore.prototype.add, put: IDBObjectStore.prototype.put };
			const full = () => {
				throw new DOMException("It is full.", "QuotaExceededError");
			};
			Object.assign(IDBObjectStore.prototype, isFull ? { add: full, put: full } : globalThis.stored);
			canvas.addWidget("stat", { label: "more", value: "2" });
		}, isFull);
	await change(true);
	const trouble = page.getByTestId("trouble").getByText(/not kept/i);
	await trouble.waitFor();
	await change(false);
	await page.getByTestId("wish-input").fill("hello");
	await page.getByTestId("wish-input").press("Enter");
	await trouble.waitFor({ state: "detached" });
});
