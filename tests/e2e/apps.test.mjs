/** Apps of MCP servers in Chromium: a host under a strict policy, a sandbox page on another origin, and an app that uses all there is. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { appPage, logged, openHost, outcomeOf, startApps } from "./support/apps.mjs";
import { PEERS, peerApp } from "./support/apps-peer.mjs";
import { launch, openPage } from "./support/chromium.mjs";
import { expectState } from "./support/wait.mjs";

let apps;
let browser;
let own;

before(async () => {
	[apps, browser, own] = await Promise.all([startApps(), launch(), appPage("own.html")]);
});
after(async () => {
	await browser?.close();
	apps?.close();
});

/** A host's page that shows something; errors of it, and of the app, fail the test. */
async function open(t, { at = apps, may, ...options } = {}) {
	const { page, problems, close } = await openPage(browser, options);
	t.after(async () => {
		await close();
		assert.deepEqual(
			problems.filter((problem) => !may?.test(problem)),
			[],
		);
	});
	await openHost(page, at.host);
	const show = async (text, more) => {
		await page.evaluate(([text, more]) => void globalThis.host.show(text, more), [text, more]);
		return page.frameLocator("#place iframe").frameLocator("iframe");
	};
	const handle = (work, argument) =>
		page.evaluate(
			([work, argument]) => globalThis.host.handles.at(-1)[work](...argument),
			[work, argument ?? []],
		);
	const heard = (name) =>
		page.evaluate(
			(name) => globalThis.host.heard.filter((one) => one.name === name).map(({ args }) => args),
			name,
		);
	const until = (name) =>
		expectState(page, (name) => globalThis.host.heard.find((one) => one.name === name)?.args, name, 10_000);
	return { page, show, handle, heard, until };
}

test("an app is told of its call in order, and shows it", async (t) => {
	const { show, handle, page } = await open(t);
	const app = await show(own);
	await handle("toolInputPartial", [{ shelf: "A" }]);
	await app.getByText("Counting A …").waitFor();
	await handle("toolInput", [{ shelf: "A" }]);
	await app.getByText("What lies on shelf A").waitFor();
	assert.equal(await app.locator("li").count(), 0);
	await page.evaluate(() => globalThis.host.handles[0].toolResult(globalThis.host.RESULT));
	await app.getByText("pears").waitFor();
	assert.deepEqual(await page.evaluate(() => globalThis.host.handles[0].ready), {
		name: "stock",
		version: "1.0.0",
		availableDisplayModes: ["inline", "fullscreen"],
	});
});

test("what is known of the call at once is told at once, and a cancelled one as cancelled", async (t) => {
	const { show, handle } = await open(t);
	const tool = {
		name: "count",
		arguments: { shelf: "C" },
		result: { content: [], structuredContent: { items: [] } },
	};
	const app = await show(own, { tool });
	await app.getByText("What lies on shelf C").waitFor();
	const other = await open(t);
	const cancelled = await other.show(own);
	await other.handle("toolCancelled", ["The person did not want it."]);
	await cancelled.getByText("Cancelled: The person did not want it.").waitFor();
	await assert.rejects(handle("toolResult", [{ content: [] }]), /conflict|already/);
});

test("an app calls a tool of its server, and the page's function is what is called", async (t) => {
	const { show, heard, page } = await open(t);
	const app = await show(own, { functions: ["callTool"] });
	await logged(page, "hostContext");
	await app.getByRole("button", { name: "Count again" }).click();
	const { result } = await outcomeOf(page, "count");
	assert.equal(result.structuredContent.items.length, 3);
	await app.getByText("pears").waitFor();
	assert.deepEqual(await heard("callTool"), [["count", { shelf: "B" }]]);
	const [audit] = await heard("audit");
	assert.deepEqual([audit[0].method, audit[0].subject, audit[0].outcome], ["tools/call", "count", "ok"]);
});

test("what an app has to say, to remember, to open, to save and to show goes to the page's functions", async (t) => {
	const functions = ["onMessage", "onModelContext", "openLink", "downloadFile", "requestDisplayMode"];
	const { show, heard, page } = await open(t);
	const hostContext = { availableDisplayModes: ["inline", "fullscreen"] };
	const app = await show(own, { functions, hostContext });
	await logged(page, "hostContext");
	for (const [name, what] of [
		["Tell the chat", "say"],
		["Tell the model", "remember"],
		["Open the shop", "link"],
		["Save", "file"],
		["Larger", "large"],
	]) {
		await app.getByRole("button", { name }).click();
		assert.ok((await outcomeOf(page, what)).result, what);
	}
	assert.deepEqual(await heard("onMessage"), [
		[{ role: "user", content: [{ type: "text", text: "Order nuts." }] }],
	]);
	assert.deepEqual(await heard("onModelContext"), [
		[{ content: [{ type: "text", text: "Nuts are low." }], structuredContent: { nuts: 3 } }],
	]);
	assert.deepEqual(await heard("openLink"), [["https://shop.example/shelf?b#c"]]);
	assert.equal((await heard("downloadFile"))[0][0][0].name, "stock.csv");
	assert.deepEqual(await heard("requestDisplayMode"), [["fullscreen"]]);
	assert.deepEqual((await outcomeOf(page, "large")).result, { mode: "fullscreen" });
	await expectState(page, () =>
		globalThis.host.log().some(({ changed }) => changed?.includes("displayMode")),
	);
});

test("a link is shown in full and opened in the click, in a window that knows nothing of the page", async (t) => {
	const { show, page } = await open(t);
	await page
		.context()
		.route("https://shop.example/**", (route) =>
			route.fulfill({ contentType: "text/html", body: "<title>Shop</title>" }),
		);
	const app = await show(own);
	await logged(page, "hostContext");
	await app.getByRole("button", { name: "Open the shop" }).click();
	await page.getByText("“Stock” wants to open this address:").waitFor();
	assert.equal(await page.locator(".about").innerText(), "https://shop.example/shelf?b#c");
	await page.waitForTimeout(600);
	const [popup] = await Promise.all([
		page.context().waitForEvent("page"),
		page.getByRole("button", { name: "Open", exact: true }).click(),
	]);
	await popup.waitForLoadState();
	assert.equal(popup.url(), "https://shop.example/shelf?b#c");
	assert.deepEqual(await popup.evaluate(() => [window.opener, document.referrer]), [null, ""]);
	assert.deepEqual((await outcomeOf(page, "link")).result, {});
	assert.equal(await page.locator(".question").count(), 0);
});

test("a file is named and saved once the person agrees, by keyboard too", async (t) => {
	const { show, page } = await open(t);
	const app = await show(own);
	await logged(page, "hostContext");
	await app.getByRole("button", { name: "Save" }).click();
	assert.match(await page.locator(".about").innerText(), /^stock\.csv \(18 B\)$/);
	await page.waitForTimeout(600);
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("button", { name: "Save", exact: true }).first().press("Enter"),
	]);
	assert.equal(download.suggestedFilename(), "stock.csv");
	assert.equal(await readFile(await download.path(), "utf8"), "name,count\nnuts,3\n");
	assert.deepEqual((await outcomeOf(page, "file")).result, {});
});

test("what the person refuses is an error to the app", async (t) => {
	const { show, page } = await open(t);
	const app = await show(own, { words: { refuse: "Nein", openLink: "{name} will das öffnen:" } });
	await logged(page, "hostContext");
	await app.getByRole("button", { name: "Open the shop" }).click();
	await page.getByText("Stock will das öffnen:").waitFor();
	await page.waitForTimeout(600);
	await page.getByRole("button", { name: "Nein" }).click();
	assert.equal((await outcomeOf(page, "link")).error.code, -32000);
});

test("an app is as high as it wants to be, up to what the page gives it", async (t) => {
	const { show, page } = await open(t, { viewport: { width: 500, height: 900 } });
	const tall = (height) =>
		own
			.replace("</body>", `<div style="height:${height}px"></div></body>`)
			.replace("padding: 1rem", "padding: 0");
	await show(tall(150), { maxHeight: 500 });
	await logged(page, "hostContext");
	const height = () =>
		page
			.locator("#place iframe")
			.last()
			.evaluate((frame) => frame.clientHeight);
	await expectState(page, () => {
		const { height } = globalThis.host.handles[0].element.getBoundingClientRect();
		return height > 250 && height < 500;
	});
	await show(tall(5000), { maxHeight: 500 });
	await expectState(page, () => {
		const [, { element }] = globalThis.host.handles;
		return element.shadowRoot.querySelector("iframe").clientHeight === 500;
	});
	assert.equal(await height(), 500);
	await page.evaluate(() =>
		globalThis.host.handles[1].changeContext({ containerDimensions: { maxHeight: 700 } }),
	);
	assert.equal(await height(), 700, "what the app wants is remembered");
	await show(tall(150), { hostContext: { containerDimensions: { width: 300, height: 222 } } });
	await expectState(page, () => globalThis.host.log().filter(({ hostContext }) => hostContext).length === 3);
	await page.waitForTimeout(200);
	assert.equal(await height(), 222, "a fixed height is not the app's to change");
});

test("an app follows the page's theme and width", async (t) => {
	const { show, page } = await open(t, { viewport: { width: 800, height: 500 } });
	const app = await show(own);
	const { hostContext } = await logged(page, "hostContext");
	assert.equal(hostContext.theme, "light");
	assert.equal(hostContext.locale, "en");
	const colour = () => app.locator("body").evaluate((body) => getComputedStyle(body).color);
	assert.equal(await colour(), "rgb(23, 26, 38)");
	await page.evaluate(() => {
		document.documentElement.dataset.theme = "dark";
	});
	await expectState(page, () => globalThis.host.log().some(({ changed }) => changed?.includes("theme")));
	assert.equal(await colour(), "rgb(236, 238, 246)");
	const scheme = (one) => getComputedStyle(one).colorScheme;
	const sandbox = page.frameLocator("#place iframe");
	for (const one of [page.locator("#place iframe"), sandbox.locator("html"), sandbox.locator("iframe")]) {
		assert.equal(
			await one.evaluate(scheme),
			"dark",
			"all around the app is of one scheme, so that it can be transparent",
		);
	}
	// An app may also be darker than the page around it.
	await show(own, { hostContext: { theme: "light" } });
	await expectState(page, () => globalThis.host.log().filter(({ hostContext }) => hostContext).length === 2);
	assert.equal(await page.locator("#place iframe").last().evaluate(scheme), "light");
	await page.evaluate(() => globalThis.host.handles.pop().end());
	await page.setViewportSize({ width: 340, height: 500 });
	await expectState(page, () =>
		globalThis.host.log().some(({ changed }) => changed?.includes("containerDimensions")),
	);
	const frame = page.locator("#place iframe");
	assert.ok((await frame.evaluate((one) => one.clientWidth)) <= 340);
	const styles = { variables: { "--color-text-primary": "rgb(1, 2, 3)" } };
	await page.evaluate((styles) => globalThis.host.handles[0].changeContext({ styles }), styles);
	await expectState(page, () => globalThis.host.log().some(({ changed }) => changed?.includes("styles")));
	assert.equal(await colour(), "rgb(1, 2, 3)");
	const refused = page.evaluate(() => globalThis.host.handles[0].changeContext({ displayMode: "pip" }));
	await assert.rejects(refused, /cannot be shown as 'pip'/);
});

test("an app may lead to places of its own document, and remember where it was", async (t) => {
	const { show, page } = await open(t);
	const more = `<a href="#list">To the list</a><a href="#">Nowhere</a><script>
		history.pushState({}, "", "#shelf"); log({ pushed: location.hash });
		addEventListener("hashchange", () => log({ went: location.hash }));
	</script></body>`;
	const app = await show(own.replace("</body>", more));
	await logged(page, "hostContext");
	assert.equal((await logged(page, "pushed")).pushed, "#shelf");
	for (const name of ["To the list", "Nowhere"]) await app.getByRole("link", { name }).click();
	await expectState(page, () => globalThis.host.log().filter((one) => "went" in Object(one)).length === 2);
	assert.equal((await logged(page, "went")).went, "#list");
	await app.getByRole("button", { name: "Save" }).click();
	await page.getByText("wants to save").waitFor();
});

test("an app has a border, unless its resource wants none", async (t) => {
	const { show, page } = await open(t);
	for (const [meta, width] of [
		[undefined, "1px"],
		[{ prefersBorder: true }, "1px"],
		[{ prefersBorder: false }, "0px"],
	]) {
		await show(own, { meta });
		const box = page.locator("#place .app").last();
		assert.equal(await box.evaluate((one) => getComputedStyle(one).borderTopWidth), width);
	}
});

test("domains that a resource names are open to it, others are not", async (t) => {
	const { page, close } = await openPage(browser);
	t.after(close);
	await openHost(page, apps.host);
	apps.asked.splice(0);
	const html = `<!doctype html><img src="${apps.evil}/picture" alt=""><script>
		fetch("${apps.evil}/fetch").then(() => done("fetched"), () => done("not fetched"));
		const done = (said) => setTimeout(() => document.body.append(said), 200);
	</script>`;
	const shown = async (meta) => {
		await page.evaluate(([html, meta]) => void globalThis.host.show(html, { meta }), [html, meta]);
		const app = page.frameLocator("#place iframe >> nth=-1").frameLocator("iframe");
		await app.getByText("fetched").waitFor();
		await page.evaluate(() => globalThis.host.handles.pop().end());
		return apps.asked.splice(0).toSorted();
	};
	assert.deepEqual(await shown({}), []);
	assert.deepEqual(await shown({ csp: { connectDomains: [apps.evil] } }), ["GET /fetch"]);
	assert.deepEqual(await shown({ csp: { resourceDomains: [apps.evil] } }), ["GET /picture"]);
});

test("an app is granted what it asks for and the page allows", async (t) => {
	const { show, page } = await open(t);
	const html = own.replace(
		"</body>",
		`<script>const policy = document.featurePolicy; setTimeout(() => log({ features: ["camera", "microphone", "geolocation", "clipboard-write", "usb"].filter((one) => policy.allowsFeature(one)) }), 300)</script></body>`,
	);
	const meta = { permissions: { camera: {}, clipboardWrite: {}, geolocation: {} } };
	await show(html, { meta, permissions: ["camera", "clipboardWrite", "microphone"] });
	assert.deepEqual((await logged(page, "features")).features, ["camera", "clipboard-write"]);
	const { hostCapabilities } = await logged(page, "hostCapabilities");
	assert.deepEqual(hostCapabilities.sandbox.permissions, { camera: {}, clipboardWrite: {} });
});

test("an app that wants to be closed finishes and is gone, unless the page keeps it", async (t) => {
	const { show, until, page } = await open(t);
	const app = await show(own, { functions: ["onTeardownRequest"] });
	await logged(page, "hostContext");
	await app.getByRole("button", { name: "Close" }).click();
	await until("onTeardownRequest");
	assert.deepEqual(await until("ended"), [{ why: "app", reason: "The app asked for it." }]);
	assert.equal((await logged(page, "finished")).finished, "The app asked for it.");
	assert.equal(await page.locator("#place iframe").count(), 0);
	await page.evaluate((own) => {
		const { host } = globalThis;
		host.heard.splice(0);
		const handle = host.apps.mountMcpApp(document.querySelector("#place"), {
			resource: { uri: "ui://a", mimeType: host.apps.APP_MIME_TYPE, text: own },
			sandboxUrl: document.documentElement.dataset.sandbox,
			onTeardownRequest: () => {
				host.heard.push({ name: "kept", args: [] });
				return false;
			},
		});
		return handle.ready;
	}, own);
	await app.getByRole("button", { name: "Close" }).click();
	await until("kept");
	assert.equal(await page.locator("#place iframe").count(), 1);
});

test("an app that is put elsewhere in the page begins anew and is told again", async (t) => {
	const { show, page } = await open(t);
	const tool = { name: "count", arguments: { shelf: "A" } };
	const app = await show(own, { tool });
	await app.getByText("What lies on shelf A").waitFor();
	await page.evaluate(() => {
		globalThis.host.heard.splice(0);
		const box = document.createElement("section");
		document.querySelector("#place").append(box);
		box.append(globalThis.host.handles[0].element);
	});
	await logged(page, "hostContext");
	await app.getByText("What lies on shelf A").waitFor();
});

test("a person gets into an app by pointer and by keyboard, also right after writing in the page", async (t) => {
	const { show, page } = await open(t);
	const app = await show(own.replace("<form", '<input aria-label="Shelf"><form'));
	await logged(page, "hostContext");
	await page.evaluate(() => {
		const field = document.createElement("input");
		field.id = "field";
		document.body.prepend(field);
	});
	const [outer, inner] = [page.locator("#field"), app.getByLabel("Shelf")];
	await outer.pressSequentially("one");
	await page.keyboard.press("Tab");
	// The browser hands the focus to another process, and what is typed meanwhile reaches neither.
	await app.locator(":focus").waitFor();
	await page.keyboard.type("two");
	assert.equal(await inner.inputValue(), "two");
	await outer.click();
	const { x, y } = await inner.boundingBox();
	for (const more of [4, 5, 6]) await page.mouse.move(x + more, y + 5);
	await page.mouse.down();
	await page.mouse.up();
	await app.locator(":focus").waitFor();
	await page.keyboard.press("End");
	await page.keyboard.type("three");
	assert.equal(await inner.inputValue(), "twothree");
	assert.equal(await outer.inputValue(), "one");
});

test("a signal ends an app at once, and one that has aborted already lets none begin", async (t) => {
	const { page } = await open(t);
	const seen = await page.evaluate(async (own) => {
		const { apps } = globalThis.host;
		const place = document.querySelector("#place");
		const controller = new AbortController();
		const options = {
			resource: { uri: "ui://a", mimeType: apps.APP_MIME_TYPE, text: own },
			sandboxUrl: document.documentElement.dataset.sandbox,
			signal: controller.signal,
		};
		const { ready, ended } = apps.mountMcpApp(place, options);
		await ready;
		controller.abort();
		const left = place.childElementCount;
		const { why } = await ended;
		try {
			apps.mountMcpApp(place, options);
		} catch ({ code }) {
			return [left, why, code];
		}
		return "it was shown";
	}, own);
	assert.deepEqual(seen, [0, "page", "aborted"]);
});

test("what is no app, and options that make no sense, are refused before anything is shown", async (t) => {
	const { page } = await open(t);
	const codes = await page.evaluate(() => {
		const { apps } = globalThis.host;
		const place = document.querySelector("#place");
		const sound = {
			resource: { uri: "ui://a", mimeType: apps.APP_MIME_TYPE, text: "" },
			sandboxUrl: document.documentElement.dataset.sandbox,
		};
		const code = (container, options) => {
			try {
				apps.mountMcpApp(container, options);
				return "shown";
			} catch (error) {
				return error.code ?? String(error);
			}
		};
		const wrong = [
			[null, sound],
			[{}, sound],
			[place, undefined],
			[place, {}],
			[place, { ...sound, sandboxUrl: undefined }],
			[place, { ...sound, sandboxUrl: 7 }],
			[place, { ...sound, resource: [] }],
			[place, { ...sound, callTool: "callTool" }],
			[place, { ...sound, tools: [{}] }],
			[place, { ...sound, tool: { name: 7 } }],
			[place, { ...sound, permissions: ["usb"] }],
			[place, { ...sound, maxHeight: -1 }],
			[place, { ...sound, signal: {} }],
		];
		return [
			new Set(wrong.map(([container, options]) => code(container, options))),
			code(place, { ...sound, resource: { ...sound.resource, mimeType: "text/html" } }),
			code(place, { ...sound, resource: { ...sound.resource, text: undefined } }),
			place.childElementCount,
		].map((one) => (one instanceof Set ? [...one] : one));
	});
	assert.deepEqual(codes, [["invalid_argument"], "unsupported", "protocol", 0]);
});

test("an app is shown in a page that shares memory with its Workers", async (t) => {
	const headers = {
		"cross-origin-opener-policy": "same-origin",
		"cross-origin-embedder-policy": "require-corp",
	};
	const isolated = await startApps({ headers });
	t.after(() => isolated.close());
	const { show, page } = await open(t, { at: isolated });
	assert.equal(await page.evaluate(() => crossOriginIsolated), true);
	await show(own);
	await logged(page, "hostContext");
});

for (const line of Object.keys(PEERS)) {
	test(`an app that is written with the App class of ext-apps ${line} works in this host`, async (t) => {
		const html = await peerApp(
			line,
			`
		const app = new peer.App({ name: "peer", version: "1.2.3" }, { availableDisplayModes: ["inline", "fullscreen"] });
		const log = (data) => app.sendLog({ level: "info", data });
		app.ontoolinput = ({ arguments: given }) => log({ input: given });
		app.ontoolinputpartial = ({ arguments: given }) => log({ partial: given });
		app.ontoolresult = ({ structuredContent }) => log({ result: structuredContent });
		app.ontoolcancelled = ({ reason }) => log({ cancelled: reason });
		app.onhostcontextchanged = (changes) => { log({ changes }); if (changes.theme) peer.applyDocumentTheme(changes.theme); };
		app.onteardown = async () => { await log({ finished: true }); return {}; };
		await app.connect();
		const all = {
			context: app.getHostContext(), capabilities: app.getHostCapabilities(), version: app.getHostVersion(),
			called: await app.callServerTool({ name: "count", arguments: { shelf: "P" } }),
			refused: await app.callServerTool({ name: "others" }).catch((error) => error.code),
			read: await app.readServerResource({ uri: "data://a" }),
			message: await app.sendMessage({ role: "user", content: [{ type: "text", text: "hi" }] }),
			remembered: await app.updateModelContext({ content: [{ type: "text", text: "know" }] }),
			link: await app.openLink({ url: "https://x.example" }),
			saved: await app.downloadFile({ contents: [{ type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "a" } }] }),
			mode: await app.requestDisplayMode({ mode: "fullscreen" }),
		};
		await log({ all });
	`,
		);
		const { show, heard, until, handle, page } = await open(t);
		const functions = [
			"callTool",
			"readResource",
			"onMessage",
			"onModelContext",
			"openLink",
			"downloadFile",
			"requestDisplayMode",
		];
		const hostContext = {
			availableDisplayModes: ["inline", "fullscreen"],
			styles: { variables: { "--color-text-primary": "black", "--mine": "1" }, css: { fonts: "" } },
			safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
		};
		const app = await show(html, { functions, hostContext });
		await handle("toolInputPartial", [{ shelf: "P" }]);
		await handle("toolInput", [{ shelf: "PP" }]);
		await page.evaluate(() => globalThis.host.handles[0].toolResult(globalThis.host.RESULT));
		const { all } = await logged(page, "all");
		assert.deepEqual(all.version, { name: "webmcp-auto-ui", version: "1.0.0" });
		assert.equal(all.context.theme, "light");
		assert.equal(all.context.toolInfo.tool.name, "count");
		assert.equal(JSON.stringify(all.context.styles.variables), '{"--color-text-primary":"black"}');
		assert.equal(all.called.structuredContent.items.length, 3);
		assert.equal(all.refused, -32602);
		assert.deepEqual(all.read, { contents: [] });
		for (const name of ["message", "remembered", "link", "saved"]) assert.deepEqual(all[name], {}, name);
		assert.deepEqual(all.mode, { mode: "fullscreen" });
		assert.deepEqual(await heard("callTool"), [["count", { shelf: "P" }]]);
		assert.deepEqual((await logged(page, "input")).input, { shelf: "PP" });
		assert.equal((await logged(page, "result")).result.items.length, 3);
		await page.evaluate(() => {
			document.documentElement.dataset.theme = "dark";
		});
		await expectState(page, () => globalThis.host.log().some(({ changes }) => changes?.theme === "dark"));
		assert.equal(await app.locator("html").getAttribute("data-theme"), "dark");
		// It says by itself how large it is.
		await expectState(page, () => {
			const { clientHeight } = globalThis.host.handles[0].element.shadowRoot.querySelector("iframe");
			return clientHeight > 32 && clientHeight < 300;
		});
		await handle("end", ["Enough."]);
		await logged(page, "finished");
		assert.deepEqual(await until("ended"), [{ why: "page", reason: "Enough." }]);
	});
}
