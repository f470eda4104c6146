/** A server that wants a sign-in, in the panel of servers: a button, a window in its click, and what is said where none can be had. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { world } from "../js/support/mcp-auth.mjs";
import { startApps } from "./support/apps.mjs";
import { found } from "./support/axe.mjs";
import { launch } from "./support/chromium.mjs";
import { startMcp } from "./support/mcp.mjs";
import { openWorkspace } from "./support/workspace-page.mjs";

const METADATA = "/.well-known/oauth-protected-resource/mcp";
let authorization;
let apps;
let browser;
let mcp;
/** Whether no token is taken any more. */
let isLocked = false;

before(async () => {
	[authorization, apps, browser] = await Promise.all([world(), startApps(), launch()]);
	mcp = await startMcp({
		name: "vault",
		tools: [{ name: "open", inputSchema: { type: "object", properties: {} } }],
		call: () => "open",
		answers: (request, response) => {
			const json = (status, body, headers = {}) => {
				response.writeHead(status, { "content-type": "application/json", ...headers });
				response.end(JSON.stringify(body));
				return true;
			};
			if (request.url === METADATA)
				return json(200, { resource: mcp.url, authorization_servers: [authorization.issuer] });
			const token = request.headers.authorization?.replace(/^Bearer /, "");
			if (!isLocked && authorization.tokens.has(token)) return false;
			const challenge = `Bearer resource_metadata="${new URL(METADATA, mcp.url)}"`;
			return json(401, { error: "refused" }, { "www-authenticate": challenge });
		},
	});
});
after(async () => {
	await browser?.close();
	await mcp?.close();
	apps?.close();
});

test("connecting opens no window; the button does, in its click, and the server is connected afterwards", async (t) => {
	isLocked = false;
	const { page, add, close } = await openWorkspace(browser, apps.host, { tags: ["servers"], auth: true });
	t.after(close);
	const windows = [];
	page.context().on("page", (opened) => windows.push(opened));
	await add(mcp.url);
	const server = page.locator('[part=server][data-state="needs-sign-in"]');
	await server.getByText("It wants you to sign in.").waitFor();
	assert.equal(await server.getAttribute("data-reason"), "unauthorized");
	assert.equal(windows.length, 0);
	const button = server.getByRole("button", { name: `Sign in to ${mcp.url}` });
	assert.equal(await button.getAttribute("part"), "sign-in");
	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		assert.deepEqual(await found(page), [], colorScheme);
	}
	// A browser without playwright opens none at another moment.
	await page.evaluate(() => {
		let isInClick = false;
		addEventListener("click", () => (isInClick = true), { capture: true });
		addEventListener("click", () => (isInClick = false));
		const open = window.open.bind(window);
		window.open = (...given) => {
			window.openedInClick = isInClick;
			return open(...given);
		};
	});
	await Promise.all([page.waitForEvent("popup"), button.click()]);
	assert.equal(await page.evaluate(() => window.openedInClick), true);
	const connected = page.locator('[part=server][data-state="connected"]');
	await connected.getByText("connected, 1 tool").waitFor();
	assert.equal(await connected.getByTestId("sign-in").count(), 0);
	assert.equal(windows.length, 1);
	if (!windows[0].isClosed()) await windows[0].waitForEvent("close");
	isLocked = true;
	await connected.getByText("1 tool", { exact: true }).click();
	await connected.getByTestId("tool").locator("summary").click();
	await connected.getByRole("button", { name: "Call" }).click();
	await server.getByRole("button", { name: "Sign in to vault" }).waitFor();
	assert.equal(windows.length, 1, "a token that is refused later opens none by itself");
});

test("where the page has nothing that signs in, the panel says so and has no button", async (t) => {
	isLocked = false;
	const { page, add, close } = await openWorkspace(browser, apps.host, { tags: ["servers"] });
	t.after(close);
	await add(mcp.url);
	const server = page.locator('[part=server][data-state="needs-sign-in"]');
	await server.getByText("It wants a sign-in, and this page has none set up.").waitFor();
	assert.equal(await server.getByTestId("sign-in").count(), 0);
});
