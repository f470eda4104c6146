/** An app that may have frames of another server, and leaves for a page there that never ends loading: that page learns nothing, and it is over. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { openHost, outcomeOf, startApps } from "./support/apps.mjs";
import { launch, openPage } from "./support/chromium.mjs";
import { expectState } from "./support/wait.mjs";

let apps;
let browser;
before(async () => {
	[apps, browser] = await Promise.all([startApps(), launch()]);
});
after(async () => {
	await browser?.close();
	apps?.close();
});

/** A server whose page says what it hears, tries to speak for the app, and is never whole. */
async function elsewhere(t) {
	const got = [];
	const server = createServer((request, response) => {
		got.push(request.url);
		response.setHeader("access-control-allow-origin", "*");
		if (!request.url.startsWith("/hangs")) return response.end();
		response.setHeader("content-type", "text/html");
		response.write(`<!doctype html><script>
			const say = (what) => fetch("/got?" + encodeURIComponent(what), { mode: "no-cors" });
			addEventListener("message", ({ data }) => say(JSON.stringify(data)));
			setInterval(() => parent.postMessage({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "count" } }, "*"), 20);
			say("here")</${"script"}>${" ".repeat(2000)}`);
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", done));
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	return { url: `http://127.0.0.1:${server.address().port}`, got };
}

test("a page for which an app has left is told nothing, while it loads as well", async (t) => {
	const { url, got } = await elsewhere(t);
	const { page, close } = await openPage(browser);
	await openHost(page, apps.host);
	await page.evaluate(
		([html, options]) => void globalThis.host.show(html, options),
		[
			`<!doctype html><body><script>
				const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
				const say = (what, result) => send({ method: "notifications/message", params: { level: "info", data: { what, result } } });
				addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true);
				addEventListener("message", ({ data, source }) => {
					if (data.id === 1) { send({ method: "ui/notifications/initialized" }); say("from the page around it", source === parent); }
					if (data.method === "ui/notifications/tool-result" && data.params.content[0].text === "first") { say("told", 1); location = ${JSON.stringify(url)} + "/hangs"; }
				});
				send({ id: 1, method: "ui/initialize", params: { appInfo: { name: "a", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" } });
			</script>`,
			{ functions: ["callTool"], meta: { csp: { frameDomains: [url] } } },
		],
	);
	assert.equal((await outcomeOf(page, "from the page around it")).result, true);
	const tell = (text) =>
		page.evaluate(
			(text) => globalThis.host.handles[0].toolResult({ content: [{ type: "text", text }] }),
			text,
		);
	await tell("first");
	await outcomeOf(page, "told");
	for (let turn = 0; turn < 10; turn += 1) {
		await tell(`secret ${turn}`).catch(() => undefined);
		await page.waitForTimeout(30);
	}
	const end = await expectState(
		page,
		() => globalThis.host.heard.find(({ name }) => name === "ended")?.args[0],
		null,
		10_000,
	);
	assert.equal(end.why, "left");
	await page.waitForTimeout(300);
	assert.deepEqual(
		got.filter((path) => /secret|tool-result|jsonrpc/.test(decodeURIComponent(path))),
		[],
	);
	assert.deepEqual(
		await page.evaluate(() => globalThis.host.heard.filter(({ name }) => name === "callTool").length),
		0,
	);
	await close();
});
