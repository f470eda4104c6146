/** The polyfill comes and goes: what importing does, where it stays out, and what is left when it is taken away. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/setup/browser.mjs";
import { ARGUMENTS } from "./support/chromium.mjs";
import { modes, openWith } from "./support/webmcp/browser.mjs";
import { serveCases } from "./support/webmcp/site.mjs";

let site, browser, page;
before(async () => {
	site = await serveCases({ polyfill: false });
	const insecure = "--host-resolver-rules=MAP insecure.example 127.0.0.1";
	browser = await chromium.launch({
		executablePath: findBrowser().chrome,
		args: [...ARGUMENTS, "--disable-features=WebMCP", insecure],
	});
	page = await browser.newPage();
});
after(async () => {
	await browser?.close();
	await site?.close();
});

/** Runs in the page, with the polyfill's module. */
const inPage = (run) =>
	page.evaluate(async (source) => {
		const polyfill = await import("/pkg/webmcp/polyfill/index.js");
		// biome-ignore lint/security/noGlobalEval: the page of the test
		return globalThis.eval(`(${source})`)(polyfill);
	}, String(run));
const traces = () =>
	inPage(() => [
		"modelContext" in document,
		...["ModelContext", "ToolActivatedEvent", "ToolCancelEvent"].map((name) => name in window),
		"agentInvoked" in SubmitEvent.prototype,
		"respondWith" in SubmitEvent.prototype,
		Object.getOwnPropertySymbols(document).length,
	]);

test("importing installs nothing, and what was installed goes without a trace", async () => {
	await page.goto(site.a);
	assert.deepEqual(await traces(), [false, false, false, false, false, false, 0]);
	const [same, tools, gone] = await inPage(async ({ installModelContext }) => {
		const uninstall = installModelContext();
		const again = installModelContext();
		const context = document.modelContext;
		await context.registerTool({ name: "t", description: "d", execute() {} });
		const before = (await context.getTools()).length;
		uninstall();
		uninstall();
		return [uninstall === again, before, document.modelContext === undefined];
	});
	assert.deepEqual([same, tools, gone], [true, 1, true]);
	assert.deepEqual(await traces(), [false, false, false, false, false, false, 0]);
	const fresh = await inPage(async ({ installModelContext }) => {
		installModelContext();
		return (await document.modelContext.getTools()).length;
	});
	assert.equal(fresh, 0, "a new one is empty");
});

test("what the page or the browser has already is left alone", async () => {
	await page.goto(site.a);
	const left = await inPage(({ installModelContext, hasNativeWebMCP }) => {
		const theirs = {};
		Object.defineProperty(Document.prototype, "modelContext", { get: () => theirs, configurable: true });
		const before = hasNativeWebMCP();
		installModelContext()();
		return [before, document.modelContext === theirs, hasNativeWebMCP(), "ModelContext" in window];
	});
	assert.deepEqual(left, [true, true, true, false]);
});

test("the earlier names install, tell and clean up", async () => {
	await page.goto(site.a);
	const seen = await inPage(({ initializeWebMCPPolyfill, cleanupWebMCPPolyfill, hasNativeWebMCP }) => {
		const states = [];
		const look = () => states.push(["modelContext" in document, hasNativeWebMCP()]);
		look();
		initializeWebMCPPolyfill();
		initializeWebMCPPolyfill({});
		look();
		cleanupWebMCPPolyfill();
		cleanupWebMCPPolyfill();
		look();
		return states;
	});
	assert.deepEqual(seen, [
		[false, false],
		[true, false],
		[false, false],
	]);
});

test("a frame of another origin that speaks nonsense is neither believed nor able to break a call", async () => {
	const speak = `const KEY = "webmcp-auto-ui/model-context";
		const lists = [null, 5, "x", [null, 5, {}, { name: "bad name", description: "d", schema: "" }, { name: "a", description: 1, schema: "" },
			{ name: "b", description: "d", schema: "{" }, { name: "c", description: "d", schema: "[", annotations: 5 },
			{ name: "odd", description: "d", schema: "", title: {}, annotations: { readOnlyHint: "yes", debugging: true } }]];
		const outcomes = [null, 5, { text: 5 }, { failed: {} }, { text: "ok" }];
		addEventListener("message", ({ data, source, origin, ports: [port] }) => {
			if (data[KEY] === "hello") source.postMessage({ [KEY]: "welcome" }, origin);
			if (data[KEY] === "list") port.postMessage(lists.length > 1 ? lists.shift() : lists[0]);
			if (data[KEY] === "call") port.postMessage(outcomes.shift());
			for (const strange of [null, 5, { [KEY]: 5 }, { [KEY]: "policy", allowed: "yes" }, { [KEY]: "call" }, { [KEY]: "unheard" }])
				source.postMessage(strange, origin);
		});`;
	site.body["/speaks"] = `<script>${speak}</script>`;
	site.body["/listens"] = `<iframe name="other" src="${site.b}/speaks" allow="tools"></iframe>`;
	await page.goto(`${site.a}/listens`);
	await page.frame("other").waitForFunction(() => window.ready);
	await page.evaluate(async () => {
		const { installModelContext } = await import("/pkg/webmcp/polyfill/index.js");
		installModelContext();
	});
	await page.waitForTimeout(100);
	const seen = await page.evaluate(async (b) => {
		const lists = [];
		for (let at = 0; at < 4; at += 1) lists.push(await document.modelContext.getTools({ fromOrigins: [b] }));
		const tool = lists[3][0];
		const outcomes = [];
		for (let at = 0; at < 5; at += 1) {
			outcomes.push(await document.modelContext.executeTool(tool).catch(({ name }) => name));
		}
		return [
			lists.map((list) => list.map(({ name, title, annotations }) => [name, title, annotations])),
			outcomes,
		];
	}, site.b);
	const hints = {
		consequentialHint: false,
		debugging: true,
		readOnlyHint: false,
		untrustedContentHint: false,
	};
	assert.deepEqual(seen, [
		[[], [], [], [["odd", "", hints]]],
		["UnknownError", "UnknownError", "UnknownError", "UnknownError", "ok"],
	]);
});

test("a frame that has gone to a page without the polyfill is none whose call would hang", async () => {
	site.body["/silent"] = "<p>nothing";
	site.body["/leaves"] = `<iframe name="other" src="${site.b}/other" allow="tools"></iframe>`;
	await page.goto(`${site.a}/leaves`);
	for (const where of [page, page.frame("other")]) {
		await where.waitForFunction(() => window.ready);
		await where.evaluate(async (origin) => {
			const { installModelContext } = await import("/pkg/webmcp/polyfill/index.js");
			installModelContext();
			const tool = {
				name: "t",
				description: "d",
				execute: () => new Promise((resolve) => setTimeout(resolve, 1500, "late")),
			};
			if (window !== top) await document.modelContext.registerTool(tool, { exposedTo: [origin] });
		}, site.a);
	}
	await page.waitForTimeout(100);
	const call = (tool) =>
		page.evaluate(
			(tool) =>
				document.modelContext.executeTool({ ...tool, window: frames.other }).catch(({ name }) => name),
			tool,
		);
	const tool = { name: "t", description: "d", origin: site.b };
	assert.equal(await call(tool), "late", "one that takes long is waited for");
	await page.evaluate(async (url) => {
		const frame = document.querySelector("[name=other]");
		await new Promise((resolve) => {
			frame.onload = resolve;
			frame.src = url;
		});
	}, `${site.b}/silent`);
	assert.equal(await call(tool), "UnknownError");
	assert.deepEqual(
		await page.evaluate(async (b) => document.modelContext.getTools({ fromOrigins: [b] }), site.b),
		[],
	);
});

test("in an insecure page there is none, and that is said", async () => {
	await page.goto(site.a.replace("localhost", "insecure.example"));
	const seen = await inPage(({ installModelContext, initializeWebMCPPolyfill }) => {
		installModelContext();
		let code;
		try {
			initializeWebMCPPolyfill();
		} catch (error) {
			code = error.code;
		}
		initializeWebMCPPolyfill({ degradeGracefully: true });
		return [isSecureContext, "modelContext" in document, code];
	});
	assert.deepEqual(seen, [false, false, "unsupported"]);
});

if ((await modes()).includes("native")) {
	test("the browser's own is never replaced", async () => {
		const native = await openWith("native");
		const seen = await native.page.evaluate(async () => {
			const { installModelContext, hasNativeWebMCP } = await import("/pkg/webmcp/polyfill/index.js");
			const before = document.modelContext;
			installModelContext()();
			return [
				hasNativeWebMCP(),
				document.modelContext === before,
				/native code/.test(String(before.registerTool)),
			];
		});
		assert.deepEqual(seen, [true, true, true]);
		await native.close();
	});
}
