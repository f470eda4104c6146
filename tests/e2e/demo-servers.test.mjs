/** Servers in the demo: a person types an address and sees what becomes of it, signs in where that is wanted, and sees an app of a server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startCors } from "./support/cors.mjs";
import { makeWish, openDemo, openPanel, pointAtApp } from "./support/demo.mjs";
import { startErrands } from "./support/errands.mjs";
import { startGuarded } from "./support/guarded.mjs";
import { startScripted } from "./support/scripted.mjs";

const RUN_MS = 30_000;
/** What browsers write into the console where a server refuses, which no page can keep from them. */
const REFUSED = /Failed to load resource|blocked by CORS policy/;

let model;
let cors;
let errands;
let guarded;
let demo;
let page;
before(async () => {
	[model, cors, errands, guarded] = await Promise.all([
		startScripted(),
		startCors(),
		startErrands(),
		startGuarded(),
	]);
	demo = await openDemo({ settings: model.settings });
	page = demo.page;
	await openPanel(page, "servers");
});
after(async () => {
	await demo?.close();
	await Promise.all([model?.close(), errands?.close(), cors?.close()]);
});

/** Types an address, as a person does, and gives its line in the list. */
async function connect(url) {
	const server = page.getByTestId("server").filter({ hasText: url });
	await page.getByTestId("server-url").fill(url);
	await page.getByTestId("server-url").press("Enter");
	return server;
}

/** The states that servers of the list pass through from now on. */
const watchStates = () =>
	page.evaluate(() => {
		const seen = [];
		const look = () => {
			const now = globalThis.deepAll("[part=server]").at(-1)?.dataset.state;
			if (now !== undefined && now !== seen.at(-1)) seen.push(now);
		};
		const [list] = globalThis.deepAll("auto-ui-servers");
		const what = { subtree: true, childList: true, attributes: true };
		new MutationObserver(look).observe(list.shadowRoot, what);
		globalThis.states = seen;
	});

test("an address that is typed is seen being connected, and then ready", async () => {
	await page.locator('[part=server][data-state="connected"]').waitFor();
	await watchStates();
	await connect(errands.url);
	const server = page.getByTestId("server").filter({ hasText: "errands" });
	await server
		.getByText(/3 tools/)
		.first()
		.waitFor();
	assert.equal(await server.getAttribute("data-state"), "connected");
	assert.deepEqual((await page.evaluate(() => globalThis.states)).slice(-2), ["connecting", "connected"]);
});

/** Clicks to sign in, and gives the window that opens, once it is where the person decides. */
async function popupOf(server) {
	const [popup] = await Promise.all([
		page.context().waitForEvent("page"),
		server.getByTestId("sign-in").click(),
	]);
	await popup.getByRole("link", { name: "Allow" }).waitFor();
	return popup;
}

test("a server that wants people to sign in opens no window by itself, and says so where they deny it", async () => {
	const server = await connect(guarded.mcp);
	await page.locator('[part=server][data-state="needs-sign-in"]').waitFor();
	assert.equal(
		page
			.context()
			.pages()
			.filter((one) => one.url() !== "about:blank").length,
		1,
	);
	const popup = await popupOf(server);
	await Promise.all([popup.waitForEvent("close"), popup.getByRole("link", { name: "Deny" }).click()]);
	await server.getByText(/Access was denied/).waitFor();
	assert.equal(await server.getAttribute("data-state"), "needs-sign-in");
	assert.equal(guarded.tokens.size, 0);
});

test("it is ready after a click, and a click in the window", async () => {
	const popup = await popupOf(page.locator('[part=server][data-state="needs-sign-in"]'));
	await Promise.all([popup.waitForEvent("close"), popup.getByRole("link", { name: "Allow" }).click()]);
	const vault = page.getByTestId("server").filter({ hasText: "vault" });
	await vault
		.getByText(/1 tool/)
		.first()
		.waitFor();
	assert.equal(await vault.getAttribute("data-state"), "connected");
	const [authorized] = guarded.at("/authorize");
	assert.equal(authorized.query.redirect_uri, new URL("callback.html", demo.url).href);
	const kept = await page.evaluate(() =>
		JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
	);
	for (const token of guarded.tokens.keys()) assert.ok(!kept.includes(token));
});

test("the page at the end of a sign-in is under a strict policy, and says so where nobody waits", async () => {
	const other = await page.context().newPage();
	const violated = [];
	other.on("console", (message) => violated.push(message.text()));
	await other.goto(new URL("callback.html?code=abc&state=of-nobody", demo.url).href);
	await other.getByText(/^Nobody waits for this sign-in any more\./).waitFor();
	assert.equal(other.url(), new URL("callback.html", demo.url).href);
	const policy = await other.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
	assert.match(policy, /^default-src 'none'; script-src 'self';/);
	assert.deepEqual(violated, []);
	await other.close();
});

test("where a browser may not reach a server, the list says which header it has to send", async () => {
	const closed = await connect(`${cors.url}/closed`);
	await closed.getByText(/Access-Control-Allow-Origin: http:\/\/127\.0\.0\.1:\d+/).waitFor();
	assert.equal(await closed.getAttribute("data-reason"), "origin-not-allowed");
	assert.equal(await closed.getAttribute("data-state"), "failed");
	const forgetful = await connect(`${cors.url}/forgets-version`);
	await forgetful.locator("summary").click();
	await forgetful.getByText(/Access-Control-Allow-Headers.*mcp-protocol-version/i).waitFor();
	assert.equal(await forgetful.getAttribute("data-reason"), "headers-not-allowed");
});

test("a wish shows the app of a tool in a frame of another site, where the person asks the tool anew", async () => {
	model.turns.push(
		{ tool: "datasets_mcp_explore_table", args: { table: "cars", group: "Origin", value: "Horsepower" } },
		{ text: "There they are." },
	);
	const { failure } = await makeWish(page, "let me explore the cars", RUN_MS);
	assert.equal(failure, undefined);
	const outer = page.locator("iframe[credentialless]");
	await outer.waitFor();
	const { origin, hostname } = new URL(await outer.getAttribute("src"));
	assert.notEqual(hostname, new URL(page.url()).hostname);
	const app = outer.contentFrame().locator("iframe").contentFrame();
	await app.getByRole("heading", { name: "Average Horsepower for each Origin" }).waitFor();
	// Until its page has come, a frame shows an empty document of the page around it: only now can it be apart.
	assert.equal(await outer.evaluate((frame) => frame.contentDocument), null);
	assert.deepEqual(await app.getByRole("rowheader").allInnerTexts(), ["Europe", "Japan", "USA"]);
	const frame = page.frames().find((one) => one.url() === "about:srcdoc");
	assert.equal(new URL(frame.parentFrame().url()).origin, origin);
	assert.equal(await frame.evaluate(() => globalThis.origin), "null");
	await pointAtApp(page);
	await app.getByRole("combobox", { name: "For each" }).selectOption("Cylinders");
	await app.getByRole("button", { name: "Show" }).click();
	await app.getByRole("heading", { name: "Average Horsepower for each Cylinders" }).waitFor();
	assert.deepEqual(await app.getByRole("rowheader").allInnerTexts(), ["3", "4", "5", "6", "8"]);
});

test("nothing else went wrong in the page", () => {
	assert.deepEqual(
		demo.problems.filter((problem) => !REFUSED.test(problem)),
		[],
	);
});
