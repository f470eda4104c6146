/** An app has no WebRTC, by which words would get out past its policy: not by itself, and not in any frame that it makes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHost, outcomeOf, startApps } from "./support/apps.mjs";
import { launch, openPage } from "./support/chromium.mjs";

let apps;
let browser;
before(async () => {
	[apps, browser] = await Promise.all([startApps(), launch()]);
});
after(async () => {
	await browser?.close();
	apps?.close();
});

/** Says from within a frame whether there is any; `parent` is the app. */
const INSIDE = (/** @type {string} */ name) =>
	`<script>parent.postMessage({ rtc: "${name}", has: typeof RTCPeerConnection }, "*")</${"script"}>`;
const frame = (/** @type {string} */ name) =>
	`const frame = document.createElement("iframe"); frame.srcdoc = ${quoted(name)};`;
const quoted = (/** @type {string} */ name) => JSON.stringify(INSIDE(name)).replaceAll("</", "<\\/");
const tag = (/** @type {string} */ name) => `"<iframe srcdoc='" + ${quoted(name)} + "'></iframe>"`;
const closed = `const box = document.createElement("div"); document.body.append(box); const root = box.attachShadow({ mode: "closed", clonable: true });`;

/** Each is run in the app; what one throws is nothing gained. */
const WAYS = {
	srcdoc: `${frame("srcdoc")} document.body.append(frame);`,
	"srcdoc set later": `const frame = document.createElement("iframe"); document.body.append(frame); frame.srcdoc = ${quoted("srcdoc set later")};`,
	"srcdoc in a timer": `const frame = document.createElement("iframe"); document.body.append(frame); setTimeout(() => { frame.srcdoc = ${quoted("srcdoc in a timer")}; });`,
	"while the app is busy": `${frame("while the app is busy")} document.body.append(frame); for (const end = Date.now() + 600; Date.now() < end; );`,
	"microtasks without end": `${frame("microtasks without end")} document.body.append(frame); const end = Date.now() + 600; const go = () => Date.now() < end && Promise.resolve().then(go); go();`,
	"a script address": `const frame = document.createElement("iframe"); frame.src = "javascript:parent.postMessage({ rtc: 'a script address', has: typeof RTCPeerConnection }, '*')"; document.body.append(frame);`,
	"a script address in a frame with a name": `const frame = document.createElement("iframe"); frame.name = "inner"; document.body.append(frame); window.open("javascript:parent.postMessage({ rtc: 'named', has: typeof RTCPeerConnection }, '*')", "inner");`,
	"a script address for its window": `const frame = document.createElement("iframe"); document.body.append(frame); frame.contentWindow.location = "javascript:parent.postMessage({ rtc: 'window', has: typeof RTCPeerConnection }, '*')";`,
	"the window of an empty frame": `const frame = document.createElement("iframe"); document.body.append(frame); new frame.contentWindow.RTCPeerConnection(); parent.postMessage(1, "*"); say("rtc", "the window of an empty frame");`,
	"frames by number": `document.body.append(document.createElement("iframe")); new window[0].RTCPeerConnection(); say("rtc", "frames by number");`,
	HTML: `document.body.insertAdjacentHTML("beforeend", ${tag("HTML")});`,
	innerHTML: `document.body.innerHTML += ${tag("innerHTML")};`,
	"a fragment": `document.body.append(document.createRange().createContextualFragment(${tag("a fragment")}));`,
	"a template": `const template = document.createElement("template"); template.innerHTML = ${tag("a template")}; document.body.append(template.content.cloneNode(true));`,
	"another document": `document.body.append(document.adoptNode(new DOMParser().parseFromString(${tag("another document")}, "text/html").body.firstChild));`,
	"a shadow tree": `${closed} ${frame("a shadow tree")} root.append(frame);`,
	"a copy of a shadow tree": `${closed} root.innerHTML = ${tag("a copy of a shadow tree")}; document.body.append(box.cloneNode(true));`,
	"a shadow tree in a shadow tree": `${closed} const inner = document.createElement("p"); root.append(inner); ${frame("in a shadow tree")} inner.attachShadow({ mode: "closed" }).append(frame);`,
	"a shadow tree of an element of its own": `class Own extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = ${tag("own element")}; } } customElements.define("own-one", Own); document.body.append(new Own());`,
	"a declared shadow tree": `const box = document.createElement("div"); box.setHTMLUnsafe("<p><template shadowrootmode=closed>" + ${tag("declared")} + "</template></p>"); document.body.append(box);`,
	"a declared shadow tree of a document": `document.body.append(Document.parseHTMLUnsafe("<p><template shadowrootmode=closed>" + ${tag("declared elsewhere")} + "</template></p>").body.firstChild);`,
	"document.write": `document.write("<p><template shadowrootmode=closed>" + ${tag("write")} + "</template></p>");`,
	"document.open": `document.open(); document.write(${tag("open")}); document.close();`,
	"an object": `const object = document.createElement("object"); object.type = "text/html"; object.data = "data:text/html," + encodeURIComponent(${quoted("object")}); document.body.append(object);`,
	"a frameset": `document.documentElement.innerHTML = "<frameset><frame src=\\"javascript:'x'\\"></frameset>";`,
	"data:": `const frame = document.createElement("iframe"); frame.src = "data:text/html," + encodeURIComponent(${quoted("data:")}); document.body.append(frame);`,
	"blob:": `const frame = document.createElement("iframe"); frame.src = URL.createObjectURL(new Blob([${quoted("blob:")}], { type: "text/html" })); document.body.append(frame);`,
	"a SVG": `document.body.insertAdjacentHTML("beforeend", "<svg><foreignObject>" + ${tag("a SVG")} + "</foreignObject></svg>");`,
	"lists without an end": `Object.defineProperty(NodeList.prototype, "length", { get: () => 0 }); NodeList.prototype.item = () => null; ${frame("lists without an end")} document.body.append(frame);`,
	"other methods in the place of its own": `Element.prototype.remove = () => undefined; Document.prototype.querySelectorAll = () => []; window.MutationObserver = class { observe() {} }; MutationObserver.prototype.observe = () => undefined; String.prototype.startsWith = () => true; Reflect.apply = () => undefined; Function.prototype.call = () => undefined; ${frame("other methods")} document.body.append(frame); ${closed.replace("const box", "const second").replaceAll("box.", "second.").replace("append(box)", "append(second)")} root.append(frame.cloneNode());`,
	"setters on lists": `for (let at = 0; at < 9; at += 1) Object.defineProperty(Array.prototype, at, { set: () => undefined, configurable: true }); Array.prototype[Symbol.iterator] = function* () {}; ${closed} ${frame("setters on lists")} root.append(frame);`,
	"made anew": `delete window.RTCPeerConnection; window.RTCPeerConnection = class {}; Object.defineProperty(window, "RTCPeerConnection", { value: 1 });`,
};

for (const frameDomains of [[], ["https://films.example"]]) {
	test(`no way to WebRTC works, ${frameDomains.length > 0 ? "also where an app may have frames" : "where an app may have no frames"}`, async () => {
		const { page, close } = await openPage(browser);
		await openHost(page, apps.host);
		const names = [];
		for (const [name, way] of Object.entries(WAYS)) {
			await page.evaluate(
				([html, options]) => void globalThis.host.show(html, options),
				[
					`<!doctype html><p><template shadowrootmode="closed"><iframe srcdoc='${INSIDE("declared at first")}'></iframe></template></p><iframe srcdoc='${INSIDE("there at first")}'></iframe><body><script>
						const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
						const say = (what, result) => send({ method: "notifications/message", params: { level: "info", data: { what, result } } });
						addEventListener("message", ({ data }) => { if (data.rtc) say("rtc", data.rtc + " " + data.has); if (data.id === 1) start(); if (data.method === "ui/resource-teardown") send({ id: data.id, result: {} }); });
						send({ id: 1, method: "ui/initialize", params: { appInfo: { name: "a", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" } });
						const start = () => { send({ method: "ui/notifications/initialized" });
							say("own", Object.getOwnPropertyNames(window).filter((name) => /RTC/.test(name) && window[name] !== undefined));
							setTimeout(() => say("tried", 1), 400);
							try { ${way} } catch {} };
					</script>`,
					{ meta: { csp: { frameDomains } } },
				],
			);
			const { result } = await outcomeOf(page, "own");
			assert.deepEqual(result, [], name);
			await outcomeOf(page, "tried");
			const log = await page.evaluate(() => globalThis.host.log());
			names.push(...log.filter(({ what }) => what === "rtc").map((one) => `${name}: ${one.result}`));
			await page.evaluate(async () => {
				await globalThis.host.handles.pop().end();
				globalThis.host.heard.splice(0);
			});
		}
		assert.deepEqual(names, []);
		await close();
	});
}
