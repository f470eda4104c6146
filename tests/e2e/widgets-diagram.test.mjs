/** The widget that Mermaid draws, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

/** Where nothing may be asked for. */
const ELSEWHERE = "https://elsewhere.invalid";

const widgets = widgetsPage("grammar");
let opened;
let page;
let asked;

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
	asked = [];
	page.on("request", (request) => asked.push(request.url()));
});
afterEach(async () => {
	// Whatever a test does, nothing may have acted, gone wrong, or been asked of others. What the policy forbids is an error of the page.
	const [hit, children, sheets] = await page.evaluate(() => [
		window.hit,
		document.body.children.length,
		document.adoptedStyleSheets.length,
	]);
	const foreign = asked.filter((url) => !/^(?:http:\/\/127\.0\.0\.1|blob:|data:)/.test(url));
	await opened.close();
	assert.deepEqual([hit, ...foreign, ...opened.problems], [undefined]);
	// The page and its styles are as they were: the package's sheets and this widget's.
	assert.equal(children, 1);
	assert.ok(sheets <= 2, `${sheets} sheets`);
});

const mount = (source, title = "") =>
	page.evaluate(
		([source, title]) => {
			window.cleanup?.();
			const container = document.querySelector("#main");
			const data = { source, title };
			window.cleanup = window.kit.mountWidget(container, "diagram", data, [window.kit.native]);
			return window.cleanup.ready;
		},
		[source, title],
	);
const main = () => page.locator("#main");
/** The words of the drawing itself. */
const words = () => main().locator(".wm-diagram svg text").allTextContents();
const problem = async () => (await main().locator(".wm-alert-error").allInnerTexts()).join();

const KINDS = {
	flowchart: [
		"flowchart LR\n  A[wish] --> B{model?} -->|yes| C((widget))",
		["wish", "model?", "yes", "widget"],
	],
	sequence: [
		"sequenceDiagram\n  Ann->>Bob: the time?\n  Note right of Bob: thinks",
		["Ann", "the time?", "thinks"],
	],
	state: ["stateDiagram-v2\n  [*] --> open\n  open --> closed: close", ["open", "closed", "close"]],
	class: ["classDiagram\n  Animal <|-- Duck\n  Animal : +int age", ["Animal", "Duck", "+int age"]],
	er: ["erDiagram\n  CUSTOMER ||--o{ ORDER : places", ["CUSTOMER", "ORDER", "places"]],
	gantt: ["gantt\n  dateFormat YYYY-MM-DD\n  section A\n  One :a1, 2026-01-01, 10d", ["One", "A"]],
	pie: ['pie title Pets\n  "Dogs" : 3\n  "Cats" : 1', ["Pets", "Dogs", "Cats"]],
	mindmap: ["mindmap\n  root((middle))\n    left\n    right", ["middle", "left", "right"]],
	git: ['gitGraph\n  commit id: "one"\n  branch dev\n  commit id: "two"', ["one", "two", "dev"]],
	timeline: ["timeline\n  title History\n  2002 : LinkedIn", ["History", "2002", "LinkedIn"]],
	quadrant: ["quadrantChart\n  x-axis Low --> High\n  A: [0.3, 0.6]", ["Low", "High", "A"]],
	requirement: ["requirementDiagram\n  requirement r1 {\n  id: 1\n  text: must\n  }", ["r1"]],
	c4: ['C4Context\n  Person(a, "Customer")\n  System(b, "Bank")\n  Rel(a, b, "Uses")', ["Customer", "Bank"]],
	block: ["block-beta\n  columns 2\n  a b", ["a", "b"]],
	kanban: ["kanban\n  Todo\n    [Write]", ["Todo", "Write"]],
	journey: ["journey\n  title Day\n  section Go\n   Tea: 5: Me", ["Day", "Tea", "Me"]],
	xychart: ["xychart-beta\n  x-axis [jan, feb]\n  bar [3, 7]", ["jan", "feb"]],
	packet: ['packet-beta\n  0-15: "Source"', ["Source"]],
};

test("diagrams of many kinds are drawn with their words", async () => {
	for (const [kind, [source, shown]] of Object.entries(KINDS)) {
		await mount(source);
		assert.equal(await problem(), "", kind);
		const texts = (await words()).map((text) => text.replace(/\s+/g, " ").trim());
		for (const word of shown)
			assert.ok(
				texts.some((text) => text.includes(word)),
				`${kind}: ${word} in ${texts}`,
			);
		const { width, height } = await main().locator(".wm-diagram svg").boundingBox();
		assert.ok(width > 50 && height > 20, `${kind}: ${width} × ${height}`);
	}
});

test("a diagram has the styles that it was measured with, in the page's colours also when these change", async () => {
	await mount(
		"flowchart LR\n  A[a rather long label] --> B\n  classDef hot fill:#f96,color:#fff\n  class B hot\n  style A stroke:#00f,stroke-width:4px",
	);
	const looks = () =>
		page.evaluate(() => {
			const root = document.querySelector("#main .wm-diagram").shadowRoot;
			const [node, hot] = root.querySelectorAll(".node");
			const box = node.querySelector("rect");
			const label = node.querySelector("text").getBoundingClientRect();
			return {
				fill: getComputedStyle(box).fill,
				stroke: getComputedStyle(box).stroke,
				hot: getComputedStyle(hot.querySelector("rect")).fill,
				room: box.getBoundingClientRect().width - label.width,
				font: getComputedStyle(node.querySelector("text")).fontFamily,
				page: getComputedStyle(document.body).fontFamily,
			};
		});
	const { fill, stroke, hot, room, font, page: letters } = await looks();
	assert.equal(stroke, "rgb(0, 0, 255)");
	assert.equal(hot, "rgb(255, 153, 102)");
	assert.match(fill, /^rgba?\(23\d, 23\d, 2\d\d/);
	assert.equal(font, letters);
	assert.ok(room > 10 && room < 120, `${room} pixels beside the label`);
	await page.evaluate(() => {
		document.documentElement.dataset.theme = "dark";
	});
	await page.waitForFunction((fill) => {
		const root = document.querySelector("#main .wm-diagram").shadowRoot;
		return getComputedStyle(root.querySelector(".node rect")).fill !== fill;
	}, fill);
});

test("what is wrong with a text is said, with its line", async () => {
	for (const [source, said] of [
		[
			"flowchart LR\n  A --> B\n  B --> --> C",
			/^This diagram cannot be drawn\. Line 3 cannot be read: “B --> --> C”\.$/,
		],
		["sequenceDiagram\n  Ann->>Bob the time", /Line [23]/],
		["hello", /does not begin with a kind of diagram/],
		[" ", /There is no text\./],
		[`flowchart LR\n${"%% x\n".repeat(12_000)}`, /more than 50,000 characters/],
		[
			`flowchart LR\n${Array.from({ length: 520 }, (_, at) => `a${at} --> b${at}`).join("\n")}`,
			/edges|Edges/,
		],
		["architecture-beta\n  service db(database)[DB]", /kind architecture/],
		[{ a: 1 }, /does not begin with a kind of diagram/],
	]) {
		await mount(source);
		assert.match(await problem(), said);
		assert.equal(await main().locator(".wm-diagram").isVisible(), false);
	}
	await page.evaluate(() => window.cleanup.update({ source: 'pie\n  "A" : 1' }));
	await main().locator(".wm-diagram svg").waitFor();
	assert.equal(await problem(), "");
	// Of several at once the last one counts.
	await page.evaluate(() => {
		for (const name of ["one", "two", "three"]) window.cleanup.update({ source: `flowchart LR\n  ${name}` });
	});
	await main().locator(".wm-diagram svg").getByText("three").waitFor();
	assert.deepEqual(await words(), ["three"]);
	await page.evaluate(() => window.cleanup());
	assert.equal(await main().innerHTML(), "");
});

test("a text that is hostile draws words, asks for nothing, and changes nothing of the page", async () => {
	const hostile = "<img src=x onerror='window.hit=1'>";
	const address = `url(${ELSEWHERE}/a.png)`;
	for (const source of [
		`flowchart LR\n  A["${hostile}"] --> B["<script>window.hit=1</script>"]`,
		`flowchart LR\n  A["<b>bold</b><iframe src='${ELSEWHERE}'></iframe>"]`,
		`flowchart LR\n  A --> B\n  click A "javascript:window.hit=1"\n  click B "${ELSEWHERE}" _self`,
		"flowchart LR\n  A --> B\n  click A call alert(1)",
		`flowchart LR\n  A\n  classDef x fill:${address},background-image:${address}\n  class A x`,
		`flowchart LR\n  A\n  style A fill:${address},background:${address}`,
		`%%{init: {"themeCSS": "* { background: ${address} } body { display: none }"}}%%\nflowchart LR\n  A`,
		`%%{init: {"fontFamily": "x; } body { display: none } @import '${ELSEWHERE}/a.css'; x {"}}%%\nflowchart LR\n  A`,
		`%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["${hostile}"]`,
		`---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\nflowchart LR\n  A["${hostile}"]`,
		`%%{init: {"themeVariables": {"primaryColor": "${address}", "lineColor": "red; } * { display: none }"}}}%%\nflowchart LR\n  A --> B`,
		`sequenceDiagram\n  Ann->>Bob: ${hostile}\n  link Ann: site @ ${ELSEWHERE}`,
		`C4Context\n  Person(a, "A", "b", "${ELSEWHERE}/a.png")`,
		`classDiagram\n  class A\n  link A "${ELSEWHERE}" "tip"\n  callback A "alert" "tip"`,
		'flowchart LR\n  A["$$x^2$$"]',
		'%%{init: {"look": "handDrawn"}}%%\nflowchart LR\n  A{{six}} --> B[(disk)]',
		"---\nconfig:\n  look: handDrawn\n---\nflowchart LR\n  A{{six}} --> B[(disk)]",
	]) {
		await mount(source, hostile);
		const found = await page.evaluate(() => {
			const root = document.querySelector("#main .wm-diagram").shadowRoot;
			const all = [...root.querySelectorAll("*")];
			return {
				odd: all.filter((one) =>
					/^(?:img|image|script|iframe|a|foreignObject|style|use)$/i.test(one.localName),
				).length,
				leads: all.flatMap((one) => [...one.attributes]).filter(({ name }) => /href|^on/i.test(name)).length,
				text: `${root.innerHTML}${root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))}`,
				isSeen: getComputedStyle(document.body).display !== "none",
			};
		});
		assert.deepEqual(opened.problems, [], source);
		assert.deepEqual([found.odd, found.leads, found.isSeen], [0, 0, true], source);
		assert.ok(!/(?:url|src)\(["']?https?:|@import/.test(found.text), source);
	}
	await mount(`flowchart LR\n  A@{ img: "${ELSEWHERE}/a.png", label: "x" }`);
	assert.match(await problem(), /names a picture/);
	await mount('flowchart LR\n  A@{ icon: "fa:user", form: "square", label: "U" }');
	assert.match(await problem(), /an icon/);
	await mount(`flowchart LR\n  A@{ "\\u0069mg": "${ELSEWHERE}/a.png", label: "x" }`);
	assert.notEqual(await problem(), "");
});

test("of what the library draws only shapes, texts and harmless styles are kept", async () => {
	const address = `url(${ELSEWHERE}/a.png)`;
	const markup = `<svg viewBox="0 0 9 9"><script>window.hit=1</script>
		<a href="${ELSEWHERE}"><text onclick="window.hit=1">kept</text></a><image href="${ELSEWHERE}/a.png"></image>
		<use href="${ELSEWHERE}/a.svg#b"></use><foreignObject><img src=x onerror="window.hit=1"></foreignObject>
		<rect fill="${address}" filter="url(#own)" data-wm-style="fill: ${address}; stroke: red; cursor: u\\72l(${ELSEWHERE})"></rect></svg>`;
	const css = `@import "${ELSEWHERE}/a.css"; @font-face { font-family: x; src: ${address}; }
		.a { fill: u\\72l(${ELSEWHERE}); } .b { background: image-set("${ELSEWHERE}" 1x); }
		@media all { .c { fill: ${address}; } } .d { fill: url(#own); }`;
	const found = await page.evaluate(
		async ([markup, css]) => {
			const { drawing, sheet, svg } = await window.kit.pictureOf({ markup, css }, "label");
			document.querySelector("#main").append(drawing);
			return {
				names: [...drawing.querySelectorAll("*")].map(({ localName }) => localName),
				text: drawing.textContent.trim(),
				attributes: [...drawing.querySelector("rect").attributes].map(({ name }) => name).sort(),
				style: drawing.querySelector("rect").style.cssText,
				rules: [...sheet.cssRules].map(({ cssText }) => cssText),
				file: svg(),
			};
		},
		[markup, css],
	);
	assert.deepEqual(found.names, ["text", "rect"]);
	assert.equal(found.text, "kept");
	assert.deepEqual(found.attributes, ["filter", "style"]);
	assert.equal(found.style, "stroke: red;");
	assert.equal(found.rules.length, 1);
	assert.match(found.rules[0], /^\.d \{ fill: url\("#own"\); \}$/);
	assert.ok(!found.file.includes("elsewhere"));
});

test("a diagram says what it shows, shows its text, and is taken along", async () => {
	await mount(
		"flowchart LR\n  accTitle: Way of a wish\n  accDescr: From wish to widget\n  wish --> widget",
		"Way",
	);
	const svg = main().locator(".wm-diagram svg");
	assert.equal(await svg.getAttribute("role"), "img");
	assert.equal(await svg.locator("> title").textContent(), "Way of a wish");
	assert.equal(await svg.locator("> desc").textContent(), "From wish to widget");
	await main().locator("summary").click();
	assert.match(await main().locator("pre").innerText(), /wish --> widget/);
	const saved = async (name) => {
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			main().getByRole("button", { name, exact: true }).click(),
		]);
		return [download.suggestedFilename(), await readFile(await download.path())];
	};
	const [svgName, text] = await saved("SVG");
	assert.equal(svgName, "Way.svg");
	assert.match(String(text), /^<svg width="\d.*<style>.*\.node.*<\/style>.*wish.*<\/svg>$/s);
	const [pngName, png] = await saved("PNG");
	assert.equal(pngName, "Way.png");
	assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
	// Width and height stand behind the head of the file.
	assert.ok(png.readUInt32BE(16) > 100 && png.readUInt32BE(20) > 50);
	await mount('pie\n  "A" : 1', "Parts");
	assert.equal(await svg.getAttribute("aria-label"), "Parts");
});

test("a node whose label a linked widget tells is outlined, also when it is drawn anew", async () => {
	/** The words of the nodes that are outlined. */
	const told = (payload) =>
		page.evaluate((payload) => {
			window.cleanup.receive("rowclick", payload);
			const root = document.querySelector("#main .wm-diagram").shadowRoot;
			return [...root.querySelectorAll(".wm-diagram-told")].map((one) => one.textContent.trim());
		}, payload);
	/** Which nodes have an outline. */
	const outlined = () =>
		page.evaluate(() => {
			const root = document.querySelector("#main .wm-diagram").shadowRoot;
			return [...root.querySelectorAll(".node")].map((one) => getComputedStyle(one).filter !== "none");
		});
	const long = "a label that is rather long and thus broken into lines";
	const source = `flowchart LR\n  A[wish] -->|model| B[${long}]\n  style A stroke:#00f,stroke-width:1px`;
	await mount(source);
	assert.deepEqual(await told({ row: { name: "wish", n: 3 } }), ["wish"]);
	assert.deepEqual(await outlined(), [true, false]);
	assert.equal((await told({ label: long })).length, 1);
	assert.deepEqual(await outlined(), [false, true]);
	// A line's label is no node, and a part of a label no label; what names nothing leaves the one before.
	for (const payload of [{ label: "model" }, { label: "a label" }]) assert.deepEqual(await told(payload), []);
	await told("wish");
	for (const payload of [null, {}, " ", [[]]]) assert.deepEqual(await told(payload), ["wish"]);
	await page.evaluate((source) => window.cleanup.update({ source: `${source}\n  B --> C` }), source);
	await main().locator(".wm-diagram svg").getByText("C", { exact: true }).waitFor();
	assert.deepEqual(await outlined(), [true, false, false]);
	for (const [kind, name, count] of [
		["sequence", "Ann", 2],
		["state", "open", 1],
		["class", "Duck", 1],
		["er", "ORDER", 1],
		["mindmap", "left", 1],
		["pie", "Dogs", 1],
		["timeline", "2002", 1],
		["quadrant", "A", 1],
		["c4", "Bank", 1],
		["kanban", "Write", 1],
	]) {
		await mount(KINDS[kind][0]);
		assert.equal((await told({ name })).length, count, kind);
	}
});
