/** The page of the Tool Execution API in Chromium: the criteria of "F6: console", hostile tools, and the keyboard. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveToolApi } from "../../pkg/hosts/node.js";
import { createToolApi } from "../../pkg/tool-api/index.js";
import { launch } from "./support/chromium.mjs";

const PNG =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const DEFAULTS = {
	type: "object",
	required: ["n", "flag", "text", "nothing", "orphan", "deep"],
	properties: {
		n: { default: 0 },
		flag: { default: false },
		text: { type: "string", default: "" },
		nothing: { default: null },
		deep: { type: "object", required: ["inner"], properties: { inner: { default: 1 } } },
		optional: { default: 5 },
	},
};
const tools = [
	{
		name: "echo",
		description: "Says it again",
		inputSchema: { type: "object", required: ["msg"], properties: { msg: { type: "string" } } },
		annotations: { readOnlyHint: true, openWorldHint: false },
	},
	{ name: "defaults", description: "Has defaults", inputSchema: DEFAULTS },
	{ name: "free", description: "Takes anything" },
	{
		name: "fails",
		description: "Says that it failed",
		annotations: { destructiveHint: true, idempotentHint: true },
	},
	{ name: "image", description: "Gives images" },
	{ name: "it's <b>odd</b>", description: "<img src=x onerror='window.hacked=1'>" },
	{
		name: "own",
		description: "Names of objects",
		inputSchema: JSON.parse(
			'{"type":"object","required":["__proto__","hasOwnProperty"],"properties":{"hasOwnProperty":{"default":"x"}}}',
		),
	},
];
const images = [
	{ type: "image", mimeType: "image/png", data: PNG },
	{ type: "image", mimeType: 'image/png" onerror="window.hacked=1', data: PNG },
	{
		type: "image",
		mimeType: "image/svg+xml",
		data: btoa("<svg xmlns='http://www.w3.org/2000/svg' onload='window.hacked=1'/>"),
	},
	{ type: "image", mimeType: "image/png", data: "no base 64!" },
	{ type: "resource_link", uri: "javascript:window.hacked=1", name: "<script>window.hacked=1</script>" },
];
const heard = [];
let browser, served, page;

async function serve(options) {
	await served?.close();
	const call = async (name, args) => {
		heard.push([name, args]);
		if (name === "fails") return [[{ type: "text", text: "no luck" }], true];
		if (name === "image") return [images, false];
		return [[{ type: "text", text: JSON.stringify(args) }], false, "t-1"];
	};
	served = await serveToolApi(
		createToolApi({ tools, call, allowExecute: true, prefix: "", onError: () => undefined, ...options }),
		{ port: 0 },
	);
	await page?.close();
	const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
	page = await context.newPage();
	page.setDefaultTimeout(15_000);
	page.problems = [];
	page.on("pageerror", (error) => page.problems.push(String(error)));
	page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
	await page.goto(served.url);
	await page.getByText(`${tools.length} tools`).waitFor();
}

const row = (name) =>
	page.locator("#tools > li", {
		has: page.locator(".head b", { hasText: new RegExp(`^${name.replace(/[^\w]/g, "\\$&")}$`) }),
	});

async function opened(name) {
	const one = row(name);
	if ((await one.locator(".head").getAttribute("aria-expanded")) === "false")
		await one.locator(".head").click();
	await one.locator("textarea").waitFor();
	return one;
}

const fill = (one, text) => one.locator("textarea").fill(text);
const press = (one, name) => one.getByRole("button", { name, exact: true }).click();
const status = (one) => one.locator("[role=status]");

before(async () => {
	browser = await launch();
	await serve();
});
after(async () => {
	await browser?.close();
	await served?.close();
});

test("what must be given is filled in: defaults, else null, and nothing else", async () => {
	const value = async (name) => JSON.parse(await (await opened(name)).locator("textarea").inputValue());
	assert.deepEqual(await value("defaults"), {
		n: 0,
		flag: false,
		text: "",
		nothing: null,
		orphan: null,
		deep: null,
	});
	assert.deepEqual(await value("free"), {});
	assert.deepEqual(await value("echo"), { msg: null });
	assert.deepEqual(Object.entries(await value("own")), [
		["__proto__", null],
		["hasOwnProperty", "x"],
	]);
	const echo = await opened("echo");
	await press(echo, "Validate");
	await status(echo)
		.getByText(/^\/msg: /)
		.waitFor();
});

test("arguments are checked in words, and what is no JSON asks nobody", async () => {
	const echo = await opened("echo");
	await fill(echo, '{"msg": "a"}');
	await press(echo, "Validate");
	await status(echo).getByText("Input is valid.").waitFor();
	await fill(echo, "{}");
	await press(echo, "Validate");
	await status(echo)
		.getByText(/^\/msg: /)
		.waitFor();
	const asked = [];
	page.on("request", (request) => asked.push(request.url()));
	await fill(echo, "{nope");
	for (const name of ["Validate", "Execute"]) {
		await press(echo, name);
		await status(echo)
			.getByText(/^Invalid JSON: /)
			.waitFor();
	}
	assert.deepEqual(asked, []);
});

test("a call shows its result, raw and as a command line", async () => {
	const echo = await opened("echo");
	await fill(echo, '{"msg": "it\'s"}');
	await press(echo, "Execute");
	await status(echo)
		.getByText(/^Success, \d+ ms$/)
		.waitFor();
	assert.deepEqual(JSON.parse(await echo.getByRole("tabpanel").first().innerText()), { msg: "it's" });
	await echo.getByRole("tab", { name: "Raw MCP" }).click();
	const raw = JSON.parse(await echo.getByRole("tabpanel").locator("pre").innerText());
	assert.deepEqual(raw._meta, { _trace_id: "t-1" });
	await page.keyboard.press("ArrowRight");
	const curl = await echo.getByRole("tabpanel").locator("pre").innerText();
	assert.match(curl, /^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/tools\/echo\/call'/);
	assert.match(curl, /-d '\{"msg": "it'\\''s"\}'$/);
	assert.doesNotMatch(curl, /authorization/);
	await press(echo, "Copy");
	await echo.getByRole("button", { name: "Copied!" }).waitFor();
	assert.equal(await page.evaluate(() => navigator.clipboard.readText()), curl);
	await echo.getByRole("button", { name: "Copy", exact: true }).waitFor();
	const fails = await opened("fails");
	await press(fails, "Execute");
	await fails.locator("p.bad", { hasText: /^Error, / }).waitFor();
	await fails.getByText("no luck").first().waitFor();
});

test("nothing that a tool says becomes markup, and images are shown only as images", async () => {
	const image = await opened("image");
	await press(image, "Execute");
	await image.locator("img").first().waitFor();
	await page.waitForFunction(() => document.querySelector("#tools img").naturalWidth === 1);
	assert.equal(await image.locator("img").count(), 1);
	const odd = await opened("it's <b>odd</b>");
	assert.match(await odd.locator(".about").innerText(), /^<img src=x/);
	await press(odd, "Execute");
	await status(odd)
		.getByText(/^Success/)
		.waitFor();
	await odd.getByRole("tab", { name: "cURL" }).click();
	assert.match(await odd.getByRole("tabpanel").locator("pre").innerText(), /it'\\''s%20%3Cb%3Eodd/);
	assert.equal(await page.evaluate(() => window.hacked), undefined);
	assert.equal(await page.locator("#tools script, #tools b > *, #tools [onerror]").count(), 0);
});

test("badges tell of hints, the filter counts, and the keyboard suffices", async () => {
	const badges = (name) => row(name).locator(".badge").allInnerTexts();
	assert.deepEqual(await badges("echo"), ["readOnly", "closedWorld"]);
	assert.deepEqual(await badges("fails"), ["destructive", "idempotent"]);
	await page.getByRole("searchbox").fill("failed");
	await page.getByText(`1 of ${tools.length} tools`).waitFor();
	await page.getByRole("searchbox").focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await row("fails").locator("textarea").waitFor();
	await page.getByRole("searchbox").fill("");
	await opened("free");
	assert.equal(await page.locator("textarea:visible").count(), 1, "one at a time");
	await page.getByRole("button", { name: "Light or dark" }).click();
	const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
	const chosen = await theme();
	await page.reload();
	assert.equal(await theme(), chosen);
	// A tool that failed is answered by 500, which browsers note.
	assert.deepEqual(
		page.problems.filter((problem) => !problem.includes("status of 500")),
		[],
	);
});

test("a token goes with each call and is kept nowhere", async () => {
	await serve({ authHook: ({ headers }) => headers.get("authorization") === "Bearer s3cret" });
	const free = await opened("free");
	await press(free, "Execute");
	await status(free)
		.getByText(/^Unauthorized: put a token/)
		.waitFor();
	await page.getByLabel("Authorization").fill("s3cret");
	await page.getByText("Token set").waitFor();
	await press(free, "Execute");
	await status(free)
		.getByText(/^Success/)
		.waitFor();
	await free.getByRole("tab", { name: "cURL" }).click();
	assert.match(await free.getByRole("tabpanel").locator("pre").innerText(), /authorization: Bearer s3cret/);
	assert.equal(
		await page.evaluate(() =>
			JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]).includes("s3cret"),
		),
		false,
	);
	assert.equal(await page.getByLabel("Authorization").getAttribute("type"), "password");
});

test("where calls are off the page says so, from the beginning or when it hears of it", async () => {
	await serve({ allowExecute: false });
	const echo = await opened("echo");
	await echo.getByText("Tool execution is disabled. Launch with --allow-execute to enable.").waitFor();
	assert.equal(await page.locator(".execute").count(), 0);
	await press(echo, "Validate");
	await status(echo)
		.getByText(/^\/msg: /)
		.waitFor();
	await serve();
	await page.route("**/call", (route) =>
		route.fulfill({ status: 403, json: { error: "Tool execution is disabled." } }),
	);
	const free = await opened("free");
	await press(free, "Execute");
	await page.getByText("Launch with --allow-execute").waitFor();
	await serve();
	await page.route("**/call", (route) => route.fulfill({ status: 403, json: { error: "Not from there." } }));
	await press(await opened("free"), "Execute");
	await page.getByText(/^Error, /).waitFor();
	assert.equal(await page.locator(".execute").count(), 1, "another 403 takes nothing away");
});

test("what failed to load is asked for again", async () => {
	await serve();
	await page.route("**/tools/free", (route) => route.abort());
	await row("free").locator(".head").click();
	await row("free").locator("p.bad").waitFor();
	await page.unroute("**/tools/free");
	await row("free").locator(".head").click();
	await opened("free");
});
