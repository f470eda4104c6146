/** Signing in to a server of MCP in Chromium, in a window of its own and in the place of the page, at a fake authorization server on loopback. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ARGUMENTS, launch, openPage } from "./support/chromium.mjs";
import { startGuarded } from "./support/guarded.mjs";
import { servePackage } from "./support/package-site.mjs";

const FOLDER = "/tests/e2e/pages/mcp-auth/";
const NOTE = "The key is under the mat.";
/** So long a window that was closed is waited for, and some more. */
const GIVEN_UP_MS = 20_000;

let browser;
let site;
before(async () => {
	// Playwright lets pages open windows whenever they like; people's browsers do not.
	const options = { ignoreDefaultArgs: ["--disable-popup-blocking"], args: ARGUMENTS };
	[browser, site] = await Promise.all([launch(options), servePackage([FOLDER])]);
});
after(async () => {
	await browser?.close();
	site?.close();
});

/** A server, and the page that connects to it. */
async function open(t, query = "") {
	const server = await startGuarded();
	const { page, close, problems } = await openPage(browser);
	t.after(close);
	// What looks into the page counts as something that a person does in it, and lets it open windows.
	const ended = page.waitForEvent("console", (message) => message.text() === "ended").catch(() => undefined);
	await page.goto(`${site.url}${FOLDER.slice(1)}index.html?server=${encodeURIComponent(server.mcp)}${query}`);
	const status = page.getByRole("status");
	const says = (words, timeout = 10_000) => status.filter({ hasText: words }).waitFor({ timeout });
	const connect = () => page.getByRole("button", { name: "Connect" }).click();
	return { server, page, problems, status, says, connect, ended };
}

/** Clicks, and gives the window that opens, at the authorization server. */
async function popupOf({ page, connect }) {
	const [popup] = await Promise.all([page.context().waitForEvent("page"), connect()]);
	await popup.getByRole("link", { name: "Allow" }).waitFor();
	return popup;
}

/** All that a page leaves behind, as a text. */
async function left(page) {
	const cdp = await page.context().newCDPSession(page);
	const { entries } = await cdp.send("Page.getNavigationHistory");
	const stored = await page.evaluate(async () => ({
		address: location.href,
		state: history.state,
		local: { ...localStorage },
		session: { ...sessionStorage },
		databases: await indexedDB.databases(),
		caches: await caches.keys(),
		cookies: document.cookie,
	}));
	return { entries: entries.map(({ url }) => url), stored };
}

/** No token, and no code that one could be had for, is left where others could find it. */
async function assertNothingLeft(page, { tokens, at }) {
	const { entries, stored } = await left(page);
	const secrets = [...tokens.keys(), ...at("/token").map(({ body }) => body.code ?? body.refresh_token)];
	assert.ok(secrets.length >= 2);
	const all = JSON.stringify([entries, stored]);
	for (const secret of secrets) assert.ok(!all.includes(secret), all);
	assert.deepEqual([stored.local, stored.session, stored.databases, stored.caches], [{}, {}, [], []]);
	assert.equal(stored.cookies, "");
	assert.doesNotMatch(stored.address, /code=|state=/);
}

test("a click opens a window, and once the person has allowed it there it closes and the server answers", async (t) => {
	const opened = await open(t);
	const { page, server, says } = opened;
	const popup = await popupOf(opened);
	assert.equal(new URL(popup.url()).origin, server.authorizationOrigin);
	assert.equal(await popup.evaluate(() => window.opener), null);
	await Promise.all([popup.waitForEvent("close"), popup.getByRole("link", { name: "Allow" }).click()]);
	await says(NOTE);
	assert.equal(server.at("/authorize")[0].query.code_challenge_method, "S256");
	await assertNothingLeft(page, server);
	assert.equal(page.context().pages().length, 1);
});

test("a person who denies it is told so, and may try again", async (t) => {
	const opened = await open(t);
	const { says } = opened;
	const popup = await popupOf(opened);
	await Promise.all([popup.waitForEvent("close"), popup.getByRole("link", { name: "Deny" }).click()]);
	await says(/^unauthorized: Access was denied at .*Sign in again to allow it\.$/);
	const other = await popupOf(opened);
	await other.getByRole("link", { name: "Allow" }).click();
	await says(NOTE);
});

test("a window that the person closes ends the sign-in with words", async (t) => {
	const opened = await open(t);
	const { page, says, server } = opened;
	const popup = await popupOf(opened);
	await popup.close();
	await page.bringToFront();
	await says("unauthorized: The window was closed before the sign-in had ended.", GIVEN_UP_MS);
	assert.equal(server.tokens.size, 0);
});

test("where the browser opens no window, the page is told what to do about it", async (t) => {
	const { page, says, server, ended } = await open(t, "&now");
	await ended;
	await says(/^unauthorized: The browser opened no window .* in the click that leads to it/);
	assert.equal(page.context().pages().length, 1);
	assert.equal(server.at("/authorize").length, 0);
});

test("an answer that nobody waits for stays where it is, and is told to nobody", async (t) => {
	const { page, status, server } = await open(t);
	const other = await page.context().newPage();
	await other.goto(`${site.url}${FOLDER.slice(1)}callback.html?code=abc&state=of-nobody`);
	await other.getByText("nobody waits").waitFor();
	assert.equal(await status.innerText(), "");
	assert.equal(server.at("/token").length, 0);
});

test("in the place of the page: it comes back signed in, with nothing of it in address, history and storage", async (t) => {
	const { page, status, says, server, connect, problems } = await open(t, "&open=redirect");
	await connect();
	await page.getByRole("link", { name: "Allow" }).click();
	await says(NOTE);
	assert.equal(page.url(), `${site.url}${FOLDER.slice(1)}index.html?open=redirect`);
	await assertNothingLeft(page, server);
	assert.equal(page.context().pages().length, 1);
	// The tokens were in the memory of the page alone.
	await page.reload();
	assert.equal(await status.innerText(), "");
	assert.deepEqual(
		problems.filter((problem) => !/401/.test(problem)),
		[],
	);
});

test("in the place of the page: an answer counts once, and only in the tab that has asked", async (t) => {
	const { page, status, says, server, connect } = await open(t, "&open=redirect");
	await connect();
	const link = page.getByRole("link", { name: "Allow" });
	const answer = await link.getAttribute("href");
	const other = await page.context().newPage();
	await other.goto(answer);
	await other.waitForFunction(() => document.readyState === "complete");
	assert.equal(await other.getByRole("status").innerText(), "");
	assert.equal(server.at("/token").length, 0);
	await link.click();
	await says(NOTE);
	await page.goto(answer);
	await page.waitForFunction(() => document.readyState === "complete");
	assert.equal(await status.innerText(), "");
	assert.equal(server.at("/token").length, 1);
});
