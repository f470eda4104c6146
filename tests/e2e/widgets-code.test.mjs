/** Code that a person runs, and notebooks, in Chromium, under the strict Content-Security-Policy. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
/** What must not be asked. */
let outside;
let asked = [];
/** Workers that have been started. */
let started = 0;
let opened;
let page;

before(async () => {
	outside = createServer((request, response) => {
		asked.push(request.url);
		response.setHeader("access-control-allow-origin", "*");
		response.end("export default 1");
	});
	outside.on("upgrade", (request, socket) => {
		asked.push(`socket ${request.url}`);
		socket.destroy();
	});
	await new Promise((done) => outside.listen(0, "127.0.0.1", done));
});
after(() => outside?.close());
const open = async (options) => {
	asked = [];
	started = 0;
	opened = await widgets.open(options);
	page = opened.page;
	page.on("worker", () => {
		started += 1;
	});
	await listen();
};
beforeEach(() => open());
afterEach(async () => {
	assert.deepEqual(opened.problems, []);
	await opened.close();
});

const listen = () =>
	page.evaluate(() => {
		window.heard = [];
		for (const name of ["message", "query", "change"])
			document
				.querySelector("#main")
				.addEventListener(name, ({ detail }) => window.heard.push([name, detail]));
	});
const mount = (type, data) =>
	page.evaluate(
		([type, json]) => {
			window.cleanup?.();
			const container = document.querySelector("#main");
			window.cleanup = window.kit.mountWidget(container, type, JSON.parse(json), [window.kit.native]);
			return window.cleanup.ready;
		},
		[type, JSON.stringify(data)],
	);
const change = (data) => page.evaluate((data) => window.cleanup.update(data), data);
const receive = (channel, payload) =>
	page.evaluate(([channel, payload]) => window.cleanup.receive(channel, payload), [channel, payload]);
const heard = () => page.evaluate(() => window.heard.splice(0));
const main = () => page.locator("#main");
const button = (name) => page.getByRole("button", { name, exact: true });
const status = () => main().getByRole("status").first();
const says = (pattern) => status().filter({ hasText: pattern }).waitFor({ timeout: 30_000 });
const lines = () => main().locator(".wm-log li").allInnerTexts();
const frame = () => page.frameLocator("#main iframe");
const shown = () =>
	page.evaluate(() => document.querySelector("#main iframe").contentDocument.body.innerHTML);
const address = (path) => `http://127.0.0.1:${outside.address().port}/${path}`;

/** Runs code until it is done, has failed or was stopped. */
async function run(data, end = /Done|failed|Stopped/) {
	await mount("js-sandbox", data);
	await button("Run").click();
	await says(end);
}

/** No Worker is left; one that is ended in the middle of something takes a moment. */
async function noWorker() {
	for (let n = 0; n < 200 && page.workers().length > 0; n++) await page.waitForTimeout(50);
	assert.equal(page.workers().length, 0);
}

/** The longest time that the page's own timers stood still while something was done. */
async function longestPause(work) {
	await page.evaluate(() => {
		window.pause = 0;
		let last = performance.now();
		window.ticking = setInterval(() => {
			const now = performance.now();
			window.pause = Math.max(window.pause, now - last);
			last = now;
		}, 20);
	});
	await work();
	return page.evaluate(() => {
		clearInterval(window.ticking);
		return window.pause;
	});
}

/** Opens the page under another policy; an empty one is none. */
async function under(policy) {
	await page.unroute("**/*");
	await page.route(`${new URL(page.url()).origin}/**`, async (route) => {
		const response = await route.fetch();
		const { "content-security-policy": _, ...headers } = response.headers();
		const more = policy === "" ? {} : { "content-security-policy": policy };
		await route.fulfill({ response, headers: { ...headers, ...more } });
	});
	await page.reload();
	await page.waitForFunction(() => "kit" in window);
	await listen();
}

const CODE = "document.body.textContent = 6 * 7; console.log('written')";

test("nothing runs before somebody presses Run: there is no frame and no Worker", async () => {
	await mount("js-sandbox", { title: "Sum", code: CODE, html: "<p>first</p>" });
	await page.waitForTimeout(300);
	assert.equal(started, 0);
	assert.equal(await main().locator("iframe").count(), 0);
	assert.equal(await main().locator("code").innerText(), CODE);
	await change({ title: "Sum", code: `${CODE};` });
	await page.waitForTimeout(300);
	assert.equal(started, 0);
	await button("Run").press("Enter");
	await says("Done.");
	assert.equal(await shown(), "42");
	assert.deepEqual(await lines(), ["written"]);
	assert.equal(await button("Run again").evaluate((one) => one === document.activeElement), true);
	await noWorker();
});

test("code has a document, events and a canvas, tells the page and hears of it", async () => {
	const html =
		'<ul id="list"><li class="one">a &amp; b<li>c</ul><label>Name <input id="name"></label><select id="size"><option>S<option>L</select><button onclick="add()">Add</button><a href="#list">Up</a><canvas id="area" width="40" height="40"></canvas>';
	const code = `
const list = document.getElementById("list");
let count = list.children.length;
function add() {
	count += 1;
	const item = document.createElement("li");
	item.textContent = document.querySelector("#name").value + " " + document.querySelector("#size").value;
	item.dataset.number = count;
	list.append(item);
	parent.postMessage({ count });
}
document.querySelector("li.one").classList.add("big");
document.querySelector("ul > li:nth-child(2)").style.color = "rgb(1, 2, 3)";
document.querySelector("#list").insertAdjacentHTML("afterend", "<p>words <b>bold</b></p>");
const pen = document.getElementById("area").getContext("2d");
const ink = pen.createLinearGradient(0, 0, 40, 0);
ink.addColorStop(0, "rgb(200, 0, 0)");
ink.addColorStop(1, "rgb(200, 0, 0)");
pen.fillStyle = ink;
pen.fillRect(0, 0, 40, 40);
addEventListener("message", ({ channel, data }) => console.log("got", channel, data));
document.addEventListener("DOMContentLoaded", () => console.log("loaded"));
let frames = 0;
requestAnimationFrame(function next(now) {
	frames += 1;
	if (frames === 3) console.log("frames", typeof now);
	else requestAnimationFrame(next);
});
const later = await new Promise((done) => setTimeout(() => done("later"), 20));
console.log(later);`;
	await mount("js-sandbox", { code, html, css: "li { font-weight: 700 }" });
	await button("Run").click();
	await main().locator(".wm-log li", { hasText: "frames number" }).waitFor();
	await frame().getByLabel("Name").fill("Ann");
	await frame().locator("select").selectOption("L");
	await frame().getByRole("button", { name: "Add" }).click();
	await frame().locator("li", { hasText: "Ann L" }).waitFor();
	await frame().getByRole("link", { name: "Up" }).press("Enter");
	assert.match(
		await shown(),
		/<li class="one big">a &amp; b<\/li><li style="color: rgb\(1, 2, 3\);">c<\/li>/,
	);
	assert.match(await shown(), /<li data-number="3">Ann L<\/li><\/ul><p>words <b>bold<\/b><\/p>/);
	const seen = await page.evaluate(() => {
		const inside = document.querySelector("#main iframe").contentDocument;
		const pixel = inside.querySelector("canvas").getContext("2d").getImageData(20, 20, 1, 1).data;
		const { height } = inside.querySelector("canvas").getBoundingClientRect();
		return [...pixel, getComputedStyle(inside.querySelector("li")).fontWeight, height];
	});
	assert.deepEqual(seen, [200, 0, 0, 255, "700", 40]);
	await receive("rowclick", { row: 7 });
	await main().locator(".wm-log li", { hasText: "got" }).waitFor();
	assert.equal(page.frames()[1].url(), "about:srcdoc");
	const written = await lines();
	assert.deepEqual(written.sort(), ["frames number", 'got rowclick {"row":7}', "later", "loaded"]);
	assert.deepEqual(await heard(), [["message", { data: { count: 3 } }]]);
});

test("other data leaves what runs alone and says that the code is another one", async () => {
	const code = "let n = 0; document.body.onclick = () => { n += 1; document.body.textContent = n; }";
	const data = { code, html: "press", height: "120px" };
	await mount("js-sandbox", data);
	await button("Run").click();
	await frame().getByText("press").click();
	await frame().getByText("1", { exact: true }).waitFor();
	assert.equal(
		await main()
			.locator("iframe")
			.evaluate(({ style }) => style.height),
		"120px",
	);
	await change({ ...data, title: "Presses", height: 9999, code: `${code};` });
	assert.equal(
		await main()
			.locator("iframe")
			.evaluate(({ style }) => style.height),
		"1200px",
	);
	assert.match(await status().innerText(), /Running\. The code has changed since\./);
	await frame().getByText("1", { exact: true }).click();
	await frame().getByText("2", { exact: true }).waitFor();
	await button("Stop").click();
	await says("Stopped.");
	await page.waitForFunction(
		() => document.querySelector("#main iframe").contentDocument.body.textContent === "2",
	);
	await noWorker();
	await page.evaluate(() => window.cleanup());
	assert.equal(await main().innerHTML(), "");
});

for (const [where, policy] of [
	["under the strict policy", undefined],
	["in a page without a policy", ""],
]) {
	test(`from inside nothing is asked of the network, and the page cannot be reached (${where})`, async () => {
		const html = `<img src="${address("img")}"><link rel="stylesheet" href="${address("sheet")}"><link rel="dns-prefetch" href="${address("dns")}">
<meta http-equiv="refresh" content="0;url=${address("refresh")}"><iframe src="${address("iframe")}"></iframe><object data="${address("object")}"></object>
<style>@import url(${address("import")}); body { background: url(${address("background")}) }</style><base href="${address("base/")}">
<form action="${address("form")}"><button id="send">Send</button></form><a id="away" href="${address("link")}" ping="${address("ping")}">Away</a>
<svg><image href="${address("svg-image")}"/><use href="${address("use#a")}"/></svg><video src="${address("video")}" poster="${address("poster")}"></video>
<p style="background: url(${address("style")})">p</p><script src="${address("script")}"></script><img srcset="${address("srcset")} 1x">`;
		const code = `
const at = (path) => ${JSON.stringify(address(""))} + path;
const tried = {};
const attempt = async (name, work) => {
	try { await work(); tried[name] = "went through"; } catch (error) { tried[name] = error.name; }
};
await attempt("fetch", () => fetch(at("fetch")));
await attempt("xhr", () => { const x = new XMLHttpRequest(); x.open("GET", at("xhr"), false); x.send(); });
await attempt("socket", () => new WebSocket(at("socket").replace("http", "ws")));
await attempt("events", () => new EventSource(at("events")));
await attempt("beacon", () => navigator.sendBeacon(at("beacon"), "x"));
await attempt("import", () => import(at("import")));
await attempt("scripts", () => importScripts(at("scripts")));
await attempt("worker", () => new Worker(at("worker")));
await attempt("peer", () => new RTCPeerConnection());
await attempt("top", () => { top.location = at("top"); });
await attempt("parent", () => { parent.document.title = "taken"; });
await attempt("opener", () => { opener.document.title = "taken"; });
await attempt("constructor", () => { (function () {}).constructor("return process")(); });
await attempt("storage", () => localStorage.setItem("a", "b"));
await attempt("cookie", () => { if (document.cookie !== undefined) throw new TypeError("a cookie"); throw new Error("none"); });
location = at("location");
const image = document.createElement("img");
image.src = at("made");
document.body.append(image);
document.body.style.backgroundImage = "url(" + at("made-style") + ")";
const script = document.createElement("script");
script.src = at("made-script");
script.textContent = "parent.document.title = 'taken'";
document.head.append(script);
document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\\"parent.document.title='taken'\\"><iframe srcdoc='<img src=" + at("srcdoc") + ">'></iframe>");
document.getElementById("send").addEventListener("submit", () => {});
document.querySelector("form").addEventListener("submit", () => console.log("sent"));
console.log(JSON.stringify(tried));`;
		if (policy !== undefined) await under(policy);
		await mount("js-sandbox", {
			code,
			html,
			css: `@import url(${address("css")}); p { cursor: url(${address("cursor")}), auto }`,
		});
		await button("Run").click();
		await main().locator(".wm-log li").first().waitFor();
		await frame().locator("#send").click();
		await frame().locator("#away").click();
		await main().locator(".wm-log li", { hasText: "sent" }).waitFor();
		await page.waitForTimeout(500);
		const tried = JSON.parse((await lines())[0]);
		assert.equal(Object.keys(tried).length, 15);
		assert.deepEqual(
			Object.entries(tried).filter(([, result]) => result === "went through"),
			[],
		);
		assert.deepEqual(asked, []);
		assert.equal(await page.title(), "Widgets");
		assert.equal(new URL(page.url()).pathname, "/");
		const markup = await shown();
		assert.doesNotMatch(
			markup,
			/<(?:script|iframe|object|link|meta|base|video|image)|\s(?:on\w+|src|srcset|href|action|ping)=/,
		);
		assert.match(markup, /<a id="away">Away<\/a>/);
		// The frame's own policy has stopped what the style sheets ask for, and says so.
		const refused = opened.problems.splice(0);
		assert.ok(
			refused.every((text) => /violates the following Content Security Policy/.test(text)),
			refused.join("\n"),
		);
	});

	test(`in the frame no script runs and nothing loads, whatever would get into it (${where})`, async () => {
		if (policy !== undefined) await under(policy);
		await run({ code: CODE });
		const said = await page.evaluate(async (away) => {
			const { contentDocument: inside } = document.querySelector("#main iframe");
			const script = inside.createElement("script");
			script.textContent = "parent.document.title = 'taken'";
			const other = inside.createElement("script");
			other.src = `${away}script`;
			const holder = inside.createElement("p");
			const evil = "parent.document.title='taken'";
			holder.innerHTML = `<img src="${away}img" onerror="${evil}"><a href="javascript:${evil}">a</a><iframe srcdoc="<script>parent.${evil}</script>"></iframe>`;
			inside.body.append(script, other, holder);
			holder.querySelector("a").click();
			inside.body.setAttribute("onclick", evil);
			inside.body.click();
			inside.defaultView.location = `javascript:${evil}`;
			await new Promise((done) => setTimeout(done, 300));
			return document.title;
		}, address(""));
		assert.equal(said, "Widgets");
		assert.deepEqual(asked, []);
		assert.equal(
			await main().locator("iframe").getAttribute("sandbox"),
			"allow-same-origin allow-scripts allow-forms",
		);
		opened.problems.splice(0);
	});
}

const ENDLESS = [
	"while (true);",
	"(async () => { for (;;) await 0 })()",
	"/(a+)+$/.test('a'.repeat(50) + 'b')",
	"for (;;) try { null.x } catch {} finally { continue }",
	"setTimeout(() => { for (;;); })",
	"document.body.onclick = () => { for (;;); }; document.body.click()",
];

test("an endless loop is stopped, in every form, while the page goes on", async () => {
	await page.evaluate(async (codes) => {
		const mounted = codes.map((code) => {
			const box = document.createElement("div");
			document.querySelector("#main").append(box);
			return window.kit.mountWidget(box, "js-sandbox", { code }, [window.kit.native]);
		});
		await Promise.all(mounted.map(({ ready }) => ready));
	}, ENDLESS);
	const said = main().getByRole("status");
	const pause = await longestPause(async () => {
		for (const one of await main().locator("button").all()) await one.click();
		for (const one of await said.all()) await one.filter({ hasText: "Stopped" }).waitFor({ timeout: 60_000 });
	});
	assert.ok(pause < 2000, `the page was held up for ${pause} ms`);
	const ends = Array(ENDLESS.length).fill("Stopped. It went on for 5 seconds without a pause.");
	assert.deepEqual(await said.allInnerTexts(), ends);
	await noWorker();
});

test("Stop ends a loop at once, and afterwards it runs again", async () => {
	await mount("js-sandbox", { code: "document.body.textContent = 'ran'; setTimeout(() => { for (;;); })" });
	for (const name of ["Run", "Run again"]) {
		await button(name).click();
		await frame().getByText("ran").waitFor();
		await button("Stop").click();
		assert.equal(await status().innerText(), "Stopped.");
		await noWorker();
		assert.equal(await shown(), "ran");
	}
});

test("a Worker that does not answer is ended from outside, and one that does not load says so", async () => {
	// What is put into a page stays in it: this test has one of its own.
	await open({});
	// The interpreter is kept from its own clock: what is left is the page's.
	await page.addInitScript(() => {
		const { Worker } = window;
		window.Worker = class extends Worker {
			postMessage(message) {
				if (message.kind !== "ping") super.postMessage(message);
			}
		};
	});
	await page.reload();
	await page.waitForFunction(() => "kit" in window);
	await run({ code: "setInterval(() => {}, 100)" }, /Stopped/);
	assert.equal(await status().innerText(), "Stopped. It did not answer any more.");
	await noWorker();
	await page.route(/worker.*\.js/, (route) => route.abort());
	await run({ code: CODE }, /Stopped/);
	assert.match(await status().innerText(), /could not be started.*worker-src 'self' and 'wasm-unsafe-eval'/);
	opened.problems.splice(0);
});

test("memory, calls and what is written, drawn and told have an end", async () => {
	const ends = async (code, pattern) => {
		await run({ code }, /Done|failed|Stopped|Running/);
		await main().filter({ hasText: pattern }).waitFor({ timeout: 30_000 });
	};
	await ends("const all = []; for (;;) all.push(new Array(10000).fill(1))", /out of memory/);
	await ends("const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", /out of memory/);
	await ends("(function call() { call() })()", /stack overflow/);
	await ends("JSON.parse('['.repeat(1e6))", /Stopped\. It broke off/);
	await ends("for (let n = 0; n < 50000; n++) console.log(n, 'x'.repeat(5000))", /Only the first 1000 lines/);
	const written = await lines();
	assert.equal(written.length, 1001);
	assert.ok(written.every((line) => line.length <= 2000));
	await ends("for (let n = 0; n < 9000; n++) document.body.append('x')", /At most 5000 elements/);
	await ends(
		"for (let n = 0; n < 9e5; n++) document.body.title = n",
		/More is drawn at once than the page takes/,
	);
	await ends(
		"for (let n = 0; n < 1000; n++) document.body.append('x'.repeat(1e4))",
		/draws more at once than the page takes/,
	);
	assert.deepEqual(await heard(), []);
	await ends("for (let n = 0; n < 20000; n++) postMessage(n)", /Too many messages at once/);
	const told = await heard();
	assert.ok(told.length >= 50 && told.length < 500, `${told.length} messages`);
	await ends(
		"postMessage('x'.repeat(70000)); postMessage(undefined); postMessage(1n); postMessage(() => 1)",
		/more than 64000 characters/,
	);
	const rest = (await heard()).map(([, { data }]) => data);
	assert.deepEqual(
		rest.filter((data) => typeof data !== "number"),
		[null, "1", "function"],
	);
	await page.evaluate(() => window.cleanup.receive("x", "y".repeat(70_000)));
});

test("what is wrong with a code is said with its line, and what it drew before stays", async () => {
	await run({ code: "document.body.append('so far')\n\nnull.x" });
	assert.equal(await status().innerText(), "It failed.");
	assert.deepEqual(await lines(), ["error TypeError: cannot read property 'x' of null (line 3)"]);
	assert.equal(await shown(), "so far");
	await run({ code: "let a = 1;\nlet b = ;" });
	assert.match((await lines())[0], /SyntaxError.*\(line 2\)/);
	await run(
		{
			code: "document.body.onclick = () => {\n  throw new Error('late')\n}; document.body.click(); return 5",
		},
		/Running/,
	);
	await main().locator(".wm-log li", { hasText: "late" }).waitFor();
	assert.deepEqual(await lines(), ["error Error: late (line 2)"]);
});

test("code that talks to its own world cannot make the page draw what it may not", async () => {
	const code = `
Object.prototype.toJSON = () => "odd";
Array.prototype.includes = () => true;
Map.prototype.get = () => ({});
JSON.stringify = () => '[["element",9,1,0,"script",0,[]]]';
Array.prototype.push = function () { return 0; };
String.prototype.slice = () => "]";
parent.postMessage({ a: 1 });
document.body.append("x");`;
	await run({ code }, /Done|failed|Stopped|Running/);
	await page.waitForTimeout(500);
	assert.doesNotMatch(await shown(), /script/);
	assert.equal(await page.title(), "Widgets");
});

test("data of any kind shows something and never breaks", async () => {
	const odd = [
		null,
		7,
		"text",
		[],
		{},
		[null, [1], { a: 1 }],
		"x".repeat(200_000),
		true,
		-1,
		"<img src=x onerror=alert(1)>",
	];
	for (const value of odd) {
		await mount("js-sandbox", { code: value, html: value, css: value, height: value, title: value });
		const start = button("Run");
		if ((await start.count()) > 0) {
			await start.click();
			await says(/Done|failed|Stopped|Running/);
		}
		await change({});
		assert.match(await main().innerText(), /There is no code/);
		for (const mode of ["edit", value]) {
			await mount("notebook", { title: value, mode, cells: value });
			await mount("notebook", {
				mode,
				cells: [value, { type: value, content: value, name: value, varname: value, hideSource: value }],
			});
			const all = button("Run all");
			if (await all.isEnabled()) await all.click();
			for (const channel of ["result", "other"]) await receive(channel, value);
			await receive("result", { cell: value, rows: value, error: value });
			await change({ cells: value });
		}
	}
	assert.equal(await main().locator("img").count(), 0);
});

const BOOK = {
	title: "Prices",
	cells: [
		{ type: "md", content: "# Prices\n\nof **fruit**" },
		{
			type: "js",
			content: "const list = [{ name: 'fig', price: 3 }, { name: 'plum', price: 4 }]; list",
			varname: "fruit",
		},
		{ type: "js", content: "return fruit.reduce((sum, { price }) => sum + price, 0)", varname: "total" },
		{ type: "js", content: "console.log('double'); total * 2", name: "double" },
	],
};
const field = (name) => page.getByRole("textbox", { name });
const cell = (at) =>
	main()
		.locator(".wm-cell")
		.nth(at - 1);
const values = () => main().locator(".wm-cell > pre[aria-label^=Result]").allInnerTexts();
const states = () => main().locator(".wm-cell-state").allInnerTexts();

test("cells run when somebody wants it, and what they give feeds those below", async () => {
	await mount("notebook", BOOK);
	await main().getByRole("heading", { name: "Prices", level: 1 }).waitFor();
	await page.waitForTimeout(300);
	assert.equal(started, 0);
	assert.deepEqual(await values(), []);
	await button("Run all").click();
	await says("Done.");
	assert.deepEqual(await values(), ["7", "14"]);
	assert.deepEqual(await cell(2).locator("table tr").allInnerTexts(), ["name\tprice", "fig\t3", "plum\t4"]);
	assert.deepEqual(await lines(), ["double"]);
	assert.equal(await cell(4).getAttribute("aria-label"), "Cell 4, JavaScript, double");
	assert.equal(await main().locator("strong").innerText(), "fruit");
	await noWorker();
	// One cell alone has what those above gave.
	await button("Run cell 3").click();
	await says("Done.");
	assert.deepEqual(await states(), ["", "", "", "out of date"]);
});

test("a result is out of date when its cell, or what feeds it, has changed", async () => {
	await mount("notebook", { ...BOOK, mode: "edit" });
	await button("Run all").click();
	await says("Done.");
	assert.deepEqual(await states(), ["", "", "", ""]);
	const fruit = field("Cell 2, JavaScript");
	await fruit.fill("[{ name: 'fig', price: 10 }]");
	assert.deepEqual(await states(), ["", "out of date", "out of date", "out of date"]);
	await fruit.press("Control+Enter");
	await says("Done.");
	assert.deepEqual(await states(), ["", "", "out of date", "out of date"]);
	assert.deepEqual(await values(), ["7", "14"]);
	await button("Run all").click();
	await says("Done.");
	assert.deepEqual(await values(), ["10", "20"]);
	assert.deepEqual(await states(), ["", "", "", ""]);
	await button("Delete cell 2").click();
	assert.deepEqual(await states(), ["", "out of date", "out of date"]);
	await field("Cell 2, JavaScript").fill("fruits = 1");
	await button("Undo").click();
	assert.deepEqual(await states(), ["", "", "out of date", "out of date"]);
});

test("a cell that never ends is stopped, and a failure ends the run", async () => {
	await mount("notebook", {
		cells: [
			{ type: "js", content: "1" },
			{ type: "js", content: "while (true);" },
			{ type: "js", content: "3" },
		],
	});
	const pause = await longestPause(async () => {
		await button("Run all").click();
		await says(/Cell 2 runs/);
		assert.deepEqual(await states(), ["", "runs", "waits"]);
		await page.waitForTimeout(1000);
		await button("Stop cell 2").click();
		await says("Stopped.");
	});
	assert.ok(pause < 2000, `the page was held up for ${pause} ms`);
	await page.waitForTimeout(100);
	await noWorker();
	assert.deepEqual(await values(), ["1"]);
	await button("Run all").click();
	await says("Cell 2 failed.");
	assert.match(await cell(2).getByRole("alert").innerText(), /5 seconds without a pause/);
	assert.deepEqual(await values(), ["1"]);
	await change({ cells: [{ type: "js", content: "await new Promise(() => {})" }] });
	await button("Run cell 1").click();
	await says("Cell 1 runs.");
	await button("Stop").click();
	await says("Stopped.");
});

test("cells are written, added, moved, deleted and brought back, by keyboard as well", async () => {
	await mount("notebook", { mode: "edit", cells: [{ type: "js", content: "1 + 1", varname: "two" }] });
	const focused = () =>
		page.evaluate(
			() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText,
		);
	await button("Add SQL").click();
	await page.keyboard.type("SELECT 1");
	await button("Add text").click();
	await page.keyboard.type("Words");
	await button("Move cell 3 up").click();
	assert.equal(await focused(), "Move cell 2 up");
	await page.keyboard.press("Enter");
	assert.equal(await focused(), "Move cell 1 down");
	const told = (await heard()).map(([name, { cells }]) => [name, cells.map(({ content }) => content)]);
	assert.deepEqual(told, [
		["change", ["1 + 1", ""]],
		["change", ["1 + 1", "SELECT 1"]],
		["change", ["1 + 1", "SELECT 1", ""]],
		["change", ["1 + 1", "SELECT 1", "Words"]],
		["change", ["1 + 1", "Words", "SELECT 1"]],
		["change", ["Words", "1 + 1", "SELECT 1"]],
	]);
	await button("Delete cell 2").press("Enter");
	assert.equal(await status().innerText(), "Cell 2 was deleted.");
	assert.equal(await focused(), "Undo");
	assert.equal(await cell(3).count(), 0);
	await page.keyboard.press("Enter");
	assert.equal(await field("Cell 2, JavaScript").inputValue(), "1 + 1");
	assert.equal(await cell(2).getByLabel("Variable").inputValue(), "two");
	await cell(2).getByLabel("Variable").fill("not a name");
	assert.match(await cell(2).innerText(), /'not a name' is no name of a variable/);
	await field("Cell 2, JavaScript").press("Meta+Enter");
	await says("Done.");
	assert.deepEqual(await values(), ["2"]);
	const [, last] = (await heard()).at(-1);
	assert.deepEqual(last.cells[1], { type: "js", content: "1 + 1", varname: "not a name" });
	for (let n = 0; n < 4; n++) if (await button("Undo").isEnabled()) await button("Undo").click();
	assert.equal(await cell(2).count(), 1 - 1);
	assert.equal(await button("Undo").isEnabled(), false);
});

test("a query is asked of the page, and its rows feed the cells below", async () => {
	const cells = [
		{ type: "sql", content: "SELECT * FROM sales", varname: "sales" },
		{ type: "js", content: "sales.filter(({ n }) => n > 1).length" },
	];
	await mount("notebook", { cells });
	await button("Run all").click();
	const [[name, { cell: key, sql }]] = await heard();
	assert.deepEqual([name, sql], ["query", "SELECT * FROM sales"]);
	await receive("result", { cell: "another", rows: [] });
	await receive("rowclick", { cell: key, rows: [] });
	assert.deepEqual(await states(), ["runs", "waits"]);
	const rows = Array.from({ length: 120 }, (_, n) => ({ n, "<b>": null, __proto__: 1 }));
	await receive("result", { cell: key, rows });
	await says("Done.");
	assert.deepEqual(await values(), ["118"]);
	assert.equal(await cell(1).locator("tbody tr").count(), 40);
	assert.match(await cell(1).innerText(), /40 of 120 rows/);
	// Nobody waits for these.
	await receive("result", { cell: key, rows: [{ n: 5 }] });
	assert.equal(await cell(1).locator("tbody tr").count(), 40);
	await button("Run cell 1").click();
	const [[, again]] = await heard();
	await receive("result", { cell: again.cell, error: { message: "no such table <i>" } });
	await says("Cell 1 failed.");
	assert.equal(await cell(1).getByRole("alert").innerText(), "no such table <i>");
	assert.deepEqual(await states(), ["", "out of date"]);
	await button("Run cell 1").click();
	const [[, third]] = await heard();
	await receive("result", { cell: third.cell, rows: [{ long: "x".repeat(1_100_000) }] });
	assert.match(await cell(1).getByRole("alert").innerText(), /more than 1.000.000 characters/);
	await button("Run cell 1").click();
	await button("Stop cell 1").click();
	await says("Stopped.");
});

test("on a canvas queries are answered by a connected server's tool, and what it says of a failure is shown", async () => {
	await page.evaluate(() => {
		window.sent = [];
		const client = {
			callTool: async (name, { sql }) => {
				window.sent.push([name, sql]);
				if (sql.includes("nowhere"))
					return { content: [{ type: "text", text: "no such table: nowhere" }], isError: true };
				const text = JSON.stringify({ columns: ["n"], rows: [[4], [5]] });
				return { content: [{ type: "text", text }] };
			},
		};
		const notebook = (id, sql) => ({
			id,
			type: "notebook",
			data: {
				cells: [
					{ type: "sql", content: sql, varname: "sold" },
					{ type: "js", content: "sold.map(({ n }) => n * 2)" },
				],
			},
		});
		const canvas = window.kit.stubCanvas([
			notebook("a", "SELECT n FROM sold"),
			notebook("b", "SELECT n FROM nowhere"),
		]);
		window.stop = window.kit.mountCanvas(document.querySelector("#main"), canvas, [window.kit.native], {
			query: (sql) => client.callTool("query", { sql }),
		});
	});
	const book = (id) => page.locator(`[data-widget-id="${id}"]`);
	await book("a").getByRole("button", { name: "Run all" }).click();
	await book("a").getByText("Done.").waitFor();
	assert.match(await book("a").locator("[data-cell]").nth(1).innerText(), /8,\s*10/);
	assert.equal(await book("b").getByRole("alert").count(), 0);
	await book("b").getByRole("button", { name: "Run all" }).click();
	await book("b").getByText("Cell 1 failed.").waitFor();
	assert.equal(await book("b").getByRole("alert").innerText(), "no such table: nowhere");
	assert.deepEqual(await page.evaluate(() => window.sent), [
		["query", "SELECT n FROM sold"],
		["query", "SELECT n FROM nowhere"],
	]);
	await page.evaluate(() => window.stop());
});

test("new data keeps the cells that stay, with their results, and the focus", async () => {
	const data = { ...BOOK, mode: "edit" };
	await mount("notebook", data);
	await button("Run all").click();
	await says("Done.");
	const third = field("Cell 3, JavaScript");
	await third.focus();
	await third.evaluate((one) => {
		one.mark = 5;
	});
	const cells = [{ type: "md", content: "new" }, ...BOOK.cells.slice(1)];
	await change({ ...data, title: "Other", cells });
	assert.equal(await third.evaluate((one) => one === document.activeElement && one.mark), 5);
	assert.deepEqual(await values(), ["7", "14"]);
	await third.fill("fruit.length");
	await third.press("Control+Enter");
	await says("Done.");
	assert.deepEqual(await values(), ["2", "14"]);
	// A page that keeps what it was told sends it back: nothing is lost.
	const [, kept] = (await heard()).at(-1);
	await change({ ...data, ...kept });
	assert.deepEqual(await values(), ["2", "14"]);
	assert.equal(await third.evaluate((one) => one === document.activeElement && one.mark), 5);
	await change({
		...data,
		mode: "view",
		cells: [
			{ ...BOOK.cells[1], hideSource: true },
			{ ...BOOK.cells[2], hideResult: true },
		],
	});
	assert.equal(await main().locator("textarea").count(), 0);
	assert.equal(await cell(1).locator("code").count(), 0);
	assert.equal(await cell(1).locator("table").count(), 1);
});

test("there are 200 cells at most, and values are cut to be shown", async () => {
	await mount("notebook", { mode: "edit", cells: Array(230).fill({ type: "md", content: "x" }) });
	assert.equal(await main().locator(".wm-cell").count(), 200);
	assert.match(await main().innerText(), /30 further cells are not shown/);
	assert.equal(await button("Add text").isEnabled(), false);
	await mount("notebook", {
		cells: [
			{ type: "js", content: "'x'.repeat(20000)" },
			{ type: "js", content: "[]" },
			{ type: "js", content: "new Map([['a', new Set([1, 2n, NaN])]])" },
			{ type: "js", content: "undefined" },
			{ type: "js", content: "'y'.repeat(2e6)" },
		],
	});
	await button("Run all").click();
	await says("Cell 5 failed.");
	const [first, map] = await values();
	assert.equal(first.length, 10_000);
	assert.match(await cell(1).innerText(), /20.000 characters, of which the first 10.000 are shown/);
	assert.match(await cell(2).innerText(), /No rows/);
	assert.deepEqual(JSON.parse(map), { a: [1, "2", "NaN"] });
	assert.match(await cell(5).innerText(), /The value has more than/);
});

test("under a policy that forbids all but what the package asks for it runs, and else says what is missing", async () => {
	const least =
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'";
	await under(`${least}; worker-src 'self'`);
	await run({ code: CODE, css: "body { color: rgb(1, 2, 3) }" });
	assert.equal(await shown(), "42");
	assert.deepEqual(opened.problems, []);
	await under(`${least}; worker-src 'none'`);
	await run({ code: CODE });
	assert.match(
		await status().innerText(),
		/could not be started.*the page's policy must allow worker-src 'self'/,
	);
	await under(`${least.replace(" 'wasm-unsafe-eval'", "")}; worker-src 'self'`);
	await run({ code: CODE });
	assert.match(
		await status().innerText(),
		/could not be loaded: the page's policy must allow 'wasm-unsafe-eval'/,
	);
	opened.problems.splice(0);
});
