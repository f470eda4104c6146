/** Servers that are connected and tried, recipes, suggestions, widgets: each by its own element. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { elementsPage, focused } from "./pages/elements/support.mjs";
import { found } from "./support/axe.mjs";
import { startCors } from "./support/cors.mjs";
import { startMcp } from "./support/mcp.mjs";

const { open, talk } = elementsPage();

let mcp;
const called = [];
before(async () => {
	const inputSchema = {
		type: "object",
		properties: {
			city: { type: "string", title: "City", minLength: 2 },
			days: { type: "integer", title: "Days", minimum: 1, default: 3 },
		},
		required: ["city"],
	};
	mcp = await startMcp({
		name: "forecast",
		tools: [
			{ name: "weather", description: "Weather of a <b>city</b>.", inputSchema },
			{
				name: "erase",
				description: "Erases.",
				inputSchema: { type: "object", properties: {} },
				annotations: { destructiveHint: true },
			},
			{
				name: "list_recipes",
				description: "Lists recipes.",
				inputSchema: { type: "object", properties: {} },
			},
		],
		call: (tool, args) => {
			called.push([tool, args]);
			if (tool === "list_recipes")
				return JSON.stringify([
					{ name: "week", description: "A week", examples: ["How is the week in Lyon?", 7] },
					null,
					{ name: "x" },
				]);
			if (tool === "erase") throw new Error("nothing to erase");
			return `It rains in ${args.city} for ${args.days} days <script>1</script>`;
		},
	});
});
after(() => mcp?.close());

/** Connects a server by the form, by keyboard. */
async function connect(page, url) {
	await page.getByTestId("server-url").fill(url);
	await page.keyboard.press("Enter");
}

test("a server is connected by its address; its tools are tried by forms made from their schemas", async () => {
	const { page, problems, close } = await talk({ tags: "servers" });
	await connect(page, mcp.url);
	const server = page.locator('[part=server][data-state="connected"]');
	await server.getByText("connected, 3 tools").waitFor();
	await server.getByText("3 tools", { exact: true }).click();
	const tool = server.getByTestId("tool").first();
	await tool.locator("summary").click();
	assert.match(await tool.innerText(), /Weather of a <b>city<\/b>\./);
	await tool.getByLabel("City").fill("Lyon");
	assert.equal(await tool.getByLabel("Days").inputValue(), "3");
	await page.evaluate(() => {
		// Whatever else happens, what was typed stays.
		window.talk.workspace.servers.tell?.();
		document.querySelector("auto-ui-servers").update();
		return window.talk.workspace.change({ ask: "always" });
	});
	assert.equal(await tool.getByLabel("City").inputValue(), "Lyon");
	await page.keyboard.press("Enter");
	await tool.getByTestId("tried").getByText("It rains in Lyon for 3 days <script>1</script>").waitFor();
	assert.match(await tool.getByTestId("tried").innerText(), /Answered in \d+ ms|Answered in [\d.]+ s/);
	assert.deepEqual(called.at(-1), ["weather", { city: "Lyon", days: 3 }]);
	const erase = server.getByTestId("tool").nth(1);
	await erase.locator("summary").click();
	assert.match(await erase.innerText(), /It may change or remove something\./);
	await erase.getByRole("button", { name: "Call" }).click();
	await erase.getByTestId("tried").getByText("nothing to erase").waitFor();
	assert.match(await erase.getByTestId("tried").innerText(), /Failed after/);
	assert.deepEqual(problems, []);
	await close();
});

test("a form that is not filled in as its schema says calls nothing", async () => {
	const { page, close } = await talk({ tags: "servers" });
	await connect(page, mcp.url);
	const server = page.locator('[part=server][data-state="connected"]');
	await server.getByText("3 tools", { exact: true }).click();
	const tool = server.getByTestId("tool").first();
	await tool.locator("summary").click();
	const before = called.filter(([name]) => name === "weather").length;
	await tool.getByRole("button", { name: "Call" }).click();
	await tool.getByLabel("City").fill("L");
	await tool.getByRole("button", { name: "Call" }).click();
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
	assert.equal(called.filter(([name]) => name === "weather").length, before);
	assert.equal(await tool.getByTestId("tried").innerText(), "");
	await close();
});

test("a local server's tools are tried as well", async () => {
	const { page, close } = await talk({ tags: "servers,canvas" });
	const desk = page.getByTestId("local-server").filter({ hasText: "desk" });
	await desk
		.getByText(/\d+ tools/)
		.first()
		.click();
	const look = desk.getByTestId("tool").filter({ hasText: "look" });
	await look.locator("summary").click();
	await look.getByLabel("Place").fill("attic");
	await look.getByRole("button", { name: "Call" }).click();
	await look.getByTestId("tried").getByText('"place": "attic"').waitFor();
	await close();
});

test("a server that is not reached says why, is tried again, is lost where it goes away, and is removed", async () => {
	const { page, close } = await talk({ tags: "servers,chat" });
	await connect(page, "http://127.0.0.1:1/mcp");
	const failed = page.locator('[part=server][data-state="failed"]');
	await failed.getByText(/failed: .{10,}/).waitFor();
	const again = failed.getByRole("button", { name: "Retry http://127.0.0.1:1/mcp" });
	await again.focus();
	await page.keyboard.press("Enter");
	await failed.getByText(/failed: .{10,}/).waitFor();
	assert.notEqual(await focused(page), "body");
	await failed.getByRole("button", { name: "Remove http://127.0.0.1:1/mcp" }).focus();
	await page.keyboard.press("Enter");
	await failed.waitFor({ state: "detached" });
	assert.notEqual(await focused(page), "body");
	const short = await startMcp({
		name: "short",
		tools: [{ name: "t", inputSchema: { type: "object", properties: {} } }],
		call: () => "x",
	});
	await connect(page, short.url);
	const server = page.locator('[part=server][data-state="connected"]');
	await server.getByText("1 tool", { exact: true }).click();
	await short.close();
	await server.getByTestId("tool").locator("summary").click();
	await server.getByRole("button", { name: "Call" }).click();
	await page
		.locator('[part=server][data-state="lost"]')
		.getByText(/lost: .{10,}/)
		.waitFor({ timeout: 20_000 });
	await close();
});

test("a server that failed is tried again by itself once the page is online again, and not for what is drawn on the canvas", async () => {
	let isDown = true;
	const late = await startMcp({
		name: "late",
		tools: [],
		call: () => "",
		answers: ({ socket }) => isDown && socket.destroy() !== undefined,
	});
	const { page, close } = await talk({ tags: "servers,canvas" });
	await connect(page, late.url);
	await page.locator('[part=server][data-state="failed"][data-reason="unreachable"]').waitFor();
	isDown = false;
	const state = await page.evaluate(async () => {
		const { canvas, servers } = window.talk.workspace;
		for (let at = 0; at < 20; at += 1) canvas.addWidget("list", { items: [`${at}`] });
		await new Promise((resolve) => setTimeout(resolve, 300));
		return servers.entries[0].state;
	});
	assert.equal(state, "failed");
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await page.locator('[part=server][data-state="connected"]').getByText("late", { exact: true }).waitFor();
	await late.close();
	await close();
});

test("what a server has to allow so that a page may reach it is said whole, where it is opened", async () => {
	const cors = await startCors();
	const { page, close } = await talk({ tags: "servers" });
	await connect(page, `${cors.url}/closed`);
	const failed = (reason) => page.locator(`[part=server][data-state="failed"][data-reason="${reason}"]`);
	const short = await failed("origin-not-allowed").getByTestId("reason").innerText();
	assert.match(
		short,
		/^failed: .*closed answers, .*the server has to send Access-Control-Allow-Origin: http:\S+\d\.$/,
	);
	await connect(page, `${cors.url}/forgets-version`);
	const long = failed("headers-not-allowed").getByTestId("reason");
	assert.equal(await long.locator("p").isVisible(), false);
	await long.locator("summary").click();
	const whole = long.locator("p");
	assert.match(
		await whole.innerText(),
		/has to answer OPTIONS, .* with Access-Control-Allow-Headers: .*mcp-protocol-version/,
	);
	const fits = await whole.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
	assert.ok(fits, "it is wrapped");
	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		assert.deepEqual(await found(page), [], colorScheme);
	}
	await close();
	cors.close();
});

test("a page's own servers are connected at once, and where they are fixed none can be added", async () => {
	const { page, problems, close } = await open({
		html: `<auto-ui-servers servers="${mcp.url}" fixed></auto-ui-servers>`,
	});
	await page
		.locator('[part=server][data-state="connected"]')
		.getByText("forecast", { exact: true })
		.waitFor();
	assert.equal(await page.getByTestId("server-url").count(), 0);
	const states = await page.evaluate(async () => {
		const element = document.querySelector("auto-ui-servers");
		const { servers } = element.workspace;
		const states = [];
		servers.subscribe(() => states.push(servers.entries[0].state));
		element.parentElement.append(element);
		await element.ready;
		await new Promise((resolve) => setTimeout(resolve, 50));
		return states;
	});
	assert.deepEqual(states, [], "an element that is moved connects nothing anew");
	assert.deepEqual(problems, []);
	await close();
});

test("recipes are found by words and opened by keyboard; the words of their examples go where wishes are typed", async () => {
	const { page, problems, close } = await talk({ tags: "recipes,chat" });
	await page.evaluate((url) => window.talk.workspace.addServer(url), mcp.url);
	await page.evaluate(() => {
		window.opened = [];
		document.addEventListener("auto-ui-recipe", ({ detail }) => window.opened.push(detail));
	});
	const search = page.locator("auto-ui-recipes input[type=search]");
	await search.fill("bulleted list");
	await page.getByRole("button", { name: "list", exact: true }).focus();
	await page.keyboard.press("Enter");
	const recipe = page.getByTestId("recipe");
	await recipe.getByText("One item is one short line.").waitFor();
	assert.equal(await focused(page), "recipe");
	assert.equal(await search.inputValue(), "bulleted list", "what is looked for stays");
	await recipe.getByRole("button", { name: "list of fruit: apple, pear, plum" }).click();
	assert.equal(await page.getByTestId("wish-input").inputValue(), "list of fruit: apple, pear, plum");
	await recipe.getByRole("button", { name: "Close" }).focus();
	await page.keyboard.press("Enter");
	await recipe.waitFor({ state: "detached" });
	assert.notEqual(await focused(page), "body");
	assert.deepEqual(await page.evaluate(() => window.opened), [{ name: "list", server: "autoui" }]);
	assert.deepEqual(problems, []);
	await close();
});

test("suggestions are the page's, then those of the servers' recipes, and go where wishes are typed", async () => {
	const { page, problems, close } = await talk({
		html: '<auto-ui-suggestions wishes="One&#10;  &#10;Two" most="3"></auto-ui-suggestions><auto-ui-chat></auto-ui-chat>',
	});
	const all = page.getByTestId("suggestion");
	assert.deepEqual(await all.allInnerTexts(), ["One", "Two"]);
	await page.evaluate((url) => window.talk.workspace.addServer(url), mcp.url);
	await page.getByText("How is the week in Lyon?").waitFor();
	await page.getByText("How is the week in Lyon?").click();
	assert.equal(await page.getByTestId("wish-input").inputValue(), "How is the week in Lyon?");
	assert.equal(await focused(page), "wish-input");
	assert.deepEqual(problems, []);
	await close();
});

test("a widget shows what it is given as attribute or property, tells what a person does, and shrugs at what is no data", async () => {
	const { page, problems, close } = await open({
		html: `<auto-ui-widget type="list" data='{"items":["tea","milk"]}'></auto-ui-widget>`,
	});
	await page.evaluate(() => {
		window.told = [];
		document.addEventListener("itemclick", ({ detail }) => window.told.push(detail));
		document.addEventListener("widget:interact", ({ detail }) => window.told.push(detail.action));
	});
	await page.getByText("milk").click();
	const told = await page.evaluate(() => window.told);
	assert.ok(
		told.includes("itemclick") && told.some((detail) => detail?.item === "milk"),
		JSON.stringify(told),
	);
	const show = (work) =>
		page.evaluate((work) => new Function("widget", work)(document.querySelector("auto-ui-widget")), work);
	await show("widget.data = { items: ['coffee'] }");
	await page.getByText("coffee").waitFor();
	await show("widget.type = 'stat'; widget.data = { label: 'a', value: '7' }");
	await page.locator(".wm-stat-value").waitFor();
	await show("widget.data = undefined; widget.setAttribute('data', 'no JSON')");
	await show("widget.setAttribute('type', 'nowhere')");
	await page.getByText("[nowhere]").waitFor();
	await show("widget.removeAttribute('type')");
	assert.deepEqual(problems, []);
	await close();
});
