/** The text widget in Chromium: Markdown is drawn whole, and nothing of it loads, acts or hides. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

let site;
let browser;
let opened;
let page;
/** Addresses of `/leak` that the page asked for. */
let leaks;

before(async () => {
	site = await serveSite("widgets");
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await site?.close();
});
beforeEach(async () => {
	// As in a page whose policy says nothing of pictures, styles and frames.
	opened = await openPage(browser, { bypassCSP: true });
	page = opened.page;
	leaks = [];
	page.on("request", (request) => {
		if (request.url().includes("/leak")) leaks.push(request.url());
	});
	await page.goto(site.url);
	await page.waitForFunction(() => "kit" in window);
});
afterEach(async () => {
	await opened.close();
});

let shown = 0;

/** Shows Markdown; resolves once it is drawn. */
async function show(content) {
	shown += 1;
	await page.evaluate((content) => {
		window.kit.mountWidget(document.querySelector("#main"), "text", { content }, [window.kit.native]);
	}, `###### Text ${shown}\n\n${content}`);
	await page.getByRole("heading", { name: `Text ${shown}`, exact: true }).waitFor();
}

/** What there is in the text, as `tag` and `tag[attribute]`. */
const shape = () =>
	page.evaluate(() => {
		const found = new Set();
		for (const node of document.querySelectorAll(".wm-text *")) {
			found.add(node.localName);
			for (const { name } of node.attributes) found.add(`${node.localName}[${name}]`);
		}
		return [...found].sort();
	});

const MARKDOWN = `# One
## Two
### Three
#### Four
##### Five

A *b* **c** ~~d~~ \`e\`, 10<sup>6</sup> H<sub>2</sub>O  
line [f](https://example.com "g")

> quote

3. third
   - nested

---

| l | c |
|:--|:-:|
| 1 | 2 |

    code
`;

const NEEDED =
	`a a[href] a[rel] a[target] a[title] blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol ol[start] p pre
strong sub sup table tbody td td[align] th th[align] thead tr ul`.split(/\s+/);

test("all that Markdown makes is drawn", async () => {
	await show(MARKDOWN);
	assert.deepEqual(await shape(), NEEDED);
});

/** Markup that loads, navigates, hides or takes the page's names; each asks for an address of its own. */
const HOSTILE = [
	...["table", "thead", "tbody", "tr", "th", "td"].map((tag) => {
		const inside = { table: "", thead: "<tr><th>x", tbody: "<tr><td>x", tr: "<td>x", th: "x", td: "x" }[tag];
		const open = { table: "", tr: "<table>", th: "<table><tr>", td: "<table><tr>" }[tag] ?? "<table>";
		return `${open}<${tag} background=/leak/${tag}>${inside}</table>`;
	}),
	"<img src=/leak/img srcset='/leak/set 1x'>",
	"<img alt=a src=/leak/alt>",
	"![words](/leak/markdown)",
	"<picture><source srcset=/leak/source><img src=/leak/picture></picture>",
	"<video src=/leak/video poster=/leak/poster autoplay></video><audio src=/leak/audio autoplay></audio>",
	"<video><source src=/leak/source2><track default src=/leak/track></video>",
	"<p style='background:url(/leak/style)'>x</p><style>p{background:url(/leak/sheet)}@import '/leak/import';</style>",
	"<svg><image href=/leak/image xlink:href=/leak/xlink /><use href='/leak/use#a'/><style>*{fill:url(/leak/fill)}</style></svg>",
	"<svg><a xlink:href=/leak/svg-a><text>x</text></a><feImage href=/leak/filter /></svg>",
	"<math href=/leak/math><mi xlink:href=/leak/mi>x</mi></math>",
	"<link rel=stylesheet href=/leak/link><link rel=prefetch href=/leak/prefetch><base href=/leak/base>",
	"<meta http-equiv=refresh content='0;url=/leak/meta'>",
	"<input type=image src=/leak/input><button formaction=/leak/button>b</button>",
	"<form action=/leak/form><input name=x autofocus></form>",
	"<iframe src=/leak/frame srcdoc='<img src=/leak/srcdoc>'></iframe><frameset><frame src=/leak/frame2></frameset>",
	"<object data=/leak/object></object><embed src=/leak/embed><applet code=/leak/applet></applet>",
	"<body background=/leak/body><html manifest=/leak/manifest>",
	"<a href=https://example.com ping=/leak/ping download=x id=a name=b>ping</a>",
	"<blockquote cite=/leak/cite>c</blockquote><del cite=/leak/del>d</del><q cite=/leak/q>q</q>",
	"<template shadowrootmode=open><img src=/leak/shadow></template><noscript><img src=/leak/noscript></noscript>",
	"<xmp><img src=/leak/xmp></xmp><portal src=/leak/portal></portal><bgsound src=/leak/sound>",
	"<div data-widget-id=w_1 role=alert aria-label=x tabindex=0 popover id=main class=wm-frame slot=s part=p>d</div>",
	"<dialog open>d</dialog><details open ontoggle=x><summary>s</summary></details><p contenteditable hidden inert>p</p>",
	"<h1 id=main onclick=x accesskey=a dir=rtl lang=x is=y nonce=z itemprop=q>h</h1><my-element>m</my-element>",
];

test("nothing in a text loads anything, and no tag or attribute stays that Markdown does not need", async () => {
	for (const markup of HOSTILE) {
		await show(markup);
		const more = (await shape()).filter((found) => !NEEDED.includes(found));
		assert.deepEqual(more, [], markup);
	}
	await page.waitForTimeout(200);
	assert.deepEqual(leaks, []);
});

test("a picture is a link by its words, and within a link only its words", async () => {
	await show(
		[
			"![a <chart>](https://example.com/a.png)",
			"[![badge](/b.png)](https://example.com/c)",
			"<img alt=raw src=d.png>",
			"![evil](javascript:alert(1)) ![data](data:image/png;base64,AAAA) ![](/leak/none)",
		].join("\n\n"),
	);
	const links = await page
		.locator(".wm-text a")
		.evaluateAll((all) =>
			all.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("rel")]),
		);
	const rel = "noopener noreferrer nofollow";
	assert.deepEqual(links, [
		["a <chart>", "https://example.com/a.png", rel],
		["badge", "https://example.com/c", rel],
		["raw", "d.png", rel],
		["evil", null, rel],
		["data", null, rel],
	]);
});

test("a task list says what is done", async () => {
	await show("- [x] sow\n- [ ] reap");
	assert.match(await page.locator(".wm-text ul").innerText(), /☑\s*sow\s+☐\s*reap/);
});

test("no blanks or control characters smuggle a script into a link", async () => {
	const script = "javascript:window.hit=1";
	const starts = ["", " ".repeat(300), "\u0001".repeat(300), "\t\n".repeat(300), "\u0000", "\u00a0"];
	const inner = ["java\tscript:window.hit=1", "java\nscript:window.hit=1", "JaVaScRiPt&colon;window.hit=1"];
	const hrefs = [...starts.map((start) => start + script), ...inner, "blob:x", "vbscript:x", "filesystem:x"];
	await show(hrefs.map((href, i) => `<a href="${href}">l${i}</a>`).join(" "));
	const followed = await page
		.locator(".wm-text a[href]")
		.evaluateAll((all) =>
			all.map(({ protocol }) => protocol).filter((protocol) => !/^(https?|mailto):$/.test(protocol)),
		);
	assert.deepEqual(followed, []);
});

test("what the page sets on the sanitiser that it shares loosens nothing", async () => {
	await page.evaluate(() => {
		window.kit.DOMPurify.setConfig({ ADD_ATTR: ["background"] });
		window.kit.DOMPurify.addHook("uponSanitizeAttribute", (_, event) => {
			event.forceKeepAttr = true;
		});
	});
	await show("<table background=/leak/shared><tr><td onclick=x>x</table>");
	await page.waitForTimeout(200);
	assert.equal(await page.locator(".wm-text [background], .wm-text [onclick]").count(), 0);
	assert.deepEqual(leaks, []);
});
